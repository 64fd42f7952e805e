package guard

// systemDirs belong to the operating system with all that is in them.
var systemDirs = []string{
	"/bin", "/sbin", "/lib", "/lib32", "/lib64", "/libx32", "/boot", "/etc", "/usr", "/proc", "/sys",
	"/efi", "/System", "/Library", "/private/etc", "/nix/store", "/snap",
}

// topDirs hold the directories of many programs or users. They themselves must stay.
var topDirs = []string{
	"/home", "/Users", "/root", "/var", "/opt", "/srv", "/mnt", "/media", "/run", "/tmp", "/usr/local",
	"/lost+found", "/Applications", "/Volumes", "/private", "/cores", "/private/var", "/private/tmp",
	"/var/lib", "/var/log", "/var/cache", "/var/spool", "/var/tmp", "/var/run", "/var/db", "/var/mail",
	"/var/www", "/var/backups", "/usr/local/bin", "/usr/local/lib", "/usr/local/etc", "/usr/local/share",
	"/usr/local/sbin", "/usr/local/include", "/opt/homebrew", "/data", "/nix",
}

// noWorkspace are directories too high up to count as a workspace: nothing is inside of them.
var noWorkspace = []string{
	"/", "/home", "/Users", "/var", "/usr", "/etc", "/bin", "/sbin", "/lib", "/boot", "/dev", "/proc", "/sys", "/System", "/Library",
}

// tempDirs are for everybody's temporary files.
var tempDirs = []string{"/tmp", "/var/tmp", "/private/tmp", "/private/var/tmp", "/var/folders", "/dev/shm"}

// safeDevices may be written to.
var safeDevices = []string{
	"null", "zero", "full", "stdin", "stdout", "stderr", "tty", "random", "urandom", "ptmx", "fd", "pts",
	"shm", "console",
}

// secretNames, below a home directory, hold keys and passwords.
var secretNames = []string{
	".ssh", ".gnupg", ".aws/credentials", ".netrc", ".git-credentials", ".docker/config.json",
	".kube/config", ".config/gh/hosts.yml", ".config/gcloud", ".pypirc", ".password-store", ".npmrc",
	".azure", ".eidolon/.env", ".eidolon/oauth.json",
}

// processFiles, below the directory of a process in /proc, show its environment or memory.
var processFiles = []string{"environ", "mem", "maps", "smaps", "pagemap", "auxv", "map_files"}
