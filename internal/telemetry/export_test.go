package telemetry

// Again has a Sink take events that it has seen for new ones.
func (s *Sink) Again() { s.seq = 0 }
