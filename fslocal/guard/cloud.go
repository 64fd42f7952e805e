package guard

import (
	"slices"
	"strings"
)

// cloudReads are how the verbs of the services of a cloud begin that only show something.
var cloudReads = []string{
	"describe", "list", "get", "head", "ls", "show", "wait", "help", "lookup", "search", "query", "batch-get", "scan", "filter", "tail",
	"presign", "validate", "version", "info", "configure", "estimate", "preview", "check", "simulate", "export", "config", "read", "login", "sso",
}

// cloudSecrets hand out keys and passwords.
var cloudSecrets = []string{
	"get-secret-value", "get-session-token", "get-login-password", "get-password-data", "print-access-token", "print-identity-token", "get-access-token",
	"assume-role", "get-credentials", "list-keys", "get-parameter",
}

// cloudChanges are verbs of gcloud and az that change what no version control brings back.
var cloudChanges = []string{
	"delete", "create", "deploy", "update", "reset", "stop", "start", "restart", "set-iam-policy", "add-iam-policy-binding", "remove-iam-policy-binding",
	"import", "patch", "rollback", "destroy", "resize", "suspend", "purge", "submit", "up", "promote", "migrate", "enable", "disable", "remove",
}

var cloudGrammar = grammar{
	long: "profile region output query endpoint-url project zone format filter account configuration subscription resource-group name secret-id stack-name " +
		"cluster bucket key function-name instance-ids limit max-items page-size name-pattern",
	short: "gno",
}

// aws is the tool of Amazon: a service and a verb with a dash, but for s3.
func (c *call) aws() {
	_, rest := cloudGrammar.options(c.args)
	if len(rest) < 2 {
		return
	}
	service, verb := rest[0].text, rest[1].text
	line := c.name + " " + service + " " + verb
	begins := func(prefix string) bool { return verb == prefix || strings.HasPrefix(verb, prefix+"-") }
	switch {
	case slices.ContainsFunc(c.args, dryRun), service == "configure", service == "help":
	case slices.Contains(cloudSecrets, verb):
		c.e.report(ruleSecret, c.at, line)
	case service == "s3" && (verb == "cp" || verb == "sync") && len(rest) > 3:
		if strings.HasPrefix(rest[3].text, "s3://") || slices.ContainsFunc(c.args, func(f field) bool { return f.text == "--delete" }) {
			c.e.report(rulePublish, c.at, line)
		}
	case !slices.ContainsFunc(cloudReads, begins):
		c.e.report(ruleChange, c.at, line)
	}
}

// cloudTool is gcloud, az and their like: the verb stands somewhere among the operands.
func (c *call) cloudTool() {
	_, rest := cloudGrammar.options(c.args)
	if slices.ContainsFunc(c.args, dryRun) {
		return
	}
	for i, f := range rest {
		switch {
		case slices.Contains(cloudSecrets, f.text):
			c.e.report(ruleSecret, c.at, c.name+" "+f.text)
		case i > 0 && (f.text == "ssh" || f.text == "scp"):
			c.e.report(ruleHost, c.at, c.name+" "+f.text)
		case i > 0 && rest[0].text != "config" && slices.Contains(cloudChanges, f.text):
			c.e.report(ruleChange, c.at, c.name+" "+f.text)
		}
	}
}

// kubectl has verbs that change the cluster; secrets are shown with "get".
func (c *call) kubectl() {
	_, rest := grammar{short: "nolfcL", long: "namespace output selector filename context cluster kubeconfig container user"}.options(c.args)
	if len(rest) > 1 && rest[0].text == "get" && strings.HasPrefix(rest[1].text, "secret") {
		for _, f := range c.args {
			shows := strings.Contains(f.text, "yaml") || strings.Contains(f.text, "json") || strings.Contains(f.text, "template")
			if shows && !strings.Contains(f.text, "metadata") || strings.Contains(f.text, ".data") {
				c.e.report(ruleSecret, c.at, "kubectl get secret")
			}
		}
	}
	inner := *c
	inner.args = append(slices.DeleteFunc(slices.Clone(c.args), func(f field) bool { return !dryRun(f) }), rest...)
	remoteVerbs["kubectl"].judge(&inner)
}

