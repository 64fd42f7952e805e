package guard

import "eidolon/fsapi"

// Ids of the rules. They are part of the interface: logs, tests and configuration name them.
const (
	rulePrivilege  = "privilege.sudo"
	ruleContainer  = "privilege.container"
	rulePower      = "power.shutdown"
	ruleDisk       = "disk.format"
	ruleDevice     = "device.write"
	ruleForkBomb   = "forkbomb"
	ruleKill       = "process.kill"
	ruleKillSelf   = "process.self"
	ruleDelRoot    = "delete.root"
	ruleDelSystem  = "delete.system"
	ruleDelHome    = "delete.home"
	ruleDelAbove   = "delete.ancestor"
	ruleDelUnset   = "delete.unset"
	ruleDelWork    = "delete.workspace"
	ruleDelRepo    = "delete.repository"
	ruleDelOutside = "outside.delete"
	ruleOutside    = "outside.write"
	ruleSystem     = "system.write"
	ruleProtected  = "protected.write"
	rulePerm       = "system.permissions"
	ruleAccount    = "system.account"
	ruleKernel     = "system.kernel"
	ruleFirewall   = "system.firewall"
	ruleSchedule   = "system.schedule"
	ruleDropJobs   = "system.jobs"
	ruleService    = "system.service"
	rulePackages   = "system.packages"
	ruleRemote     = "remote.shell"
	ruleCoded      = "hidden.shell"
	ruleHost       = "remote.host"
	ruleChange     = "remote.change"
	rulePublish    = "remote.publish"
	ruleSocket     = "remote.socket"
	ruleSecret     = "secret.read"
	ruleDiscard    = "git.discard"
	ruleForcePush  = "git.force"
	ruleGitConfig  = "git.config"
	ruleLoader     = "environment.loader"
	ruleAgent      = "agent.unleash"
	ruleHistory    = "history.clear"
	rulePath       = "unknown.path"
	ruleProgram    = "unknown.program"
	ruleShell      = "unknown.shell"
	ruleCode       = "unknown.code"
	ruleParse      = "parse.error"
	ruleSyntax     = "parse.unknown"
	ruleSize       = "limit.size"
	ruleNesting    = "limit.nesting"
	ruleDepth      = "limit.depth"
	ruleSteps      = "limit.steps"
	ruleFailed     = "guard.failed"
	ruleControl    = "text.control"
	ruleEncoding   = "text.encoding"
	ruleHidden     = "text.hidden"
	ruleLetters    = "text.program"
)

// rule is what follows from a finding. "%s" in the reason is the program or the path concerned.
type rule struct {
	decision fsapi.Decision
	reason   string
}

