package guard

import (
	"path"
	"slices"
	"strings"
)

// download notes that the file named by f holds text from the network.
func (c *call) download(f field) {
	c.write(f)
	for _, p := range c.e.resolve(c.st, f.text) {
		c.e.save(c.st, p, markRemote, false, c.at)
	}
}

var curlGrammar = grammar{
	short: "AbcCdDeEFhHKmoPQrtTuUwxXyYz",
	long:  "output output-dir data data-raw data-binary data-urlencode header request user user-agent form upload-file config cookie cookie-jar dump-header proxy url max-time connect-timeout retry referer range write-out cacert cert key resolve interface limit-rate json",
}

// curl writes what -o, -O and the like name. A configuration file can hold any option.
func (c *call) curl() {
	opts, urls := curlGrammar.options(c.args)
	var sent []field
	dir := ""
	if o, ok := findExact(opts, "output-dir"); ok {
		dir = o.value.text + "/"
	}
	for _, o := range opts {
		switch o.name {
		case "o", "output":
			if !toStdout(o.value.text) {
				o.value.text = dir + o.value.text
				c.download(o.value)
			}
		case "O", "remote-name", "remote-name-all":
			for _, u := range urls {
				u.text = dir + urlName(u.text)
				c.download(u)
			}
		case "c", "cookie-jar", "D", "dump-header", "trace", "trace-ascii":
			if o.has && o.value.text != "-" {
				c.write(o.value)
			}
		case "T", "upload-file", "F", "form", "d", "data", "data-binary", "data-raw", "data-urlencode", "json":
			c.upload(o, urls)
			sent = append(sent, o.value)
		}
	}
	c.sends(urls, sent, slices.ContainsFunc(sent, fromStdin))
	c.sends(nil, remoteOnly(urls), false)
}

// fromStdin tells whether an argument has the data come from standard input.
func fromStdin(f field) bool {
	return f.text == "-" || f.text == "@-" || f.text == "." || strings.HasSuffix(f.text, "=@-") || strings.HasSuffix(f.text, "@/dev/stdin")
}

// remoteOnly leaves out the addresses of this machine.
func remoteOnly(urls []field) []field {
	return slices.DeleteFunc(slices.Clone(urls), func(f field) bool { return localHost(f.text) })
}

// toStdout tells whether a name given for a download means standard output.
func toStdout(name string) bool {
	return name == "-" || name == "/dev/stdout" || name == "/dev/fd/1" || name == "/proc/self/fd/1"
}

// ftp runs lines with an exclamation mark here, and not on the other machine.
func (c *call) ftp() {
	c.readsProgram()
	for i, l := range strings.Split(c.st.in, "\n") {
		if i < maxLines && strings.HasPrefix(l, "!") {
			c.tryShell(l[1:])
		}
	}
}

// fetcher is a downloader with the usual options for file and directory.
func (c *call) fetcher() {
	opts, urls := grammar{short: "odOP", long: "out output dir output-document"}.options(c.args)
	dir := ""
	if o, ok := find(opts, "d", "dir", "P"); ok {
		dir = o.value.text + "/"
	}
	named := false
	for _, o := range opts {
		switch o.name {
		case "o", "out", "output", "O", "output-document":
			named = true
			if !toStdout(o.value.text) {
				o.value.text = dir + o.value.text
				c.download(o.value)
			}
		}
	}
	for _, u := range urls {
		if !named && strings.Contains(u.text, "/") {
			u.text = dir + urlName(u.text)
			c.download(u)
		}
	}
}

// upload asks before a file of keys leaves the machine.
func (c *call) upload(o option, addresses []field) {
	f := o.value
	_, file, named := strings.Cut(f.text, "@")
	if named {
		f.text, _, _ = strings.Cut(file, ";")
	}
	if named || o.name == "T" || strings.HasSuffix(o.name, "-file") {
		c.uploaded(f, addresses)
	}
	for _, p := range c.e.resolve(c.st, f.text) {
		c.e.secret(p, f)
	}
}

// urlName is the file name that a download gets from its address.
func urlName(url string) string {
	url, _, _ = strings.Cut(url, "?")
	if opaque(url) {
		return markName
	}
	if base := path.Base(url); base != "." && base != "/" {
		return base
	}
	return "index.html"
}

func printCurl(c *call) string {
	opts, _ := curlGrammar.options(c.args)
	if o, ok := find(opts, "o", "output"); ok && !toStdout(o.value.text) || has(opts, "O", "remote-name") {
		return ""
	}
	if has(opts, "V", "version", "I", "head") {
		return markAny
	}
	return markRemote
}

