package login

import (
	"context"
	"errors"
	"fmt"
	"net/url"
	"strings"

	"golang.org/x/oauth2"
)

// paste has the person type in the code that a page of the service shows.
func (a *attempt) paste(ctx context.Context) (*oauth2.Token, error) {
	if a.person.Ask == nil {
		return nil, errNobody
	}
	a.show(a.address(a.service.RedirectURL))
	code, err := a.askCode(ctx, "Paste the code that the page shows in the end: ")
	if err != nil {
		return nil, err
	}
	return a.exchange(ctx, code, a.service.RedirectURL)
}

// errNobody means that there is nobody to type in a code.
var errNobody = errors.New("nobody is there to type in the code; run it in a terminal, or give the code on standard input")

// tries is how often a person may paste something that is no code.
const tries = 3

func (a *attempt) askCode(ctx context.Context, question string) (string, error) {
	for i := 1; ; i++ {
		line, err := a.person.Ask(ctx, question)
		if err != nil {
			return "", fmt.Errorf("%w (%w)", errNobody, err)
		}
		code, err := a.readPasted(line)
		if err == nil || i == tries || !errors.Is(err, errNoCode) {
			return code, err
		}
		a.person.Say(upper(err.Error()) + ". Try again.")
	}
}

var errNoCode = errors.New("that is no code of this login")

// readPasted finds the code in what a person copied: the address that the browser ended at, "code#state", or
// the code alone. The state has to be that of the attempt wherever there is one. A code alone is safe
// too: the service takes it only together with the verifier that this attempt began with.
func (a *attempt) readPasted(line string) (string, error) {
	line = strings.TrimSpace(line)
	if strings.HasPrefix(line, "http://") || strings.HasPrefix(line, "https://") {
		u, err := url.Parse(line)
		if err != nil || !a.owns(u.Query().Get("state")) {
			return "", errNoCode
		}
		return a.code(u.Query())
	}
	code, state, both := strings.Cut(line, "#")
	if both && !a.owns(state) || !isHeader(code) {
		return "", errNoCode
	}
	return code, nil
}
