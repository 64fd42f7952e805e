// Package fsapitest checks implementations of the interfaces in package fsapi: [Run] for files,
// [RunCommands] for commands. A new implementation is done when both pass.
//
// The suites prepare and inspect the workspace through the operating system, so they need its
// directory. They put what must stay out of reach into a second temporary directory and compare that
// before and after.
package fsapitest
