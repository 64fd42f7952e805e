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
	"truncate", "truncatesync", "writefile", "writefilesync", "write_text", "write_bytes", "writetextfile", "file_put_contents", "copyfile", "copyfilesync", "chmod", "chown", "emptydir", "removesync",
	"rimraf", "symlink", "link", "createwritestream", "appendfile",
	"delete_file", "delete_directory", "write_region", "appendfilesync", "chownsync", "chmodsync", "rmfile", "deltree",
}

// openWords destroy only files that are opened for writing.
var openWords = []string{"open", "fopen", "write", "syswrite", "print", "puts"}

// writeModes open a file for writing. In Perl and Tcl the mode may stand in front of the name.
var writeModes = []string{"w", "a", "x", "w+", "a+", "r+", "wb", "ab", "xb", "wt", "at", "rb+", "r+b", "wb+", "w+b", "ab+", "a+b", "+<"}

// treeWords delete a directory with all that is in it.
var treeWords = []string{
	"rmtree", "rmsync", "rm", "rm_rf", "rm_r", "remove_tree", "remove_dir", "remove_entry", "rimraf", "removeall", "emptydir", "removesync", "deltree",
	"delete_directory", "remove_dir_all",
}

// destroysFiles tells whether code with these words and strings deletes or overwrites files.
func destroysFiles(words, strs []string) bool {
	if containsAny(words, destroyWords) {
		return true
	}
	if !containsAny(words, openWords) {
		return false
	}
	for i, w := range words {
		if w == "write" && i > 0 && slices.Contains([]string{"file", "io", "bun", "binwrite", "pathname"}, words[i-1]) {
			return true
		}
	}
	return slices.ContainsFunc(strs, func(s string) bool { return slices.Contains(writeModes, s) || strings.HasPrefix(s, ">") })
}

// readWords stand in front of the name of a file that is read, nameReads behind it.
var (
	readWords = []string{
		"readfilesync", "readfile", "read", "readlines", "read_text", "read_csv", "read_json", "load", "insert", "append", "exists", "existssync",
		"isfile", "isdir", "is_file", "is_dir", "getsize", "stat", "statsync", "access", "require", "from", "import", "file_get_contents", "readtextfile",
	}
	nameReads = []string{"read_text", "read_bytes", "exists", "is_file", "is_dir", "stat"}
)

// onlyRead tells whether the string at i is the name of a file that code reads at that place.
func onlyRead(tokens []token, i int) bool {
	if i+1 < len(tokens) && !tokens[i+1].string && slices.Contains(nameReads, strings.ToLower(tokens[i+1].text)) {
		return true
	}
	if i == 0 {
		return false
	}
	before := strings.ToLower(tokens[i-1].text)
	switch {
	case tokens[i-1].string:
		return before == "<"
	case before == "open" || before == "fopen":
		mode := i+1 < len(tokens) && tokens[i+1].string && slices.Contains(writeModes, tokens[i+1].text)
		named := i+2 < len(tokens) && tokens[i+1].text == "mode" && slices.Contains(writeModes, tokens[i+2].text)
		return !mode && !named && !strings.HasPrefix(tokens[i].text, ">")
	}
	return slices.Contains(readWords, before)
}

// namesHome tells whether code asks for the home directory.
func namesHome(words, strs []string) bool {
	if containsAny(words, []string{"homedir", "userprofile"}) || slices.Contains(strs, "HOME") || slices.Contains(strs, "USERPROFILE") {
		return true
	}
	for i, w := range words {
		if w == "home" && i > 0 && slices.Contains([]string{"path", "dir", "env"}, words[i-1]) {
			return true
		}
	}
	return false
}

// runsShell tells whether a string is a call of a shell.
func runsShell(s string) bool {
	name, _, _ := strings.Cut(s, " ")
	return shells[canonical(name)]
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
