//go:build !linux

package main

import (
	"errors"
	"time"
)

// cpuTime is not measured here.
func cpuTime(int) (time.Duration, error) { return 0, errors.ErrUnsupported }

// peakOf is not measured here.
func peakOf(int) (float64, error) { return 0, errors.ErrUnsupported }
