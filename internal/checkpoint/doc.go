// Package checkpoint keeps the state of a workspace's files, so that a user can go back to how they
// were before a turn. It knows nothing of git's objects and never writes to a repository: ".git" is
// left out wherever it stands.
//
// A [Store] belongs to one session and one workspace. [Store.Take] keeps the tree as it is and
// gives the [Point] a name, [Store.Changes] tells what going back there would do now,
// [Store.Restore] does it. The page docs/checkpoints.md says for users what is kept and describes
// the files.
//
// # How a tree is read
//
// One walk looks at every entry (scan.go). Every directory is opened below its parent as an
// [os.Root] and compared with what the listing saw, so no link is ever followed, not even one that
// is swapped in under the walk (open.go). What git ignores is read in the workspace and above it, up
// to the top of its repository (repository.go). A file whose size, times and number are those of the
// last checkpoint is not read again (tree.go); any other is read and hashed by several workers
// (collect.go).
//
// # How it is kept
//
//	<session>/checkpoints/
//	    000001.tree        all entries
//	    000002.tree        entries that differ from the tree before; one in 50 has all
//	    packs/<hash>.pack  contents, one file for each checkpoint that brought new ones
//	<project>/checkpoint-base/
//	    base.tree, packs/  the tree that the next session of the project starts from
//
// Contents go into the pack first and the pack gets its name before the tree that refers to it, so
// a process that is killed leaves whole checkpoints and perhaps a file without use. A session
// shares packs with the base by hard links: deleting either takes nothing from the other.
//
// # How it is put back
//
// A restore compares the tree now with the one of the checkpoint (plan.go) and makes the
// difference good, path by path (restorer.go, dirs.go). It never touches what the checkpoint left
// out, and never changes or deletes what the newest checkpoint does not have as it is now
// (holds.go): callers take one right before.
package checkpoint
