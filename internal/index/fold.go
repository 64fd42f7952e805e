package index

import "unicode"

// marked are the letters that consist of another one and marks, below U+2000. What has no place here
// stands for itself.
var marked = []struct {
	plain   rune
	letters string
}{
	{'a', "àáâãäåāăąǎǟǡǻȁȃȧḁạảấầẩẫậắằẳẵặ"},
	{'b', "ḃḅḇ"},
	{'c', "çćĉċčḉ"},
	{'d', "ďḋḍḏḑḓ"},
	{'e', "èéêëēĕėęěȅȇȩḕḗḙḛḝẹẻẽếềểễệ"},
	{'f', "ḟ"},
	{'g', "ĝğġģǧǵḡ"},
	{'h', "ĥȟḣḥḧḩḫẖ"},
	{'i', "ìíîïĩīĭįǐȉȋḭḯỉị"},
	{'j', "ĵǰ"},
	{'k', "ķǩḱḳḵ"},
	{'l', "ĺļľḷḹḻḽ"},
	{'m', "ḿṁṃ"},
	{'n', "ñńņňǹṅṇṉṋ"},
	{'o', "òóôõöōŏőơǒǫǭȍȏȫȭȯȱṍṏṑṓọỏốồổỗộớờởỡợ"},
	{'p', "ṕṗ"},
	{'r', "ŕŗřȑȓṙṛṝṟ"},
	{'s', "śŝşšșṡṣṥṧṩ"},
	{'t', "ţťțṫṭṯṱẗ"},
	{'u', "ùúûüũūŭůűųưǔǖǘǚǜȕȗṳṵṷṹṻụủứừửữự"},
	{'v', "ṽṿ"},
	{'w', "ŵẁẃẅẇẉẘ"},
	{'x', "ẋẍ"},
	{'y', "ýÿŷȳẏẙỳỵỷỹ"},
	{'z', "źżžẑẓẕ"},
	{'æ', "ǣǽ"},
	{'ø', "ǿ"},
	{'ſ', "ẛ"},
	{'ʒ', "ǯ"},
	{'α', "άἀἁἂἃἄἅἆἇὰάᾀᾁᾂᾃᾄᾅᾆᾇᾰᾱᾲᾳᾴᾶᾷ"},
	{'ε', "έἐἑἒἓἔἕὲέ"},
	{'η', "ήἠἡἢἣἤἥἦἧὴήᾐᾑᾒᾓᾔᾕᾖᾗῂῃῄῆῇ"},
	{'ι', "ΐίϊἰἱἲἳἴἵἶἷὶίῐῑῒΐῖῗ"},
	{'ο', "όὀὁὂὃὄὅὸό"},
	{'ρ', "ῤῥ"},
	{'υ', "ΰϋύὐὑὒὓὔὕὖὗὺύῠῡῢΰῦῧ"},
	{'ω', "ώὠὡὢὣὤὥὦὧὼώᾠᾡᾢᾣᾤᾥᾦᾧῲῳῴῶῷ"},
	{'ϒ', "ϓϔ"},
	{'а', "ӑӓ"},
	{'г', "ѓ"},
	{'е', "ѐёӗ"},
	{'ж', "ӂӝ"},
	{'з', "ӟ"},
	{'и', "йѝӣӥ"},
	{'к', "ќ"},
	{'о', "ӧ"},
	{'у', "ўӯӱӳ"},
	{'ч', "ӵ"},
	{'ы', "ӹ"},
	{'э', "ӭ"},
	{'і', "ї"},
	{'ѵ', "ѷ"},
	{'ә', "ӛ"},
	{'ө', "ӫ"},
}

// folder gives letters the form in which they are compared: small and without marks.
type folder struct{ plain []rune }

// foldEnd is behind the last letter of the table.
const foldEnd = 0x2000

func newFolder() *folder {
	f := &folder{plain: make([]rune, foldEnd)}
	for _, row := range marked {
		for _, r := range row.letters {
			f.plain[r] = row.plain
		}
	}
	return f
}

// fold gives the form of a letter.
func (f *folder) fold(r rune) rune {
	r = unicode.ToLower(r)
	if r < foldEnd && f.plain[r] != 0 {
		return f.plain[r]
	}
	return r
}
