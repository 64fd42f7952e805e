package policy

import (
	"strings"

	"eidolon/actors/dispatcher"
	"eidolon/fsapi"
)

// offer says what else an answer may allow, as rules and in words. An edit that is allowed for the session
// lets all others pass, as one who follows the work wants; what outlives the session is about one file.
func (p Policy) offer(c call, r *dispatcher.Ruling) {
	name := c.spec.FullName()
	switch v := c.class.Verdict; {
	case v != nil:
		r.Grant, r.Covers = command(c.class.Subject), "the command `"+c.class.Subject+"`"
		if dir, _, ok := strings.Cut(v.Subject, "\x00"); ok && dir != "" {
			r.Covers += ", in any directory"
		}
		if begin := widest(v); begin != "" {
			r.Wide, r.WideCovers = familyBash+"("+begin+":*)", "every command that begins with `"+begin+"`"
		}
	case c.class.Edits:
		r.Grant, r.Covers = familyEdit, "every edit of files in the workspace"
		r.Kept, r.KeptCovers = edits(c.subjects())
	case (c.class.Abroad != "" || c.class.Unasked != "") && c.class.Subject != "":
		r.Grant = name + "(" + c.class.Subject + ")"
		r.Covers = "every use of " + r.Grant
	case c.reaches() && c.spec.Subject == "url":
		host := c.class.Reaches
		if strings.Contains(host, ":") {
			host = "[" + host + "]"
		}
		r.Grant, r.Covers = name+"("+domainMark+host+")", "every page of "+host
	default:
		r.Grant, r.Covers = name, "every use of "+name
	}
}

// command is the rule for one command. What ends like a prefix is written as the text that it is.
func command(text string) string {
	if strings.Contains(text, "*") {
		return familyBash + "=" + text
	}
	return familyBash + "(" + text + ")"
}

// edits is the rule for some files, and what it covers.
func edits(names []string) (rule, covers string) {
	if len(names) == 0 {
		return "", ""
	}
	patterns := make([]string, len(names))
	for i, name := range names {
		patterns[i] = escape(name)
		if strings.HasPrefix(name, "~") {
			patterns[i] = "./" + patterns[i] // it is not the home
		}
	}
	pattern := patterns[0]
	if len(names) > 1 {
		pattern = "{" + strings.Join(patterns, ",") + "}"
	}
	return familyEdit + "(" + pattern + ")", "every edit of " + strings.Join(names, " and ")
}

// widest gives the beginning of the one program in a command that does more than read, if whoever allows
// what begins so knows what they allow: a program that does one kind of thing with its subcommand, and
// none that runs what its arguments say.
func widest(v *fsapi.Verdict) string {
	if !v.Known {
		return ""
	}
	var doer []string
	for _, run := range v.Runs {
		switch {
		case run.ReadOnly || run.Wraps:
		case !run.Whole || doer != nil:
			return ""
		default:
			doer = run.Words
		}
	}
	n := beginning(doer)
	if n == 0 {
		return ""
	}
	return strings.Join(doer[:n], " ")
}

// beginning is how many words of a command say what kind of thing it does, or 0 when they do not.
func beginning(run []string) int {
	if len(run) < 2 || !subcommand(run[0]) || anything(run[0]) || !subcommand(run[1]) {
		return 0
	}
	n := 2
	switch run[0] + " " + run[1] {
	case "docker compose", "npm run", "pnpm run", "yarn run", "bun run", "git stash", "git remote", "git submodule", "git worktree":
		n = 3
	case "go run", "npm exec", "npm x", "pnpm exec", "pnpm dlx", "yarn exec", "yarn dlx", "bun x", "bun exec", "cargo run",
		"docker run", "docker exec", "podman run", "podman exec", "kubectl exec", "kubectl run", "git filter-branch", "git bisect",
		"uv run", "poetry run", "pipenv run", "bundle exec", "dotnet run", "nix run", "nix shell", "direnv exec":
		return 0 // they run whatever follows
	}
	switch run[0] {
	case "gh", "glab", "aws", "gcloud", "az", "heroku":
		n = 3
	}
	if len(run) < n || !subcommand(run[n-1]) {
		return 0
	}
	return n
}

// anything says of a program that it runs or changes whatever its arguments say, so that their beginning
// tells nothing.
func anything(program string) bool {
	switch program {
	case "sh", "bash", "dash", "zsh", "ksh", "fish", "csh", "tcsh", "busybox", "pwsh", "powershell", "cmd",
		"python", "python2", "python3", "node", "nodejs", "deno", "ruby", "perl", "php", "lua", "java", "osascript", "tclsh", "awk", "gawk", "sed", "jq",
		"env", "command", "exec", "builtin", "nohup", "nice", "ionice", "timeout", "time", "setsid", "stdbuf", "xargs", "parallel", "find", "fd", "watch",
		"entr", "script", "strace", "gdb", "chroot", "unshare", "nsenter", "flatpak", "npx", "pnpx", "bunx", "uvx", "pipx", "tox",
		"sudo", "doas", "su", "runuser", "ssh", "scp", "sftp", "rsync", "curl", "wget", "nc", "ncat", "socat", "telnet", "ftp",
		"rm", "rmdir", "unlink", "shred", "mv", "cp", "ln", "dd", "install", "touch", "mkdir", "mkfifo", "mknod", "truncate", "tee", "split",
		"chmod", "chown", "chgrp", "chattr", "setfacl", "tar", "zip", "unzip", "gzip", "gunzip", "bzip2", "xz", "zstd", "cpio", "patch",
		"kill", "pkill", "killall", "mount", "umount", "crontab", "at", "batch", "systemctl", "service", "launchctl", "shutdown", "reboot",
		"eval", "source", "trap", "alias", "export", "declare", "local", "readonly", "set", "unset", "shopt", "bind", "enable", "hash", "read",
		"mapfile", "printf", "echo", "test", "ansible", "vagrant", "tmux", "screen", "vim", "vi", "nvim", "emacs", "nano", "ed", "ex":
		return true
	}
	return false
}

// subcommand says whether a word can be the name of a program or of a subcommand: not a path, an option,
// a file with an ending or a number.
func subcommand(word string) bool {
	if word == "" || word[0] < 'a' || word[0] > 'z' {
		return false
	}
	return !strings.ContainsFunc(word, func(c rune) bool {
		return !(c >= 'a' && c <= 'z' || c >= '0' && c <= '9' || c == '-' || c == '_' || c == ':')
	})
}
