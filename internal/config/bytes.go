package config

import (
	"errors"
	"fmt"
	"math"
	"strconv"
	"strings"
)

const (
	kib Bytes = 1 << 10
	mib Bytes = 1 << 20
	gib Bytes = 1 << 30
)

// Bytes is a size, written as "50KiB", "8MiB", "1GiB" or a number of bytes.
type Bytes int64

// UnmarshalText reads a size above zero. KB, MB and GB count as KiB, MiB and GiB.
func (b *Bytes) UnmarshalText(text []byte) error {
	problem := errors.New(`must be a size such as 50KiB or 8MiB`)
	word := strings.TrimSpace(string(text))
	digits := strings.TrimRight(word, "KMGiBkmgb ")
	unit := Bytes(1)
	switch strings.ToLower(strings.TrimSpace(word[len(digits):])) {
	case "", "b":
	case "kib", "kb", "k":
		unit = kib
	case "mib", "mb", "m":
		unit = mib
	case "gib", "gb", "g":
		unit = gib
	default:
		return problem
	}
	n, err := strconv.ParseInt(digits, 10, 64)
	if err != nil || n <= 0 || n > math.MaxInt64/int64(unit) {
		return problem
	}
	*b = Bytes(n) * unit
	return nil
}

// String writes the size in the largest unit that fits without a rest.
func (b Bytes) String() string {
	switch {
	case b >= gib && b%gib == 0:
		return fmt.Sprintf("%dGiB", b/gib)
	case b >= mib && b%mib == 0:
		return fmt.Sprintf("%dMiB", b/mib)
	case b >= kib && b%kib == 0:
		return fmt.Sprintf("%dKiB", b/kib)
	}
	return strconv.FormatInt(int64(b), 10)
}
