// Package fsapi says what the rest of eidolon may ask of a workspace: files and commands. It holds
// interfaces, plain values and typed errors, and no implementation; [eidolon/fslocal] is the one for
// the local machine.
//
// Three rules hold for every implementation, and the conformance suite in fsapi/fsapitest checks
// them:
//
//   - Names are slash-separated and relative to the workspace's root, or absolute inside it. Nothing
//     outside the root is read, written or revealed, not through links either, and not while the
//     tree changes under the call.
//   - No process starts without a [Verdict] that allows exactly the bytes that are run.
//   - Errors are a [*FileError] or a [*CommandError] with a stable [Code]; whatever the system said
//     is wrapped inside.
package fsapi
