package checkpoint

import (
	"context"
	"fmt"
)

// Report is what a restore did.
type Report struct {
	Created  int       // paths that were not there
	Replaced int       // contents, links and types
	Modes    int       // permission bits alone
	Deleted  int       // paths that were made since
	Failed   []Failure // in the order in which they were tried
	// Kept counts what is not as it was in the checkpoint and stays all the same, because nothing could
	// bring it back: files above the limits, ignored directories, what cannot be read, and whatever the
	// newest checkpoint does not have as it is now.
	Kept Omissions
}

// Failure is a path that is not as it was in the checkpoint.
type Failure struct {
	Path string
	Err  error
}

// Restore makes the files of the workspace what they were when the checkpoint was taken. A path
// that fails does not stop it; it is in the report. The error is for what ended it: a checkpoint
// that is not there or cannot be read, or the end of ctx. The report then says how far it got, and
// doing it again goes on from there.
//
// It changes and deletes only what the newest checkpoint has as it is now, so take one before. The
// rest stays and is counted.
//
// Nothing is synced to the disk: the contents are in the store as well, and it can be done again.
func (s *Store) Restore(ctx context.Context, name string) (Report, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	defer s.reader.close()
	report, err := s.restore(ctx, name)
	if err != nil {
		return report, fmt.Errorf("go back to checkpoint %s: %w", name, err)
	}
	return report, nil
}

func (s *Store) restore(ctx context.Context, name string) (Report, error) {
	if err := s.load(); err != nil {
		return Report{}, err
	}
	target, err := s.read(name)
	if err != nil {
		return Report{}, err
	}
	p, err := s.plan(ctx, target, nil)
	if err != nil {
		return Report{}, err
	}
	r := newRestorer(s, target.tree)
	err = r.run(ctx, p)
	r.finish() // also after the end of ctx
	return r.report, err
}

// run carries out a plan up to the modes of directories.
func (r *restorer) run(ctx context.Context, p *plan) error {
	// Directories that cannot be entered hide what is in them, so the plan is made again.
	for range maxDepth {
		if locked := p.locked(); len(locked) == 0 || !r.unlock(locked) {
			break
		}
		var err error
		if p, err = r.store.plan(ctx, p.target, r.modes); err != nil {
			return err
		}
	}
	r.report.Kept = p.kept
	if err := r.clear(ctx, p.steps); err != nil {
		return err
	}
	return r.put(ctx, p.steps)
}
