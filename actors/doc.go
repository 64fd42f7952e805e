// Package actors is the runtime of eidolon: everything that can happen at once is an actor, and the
// actors exchange typed messages. This package only starts and ends the tree ([Start], [System.Close])
// and is what front-ends hold on to; each actor has a package of its own with a description of what
// it accepts and tells.
//
//	guardian                        restarts its children
//	├─ routes                       the route registry: names to actors
//	├─ slots                        how many tool calls run at once
//	├─ provider-<profile>           requests to one model service: pace, retries of all, circuit
//	├─ tool-<name>                  one for each tool; runs its handler
//	├─ stubmodel                    the scripted model of tests and of the demo
//	└─ sessions
//	    └─ <id>                     session: the conversation's state machine
//	        ├─ journal              only writer of the session's files
//	        ├─ stream-t1r1a0        one model request; finds calls in the answer
//	        ├─ dispatcher           orders the calls and has them judged
//	        │   └─ call-t1r1c1      one running call
//	        └─ renderer-<name>      one subscriber: text, JSON, a screen
//
// Packages event, model and tool hold the values that actors exchange and the interfaces that
// internal packages fulfil; actorkit is the ground under all of it; stubmodel is a scripted model.
package actors
