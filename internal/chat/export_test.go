package chat

// Themes is what a screen loads its themes with.
var Themes = themesOf
