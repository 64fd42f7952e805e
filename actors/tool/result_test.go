package tool_test

import (
	"errors"
	"fmt"
	"math"
	"testing"

	"eidolon/actors/tool"
	"eidolon/fsapi"
)

// Covers: Z13
func TestEnvelope(t *testing.T) {
	outside := fmt.Errorf("later: %w", &fsapi.FileError{Code: fsapi.OutsideWorkspace, Op: "read", Path: "../x"})
	tests := map[string]struct {
		result tool.Result
		want   string
	}{
		"data":          {tool.OK(map[string]int{"bytes": 3}, "wrote 3 bytes"), `{"ok":true,"data":{"bytes":3}}`},
		"no data":       {tool.Result{OK: true}, `{"ok":true,"data":null}`},
		"no HTML":       {tool.OK("<&>", ""), `{"ok":true,"data":"<&>"}`},
		"a failure":     {tool.Fail(tool.NotFound, "no a"), `{"ok":false,"error":{"code":"NotFound","message":"no a"}}`},
		"an older kind": {tool.Fail(tool.Failed, "x").WithKind("write_error"), `{"ok":false,"error":{"code":"Failed","message":"x","details":{"kind":"write_error"}}}`},
		"a file error": {
			tool.FailWith(outside),
			`{"ok":false,"error":{"code":"OutsideWorkspace","message":"later: read \"../x\": the path is outside the workspace"}}`,
		},
		"an input error":   {tool.FailWith(&tool.InputError{Message: "no"}), `{"ok":false,"error":{"code":"InvalidInput","message":"no"}}`},
		"another error":    {tool.FailWith(errors.New("x")), `{"ok":false,"error":{"code":"IOError","message":"x"}}`},
		"unwritable data":  {tool.OK(math.NaN(), ""), `{"ok":false,"error":{"code":"Crashed","message":"the outcome cannot be written down: json: unsupported value: NaN"}}`},
		"data not as JSON": {tool.Result{OK: true, Data: []byte("{")}, `{"ok":false,"error":{"code":"Crashed","message":"the outcome is not valid JSON"}}`},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			if got := string(tt.result.Envelope()); got != tt.want {
				t.Errorf("got  %s\nwant %s", got, tt.want)
			}
		})
	}
}
