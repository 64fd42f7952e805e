package modeltest

import (
	"context"
	"errors"
	"testing"

	"eidolon/actors/model"
)

// Prompt is what [Ask] says. No failure may repeat it.
const Prompt = "the prompt is a secret"

// Made makes a client of a service and closes it at the end.
func Made[S any, C interface{ Close() }](tb testing.TB, service S, of func(S) (C, error)) C {
	tb.Helper()
	client, err := of(service)
	if err != nil {
		tb.Fatal(err)
	}
	tb.Cleanup(client.Close)
	return client
}

// Ask sends a short request and collects the answer, neighbouring texts joined.
func Ask(ctx context.Context, c model.Client) ([]model.Chunk, model.End, error) {
	chunks, end, err := collect(ctx, c, model.Request{
		Model: "m", Messages: []model.Message{{Role: model.User, Text: Prompt}},
	})
	return JoinTexts(chunks), end, err
}

// collect sends a request and gives the chunks as they come.
func collect(ctx context.Context, c model.Client, req model.Request) ([]model.Chunk, model.End, error) {
	var chunks []model.Chunk
	end, err := c.Stream(ctx, req, func(c model.Chunk) error {
		chunks = append(chunks, c)
		return nil
	})
	return chunks, end, err
}

// JoinTexts joins neighbouring texts, since a client may divide them as it likes.
func JoinTexts(chunks []model.Chunk) []model.Chunk {
	return join(chunks, func(last, next model.Text) (model.Text, bool) {
		return model.Text{Text: last.Text + next.Text}, true
	})
}

// JoinThoughts joins neighbouring pieces of a thought, which a signature ends.
func JoinThoughts(chunks []model.Chunk) []model.Chunk {
	return join(chunks, func(last, next model.Reasoning) (model.Reasoning, bool) {
		return model.Reasoning{Text: last.Text + next.Text, Signature: next.Signature}, last.Signature == ""
	})
}

// join puts one chunk in the place of two neighbours of the same kind where both says so.
func join[C model.Chunk](chunks []model.Chunk, both func(last, next C) (C, bool)) []model.Chunk {
	var out []model.Chunk
	for _, c := range chunks {
		if next, is := c.(C); is && len(out) > 0 {
			if last, was := out[len(out)-1].(C); was {
				if one, joined := both(last, next); joined {
					out[len(out)-1] = one
					continue
				}
			}
		}
		out = append(out, c)
	}
	return out
}

// Failure gives the failure that an error is.
func Failure(t *testing.T, err error) *model.Error {
	t.Helper()
	var failure *model.Error
	if !errors.As(err, &failure) {
		t.Fatalf("error %v (%T), want a *model.Error", err, err)
	}
	return failure
}

// FailureOf is [Failure] for one of a kind, which is to be tried again if failures of this kind usually are.
func FailureOf(t *testing.T, err error, want model.Kind) *model.Error {
	t.Helper()
	failure := Failure(t, err)
	again := want == model.RateLimited || want == model.Overloaded || want == model.Truncated || want == model.TimedOut
	if failure.Kind != want || failure.Retryable != again {
		t.Errorf("failure %+v, want kind %s, to be tried again: %v", failure, want, again)
	}
	return failure
}
