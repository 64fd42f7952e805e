package listing

import (
	"context"
	"errors"
	"io"
	"maps"
	"net/http"
	"net/url"

	"eidolon/actors/model"
	"eidolon/internal/models"
	"eidolon/internal/providers/anthropic"
	"eidolon/internal/providers/gemini"
	"eidolon/internal/providers/wire"
)

// Bounds of an answer.
const (
	maxBytes  = 16 << 20 // of a page
	maxPages  = 20
	maxModels = 5000
)

// Ask gives the models that a service lists. Kind is its wire format.
func Ask(ctx context.Context, kind string, s wire.Service) ([]models.Model, error) {
	s, path, err := dressed(kind, s)
	if err != nil {
		return nil, err
	}
	var all []models.Model
	for range maxPages {
		page, next, err := ask(ctx, s, path)
		if err != nil {
			return nil, err
		}
		all = append(all, page...)
		if next == "" || len(all) >= maxModels {
			break
		}
		s.Query = maps.Clone(s.Query)
		maps.Copy(s.Query, pageAfter(kind, next))
	}
	return all[:min(len(all), maxModels)], nil
}

// dressed gives a service what its format wants of a request, and the path of its list.
func dressed(kind string, s wire.Service) (wire.Service, string, error) {
	query, path := map[string]string{}, "/models"
	switch kind {
	case "anthropic":
		s = anthropic.Dress(s)
		query["limit"], path = "1000", anthropic.Path(s.BaseURL, path)
	case "gemini":
		dressed, base, err := gemini.Dress(s)
		if err != nil {
			return s, "", err
		}
		s, s.BaseURL = dressed, base.String()
		query["pageSize"] = "1000"
	}
	maps.Copy(query, s.Query)
	s.Query, s.Kind = query, kind
	return s, path, nil
}

// pageAfter gives the parameter that asks for the page after the last one.
func pageAfter(kind, next string) map[string]string {
	if kind == "gemini" {
		return map[string]string{"pageToken": next}
	}
	return map[string]string{"after_id": next}
}

// ask gets one page.
func ask(ctx context.Context, s wire.Service, path string) (page []models.Model, next string, err error) {
	err = get(ctx, s, path, func(x *wire.Exchange, data []byte) error {
		var ok bool
		if page, next, ok = parse(data); !ok {
			return x.BadAnswer("something that is no list of models")
		}
		return nil
	})
	return page, next, err
}

// absent puts it into other words that there is nothing at an address: no model is to blame here.
func absent(at *url.URL, err error) error {
	failure, ok := errors.AsType[*model.Error](err)
	if !ok || failure.Status != http.StatusNotFound {
		return err
	}
	other := *failure
	other.Message = at.Host + " has nothing at " + at.Path + " (HTTP 404). Check the base URL; some services have no list of models."
	return &other
}

// get fetches a document and hands it to read.
func get(ctx context.Context, s wire.Service, path string, read func(*wire.Exchange, []byte) error) error {
	at, err := s.Endpoint(path)
	if err != nil {
		return err
	}
	s.MaxAnswer = maxBytes
	transport, err := wire.NewTransport(s, at)
	if err != nil {
		return err
	}
	defer transport.Close()
	x, ctx := transport.Begin(ctx, model.Request{})
	defer x.Close()
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, at.String(), nil)
	if err != nil {
		return x.Refusal(err)
	}
	res, err := x.Do(req)
	if err != nil {
		return absent(at, err)
	}
	defer func() { _ = res.Body.Close() }() // it was for reading
	data, err := io.ReadAll(io.LimitReader(res.Body, maxBytes+1))
	switch {
	case err != nil:
		return x.Fail(ctx, err)
	case len(data) > maxBytes:
		return x.AnswerTooLong(maxBytes)
	}
	return read(x, data)
}
