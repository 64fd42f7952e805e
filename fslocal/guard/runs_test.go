package guard_test

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"eidolon/fsapi"
	"eidolon/fslocal/guard"
)

// row writes a program as its words between bars, behind letters for what is said of it: w for whole,
// r for read only, x for one that only starts others.
func row(r fsapi.Run) string {
	var b strings.Builder
	for _, f := range []struct {
		holds  bool
		letter string
	}{{r.Whole, "w"}, {r.ReadOnly, "r"}, {r.Wraps, "x"}} {
		if f.holds {
			b.WriteString(f.letter)
		}
	}
	return strings.TrimSpace(b.String() + " " + strings.Join(r.Words, "|"))
}

// TestRuns: a verdict lists the programs that a command would start.
//
// Covers: E49
func TestRuns(t *testing.T) {
	g := guard.New(guard.Options{Workspace: "/home/dev/proj", Home: "/home/dev", User: "dev"})
	for _, tt := range []struct {
		text    string
		unknown bool
		want    []string
	}{
		{text: "go test ./...", want: []string{"w go|test|./..."}},
		{text: "", want: nil},
		{text: "# nothing", want: nil},
		{text: "x=1", want: nil},
		{text: "ls; ls; ls", want: []string{"wr ls"}},
		{text: `g"o" te\st '.'/...`, want: []string{"w go|test|./..."}},
		{text: "go vet && git status || make; (ls) & wait", want: []string{"w go|vet", "wr git|status", "w make", "wr ls", "wr wait"}},
		{text: "cd sub && cat a | wc -l", want: []string{"wr cd|sub", "wr cat|a", "wr wc|-l"}},
		{text: "if [ -f a ]; then rm a; else touch a; fi", want: []string{"wr [|-f|a|]", "w rm|a", "w touch|a"}},
		{text: "case $1 in a) make a;; *) make b;; esac", want: []string{"w make|a", "w make|b"}},
		{text: "for f in a b; do cat $f; done", want: []string{"wr cat|a", "wr cat|b"}},
		{text: "rm {a,b}.txt", want: []string{"w rm|a.txt|b.txt"}},
		{text: "f() { ls \"$1\"; }; f a; f b", want: []string{"wr ls|a", "wr ls|b"}},
		{text: "f() { rm a; }", want: []string{"w rm|a"}},
		{text: "x=ls; $x a", want: []string{"wr ls|a"}},
		{text: "setarch -R make", want: []string{"wrx setarch|-R|make", "w make"}},
		{text: "setarch x86_64 -R make", want: []string{"wrx setarch|x86_64|-R|make", "wrx x86_64|-R|make", "w make"}},
		{text: "choom -n 1 -- make", want: []string{"wrx choom|-n|1|--|make", "w make"}},
		{text: "uclampset -m 1 make", want: []string{"wrx uclampset|-m|1|make", "w make"}},
		{text: "time make", want: []string{"w make"}},

		// What is not known of the words.
		{text: "cat $FILE b", want: []string{"cat"}},
		{text: "cat *.go", want: []string{"r cat"}},
		{text: "git log -n $((N+1)) b", want: []string{"r git|log|-n"}},
		{text: "rm -rf build/$X", want: []string{"rm|-rf"}},
		{text: "diff <(sort a) <(sort b)", want: []string{"r diff", "wr sort|a", "wr sort|b"}},
		{text: "for f in *.go; do wc -l \"$f\"; done", want: []string{"r wc|-l"}},
		{text: "i=0; while [ $i -lt 5 ]; do i=$((i+1)); touch f$i; done", want: []string{"wr [|0|-lt|5|]", "touch", "r ["}},

		{text: "rm $(echo a)", want: []string{"w rm|a", "wr echo|a"}},
		{text: "x=$(printf %s a); rm $x", want: []string{"wr printf|%s|a", "w rm|a"}},

		// Texts that are known only roughly.
		{text: "rm $(printf 'a\\nb\\n' | head -1)", want: []string{"rm", "wr printf|a\\nb\\n", "wr head|-1"}},
		{text: "x=$(echo a | tr a b); rm $x", want: []string{"wr echo|a", "wr tr|a|b", "rm"}},
		{text: "$(echo ls | head -1) a", unknown: true, want: []string{"wr ls|a", "wr echo|ls", "wr head|-1"}},
		{text: "rm $(if a; then echo b; else echo c; fi)", want: []string{"rm", "w a", "wr echo|b", "wr echo|c"}},
		{text: "echo ls | head -1 | sh", unknown: true, want: []string{"wr echo|ls", "wr head|-1", "sh", "wr ls"}},
		{text: "x=$(ls | head -1); eval \"rm a$x\"", unknown: true, want: []string{"wr ls", "wr head|-1", "eval", "rm"}},
		{text: "read x <<< ls; $x", unknown: true, want: []string{"wr read|x", "wr ls"}},
		{text: "read x <<< a; rm $x", want: []string{"wr read|x", "rm"}},
		{text: "for x in $(echo a b | rev); do rm $x; done", want: []string{"wr echo|a|b", "wr rev", "rm"}},
		{text: "f() { rm $1; }; f $(echo a | rev)", want: []string{"wr echo|a", "wr rev", "rm"}},
		{text: "f() { rm $1 $2; }; f $X", want: []string{"rm"}},
		{text: "declare -l x=LS; $x a", unknown: true, want: []string{"w LS|a"}},
		{text: "declare -n r=x; x=ls; r=rm; $x a", unknown: true, want: []string{"w rm|a"}},
		{text: "a=(ls); printf -v 'a[0]' rm; ${a[0]}", unknown: true, want: []string{"w printf|-v|a[0]|rm", "wr ls"}},
		{text: "if a; then b=(ls); else b=(rm x); fi; \"${b[@]}\"", unknown: true, want: []string{"w a", "r ls"}},
		{text: "v=ls; getopts rm: v; $v", unknown: true, want: []string{"wr getopts|rm:|v", "wr ls"}},

		// Files and variables.
		{text: "go test > out.txt", want: []string{"go|test"}},
		{text: "go test 2>> err.txt", want: []string{"go|test"}},
		{text: "wc -l < a.txt", want: []string{"r wc|-l"}},
		{text: "go test > /dev/null 2>&1 < /dev/null", want: []string{"w go|test"}},
		{text: "go test >&2 2>/dev/stderr", want: []string{"w go|test"}},
		{text: "{ ls; go vet; } > a", want: []string{"ls", "go|vet"}},
		{text: "echo $(date) > a", want: []string{"echo", "wr date"}},
		{text: "exec > a; ls", want: []string{"exec", "ls"}},
		{text: "cat <<E\nhi\nE", want: []string{"wr cat"}},
		{text: "A=1 go test; go vet", want: []string{"go|test", "w go|vet"}},
		{text: "export A=1; go vet", want: []string{"go|vet"}},
		{text: "GOFLAGS=-x; go vet", want: []string{"go|vet"}},
		{text: "unset PATH; go vet", want: []string{"wr unset|PATH", "go|vet"}},
		{text: "(export A=1; ls); go vet", want: []string{"r ls", "w go|vet"}},
		{text: "true && export A=1; go vet", want: []string{"wr true", "go|vet"}},
		{text: "n=1; go vet", want: []string{"w go|vet"}},

		// Programs that start others.
		{text: "env go vet", want: []string{"wrx env|go|vet", "w go|vet"}},
		{text: "env A=1 go vet", want: []string{"wx env|A=1|go|vet", "go|vet"}},
		{text: "env -i go vet", want: []string{"wx env|-i|go|vet", "go|vet"}},
		{text: "timeout 5 nice -n 3 go vet", want: []string{"wrx timeout|5|nice|-n|3|go|vet", "wrx nice|-n|3|go|vet", "w go|vet"}},
		{text: "nohup ./serve &", want: []string{"wx nohup|./serve", "w ./serve"}},
		{text: "command ls; command -v ls; exec ls", want: []string{"wrx command|ls", "wr ls", "wr command|-v|ls", "wrx exec|ls"}},
		{text: "sh -c 'cd a && make > x'", want: []string{"wrx sh|-c|cd a && make > x", "wr cd|a", "make"}},
		{text: `bash -c "ls $X"`, unknown: true, want: []string{"bash|-c", "ls"}},
		{text: "bash -c \"$X\"", unknown: true, want: []string{"bash|-c"}},
		{text: "eval 'ls a'", want: []string{"wrx eval|ls a", "wr ls|a"}},
		{text: "eval $X", unknown: true, want: []string{"eval"}},
		{text: "echo 'ls a' | sh", want: []string{"wr echo|ls a", "x sh", "wr ls|a"}},
		{text: "sh <<< 'ls a'", want: []string{"x sh", "wr ls|a"}},
		{text: "cat script | sh", unknown: true, want: []string{"wr cat|script", "sh"}},
		{text: "sh < script", unknown: true, want: []string{"sh"}},
		{text: "bash script", want: []string{"w bash|script"}},
		{text: ". script", unknown: true, want: []string{"w .|script"}},
		{text: "echo ls > s; . ./s", unknown: true, want: []string{"echo|ls", "w .|./s", "wr ls"}},
		{text: "python3 - <<E\nprint(1)\nE", want: []string{"python3|-"}},
		{text: "cat a.py | python3", want: []string{"wr cat|a.py", "python3"}},
		{text: "cat a.json | python3 -m json.tool", want: []string{"wr cat|a.json", "w python3|-m|json.tool"}},
		{text: `find . -name x -exec wc -l {} \;`, want: []string{"wrx find|.|-name|x|-exec|wc|-l|{}|;", "r wc|-l"}},
		{text: `find . -name x -exec rm {} + -delete`, want: []string{"w find|.|-name|x|-exec|rm|{}|+|-delete", "rm"}},
		{text: "find . -name x | xargs -n1 rm -f", want: []string{"wr find|.|-name|x", "wrx xargs|-n1|rm|-f", "rm|-f"}},
		{text: "echo a b | xargs rm", want: []string{"wr echo|a|b", "wrx xargs|rm", "rm"}},
		{text: "trap 'rm -f a' EXIT; ls", want: []string{"wr trap|rm -f a|EXIT", "wr ls", "w rm|-f|a"}},
		{text: "echo \"$(git rev-parse HEAD) `date`\"", want: []string{"r echo", "wr git|rev-parse|HEAD", "wr date"}},
		{text: "git -c core.pager=less log", want: []string{"w git|-c|core.pager=less|log", "w less"}},
		{text: "GIT_EDITOR=true git commit", want: []string{"git|commit", "r true"}},

		// Part of what the program is.
		{text: "npx prettier --check .", want: []string{"w npx|prettier|--check|."}},
		{text: "uv run pytest -q", want: []string{"w uv|run|pytest|-q"}},
		{text: "docker exec c ls", want: []string{"w docker|exec|c|ls"}},
		{text: "ssh host ls", want: []string{"w ssh|host|ls"}},
		{text: "make -f - <<E\nall:\nE", want: []string{"make|-f|-"}},

		// What cannot be told.
		{text: "$X a", unknown: true, want: []string{"w a"}},
		{text: "\"$X\"/bin/ls", unknown: true},
		{text: "/usr/bin/l? a", unknown: true},
		{text: "alias ls='rm a'; ls", unknown: true, want: []string{"wr alias|ls=rm a", "w rm|a", "wr ls"}},
		{text: "f() { rm $1; f b; }; f a", unknown: true, want: []string{"w rm|a"}},
		{text: "ls; (", unknown: true, want: []string{"wr ls"}},
		{text: "sudo ls", unknown: true, want: []string{"w sudo|ls"}},
		{text: strings.Repeat("ls;", 1100), unknown: true, want: []string{"wr ls"}},
	} {
		v := g.Judge(fsapi.Command{Text: tt.text})
		var got []string
		for _, r := range v.Runs {
			got = append(got, row(r))
		}
		if d := cmp.Diff(tt.want, got); d != "" {
			t.Errorf("%q: programs (-want +got):\n%s", tt.text, d)
		}
		if v.Known == tt.unknown {
			t.Errorf("%q: known is %v", tt.text, v.Known)
		}
	}
}
