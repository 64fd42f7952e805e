package proc

import (
	"sync"
	"testing"

	"golang.org/x/sys/unix"
)

// TestMainThreadIsSpared holds many threads at once, so that the scheduler has to use all it has.
func TestMainThreadIsSpared(t *testing.T) {
	const many = 200
	var all sync.WaitGroup
	all.Add(many)
	ids, release := make(chan int, many), make(chan struct{})
	for range many {
		go onOwnThread(func() bool {
			defer all.Done()
			ids <- unix.Gettid()
			<-release
			return true
		})
	}
	seen := make(map[int]bool)
	for range many {
		id := <-ids
		if id == unix.Getpid() {
			t.Error("the main thread was used")
		}
		if seen[id] {
			t.Error("a thread was used twice")
		}
		seen[id] = true
	}
	close(release)
	all.Wait()
}
