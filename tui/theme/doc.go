// Package theme says how each role of text looks: colours and attributes for the terminal at hand, from
// the built-in themes or a person's own file.
//
// A theme is a table from roles to looks. [Load] fits it to the terminal once: true colours become the
// nearest of 256 where there are no others, and with fewer than that the terminal's own sixteen are
// taken. What comes out are styles that need no further thought when a cell is drawn.
//
// Colour never tells anything alone. The theme "none" has bold, dim, underline and reverse only, and the
// screen says the same with it.
package theme
