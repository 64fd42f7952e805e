package guard

// programTable maps the names of programs to what the guard knows of them. A program that is missing
// is allowed: the guard knows what is dangerous, not what is useful.
func programTable() map[string]program {
	t := map[string]program{}
	add := func(p program, names ...string) {
		for _, n := range names {
			t[n] = p
		}
	}
	denied(add)
	asked(add)
	wrapped(add)
	builtin(add)
	changing(add)
	running(add)
	printing(add)
	return t
}

type adder func(p program, names ...string)

// denied are programs that nobody wants an agent to run.
func denied(add adder) {
	add(program{run: alwaysThen(rulePrivilege, grammar{short: "ugpCThrtUD", long: "user group prompt chdir host role type other-user"}, 0)},
		"sudo", "doas", "pkexec", "run0", "dzdo", "pfexec", "gksu", "gksudo", "kdesu", "kdesudo", "beesu", "calife", "sudo-rs")
	add(program{run: always(rulePrivilege)},
		"su", "sudoedit", "visudo", "runuser", "sg", "newgrp", "nsenter", "setpriv", "capsh", "setcap", "machinectl", "su-exec", "gosu", "sudoreplay")
	add(program{run: always(rulePower)},
		"shutdown", "reboot", "halt", "poweroff", "pm-suspend", "pm-hibernate", "pm-powersave", "rtcwake", "kexec", "s2ram", "s2disk", "zzz", "systemd-sleep")
	add(program{run: (*call).initProgram}, "init", "telinit")
	add(program{run: (*call).systemctl}, "systemctl", "loginctl")
	add(program{run: (*call).bus}, "dbus-send", "gdbus", "busctl", "qdbus")
	add(program{run: (*call).mkfs}, "mkfs", "mke2fs", "mkntfs", "mkdosfs", "mkswap", "mkexfatfs", "newfs", "newfs_hfs", "newfs_apfs")
	add(program{run: unlessLists(ruleDisk, "-l", "--list", "-p", "--print", "-d", "--dump", "-v", "-V", "-s", "-x")},
		"fdisk", "sfdisk", "cfdisk", "gdisk", "sgdisk", "cgdisk", "parted", "partprobe", "kpartx", "gpart")
	add(program{run: unlessLists(ruleDisk, "-n", "--no-act", "-h", "-V")}, "wipefs")
	add(program{run: unlessLists(ruleDisk, "-V", "-h", "-v", "-I", "-i", "list", "info", "status", "smart-log", "id-ctrl")},
		"blkdiscard", "hdparm", "sdparm", "nvme", "badblocks", "cryptsetup", "mdadm", "dmsetup", "tune2fs", "resize2fs",
		"e2fsck", "fsck", "xfs_repair", "btrfs", "zpool", "zfs", "lvremove", "vgremove", "pvremove", "lvreduce", "pvcreate", "vgcreate",
		"lvcreate", "efibootmgr", "grub-install", "grub2-install", "update-grub", "grub-mkconfig", "flashrom", "fwupdmgr", "sg_format",
		"swapoff", "swapon", "losetup", "debugfs", "fstrim", "ddrescue", "asr", "diskpart", "bootctl")
	add(program{run: (*call).diskutil}, "diskutil")
	add(program{run: always(ruleAccount)},
		"passwd", "chpasswd", "usermod", "useradd", "userdel", "adduser", "deluser", "groupadd", "groupdel", "groupmod", "gpasswd", "vipw",
		"vigr", "chsh", "chfn", "chage", "dscl", "sysadminctl", "pwconv", "pwunconv", "newusers")
	add(program{run: unlessLists(ruleKernel, "-n", "--show", "-c", "-D", "--show-depends")}, "modprobe")
	add(program{run: always(ruleKernel)},
		"insmod", "rmmod", "setenforce", "setsebool", "kldload", "kldunload", "kextload", "kextunload", "csrutil", "nvram", "spctl", "update-initramfs", "dracut", "mkinitcpio", "depmod")
	add(program{run: (*call).sysctl}, "sysctl")
	add(program{run: (*call).firewall},
		"iptables", "ip6tables", "nft", "ufw", "firewall-cmd", "pfctl", "ebtables", "arptables", "ipset")
	add(program{run: unlessLists(ruleFirewall, "-t", "--test", "-h")}, "iptables-restore", "ip6tables-restore")
	add(program{run: (*call).interfaces}, "ifconfig", "route", "ethtool", "iwconfig", "rfkill", "hostname")
	add(program{run: (*call).fuser}, "fuser")
	add(program{run: (*call).ipProgram}, "ip", "tc", "brctl", "bridge")
	add(program{run: (*call).kill}, "kill")
	add(program{run: (*call).killByName}, "killall", "pkill", "skill")
	add(program{run: always(ruleKill)}, "killall5")
	add(program{run: (*call).crontab}, "crontab")
}