var wgetGrammar = grammar{
	short: "OPoaiBtTwQUeXIADRl",
	long:  "output-document directory-prefix output-file append-output input-file user-agent header post-data post-file body-data body-file tries timeout wait execute use-askpass load-cookies save-cookies",
}

// wget writes a file named after the address unless told otherwise.
func (c *call) wget() {
	opts, urls := wgetGrammar.options(c.args)
	dir := ""
	named := false
	for _, o := range opts {
		switch o.name {
		case "P", "directory-prefix":
			dir = o.value.text + "/"
			c.write(o.value)
		case "O", "output-document":
			named = true
			if !toStdout(o.value.text) {
				c.download(o.value)
			}
		case "o", "output-file", "a", "append-output", "save-cookies":
			c.write(o.value)
		case "use-askpass":
			c.e.nested(c.st.child(c.e), o.value.text, c.at)
		case "post-file", "body-file":
			c.upload(o, urls)
		case "post-data", "body-data":
			c.sends(urls, []field{o.value}, false)
		}
	}
	c.sends(nil, remoteOnly(urls), false)
	if named || has(opts, "spider") {
		return
	}
	for _, u := range urls {
		u.text = dir + urlName(u.text)
		c.download(u)
	}
}

func printWget(c *call) string {
	opts, _ := wgetGrammar.options(c.args)
	if o, ok := find(opts, "O", "output-document"); ok && toStdout(o.value.text) {
		return markRemote
	}
	return ""
}

// ssh runs its command on another machine. A command that would be denied here is denied there too.
func (c *call) ssh() {
	g := grammar{short: "BbcDEeFIiJLlmOopQRSWw", stop: true}
	opts, rest := g.options(c.args)
	if has(opts, "V") || len(rest) == 0 || c.name == "telnet" && localHost(rest[0].text) {
		return
	}
	for _, o := range opts {
		if o.name != "o" {
			continue
		}
		key, command, ok := strings.Cut(strings.ReplaceAll(o.value.text, " ", "="), "=")
		switch strings.ToLower(key) {
		case "proxycommand", "localcommand", "knownhostscommand":
			if ok {
				c.e.nested(c.st.child(c.e), strings.ReplaceAll(command, "=", " "), c.at)
			}
		}
	}
	c.e.report(ruleHost, c.at, "ssh "+rest[0].text)
	text := strings.Join(texts(rest[1:]), " ")
	if text == "" {
		text = known(c.st.in)
	}
	run := c.st.child(c.e)
	run.dirs = []string{markDir}
	c.elsewhere(func() { c.e.nested(run, text, c.at) })
}

// copyRemote is scp and sftp.
func (c *call) copyRemote() {
	opts, rest := grammar{short: "cFiJloPSX"}.options(c.args)
	if o, ok := find(opts, "S"); ok {
		c.e.nested(c.st.child(c.e), o.value.text, c.at)
	}
	for i, f := range rest {
		host, _, remote := strings.Cut(f.text, ":")
		switch {
		case remote && !strings.Contains(host, "/"):
			c.e.report(ruleHost, c.at, c.name)
		case i == len(rest)-1:
			c.write(f)
		}
	}
}

// printRemoteAPI is the output of programs that show what a service holds: files only with "api".
func printRemoteAPI(c *call) string {
	if len(c.args) > 0 && c.args[0].text == "api" {
		return markRemote
	}
	return printHook(c)
}

// netcat can tie a shell to a connection.
func (c *call) netcat() {
	opts, rest := grammar{short: "ecgGiIOpPqsTVwWxX", long: "exec sh-exec lua-exec"}.options(c.args)
	for _, o := range opts {
		switch o.name {
		case "e", "c", "exec", "sh-exec", "lua-exec":
			if o.has {
				c.e.report(ruleRemote, c.at, c.name)
			}
		}
	}
	if has(opts, "z", "h", "help") {
		return
	}
	if len(rest) > 0 && localHost(rest[0].text) && !has(opts, "l", "listen") && !hasAny(c.st.in, markRemote) {
		return
	}
	if hasAny(c.st.in, markRemote) {
		c.e.report(ruleRemote, c.at, c.name)
	}
	c.e.report(ruleSocket, c.at, c.name)
}

// socat runs what its addresses say.
func (c *call) socat() {
	c.e.report(ruleSocket, c.at, c.name)
	for _, f := range c.args {
		kind, text, _ := strings.Cut(f.text, ":")
		switch strings.ToLower(kind) {
		case "exec", "system", "shell":
			c.e.report(ruleRemote, c.at, c.name)
			c.e.nested(c.st.child(c.e), text, c.at)
		}
	}
}
