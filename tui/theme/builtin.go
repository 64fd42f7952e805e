package theme

// dark is made for a dark background, which it brings along.
func dark() table {
	return table{
		Text: {fg: rgb(0xd8dbe2), bg: rgb(0x1a1b20)}, Dim: {fg: rgb(0x9aa0ac)}, User: {fg: rgb(0xf0dca0)},
		Mention: {fg: rgb(0x7fd1c7)}, Heading: {fg: rgb(0x8fb8f6), attr: bold}, Strong: {attr: bold},
		Emphasis: {attr: italic}, Code: {fg: rgb(0xd7b98e), bg: rgb(0x24262d)}, Link: {fg: rgb(0x82b1ff), attr: underline},
		Quote: {fg: rgb(0xb3b9c5), attr: italic}, Tool: {fg: rgb(0x8fb8f6), attr: bold}, Input: {fg: rgb(0xb3b9c5)},
		Running: {fg: rgb(0xe2b86b)}, OK: {fg: rgb(0x8ccf7e)}, Warn: {fg: rgb(0xe2b86b)}, Error: {fg: rgb(0xff9088)},
		Added: {fg: rgb(0xc4ecc4), bg: rgb(0x17301f)}, Removed: {fg: rgb(0xf6c4c0), bg: rgb(0x3a1c1f)},
		AddedWord: {fg: rgb(0xe4fbe0), bg: rgb(0x2a5734), attr: bold}, RemovedWord: {fg: rgb(0xffe4e2), bg: rgb(0x6b2a2e), attr: bold},
		Hunk: {fg: rgb(0x9fb2cb)}, Keyword: {fg: rgb(0xcba3f5)}, Name: {fg: rgb(0x8fbaff)}, Literal: {fg: rgb(0xa8cf8f)},
		Number: {fg: rgb(0xe6b088)}, Comment: {fg: rgb(0xa0a7b4), attr: italic}, Operator: {fg: rgb(0x9ccbd6)},
		Border: {fg: rgb(0x6c7482)}, Title: {attr: bold}, Prompt: {fg: rgb(0x8fb8f6), attr: bold}, Status: {fg: rgb(0xb3b9c5)},
		Posture: {fg: rgb(0xe2b86b)}, Danger: {fg: rgb(0xffffff), bg: rgb(0xb3261e), attr: bold},
		Selected: {fg: rgb(0xf0f4ff), bg: rgb(0x2f4a73)}, Selection: {fg: rgb(0xf0f4ff), bg: rgb(0x3b4a63)},
		Match: {fg: rgb(0x1a1b20), bg: rgb(0xe2b86b)}, Current: {fg: rgb(0x000000), bg: rgb(0xff9e64), attr: bold},
		Marked: {bg: rgb(0x2a2e38)}, Thumb: {fg: rgb(0x6c7482)},
	}
}

// light is made for a light background, which it brings along.
func light() table {
	return table{
		Text: {fg: rgb(0x24292f), bg: rgb(0xfafafa)}, Dim: {fg: rgb(0x59606a)}, User: {fg: rgb(0x6e4400)},
		Mention: {fg: rgb(0x00604f)}, Heading: {fg: rgb(0x0b4fae), attr: bold}, Strong: {attr: bold},
		Emphasis: {attr: italic}, Code: {fg: rgb(0x7a3e00), bg: rgb(0xf0f0f2)}, Link: {fg: rgb(0x0b57d0), attr: underline},
		Quote: {fg: rgb(0x4d545e), attr: italic}, Tool: {fg: rgb(0x0b4fae), attr: bold}, Input: {fg: rgb(0x4d545e)},
		Running: {fg: rgb(0x7d4e00)}, OK: {fg: rgb(0x1a6e2e)}, Warn: {fg: rgb(0x7d4e00)}, Error: {fg: rgb(0xa8221b)},
		Added: {fg: rgb(0x14532d), bg: rgb(0xe3f5e6)}, Removed: {fg: rgb(0x8c1d18), bg: rgb(0xfdeaea)},
		AddedWord: {fg: rgb(0x0a3d1e), bg: rgb(0xb5e6bf), attr: bold}, RemovedWord: {fg: rgb(0x6a0f0c), bg: rgb(0xf6bdbb), attr: bold},
		Hunk: {fg: rgb(0x475670)}, Keyword: {fg: rgb(0x7a2fb8)}, Name: {fg: rgb(0x0b4fae)}, Literal: {fg: rgb(0x2a6b1f)},
		Number: {fg: rgb(0x844000)}, Comment: {fg: rgb(0x59606a), attr: italic}, Operator: {fg: rgb(0x2b5a70)},
		Border: {fg: rgb(0x848a92)}, Title: {attr: bold}, Prompt: {fg: rgb(0x0b4fae), attr: bold}, Status: {fg: rgb(0x4d545e)},
		Posture: {fg: rgb(0x7d4e00)}, Danger: {fg: rgb(0xffffff), bg: rgb(0xb3261e), attr: bold},
		Selected: {fg: rgb(0x10233f), bg: rgb(0xcfe0fb)}, Selection: {fg: rgb(0x10233f), bg: rgb(0xbfd3f2)},
		Match: {fg: rgb(0x24292f), bg: rgb(0xffd866)}, Current: {fg: rgb(0x000000), bg: rgb(0xff9f40), attr: bold},
		Marked: {bg: rgb(0xe8eef7)}, Thumb: {fg: rgb(0x848a92)},
	}
}

