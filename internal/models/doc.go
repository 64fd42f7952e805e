// Package models knows what is public about models: how much they read and write, what that costs, what
// they can do.
//
// There are two sources. The program carries a table (registry.tsv), a snapshot of its [Date]. The user's
// models.yaml lies over it, field by field: it is written by `eidolon models update` from what services
// say of themselves, and may be edited.
//
// A model belongs to a vendor, as package config names them, since the same model costs something else at
// another. Nothing here is needed to talk to a model: what nobody knows stays zero, and each user of these
// facts has a default for that. Nothing is read or parsed before somebody asks, and a question reads only
// the lines of its vendor, since every start of a session asks one.
//
// Package listing, below, asks the services.
package models
