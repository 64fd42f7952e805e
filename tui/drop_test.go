package tui

import "testing"

func TestDropped(t *testing.T) {
	for _, test := range []struct{ pasted, want string }{
		{"/home/me/shot.png", "@/home/me/shot.png "},
		{" /home/me/Shot.PNG \n", "@/home/me/Shot.PNG "},
		{`/home/me/my\ shot\ \(1\).jpeg`, `@"/home/me/my shot (1).jpeg" `},
		{"'/home/me/my shot.webp'", `@"/home/me/my shot.webp" `},
		{`"/home/me/it's.gif"`, `@"/home/me/it's.gif" `},
		{`'/home/me/a "b".png'`, `@'/home/me/a "b".png' `},
		{"file:///home/me/my%20shot.png", `@"/home/me/my shot.png" `},
		{"file://localhost/shot.png", "@/shot.png "},
		{"~/shot.jpg", "@~/shot.jpg "},
		{`C:\Users\me\shot.png`, `@C:\Users\me\shot.png `},
		{"file://elsewhere/shot.png", ""},
		{"shot.png", ""},
		{"/home/me/notes.txt", ""},
		{"/home/me", ""},
		{"look at /home/me/shot.png", ""},
		{"/home/me/a.png /home/me/b.png", ""},
		{"/home/me/a.png\n/home/me/b.png", ""},
		{"https://host/shot.png", ""},
		{"", ""},
		{`"`, ""},
		{`/a"b'c.png`, ""},
	} {
		if got, ok := dropped(test.pasted); got != test.want || ok != (test.want != "") {
			t.Errorf("%q becomes %q, %v, want %q", test.pasted, got, ok, test.want)
		}
	}
}
