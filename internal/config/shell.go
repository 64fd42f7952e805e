package config

import (
	"path/filepath"
	"strings"
)

// checkShell makes the path of the shell absolute, relative to the file, and refuses one that reads
// commands in another way than they are judged.
func (l *loader) checkShell(file layer) {
	shell := file.tree.Get("tools", "shell")
	if path := shell.Get("path"); hasText(path) {
		path.Text = l.absolute(path.Text, filepath.Dir(file.path))
		switch strings.TrimSuffix(filepath.Base(path.Text), ".exe") {
		case "bash", "sh", "dash":
		default:
			l.problem(path.Problem("tools.shell.path: commands are judged as bash reads them, so the shell must be a bash or sh"))
		}
	}
	if prefer := shell.Get("prefer"); hasText(prefer) && (prefer.Text == "powershell" || prefer.Text == "pwsh") {
		l.note(Unused, prefer.Where(), "tools.shell.prefer: commands are judged as bash reads them, so they run in bash and not in PowerShell")
	}
}
