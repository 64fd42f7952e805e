package figure_test

import (
	"testing"
	"time"

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

func TestWait(t *testing.T) {
	for d, want := range map[time.Duration]string{
		-time.Second: "0s", 0: "0s", time.Millisecond: "1s", 7 * time.Second: "7s", 59*time.Second + 1: "1m",
		time.Minute: "1m", 61 * time.Second: "2m", time.Hour: "1h", time.Hour + time.Minute: "1h 1m", 24 * time.Hour: "24h",
		25 * time.Hour: "2d", 365 * 24 * time.Hour: "365d",
	} {
		if got := figure.Wait(d); got != want {
			t.Errorf("%v is %s, want %s", d, got, want)
		}
	}
}
