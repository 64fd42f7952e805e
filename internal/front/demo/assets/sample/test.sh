#!/bin/sh
# Checks calc.sh. Prints a line for each check that fails, and a count.
. ./calc.sh

passed=0
failed=0

# check WANT FUNCTION ARGUMENT...
check() {
	want=$1
	shift
	got=$("$@")
	if [ "$got" = "$want" ]; then
		passed=$((passed + 1))
	else
		failed=$((failed + 1))
		echo "FAIL: $*: got $got, want $want"
	fi
}

check 5 add 2 3
check 0 add 7 -7
check 4 sub 7 3
check 42 mul 6 7

echo "$passed passed, $failed failed"
[ "$failed" -eq 0 ]