// asked are programs that only a person can decide on.
func asked(add adder) {
	add(program{run: (*call).scheduler}, "at", "batch")
	add(program{run: (*call).service}, "service", "rc-service", "invoke-rc.d", "initctl", "sv", "rcctl")
	add(program{run: unlessLists(ruleService, "status", "show", "list-timezones", "--static", "-f", "-s", "-i", "-I", "list", "print", "blame", "read", "domains", "find", "query")},
		"timedatectl", "hostnamectl", "localectl", "launchctl", "update-rc.d", "chkconfig", "rc-update", "hwclock", "networksetup", "scutil", "nmcli", "update-alternatives", "ntpdate", "chronyc", "domainname", "systemsetup", "pmset", "defaults", "tmutil", "vssadmin", "bcdedit", "reg", "wmic", "takeown", "icacls")
	add(program{run: (*call).journal}, "journalctl")
	add(program{run: always(ruleSecret)}, "gcore")
	add(program{run: (*call).gio}, "gio")
	add(program{run: (*call).mount}, "mount", "umount", "umount2", "fusermount")
	add(program{run: alwaysThen(ruleService, grammar{short: "pEu", long: "property unit uid gid setenv slice description"}, 0)}, "systemd-run", "systemd-nspawn")
	add(program{run: alwaysThen(ruleService, grammar{long: "userspec groups"}, 1)}, "chroot")
	add(program{run: alwaysThen(ruleService, grammar{short: "RwSG", long: "root wd setuid setgid map-user map-group"}, 0)}, "unshare")
	add(program{run: verbs{
		"install": rulePackages, "remove": rulePackages, "purge": rulePackages, "autoremove": rulePackages, "upgrade": rulePackages,
		"dist-upgrade": rulePackages, "full-upgrade": rulePackages, "update": rulePackages, "erase": rulePackages, "reinstall": rulePackages,
		"uninstall": rulePackages, "downgrade": rulePackages, "add": rulePackages, "del": rulePackages, "refresh": rulePackages,
		"localinstall": rulePackages, "groupinstall": rulePackages, "in": rulePackages, "rm": rulePackages, "up": rulePackages, "dup": rulePackages,
		"tap": rulePackages, "untap": rulePackages, "cleanup": rulePackages, "build-dep": rulePackages, "autoclean": rulePackages, "clean": rulePackages,
		"edit-sources": rulePackages, "unlink": rulePackages, "switch": rulePackages,
	}.judge, prints: printHook}, "apt", "apt-get", "aptitude", "yum", "dnf", "microdnf", "zypper", "apk", "brew", "port", "snap", "flatpak", "pkg", "emerge", "xbps-install", "eopkg", "urpmi", "choco", "winget", "scoop")
	add(program{run: packageFlags}, "dpkg", "rpm", "pacman", "yay", "paru", "installer", "softwareupdate", "gdebi", "alien")
	add(program{run: (*call).container}, "docker", "podman", "nerdctl", "docker-compose", "podman-compose")
	for name, v := range remoteVerbs {
		add(program{run: v.judge, prints: printRemoteAPI}, name)
	}
	add(program{run: (*call).aws, prints: printRemoteAPI}, "aws")
	add(program{run: (*call).cloudTool, prints: printRemoteAPI}, "gcloud", "az")
	add(program{run: (*call).kubectl, prints: printRemoteAPI}, "kubectl", "oc")
	add(program{run: (*call).githubTool, prints: printRemoteAPI}, "gh")
	add(program{run: (*call).agent}, agents...)
	add(program{run: always(ruleHost)}, "ssh-copy-id")
	add(program{run: (*call).ssh, prints: printRemote}, "ssh", "autossh", "mosh", "rsh", "rlogin", "telnet", "dbclient", "plink")
	add(program{run: (*call).copyRemote}, "scp", "sftp")
	add(program{run: (*call).netcat, prints: printRemote}, "nc", "ncat", "netcat", "nc.traditional", "nc.openbsd")
	add(program{run: (*call).socat, prints: printRemote}, "socat")
	add(program{run: databaseCall}, "psql", "mysql", "mariadb", "sqlcmd", "mongo", "mongosh", "redis-cli", "cqlsh", "clickhouse-client", "sqlite3", "duckdb")
	add(program{run: always(ruleChange)}, "dropdb", "dropuser", "mysqladmin")
	add(program{run: secretStore}, "security", "pass", "gopass", "secret-tool", "keyctl")
	add(program{run: debugger, wraps: true}, "strace", "ltrace", "gdb", "lldb", "perf", "dtruss", "valgrind", "rr")
}

