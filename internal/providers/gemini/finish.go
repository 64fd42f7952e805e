package gemini

import (
	"fmt"

	"eidolon/actors/model"
)

// stops are the finish reasons that mean more than the end.
var stops = map[string]model.Stop{
	"MAX_TOKENS": model.Length,
	"SAFETY":     model.Filtered, "RECITATION": model.Filtered, "BLOCKLIST": model.Filtered, "PROHIBITED_CONTENT": model.Filtered,
	"SPII": model.Filtered, "LANGUAGE": model.Filtered, "IMAGE_SAFETY": model.Filtered, "IMAGE_PROHIBITED_CONTENT": model.Filtered,
	"IMAGE_RECITATION": model.Filtered,
}

// breaks are the finish reasons of an answer that came to nothing, in words. As a rule the same question
// works when it is asked again.
var breaks = map[string]string{
	"MALFORMED_FUNCTION_CALL":   "The model wrote a tool call that its service could not read",
	"MALFORMED_RESPONSE":        "The model wrote an answer that its service could not read",
	"UNEXPECTED_TOOL_CALL":      "The model called a tool that it was not offered",
	"TOO_MANY_TOOL_CALLS":       "The model called too many tools in a row, and its service stopped it",
	"MISSING_THOUGHT_SIGNATURE": "The model left out a signature that its service wants",
	"OTHER":                     "The service ended the answer without saying why",
	"NO_IMAGE":                  "The service ended the answer because it has no picture",
	"IMAGE_OTHER":               "The service ended the answer because of a picture",
}

// finish takes the finish reason, which is empty until there is one.
func (a *answer) finish(reason string) error {
	if reason == "" || reason == "FINISH_REASON_UNSPECIFIED" {
		return nil
	}
	if words, broken := breaks[reason]; broken {
		return &model.Error{
			Kind: model.BadAnswer, Retryable: true,
			Message: fmt.Sprintf("%s (%s). Ask again, or use another model if it goes on.", words, reason),
		}
	}
	a.end.Reason, a.end.Stop = reason, stops[reason]
	return nil
}

// blocked takes the reason for which a prompt got no answer.
func (a *answer) blocked(reason string) error {
	switch {
	case reason == "" || reason == "BLOCK_REASON_UNSPECIFIED" || a.end.Reason != "":
		return nil
	case a.spoken:
		a.end.Reason, a.end.Stop = "BLOCKED", model.Filtered
		return nil
	}
	return &model.Error{
		Kind: model.BadRequest,
		Message: fmt.Sprintf("The service's filter refused what was sent (%s). "+
			"Say the last message in other words, take it back, or start a new session.", reasonWord(reason)),
	}
}

// reasonWord shows a word of the service, which has only capitals if it is one.
func reasonWord(text string) string {
	for _, r := range text {
		if (r < 'A' || r > 'Z') && r != '_' {
			return "OTHER"
		}
	}
	return text
}
