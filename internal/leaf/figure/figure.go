// Package figure writes numbers for people: short, and the same everywhere.
package figure

import "strconv"

// Count gives a number in three or four characters: 950, 12k, 3.4M.
func Count(n int64) string {
	switch {
	case n < 1000:
		return strconv.FormatInt(n, 10)
	case n < 999_500:
		return strconv.FormatFloat(float64(n)/1e3, 'f', 0, 64) + "k"
	}
	return strconv.FormatFloat(float64(n)/1e6, 'f', 1, 64) + "M"
}
