package sandbox

// Plan is the confinement of one command. The zero value confines nothing.
type Plan struct {
	Level string // name of the level, or "" for none
	Temp  string // private directory for temporary files, or "" for the usual one

	workspace string
	writable  []string // directories, absolute and without links
	own       []string // what no command writes to, wherever it lies; see findOwn
	hidden    []target
	known     []string // places that matter, for directories that cannot be listed
	readOnly  bool
	network   bool

	system // what the operating system has
}
