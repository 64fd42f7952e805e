package stubmodel

import (
	"eidolon/actors/actorkit"
	"eidolon/actors/model"
)

// burst is how many notes are told before other messages get their turn, such as the end of the
// asker.
const burst = 64

// scripted is the model: the place in the script, and the plays that are under way.
type scripted struct {
	reader reader
	plays  map[int]*play
	serial int
}

// play is one answer under way.
type play struct {
	to     actorkit.Ref[Note]
	beats  []beat
	next   int   // first beat that is not told yet
	groups []int // ends of the groups of beats that come at one time
	opened int   // groups whose time has come
	timers []actorkit.Timer
}

// New makes a model that plays the script.
func New(script *Script) actorkit.Behavior {
	return &scripted{reader: reader{script: script, asked: map[uint64]int{}}, plays: map[int]*play{}}
}

// Receive implements actorkit.Behavior.
func (s *scripted) Receive(env actorkit.Env, m any) {
	switch m := m.(type) {
	case actorkit.Started:
	case Msg:
		s.onMsg(env, m)
	case actorkit.Gone:
		s.onGone(m.Who)
	default:
		env.Unhandled(m)
	}
}

func (s *scripted) onMsg(env actorkit.Env, m Msg) {
	switch m := m.(type) {
	case Play:
		s.onPlay(env, m)
	case tick:
		s.onTick(env, m.play)
	case more:
		if p := s.plays[m.play]; p != nil {
			s.tell(env, m.play, p)
		}
	}
}

func (s *scripted) onPlay(env actorkit.Env, m Play) {
	pick, err := s.reader.next(m.Request)
	var beats []beat
	if err == nil {
		beats, err = compose(m.Request, pick)
	}
	if err != nil {
		m.ReplyTo.Tell(Failed{model.Error{Kind: model.BadRequest, Message: err.Error(), Status: statusOf(model.BadRequest)}})
		return
	}
	env.Watch(m.ReplyTo.Address)
	s.serial++
	p := &play{to: m.ReplyTo, beats: beats}
	s.plays[s.serial] = p
	for i, b := range beats {
		if i+1 < len(beats) && beats[i+1].at == b.at {
			continue
		}
		p.groups = append(p.groups, i+1)
		if b.at == 0 {
			p.opened++
		} else {
			p.timers = append(p.timers, env.After(b.at, tick{s.serial}))
		}
	}
	s.tell(env, s.serial, p)
}

// onTick opens the next group. The timers of a play are alike, so it does not matter which of two
// that come due together is handled first.
func (s *scripted) onTick(env actorkit.Env, id int) {
	if p := s.plays[id]; p != nil {
		p.opened++
		s.tell(env, id, p)
	}
}

// tell sends what may be sent, a burst at a time, and forgets the play after its last beat. A script
// that hangs ends without an ending; nothing needs to be remembered for that.
func (s *scripted) tell(env actorkit.Env, id int, p *play) {
	if p.opened == 0 {
		return
	}
	end := p.groups[p.opened-1]
	for range burst {
		if p.next == end {
			break
		}
		p.to.Tell(p.beats[p.next].note)
		p.next++
	}
	switch {
	case p.next == len(p.beats):
		delete(s.plays, id)
	case p.next < end:
		actorkit.As[Msg](env.Self()).Tell(more{id})
	}
}

// onGone ends the plays of an asker that has left.
func (s *scripted) onGone(who actorkit.Address) {
	for id, p := range s.plays {
		if !p.to.Same(who) {
			continue
		}
		for _, t := range p.timers {
			t.Stop()
		}
		delete(s.plays, id)
	}
}