// highContrast keeps 7:1 and has few colours, on black.
func highContrast() table {
	const white, yellow, cyan, green, red = 0xffffff, 0xffff5f, 0x87ffff, 0x87ff87, 0xffafaf
	return table{
		Text: {fg: rgb(white), bg: rgb(0x000000)}, Dim: {fg: rgb(0xd0d0d0)}, User: {fg: rgb(yellow)},
		Mention: {fg: rgb(cyan), attr: underline}, Heading: {fg: rgb(cyan), attr: bold}, Strong: {attr: bold},
		Emphasis: {attr: underline}, Code: {fg: rgb(yellow)}, Link: {fg: rgb(cyan), attr: underline}, Quote: {fg: rgb(0xd0d0d0)},
		Tool: {fg: rgb(cyan), attr: bold}, Input: {fg: rgb(white)}, Running: {fg: rgb(yellow), attr: bold}, OK: {fg: rgb(green), attr: bold},
		Warn: {fg: rgb(yellow), attr: bold}, Error: {fg: rgb(red), attr: bold}, Added: {fg: rgb(green)}, Removed: {fg: rgb(red)},
		AddedWord: {fg: rgb(0x000000), bg: rgb(green), attr: bold}, RemovedWord: {fg: rgb(0x000000), bg: rgb(red), attr: bold},
		Hunk: {fg: rgb(cyan)}, Keyword: {fg: rgb(cyan), attr: bold}, Name: {fg: rgb(white)}, Literal: {fg: rgb(green)},
		Number: {fg: rgb(green)}, Comment: {fg: rgb(0xd0d0d0)}, Operator: {fg: rgb(white)}, Border: {fg: rgb(white)},
		Title: {attr: bold}, Prompt: {fg: rgb(yellow), attr: bold}, Status: {fg: rgb(white)}, Posture: {fg: rgb(yellow), attr: bold},
		Danger: {fg: rgb(0x000000), bg: rgb(red), attr: bold}, Selected: {fg: rgb(0x000000), bg: rgb(white), attr: bold},
		Selection: {fg: rgb(0x000000), bg: rgb(cyan)}, Match: {fg: rgb(0x000000), bg: rgb(yellow)},
		Current: {fg: rgb(0x000000), bg: rgb(white), attr: bold | underline}, Marked: {bg: rgb(0x303030)}, Thumb: {fg: rgb(white)},
	}
}

// sixteenColors uses the terminal's own colours and background, so that it fits what the person has
// chosen there. Yellow and cyan cannot be read on white, and blue not on black: they are used only on
// a background that is known.
func sixteenColors(b Background) table {
	const red, green, yellow, blue, magenta, cyan = 1, 2, 3, 4, 5, 6
	mark, hue, warm := palette(magenta), palette(green), palette(magenta)
	switch b {
	case Dark:
		mark, hue, warm = palette(cyan), palette(cyan), palette(yellow)
	case Light:
		mark, hue = palette(blue), palette(blue)
	case Unknown:
	}
	return table{
		Text: {fg: standard}, Dim: {attr: dim}, User: {attr: bold}, Mention: {fg: mark}, Heading: {fg: mark, attr: bold},
		Strong: {attr: bold}, Emphasis: {attr: italic}, Code: {fg: hue}, Link: {fg: hue, attr: underline}, Quote: {attr: italic},
		Tool: {fg: mark, attr: bold}, Running: {fg: warm}, OK: {fg: palette(green)}, Warn: {fg: warm, attr: bold},
		Error: {fg: palette(red), attr: bold}, Added: {fg: palette(green)}, Removed: {fg: palette(red)},
		AddedWord: {fg: palette(green), attr: bold | underline}, RemovedWord: {fg: palette(red), attr: bold | underline},
		Hunk: {attr: dim}, Keyword: {fg: palette(magenta)}, Name: {fg: hue}, Literal: {fg: palette(green)}, Number: {fg: warm},
		Comment: {attr: dim}, Border: {attr: dim}, Title: {attr: bold}, Prompt: {fg: mark, attr: bold}, Status: {attr: dim},
		Posture: {fg: warm}, Danger: {fg: palette(red), attr: bold | reverse}, Selected: {attr: reverse}, Selection: {attr: reverse},
		Match: {attr: bold | underline}, Current: {attr: bold | reverse}, Marked: {attr: bold}, Thumb: {attr: dim},
	}
}

// none has no colour at all.
func none() table {
	return table{
		Text: {fg: standard}, Dim: {attr: dim}, User: {attr: bold}, Mention: {attr: underline}, Heading: {attr: bold | underline},
		Strong: {attr: bold}, Emphasis: {attr: underline}, Link: {attr: underline}, Quote: {attr: dim}, Tool: {attr: bold},
		Running: {attr: bold}, Warn: {attr: bold}, Error: {attr: bold}, Added: {attr: bold}, Removed: {attr: dim},
		AddedWord: {attr: bold | underline}, RemovedWord: {attr: underline}, Hunk: {attr: dim}, Keyword: {attr: bold},
		Comment: {attr: dim}, Border: {attr: dim}, Title: {attr: bold}, Prompt: {attr: bold}, Posture: {attr: bold},
		Danger: {attr: bold | reverse}, Selected: {attr: reverse}, Selection: {attr: reverse}, Match: {attr: bold | underline},
		Current: {attr: bold | reverse}, Marked: {attr: bold}, Thumb: {attr: dim},
	}
}
