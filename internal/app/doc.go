// Package app joins everything: from the configuration and the flags of a command it builds the
// workspace, the tools, the model's client, the log and the actor tree, and it ends them in the right
// order. It is the only package that knows all others but the front-ends, and it decides nothing itself.
package app
