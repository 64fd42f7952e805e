package guard

import (
	"eidolon/fsapi"

	"mvdan.cc/sh/v3/syntax"
)

// eval is one judgement under way.
type eval struct {
	g       *Guard
	worst   finding
	numeric bool // some variables are numbers: what they are set to is calculated
	reads   bool // nothing but readers was seen so far; while a call is judged, by it alone
	fed     bool // the call being judged runs text from its standard input
	keys    bool // the word being expanded holds keys or passwords
	loose   bool // the word being expanded may have another value
	list    listing
	dir     string // where the command begins
	text    string // shell text being walked; spans of its words count from its start
	steps   int
	depth   int   // shells and functions around
	outer   *span // place of the word that holds the nested shell text being judged, or nil
	here    *span // place of the statement being judged

	odometer  *odometer
	calling   []*syntax.Stmt               // bodies of the functions being called, outermost first
	called    map[*syntax.Stmt]bool        // function bodies that were walked
	declared  []declared                   // functions in the order of their declaration
	traps     []trap                       // what runs at the end
	taps      map[string]*syntax.ProcSubst // ">(...)" by the path that stands for it
	pipes     int                          // process substitutions so far, for their paths
	pipelines int                          // pipelines around, since the function being called
	jobs      int                          // background jobs around, likewise
	loops     int                          // loops that end around, likewise
	tree      int                          // depth in the syntax tree
	cdable    bool                         // cd takes the names of variables, too
	guessing  bool                         // a glob in the place of the program is being tried out
	expanding map[string]bool              // aliases being expanded
	inserted  []int                        // offsets of blanks put into the command to parse it
	escapes   [][]*state                   // states left by return, break or continue, per function or loop around
}

type declared struct {
	body *syntax.Stmt
	st   *state
}

type trap struct {
	text string
	st   *state
	at   span
}

// step counts a piece of work and tells whether there may be more. After a denial there is no more to
// find.
func (e *eval) step(at span) bool {
	e.steps++
	if e.worst.decision == fsapi.Deny {
		return false
	}
	if e.steps > maxSteps {
		e.report(ruleSteps, at, "")
		return false
	}
	return true
}
