package guard

import "strings"

// tar writes archives or unpacks them, and several of its options run programs.
func (c *call) tar() {
	args := c.args
	if len(args) > 0 && args[0].text != "" && !isFlag(args[0]) && strings.Trim(args[0].text, "cxtruvzjJfpkOPSah") == "" {
		args = append([]field{{text: "-" + args[0].text, at: args[0].at}}, args[1:]...)
	}
	g := grammar{
		short: "fCTXIbgHKLNVF",
		long:  "file directory files-from exclude exclude-from use-compress-program checkpoint-action to-command info-script new-volume-script rsh-command rmt-command transform xform strip-components one-top-level mtime owner group",
	}
	opts, rest := g.options(args)
	extracts := has(opts, "x", "extract", "get")
	dir := field{text: ".", at: c.at}
	for _, o := range opts {
		switch o.name {
		case "C", "directory":
			dir = o.value
		case "I", "use-compress-program", "to-command", "F", "info-script", "new-volume-script", "rsh-command", "rmt-command":
			c.e.nested(c.st.child(c.e), o.value.text, c.at)
		case "checkpoint-action":
			if text, ok := strings.CutPrefix(o.value.text, "exec="); ok {
				c.e.nested(c.st.child(c.e), text, c.at)
			}
		case "f", "file":
			if !extracts && !has(opts, "t", "list") && o.value.text != "-" {
				c.write(o.value)
			}
		case "remove-files":
			for _, f := range rest {
				c.destroy(f)
			}
		}
	}
	if extracts && !has(opts, "O", "to-stdout") {
		c.write(dir)
	}
	if has(opts, "c", "create", "r", "u", "append", "update") {
		for _, f := range rest {
			c.holdsSecrets(f)
		}
	}
}

// unzip unpacks into the directory after -d.
func (c *call) unzip() {
	opts, _ := grammar{short: "dxP"}.options(c.args)
	if has(opts, "l", "t", "p", "v", "Z") {
		return
	}
	dir := field{text: ".", at: c.at}
	if o, ok := find(opts, "d"); ok {
		dir = o.value
	}
	c.write(dir)
}

// zip writes its first operand; -m deletes what it packed, -TT runs a program.
func (c *call) zip() {
	_, rest := grammar{short: "bntx"}.options(c.args)
	if len(rest) > 0 {
		c.write(rest[0])
		for _, f := range rest[1:] {
			c.holdsSecrets(f)
		}
	}
	for i, f := range c.args {
		switch {
		case (f.text == "-TT" || f.text == "--unzip-command") && i+1 < len(c.args):
			c.e.nested(c.st.child(c.e), c.args[i+1].text, c.at)
		case f.text == "-m" || f.text == "--move":
			for _, r := range rest[min(1, len(rest)):] {
				c.destroy(r)
			}
		}
	}
}

// compressor replaces files by packed or unpacked ones.
func (c *call) compressor() {
	opts, rest := grammar{short: "SbT", long: "suffix"}.options(c.args)
	if has(opts, "c", "stdout", "to-stdout", "l", "list", "t", "test") {
		return
	}
	for _, f := range rest {
		c.write(f)
	}
}

// cpio -i unpacks with absolute names if it likes.
func (c *call) cpio() {
	opts, rest := grammar{short: "DEFHIMORC", long: "directory"}.options(c.args)
	if o, ok := find(opts, "D", "directory"); ok {
		c.write(o.value)
	}
	if has(opts, "p") && len(rest) > 0 {
		c.write(rest[len(rest)-1])
	}
}
