package logintest

import (
	"fmt"
	"io"
	"net/http"
	"testing"
	"time"
)

// Visit opens an address as a browser does, with all redirects, and gives the page that it ends at.
func Visit(address string) (status int, text string, err error) {
	client := &http.Client{Timeout: time.Minute, Transport: &http.Transport{DisableKeepAlives: true}}
	res, err := client.Get(address) //nolint:noctx // bounded by its client
	if err != nil {
		return 0, "", err
	}
	defer func() { _ = res.Body.Close() }() // it was for reading
	page, err := io.ReadAll(io.LimitReader(res.Body, 1<<20))
	return res.StatusCode, string(page), err
}

// Browser is a person's browser that has to end at a page of success.
func Browser(t testing.TB) func(address string) error {
	return func(address string) error {
		status, text, err := Visit(address)
		if err == nil && status != http.StatusOK {
			err = fmt.Errorf("the browser ended at %d: %s", status, text)
		}
		if err != nil {
			t.Error(err)
		}
		return err
	}
}
