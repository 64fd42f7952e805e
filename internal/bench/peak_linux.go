package main

import (
	"os"
	"syscall"
)

// peakMB is the peak of resident memory; Linux counts it in kilobytes.
func peakMB(s *os.ProcessState) float64 {
	if u, ok := s.SysUsage().(*syscall.Rusage); ok {
		return float64(u.Maxrss) / 1024
	}
	return 0
}