// wrapped are programs that run the program named by their operands.
func wrapped(add adder) {
	inner := func(g grammar, skip int, names ...string) {
		add(program{run: wrapper(g, skip), inner: true}, names...)
	}
	inner(grammar{short: "n", long: "adjustment"}, 0, "nice")
	inner(grammar{short: "cnpPu", long: "class classdata pid pgid uid"}, 0, "ionice")
	inner(grammar{short: "ioe", long: "input output error"}, 0, "stdbuf")
	inner(grammar{short: "ks", long: "kill-after signal"}, 1, "timeout", "gtimeout")
	inner(grammar{}, 0, "setsid", "builtin", "unbuffer", "noglob", "nocorrect", "-", "catchsegv", "eatmydata", "nocache")
	add(program{run: wrapper(grammar{short: "npswfe"}, 0), wraps: true}, "xvfb-run", "dbus-run-session") // they start a server, too
	inner(grammar{}, 1, "taskset")
	inner(grammar{short: "mNipl", long: "membind cpunodebind interleave"}, 0, "numactl")
	inner(grammar{}, 1, "chrt", "faketime")
	inner(grammar{short: "np", long: "adjust pid"}, 0, "choom")
	inner(grammar{short: "mMp", long: "util-min util-max pid"}, 0, "uclampset")
	inner(grammar{}, 0, "setarch", "linux32", "linux64", "i386", "i486", "i586", "i686", "x86_64", "aarch64", "uname26", "fakeroot", "proxychains", "proxychains4", "torsocks", "tsocks", "rlwrap", "cpulimit", "caffeinate", "arch", "prlimit", "doppler", "sem", "direnv-exec")
	inner(grammar{long: "library-path preload argv0 audit inhibit-rpath"}, 0, "ld.so")
	inner(grammar{short: "oatkP"}, 0, "dbus-launch", "firejail", "systemd-inhibit", "aa-exec", "ccache", "distcc", "sccache", "dumb-init", "tini", "cgexec", "softlimit", "trickle", "sandbox-exec", "flatpak-spawn", "qemu-x86_64", "qemu-aarch64", "wine", "rosetta")
	inner(grammar{short: "uUe/nlLmdofrct"}, 0, "chpst")
	inner(grammar{short: "rbmwkqivRS", long: "rootfs bind mount pwd cwd kernel-release qemu verbose"}, 0, "proot")
	add(program{run: func(c *call) { c.elsewhere(func() { wrapper(grammar{long: "from with python index-url"}, 0)(c) }) }}, "uvx", "pipx")
	add(program{run: dotenv, inner: true}, "dotenv", "dotenvx")
	inner(grammar{short: "pfdP", long: ""}, 0, "sshpass")
	inner(grammar{short: "cepluEo", long: "user chdir pidfile stdout stderr output"}, 0, "daemonize", "daemon", "timelimit", "logrun", "cronic", "chronic", "with-contenv", "s6-setuidgid", "setlock", "multilog", "pgrphack", "tsp")
	inner(grammar{}, 1, "runcon", "envdir", "setuidgid", "logsave", "gdbserver")
	add(program{run: wrapper(grammar{short: "oatP"}, 0), wraps: true, prints: printHook}, "ssh-agent")
	add(program{run: func(*call) {}, prints: printHook}, "opam", "fnm", "starship", "zoxide", "dircolors", "keychain", "thefuck", "luarocks", "minikube", "docker-machine")
	add(program{run: cmake}, "cmake")
	add(program{run: manual}, "man")
	add(program{run: flock, wraps: true}, "flock")
	add(program{run: (*call).env, inner: true, wraps: true}, "env", "genv")
	add(program{run: (*call).command, inner: true}, "command")
	add(program{run: (*call).execBuiltin, inner: true, wraps: true}, "exec")
	add(program{run: (*call).timeProgram, inner: true}, "time", "gtime")
	add(program{run: (*call).nohup, wraps: true}, "nohup")
	add(program{run: (*call).busybox, inner: true}, "busybox", "toybox")
	add(program{run: (*call).xargs, inner: true}, "xargs", "gxargs")
	add(program{run: (*call).parallel, wraps: true}, "parallel", "rush")
	add(program{run: shellWords(grammar{short: "n", long: "interval"}), wraps: true}, "watch", "entr", "hyperfine", "viddy")
	add(program{run: shellWords(grammar{short: "wefisdEjWL", long: "watch exts filter ignore signal debounce delay-run shell filter-file stop-signal"}), wraps: true}, "watchexec")
	add(program{run: runnerVerb, prints: printHook}, "toolbox", "distrobox", "apptainer", "singularity", "poetry", "pipenv", "uv", "pdm", "rye", "hatch", "bundle", "conda", "mamba", "micromamba", "nix", "nix-shell", "asdf", "mise", "pyenv", "rbenv", "nodenv", "aws-vault", "op", "rustup", "devbox", "pixi")
	add(program{run: direnv, prints: printHook}, "direnv")
	add(program{run: (*call).startDaemon}, "start-stop-daemon")
	add(program{run: bubblewrap}, "bwrap")
	add(program{run: nested("c")}, "tmux", "screen", "xterm", "gnome-terminal", "konsole", "alacritty", "kitty", "osqueryi", "dtach", "abduco", "zellij")
	add(program{run: (*call).packageScript}, "npx", "npm", "pnpm", "yarn", "bun", "bunx")
}

