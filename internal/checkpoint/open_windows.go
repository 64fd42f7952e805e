package checkpoint

import (
	"io/fs"
	"os"
)

const openFlags = os.O_RDONLY

// keepOwner does nothing: the new file inherits what its directory says.
func keepOwner(*os.File, fs.FileInfo) {}
