package format

import (
	"encoding/json"
	"math"
	"testing"
)

// No form of a number makes an answer unreadable.
func TestNumbers(t *testing.T) {
	for raw, want := range map[string]struct {
		count Count
		index Index
	}{
		`7`:       {7, 7},
		`"7"`:     {7, 7},
		`7.0`:     {7, 7},
		`7.5`:     {7, 0},
		`-7`:      {0, -7},
		`1e30`:    {MostCounted, 0},
		`1e999`:   {MostCounted, 0},
		`"x"`:     {0, 0},
		`""`:      {0, 0},
		`null`:    {0, 0},
		`true`:    {0, 0},
		`{"a":1}`: {0, 0},
		`[1]`:     {0, 0},
	} {
		var got struct {
			Count Count `json:"n"`
			Index Index `json:"i"`
		}
		if err := json.Unmarshal([]byte(`{"n":`+raw+`,"i":`+raw+`}`), &got); err != nil || got.Count != want.count || got.Index != want.index {
			t.Errorf("%s is %d and %d, want %d and %d (%v)", raw, got.Count, got.Index, want.count, want.index, err)
		}
	}
	var sum int64
	for range 1000 {
		if sum += MostCounted; sum > math.MaxInt64/2 {
			t.Fatal("the largest counts cannot be summed")
		}
	}
}