// builtin are parts of the shell.
func builtin(add adder) {
	add(program{run: (*call).shell, inner: true, wraps: true}, "sh", "bash", "dash", "zsh", "ksh", "mksh", "ash", "rbash", "fish", "csh", "tcsh", "yash", "elvish", "nu", "xonsh", "posh", "pdksh", "hush", "rksh", "oksh", "ion")
	add(program{run: (*call).eval, inner: true, wraps: true}, "eval")
	add(program{run: (*call).dot}, ".", "source")
	add(program{run: (*call).trap, inner: true}, "trap")
	add(program{run: (*call).cd, inner: true}, "cd", "chdir")
	add(program{run: (*call).pushd, inner: true}, "pushd")
	add(program{run: (*call).popd, inner: true}, "popd")
	add(program{run: (*call).set, inner: true}, "set")
	add(program{run: (*call).shift, inner: true}, "shift")
	add(program{run: (*call).unset, inner: true}, "unset")
	add(program{run: (*call).aliasBuiltin, inner: true}, "alias")
	add(program{run: (*call).read, inner: true}, "read")
	add(program{run: (*call).mapfile, inner: true}, "mapfile", "readarray")
	add(program{run: (*call).exit, inner: true}, "exit", "logout")
	add(program{run: (*call).escape, inner: true}, "return", "break", "continue")
	add(program{run: (*call).declareCommand, inner: true}, "declare", "typeset", "local", "export", "readonly")
	add(program{run: (*call).let, inner: true}, "let")
	add(program{run: (*call).testProgram}, "test", "[")
	add(program{run: (*call).subscripts, inner: true}, "wait", "getopts")
	add(program{run: func(*call) {}, inner: true}, "ulimit", "umask", "jobs", "times", "bg", "fg", "disown", "unalias", "[[")
	add(program{run: (*call).shopt, inner: true}, "shopt")
	add(program{run: (*call).enable}, "enable")
	add(program{run: (*call).hash, inner: true}, "hash")
	add(program{run: (*call).clearHistory}, "history")
}

