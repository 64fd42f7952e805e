// Package subagents has the model hand work to a session of its own: invoke_subagent is a tool whose
// calls are whole conversations. A subagent gets a prompt and nothing of the conversation it comes from,
// works with the tools of the program, asks nobody, and its last words are the result of the call. So a
// search through half a project costs the conversation that wants to know a paragraph.
//
// Who does the work may be named: the agents of package agents are prompts with a model and tools. One
// that only reads is allowed wherever reading is, plan mode included, and several may run at once; one
// that may change things does so by itself, as the permission mode has it, once whoever is asked has
// let it. A subagent calls no other.
//
// [Tool] declares the tool and reads its calls, [Watch] follows the session that does the work. Opening
// that session is the business of package app, which knows models, prompts and rules.
package subagents
