package main

import (
	"fmt"
	"os"
	"strconv"
	"strings"
	"time"
)

// cpuTime is what all threads of a running process have used so far.
func cpuTime(pid int) (time.Duration, error) {
	threads, err := os.ReadDir(fmt.Sprintf("/proc/%d/task", pid))
	if err != nil {
		return 0, err
	}
	var all time.Duration
	for _, thread := range threads {
		line, err := os.ReadFile(fmt.Sprintf("/proc/%d/task/%s/schedstat", pid, thread.Name()))
		if err != nil {
			return 0, err
		}
		first, _, _ := strings.Cut(string(line), " ")
		used, err := strconv.ParseInt(first, 10, 64)
		if err != nil {
			return 0, err
		}
		all += time.Duration(used)
	}
	return all, nil
}

// peakOf is the peak of a running process's resident memory, in megabytes.
func peakOf(pid int) (float64, error) {
	status, err := os.ReadFile(fmt.Sprintf("/proc/%d/status", pid))
	if err != nil {
		return 0, err
	}
	_, rest, found := strings.Cut(string(status), "VmHWM:")
	fields := strings.Fields(rest)
	if !found || len(fields) == 0 {
		return 0, fmt.Errorf("process %d tells nothing of its memory", pid)
	}
	kilobytes, err := strconv.ParseFloat(fields[0], 64)
	return kilobytes / 1024, err
}
