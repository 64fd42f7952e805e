package guard

import (
	"path"
	"slices"
	"strings"
)

// keyFiles are what files of keys and passwords are called in a project. Reading them there is
// everyday work; sending them away is not. A star stands for any text.
var keyFiles = []string{
	".env", ".env.*", "*.pem", "*.key", "*.p12", "*.pfx", "*.jks", "*.kdbx", "*.keystore", "id_rsa", "id_dsa", "id_ecdsa", "id_ed25519",
	"credentials", "credentials.json", "secrets.*", ".netrc", ".npmrc", ".pypirc", ".htpasswd", "service-account*.json",
}

// sampleEndings mark files that only show what such a file looks like.
var sampleEndings = []string{".example", ".sample", ".template", ".dist", ".defaults"}

// keyFile tells whether a file is likely to hold keys or passwords, by its name.
func keyFile(name string) bool {
	base := path.Base(name)
	if !constant(base) || slices.ContainsFunc(sampleEndings, func(e string) bool { return strings.HasSuffix(base, e) }) {
		return false
	}
	return slices.ContainsFunc(keyFiles, func(pattern string) bool {
		ok, err := path.Match(pattern, base)
		return ok && err == nil
	})
}

// printsKeys tells whether a call prints what nobody else may see: the text of a file of keys, the
// whole environment, or what it reads of either.
func (c *call) printsKeys() bool {
	if c.st.keys {
		return true
	}
	switch c.name {
	case "env", "printenv", "set", "declare", "export":
		return len(c.args) == 0 || c.args[0].text == "-p" || c.args[0].text == "-0"
	case "ls", "echo", "printf", "basename", "dirname", "stat", "test", "[", "rm", "touch", "find", "wc", "git":
		return false
	}
	return slices.ContainsFunc(c.args, func(f field) bool { return keyFile(f.text) })
}

// sends judges a call that sends data to the addresses given. parts are the arguments that leave the
// machine with it; stdin says that standard input does.
func (c *call) sends(addresses, parts []field, stdin bool) {
	if len(addresses) > 0 && !slices.ContainsFunc(addresses, func(f field) bool { return !localHost(f.text) }) {
		return
	}
	if stdin && c.st.keys {
		c.e.report(ruleSecret, c.at, "standard input of "+c.name)
	}
	for _, f := range parts {
		if f.keys {
			c.e.report(ruleSecret, f.at, f.text)
		}
	}
}

// uploaded judges a file that is sent to the addresses given.
func (c *call) uploaded(f field, addresses []field) {
	if keyFile(f.text) {
		f.keys = true
		c.sends(addresses, []field{f}, false)
	}
}

// localHost tells whether an address means this machine.
func localHost(address string) bool {
	if _, rest, ok := strings.Cut(address, "://"); ok {
		address = rest
	}
	host, _, _ := strings.Cut(address, "/")
	if strings.HasPrefix(host, "[::1]") || host == "::1" {
		return true
	}
	host, _, _ = strings.Cut(host, ":")
	return host == "localhost" || host == "0.0.0.0" || strings.HasSuffix(host, ".localhost") || strings.HasPrefix(host, "127.")
}

// holdsSecrets asks where a program takes a whole directory that keys lie in.
func (c *call) holdsSecrets(f field) {
	pl := &c.e.g.places
	for _, p := range c.e.resolve(c.st, f.text) {
		if under(p, pl.workspace) || !constant(p) {
			continue
		}
		for _, name := range secretNames {
			if under(pl.home+"/"+name, p) {
				c.e.report(ruleSecret, f.at, f.text)
				return
			}
		}
	}
}