// rules holds every rule of the guard. A decision is fixed for a rule, so that the id alone tells
// what a log line means.
var rules = map[string]rule{
	rulePrivilege:  {fsapi.Deny, "%s takes the rights of another user; run the command as yourself, or ask the person to do this step."},
	ruleContainer:  {fsapi.Deny, "%s gives a container control of the host; leave out the privileged flag or mount a directory of the workspace only."},
	rulePower:      {fsapi.Deny, "%s switches the machine off, restarts or suspends it; ask the person to do this step."},
	ruleDisk:       {fsapi.Deny, "%s formats or repartitions disks; work on a file inside the workspace instead."},
	ruleDevice:     {fsapi.Deny, "%s is a device, and writing to it destroys what is on it; write to a file inside the workspace."},
	ruleForkBomb:   {fsapi.Deny, "the command starts copies of itself without end; start a fixed number of processes instead."},
	ruleKill:       {fsapi.Deny, "%s would end every process or the first one; name the process that is meant by its id."},
	ruleKillSelf:   {fsapi.Ask, "%s may end the program that runs this command; name the process that is meant, or get the person's consent."},
	ruleDelRoot:    {fsapi.Deny, "this destroys the whole file system (%s); name the file or directory inside the workspace that is meant."},
	ruleDelSystem:  {fsapi.Deny, "%s belongs to the operating system and must not be deleted or moved; work inside the workspace."},
	ruleDelHome:    {fsapi.Deny, "this destroys a home directory (%s); name the file or directory inside the workspace that is meant."},
	ruleDelAbove:   {fsapi.Deny, "%s holds the workspace, which would be destroyed with it; name a path inside the workspace."},
	ruleDelUnset:   {fsapi.Deny, "if the variable or command in %s gives nothing, this destroys a directory that must stay; write the path out."},
	ruleDelWork:    {fsapi.Ask, "this empties the whole workspace (%s); name the files or directories that are meant, or get the person's consent."},
	ruleDelRepo:    {fsapi.Ask, "%s holds the history of the repository; deleting it needs the person's consent."},
	ruleDelOutside: {fsapi.Ask, "%s lies outside the workspace; deleting or moving it needs the person's consent."},
	ruleOutside:    {fsapi.Ask, "%s lies outside the workspace; write inside it, or get the person's consent."},
	ruleSystem:     {fsapi.Deny, "%s belongs to the operating system and must not be changed; write inside the workspace."},
	ruleProtected:  {fsapi.Ask, "programs act on %s by themselves; changing it needs the person's consent."},
	rulePerm:       {fsapi.Deny, "changing owner or permissions of %s breaks the system; name a path inside the workspace."},
	ruleAccount:    {fsapi.Deny, "%s changes user accounts of the machine; ask the person to do this step."},
	ruleKernel:     {fsapi.Deny, "%s changes the running kernel or its security settings; ask the person to do this step."},
	ruleFirewall:   {fsapi.Deny, "%s changes the network settings of the machine; ask the person to do this step."},
	ruleSchedule:   {fsapi.Ask, "%s leaves something behind that runs later; that needs the person's consent."},
	ruleDropJobs:   {fsapi.Deny, "%s deletes all scheduled jobs of the user; remove the single line that is meant instead."},
	ruleService:    {fsapi.Ask, "%s starts, stops or changes services or settings of the machine; that needs the person's consent."},
	rulePackages:   {fsapi.Ask, "%s installs or removes software for the whole machine; that needs the person's consent."},
	ruleRemote:     {fsapi.Deny, "text from the network would run as a program (%s); download it to a file, read it, then run the file."},
	ruleCoded:      {fsapi.Deny, "text that nobody can read would run as a program (%s); decode it to a file, read it, then run the file."},
	ruleHost:       {fsapi.Ask, "%s acts on another machine, where nothing confines it; that needs the person's consent."},
	ruleChange:     {fsapi.Ask, "%s deletes or changes things that no version control brings back; that needs the person's consent."},
	rulePublish:    {fsapi.Ask, "%s publishes to others; that needs the person's consent."},
	ruleSocket:     {fsapi.Ask, "%s connects to the network by hand; use a program made for it, or get the person's consent."},
	ruleSecret:     {fsapi.Ask, "%s may show passwords or keys; reading it needs the person's consent."},
	ruleDiscard:    {fsapi.Ask, "%s throws away work that is not committed; commit or stash it first, or get the person's consent."},
	ruleForcePush:  {fsapi.Ask, "%s overwrites or deletes what others may have fetched; push without force, or get the person's consent."},
	ruleGitConfig:  {fsapi.Ask, "%s makes git run a program later; that needs the person's consent."},
	ruleLoader:     {fsapi.Ask, "%s puts foreign code into every program started; that needs the person's consent."},
	ruleAgent:      {fsapi.Ask, "%s gives an agent more rights than it has; that needs the person's consent."},
	ruleHistory:    {fsapi.Ask, "%s removes the record of what was done; that needs the person's consent."},
	rulePath:       {fsapi.Ask, "it is not known before the command runs which path %s is; write the path out, or get the person's consent."},
	ruleProgram:    {fsapi.Ask, "it is not known before the command runs which program %s is; write its name out, or get the person's consent."},
	ruleShell:      {fsapi.Ask, "it is not known before the command runs what the shell text %s says; write it out, or get the person's consent."},
	ruleCode:       {fsapi.Ask, "code given to %s starts programs or deletes files in a way that cannot be checked; put it into a file of the workspace, or get the person's consent."},
	ruleParse:      {fsapi.Deny, "the shell text cannot be parsed (%s); correct its quoting and syntax."},
	ruleSyntax:     {fsapi.Ask, "the shell construct %s is not known to the guard; write it in a simpler way, or get the person's consent."},
	ruleSize:       {fsapi.Deny, "the command is too long to be checked; put its text into a file and run that."},
	ruleNesting:    {fsapi.Deny, "the command nests brackets too deeply to be checked; split it."},
	ruleDepth:      {fsapi.Deny, "the command runs commands inside commands too deeply to be checked; split it."},
	ruleSteps:      {fsapi.Deny, "the command has too many parts to be checked; split it or put it into a script of the workspace."},
	ruleFailed:     {fsapi.Deny, "the command could not be checked; write it in a simpler way."},
	ruleControl:    {fsapi.Deny, "the command holds a control character, which hides what it does; write it as an escape such as $'\\x1b'."},
	ruleEncoding:   {fsapi.Deny, "the command is not valid UTF-8; write the bytes as escapes such as $'\\xff'."},
	ruleHidden:     {fsapi.Ask, "the command holds characters that cannot be seen or look like a blank; write them as escapes such as $'\\u200b'."},
	ruleLetters:    {fsapi.Ask, "the program name %s has letters outside ASCII, which can look like others; use a plain name, or get the person's consent."},
}

func ruleOf(id string) rule { return rules[id] }
