package figure_test

import (
	"testing"

	"eidolon/internal/leaf/figure"
)

func TestCount(t *testing.T) {
	for n, want := range map[int64]string{
		0: "0", 999: "999", 1000: "1k", 1499: "1k", 12_345: "12k", 999_499: "999k", 999_500: "1.0M", 3_400_000: "3.4M",
	} {
		if got := figure.Count(n); got != want {
			t.Errorf("%d is %s, want %s", n, got, want)
		}
	}
}