// githubTool is gh: "api" can do everything that the service knows.
func (c *call) githubTool() {
	remoteVerbs["gh"].judge(c)
	if len(c.args) == 0 || c.args[0].text != "api" {
		return
	}
	opts, rest := grammar{short: "XfFHqtp", long: "method field raw-field header jq template input hostname preview cache"}.options(c.args[1:])
	changes, given := false, false
	for _, o := range opts {
		switch o.name {
		case "X", "method":
			given = true
			changes = !strings.EqualFold(o.value.text, "GET") && !strings.EqualFold(o.value.text, "HEAD")
		case "f", "F", "field", "raw-field", "input":
			query := len(rest) > 0 && rest[0].text == "graphql" && !strings.Contains(o.value.text, "mutation") && o.name != "input"
			changes = changes || !given && !query
		}
	}
	if changes {
		c.e.report(ruleChange, c.at, "gh api")
	}
}

// publishers send a release to others when one of these words is among their operands; "" means always.
var publishers = map[string][]string{
	"flit": {"publish"}, "mvn": {"deploy", "release:perform", "deploy:deploy-file"}, "mvnw": {"deploy", "release:perform"},
	"gradle": {"publish", "publishToMavenCentral", "uploadArchives", "publishPlugins"}, "gradlew": {"publish", "publishToMavenCentral", "uploadArchives", "publishPlugins"},
	"goreleaser": {"release"}, "lerna": {"publish"}, "changeset": {"publish"}, "hub": {"release", "pull-request", "delete", "create"}, "semantic-release": {""},
	"release-it": {""}, "np": {""}, "sbt": {"publish", "publishSigned"}, "mix": {"hex.publish"}, "vsce": {"publish"}, "ovsx": {"publish"}, "jsr": {"publish"},
	"cdk": {"deploy", "destroy"}, "serverless": {"deploy", "remove"}, "sls": {"deploy", "remove"}, "sam": {"deploy", "delete"}, "wrangler": {"deploy", "publish", "delete"},
	"vercel": {"--prod"}, "netlify": {"--prod"},
	"railway": {"up", "down", "delete"}, "supabase": {"push", "reset", "deploy"}, "eb": {"deploy", "terminate"}, "amplify": {"push", "publish", "delete"},
	"ngrok": {"http", "tcp", "tls", "start"}, "cloudflared": {"tunnel"}, "lt": {""}, "localtunnel": {""}, "bore": {"local"},
	"poetry": {"publish"}, "uv": {"publish"}, "pdm": {"publish"}, "hatch": {"publish"}, "rye": {"publish"},
	"mail": {""}, "mailx": {""}, "sendmail": {""}, "mutt": {""}, "msmtp": {""}, "swaks": {""}, "dotnet": {"push"}, "nuget": {"push"},
}

// publishes asks where a call of a publisher sends something to others.
func (c *call) publishes(words []string) {
	_, rest := grammar{}.options(c.args)
	if slices.ContainsFunc(c.args, dryRun) || slices.ContainsFunc(c.args, func(f field) bool {
		return f.text == "--snapshot" || f.text == "--version" || f.text == "-d" && words[0] == ""
	}) {
		return
	}
	for _, f := range c.args {
		if isFlag(f) && slices.Contains(words, f.text) {
			c.e.report(rulePublish, c.at, c.name+" "+f.text)
		}
	}
	for i, f := range rest {
		if words[0] == "" || i < 3 && slices.Contains(words, f.text) {
			c.e.report(rulePublish, c.at, c.name+" "+f.text)
			return
		}
	}
	if words[0] == "" && c.name != "mail" {
		c.e.report(rulePublish, c.at, c.name)
	}
}