// changing are programs whose operands say what they change.
func changing(add adder) {
	add(program{run: remover(grammar{})}, "rm", "grm", "rmdir", "unlink", "srm", "del", "rimraf", "trash", "trash-put", "rip", "rmtrash", "del-cli", "gio-trash", "secure-delete", "sfill", "wipe", "scrub")
	add(program{run: remover(grammar{short: "ns", long: "iterations size random-source"})}, "shred")
	add(program{run: creator(grammar{short: "sro", long: "size reference"})}, "truncate", "fallocate")
	add(program{run: creator(grammar{short: "mZ", long: "mode context"})}, "mkdir", "gmkdir")
	add(program{run: (*call).mkfifo}, "mkfifo")
	add(program{run: creator(grammar{short: "drt", long: "date reference time"})}, "touch")
	add(program{run: (*call).cp}, "cp", "install", "gcp", "ginstall", "ditto")
	add(program{run: (*call).mv}, "mv", "gmv")
	add(program{run: (*call).ln}, "ln", "link", "gln")
	add(program{run: (*call).dd}, "dd", "gdd", "dcfldd")
	add(program{run: (*call).tee, prints: printInput}, "tee", "sponge", "gtee")
	add(program{run: (*call).chmod}, "chmod", "chown", "chgrp", "gchmod", "gchown", "chcon", "chflags")
	add(program{run: (*call).attributes}, "setfacl", "chattr", "setfattr", "xattr")
	add(program{run: (*call).rsync}, "rsync")
	add(program{run: (*call).patch}, "patch")
	add(program{run: (*call).sortProgram, prints: printCat}, "sort", "gsort")
	add(program{run: (*call).lastOperand}, "split", "csplit", "pax", "ffmpeg", "convert", "magick", "qemu-img")
	add(program{run: (*call).mknod}, "mknod")
	add(program{run: (*call).tar}, "tar", "gtar", "bsdtar")
	add(program{run: (*call).unzip}, "unzip")
	add(program{run: (*call).zip}, "zip")
	add(program{run: (*call).compressor, prints: printUnpacked}, "gzip", "gunzip", "bzip2", "bunzip2", "xz", "unxz", "zstd", "unzstd", "lz4", "lzma", "unlzma", "uncompress", "compress", "brotli")
	add(program{run: (*call).cpio}, "cpio")
	add(program{run: (*call).curl, prints: printCurl}, "curl")
	add(program{run: (*call).wget, prints: printWget}, "wget", "wget2")
	add(program{run: func(*call) {}, prints: printRemote}, "dig", "drill", "host", "nslookup", "http", "https", "xh", "lynx", "w3m", "links", "elinks", "httpie")
	add(program{run: (*call).ftp, prints: printRemote}, "ftp", "lftp", "tftp")
	add(program{run: (*call).fetcher, prints: printRemote}, "aria2c", "axel", "fetch", "curlie")
	add(program{run: (*call).git, prints: printGit}, "git")
	add(program{run: (*call).editor}, "vim", "vi", "nvim", "ex", "ed", "emacs", "nano", "view", "rvim")
}

