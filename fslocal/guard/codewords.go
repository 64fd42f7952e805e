package guard

import (
	"slices"
	"strings"
)

// codeLanguages are programs that run code given on the command line.
var codeLanguages = map[string]bool{
	"python": true, "pypy": true, "perl": true, "ruby": true, "node": true, "nodejs": true, "php": true,
	"lua": true, "deno": true, "bun": true, "tclsh": true, "osascript": true, "awk": true, "gawk": true,
	"mawk": true, "nawk": true, "pwsh": true, "powershell": true, "rscript": true, "julia": true, "groovy": true,
	"luajit": true, "expect": true, "guile": true, "elixir": true, "swift": true, "scala": true, "gdb": true,
	"vim": true, "vi": true, "nvim": true, "emacs": true, "ex": true, "sqlite3": true,
}

// runWords are words in code that start programs, in any of the languages.
var runWords = []string{
	"system", "popen", "popen2", "popen3", "popen4", "subprocess", "exec", "execl", "execv", "execve",
	"execvp", "execlp", "execfile", "execsync", "execfilesync", "spawn", "spawnsync", "spawnl", "spawnv",
	"fork", "shell_exec", "passthru", "proc_open", "pcntl_exec", "backtick", "qx", "open3", "capture2",
	"io.popen", "os.execute", "execute", "pty", "commands", "child_process", "do", "runtime", "invoke",
	"start-process", "iex", "invoke-expression", "getoutput", "check_output", "check_call", "call", "run",
	"shell_command", "call_process", "make_process", "async_shell_command", "sh", "shell", "posix_spawn", "fexecve", "createprocess", "command",
}

// destroyWords are words in code that delete or overwrite files.
var destroyWords = []string{
	"rmtree", "unlink", "unlinksync", "remove", "removedirs", "rmdir", "rmdirsync", "rm", "rmsync", "rm_rf",
	"rm_r", "remove_tree", "remove_dir", "delete", "removeall", "rename", "renames", "renamesync", "move",
	"truncate", "truncatesync", "writefile", "writefilesync", "write_text", "write_bytes", "write", "open",
	"fopen", "file_put_contents", "copyfile", "copyfilesync", "chmod", "chown", "emptydir", "removesync",
	"syswrite", "print", "puts", "rimraf", "symlink", "link", "createwritestream", "appendfile",
	"delete_file", "delete_directory", "write_region", "appendfilesync", "chownsync", "chmodsync", "rmfile", "deltree",
}

// evalWords are words in code that run text as code.
var evalWords = []string{"eval", "compile", "__import__", "loadstring", "instance_eval", "vm"}

// opensProcess leaves out words that are too common to mean a program by themselves.
func opensProcess(words []string) bool {
	return slices.ContainsFunc(words, func(w string) bool {
		switch w {
		case "do", "run", "call", "sh", "shell", "runtime", "command", "commands", "execute", "invoke", "pty":
			return false
		}
		return slices.Contains(runWords, w)
	})
}

// obscure tells whether code decodes text, which together with eval hides what it does.
func obscure(words []string) bool {
	return slices.ContainsFunc(words, func(w string) bool {
		switch w {
		case "fromhex", "unhexlify", "unpack", "pack", "atob", "decompress", "chr", "fromcharcode", "bytes":
			return true
		}
		return strings.Contains(w, "base64") || strings.Contains(w, "b64") || strings.Contains(w, "decode") || strings.Contains(w, "rot13")
	})
}

func containsAny(words, wanted []string) bool {
	return slices.ContainsFunc(words, func(w string) bool { return slices.Contains(wanted, w) })
}
