// Package fslocal is the workspace on the local machine: [Workspace] fulfils [fsapi.Files].
//
// Every access goes through one [os.Root], so the kernel walks a name part by part from an open
// directory and no link, no "..", and no swap of a directory under the call leads outside. What
// os.Root leaves open is closed here:
//
//   - Absolute names are mapped onto the root, both as it was given and with its links resolved.
//   - Only regular files are read and replaced: opening never blocks on a FIFO and never talks to a
//     device.
//   - A write replaces the file by renaming a finished temporary file over it. Readers never see half
//     of it, and another name of the same file (a hard link) keeps the old content.
//   - A link inside the workspace is followed and the file behind it is replaced, so the link stays.
//     os.Root refuses an absolute link even where it points inside. Then the links are replaced by what
//     they point to, and the name that comes of it is tried again, through os.Root like the first: if
//     the tree has changed meanwhile, it is refused again.
//   - A name that reaches a protected file through a link is refused with ProtectedPath, because the
//     one who judged the name could not see where it leads. See [Protected].
//
// Files that a killed process left half-written are called ".eidolon-tmp-" and some digits; they are
// never listed, and a listing removes those older than a day.
//
// [Roots] joins a workspace with further directories that the user opened, each with an os.Root of its
// own.
//
// What it cannot see: a hard link to a file outside is an ordinary file here, and reading it works.
//
// Package proc below starts processes, package guard judges commands.
package fslocal
