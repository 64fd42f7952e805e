package guard

import "slices"

// zone says what kind of place a path leads to. The order has no meaning.
type zone int

const (
	zoneInside     zone = iota // in the workspace, below its root
	zoneWorkspace              // the workspace's root, or all that is in it
	zoneRepository             // the version control's own directory
	zoneProtected              // in the workspace, and programs act on it by themselves
	zoneAllowed                // in a directory that the configuration opens for writing
	zoneAllowedTop             // such a directory itself, or all that is in it
	zoneTemp                   // below a directory for temporary files
	zoneNeighbour              // the same, where the workspace lies, too: others' work may be beside it
	zoneNull                   // a device that is safe to write to
	zoneDevice                 // any other device
	zoneRoot                   // the root of the file system, or all that is in it
	zoneSystem                 // what belongs to the operating system
	zoneTop                    // a directory that holds many others, such as /home or /var/lib
	zoneHome                   // a home directory, or all that is in it
	zoneAbove                  // a directory that holds the workspace
	zoneOutside                // any other place
	zoneUnknown                // not known before the command runs
	zoneUnset                  // not known; a place that must stay if the unknown text is empty
)

// stays tells whether a place of this kind must stay as it is.
func (z zone) stays() bool {
	return slices.Contains([]zone{zoneRoot, zoneSystem, zoneTop, zoneHome, zoneAbove, zoneDevice}, z)
}
