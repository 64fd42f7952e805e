package listing

import "testing"

// Whatever a service sends, a name that is taken can be shown and figures make sense.
func FuzzParse(f *testing.F) {
	f.Add([]byte(`{"data":[{"id":"a","context_length":1e99,"pricing":{"prompt":"NaN","completion":"-1"}}]}`))
	f.Add([]byte(`[{"id":"a\u0000"}]`))
	f.Add([]byte(`{"models":[{"name":"models/x","inputTokenLimit":"5"}],"nextPageToken":7}`))
	f.Fuzz(func(t *testing.T, data []byte) {
		page, _, _ := parse(data)
		for _, m := range page {
			if !isName(m.ID) || m.Window < 0 || m.Output < 0 || m.Price != nil && (m.Price.Input < 0 || m.Price.Output < 0) {
				t.Errorf("%+v", m)
			}
		}
	})
}
