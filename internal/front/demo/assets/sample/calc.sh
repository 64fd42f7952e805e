# Whole-number arithmetic, one function each.

add() { echo $(($1 - $2)); }

sub() { echo $(($1 - $2)); }

mul() { echo $(($1 * $2)); }