// running are programs that run code in their own language.
func running(add adder) {
	for name := range codeLanguages {
		switch name {
		case "awk", "gawk", "mawk", "nawk", "bun", "vim", "vi", "nvim", "emacs", "ex", "gdb", "sqlite3":
		default:
			add(program{run: (*call).interpreterCall, prints: printCode}, name)
		}
	}
	add(program{run: (*call).awk, prints: printAwk}, "awk", "gawk", "mawk", "nawk")
	add(program{run: (*call).sed, prints: printSed}, "sed", "gsed")
	add(program{run: (*call).find, prints: printFind, inner: true}, "find", "gfind")
	add(program{run: (*call).fd, wraps: true, prints: printBelow}, "fd", "fdfind")
	add(program{run: (*call).pip}, "pip")
	add(program{run: (*call).makeProgram}, "make", "gmake", "gnumake", "bmake")
	add(program{run: (*call).goProgram}, "go")
	add(program{run: (*call).scriptProgram}, "script")
}

// printing are programs that do no harm and whose output is known in part.
func printing(add adder) {
	nothing := func(*call) {}
	add(program{run: nothing, prints: printEcho}, "echo")
	add(program{run: (*call).printfBuiltin, prints: printPrintf}, "printf")
	add(program{run: nothing, prints: printCat}, "cat", "tac", "head", "tail", "bat", "gcat", "pv", "shuf", "dos2unix")
	add(program{run: (*call).pager, prints: printCat}, "less", "more", "most")
	add(program{run: (*call).uniq, prints: printCat}, "uniq", "guniq")
	add(program{run: nothing, prints: printLines}, "grep", "egrep", "fgrep", "ggrep", "ag", "ack", "zgrep")
	add(program{run: (*call).ripgrep, prints: printLines}, "rg")
	add(program{run: nothing, prints: printLs}, "ls", "dir", "gls", "exa", "eza")
	add(program{run: nothing, prints: printPwd, inner: true}, "pwd")
	add(program{run: nothing, prints: printName}, "seq", "wc", "nproc", "id", "whoami", "uname", "uuidgen", "expr", "bc", "md5sum", "sha1sum", "sha256sum", "cksum", "tput", "logname", "groups")
	add(program{run: (*call).date, prints: printName}, "date", "gdate")
	add(program{run: nothing, prints: printNothing}, "true", ":", "false", "sleep")
	add(program{run: nothing, prints: printBasename}, "basename")
	add(program{run: nothing, prints: printDirname}, "dirname")
	add(program{run: nothing, prints: printRealpath}, "realpath", "readlink", "greadlink")
	add(program{run: nothing, prints: printMktemp}, "mktemp", "tempfile")
	add(program{run: nothing, prints: printDecoded}, "base64", "base32", "xxd", "basenc", "uudecode", "gbase64")
	add(program{run: nothing, prints: printUnpacked}, "zcat", "gzcat", "bzcat", "xzcat", "openssl", "age", "zstdcat", "lz4cat")
	add(program{run: (*call).gpg, prints: printUnpacked}, "gpg", "gpg2")
	add(program{run: nothing, prints: printProcess}, "pgrep", "pidof")
	add(program{run: (*call).ps, prints: printPs}, "ps")
	add(program{run: nothing, prints: printCut}, "cut")
	add(program{run: nothing, prints: printWhich}, "which", "type", "whence")
	add(program{run: nothing, prints: printReversed}, "rev")
	add(program{run: nothing, prints: printTranslated}, "tr")
	add(program{run: nothing, prints: printFiltered}, "jq", "yq", "nl", "column", "expand", "fold", "fmt", "iconv", "paste", "strings", "od", "hexdump", "diff", "comm", "join")
}
