package house_test

import (
	"os"
	"testing"

	"eidolon/internal/house"
)

// The repository keeps its own rules: actors with their tables, arrows without cycles, libraries in
// their places, decisions that are recorded.
//
// Covers: R6, R7, Z71
func TestHouse(t *testing.T) {
	tree, err := house.Load(os.DirFS("../.."))
	if err != nil {
		t.Fatal(err)
	}
	for _, rule := range house.Rules() {
		t.Run(rule.Name, func(t *testing.T) {
			for _, f := range rule.Broken(tree) {
				t.Errorf("%v", f)
			}
			if t.Failed() {
				t.Logf("the rule: %s", rule.Why)
			}
		})
	}
}
