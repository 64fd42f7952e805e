// Package config turns files, environment and flags into one [Config].
//
// [Load] works on trees whose nodes know the file and line they were written at (package yamldoc)
// and decodes them once, at the end. So an error can name its line, and [Config.Settings] can tell
// where each effective value came from. The steps, each in a file of its own:
//
//	files.go     read the user's and the workspace's files
//	legacy.go    rewrite old spellings, with a notice
//	trust.go     take out of a workspace's file what would widen trust, with a notice
//	foreign.go   read the servers that a workspace names for any program, and variables for them
//	merge.go     lay flag over environment over workspace over user over default
//	network.go   check and complete how services are reached: headers, proxies, certificates
//	providers.go make profiles of what the user says about services, and know their vendors
//	profiles.go  complete the model profiles, or make them from the environment (vendors.go)
//	servers.go   check and complete the servers that bring tools along
//	keys.go      find the key of each profile
//	about.go     fill in what is known about each model (package models)
//	choose.go    pick the profile that a run starts with
//
// A workspace is hostile until its user says otherwise: its files may choose among what the user has
// configured and may tighten rules, but not decide where data goes or what is allowed. What is not
// on the list of trust.go is held back.
//
// draft.go goes the other way: it puts a profile into the text of a file that somebody wrote by hand.
//
// The package reads files and writes those that a command asks for (see [InitFile] and [WriteFile]); it
// starts nothing, sends nothing and reads no variable but through [Sources]. Secrets are of type [Secret], which does not print.
package config
