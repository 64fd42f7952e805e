package picture

import (
	"bytes"
	"encoding/binary"
)

// png walks the chunks: a length, a name of four letters, the content, a checksum.
func png(data []byte) (width, height, end int, err error) {
	at, pixels := 8, false
	for {
		if len(data) < at+12 {
			return width, height, at, errCut
		}
		length, name := binary.BigEndian.Uint32(data[at:]), string(data[at+4:at+8])
		if int64(length) > int64(len(data)) {
			return width, height, at, errCut
		}
		content := data[at+8:]
		next := at + 12 + int(length)
		switch {
		case (at == 8) != (name == "IHDR"), name == "IHDR" && length != 13:
			return width, height, at, errBroken
		case name == "IHDR":
			if len(content) < 8 {
				return 0, 0, at, errCut
			}
			width, height = int(binary.BigEndian.Uint32(content)), int(binary.BigEndian.Uint32(content[4:]))
		case name == "IDAT":
			pixels = true
		case name == "IEND" && !pixels:
			return width, height, next, errBroken
		case name == "IEND":
			return width, height, next, nil
		}
		at = next
		if at > len(data) {
			return width, height, at, errCut
		}
	}
}

// jpeg walks the segments: a marker, and for most a length. Behind the head of a scan its pixels follow
// up to the next marker that is not a part of them.
func jpeg(data []byte) (width, height, end int, err error) {
	at := 2
	for {
		for at+1 < len(data) && data[at] == 0xff && data[at+1] == 0xff { // blanks before a marker
			at++
		}
		if at+2 > len(data) {
			return width, height, at, errCut
		}
		marker := data[at+1]
		switch {
		case data[at] != 0xff:
			return width, height, at, errBroken
		case marker == 0xd9:
			return width, height, at + 2, nil
		case marker == 0x01, marker >= 0xd0 && marker <= 0xd7: // alone, without a length
			at += 2
			continue
		}
		if at+4 > len(data) {
			return width, height, at, errCut
		}
		length := int(binary.BigEndian.Uint16(data[at+2:]))
		if at+2+length > len(data) {
			return width, height, at, errCut
		}
		segment := data[at+4 : max(at+4, at+2+length)]
		if frame(marker) {
			if len(segment) < 5 || width != 0 {
				return width, height, at, errBroken
			}
			height, width = int(binary.BigEndian.Uint16(segment[1:])), int(binary.BigEndian.Uint16(segment[3:]))
		}
		if length < 2 {
			return width, height, at, errBroken
		}
		at += 2 + length
		if marker == 0xda {
			at = scanEnd(data, at)
		}
	}
}

// frame tells the markers of JPEG that give the size.
func frame(marker byte) bool {
	return marker >= 0xc0 && marker <= 0xcf && marker != 0xc4 && marker != 0xc8 && marker != 0xcc
}

// scanEnd gives the place of the marker behind the pixels of a scan.
func scanEnd(data []byte, at int) int {
	for {
		i := bytes.IndexByte(data[min(at, len(data)):], 0xff)
		if i < 0 || at+i+1 >= len(data) {
			return len(data)
		}
		at += i
		if next := data[at+1]; next != 0 && next != 0xff && (next < 0xd0 || next > 0xd7) {
			return at
		}
		at++
		if data[at] != 0xff {
			at++
		}
	}
}

// gif walks the blocks.
func gif(data []byte) (width, height, end int, err error) {
	if len(data) < 13 {
		return 0, 0, 0, errCut
	}
	width, height = int(binary.LittleEndian.Uint16(data[6:])), int(binary.LittleEndian.Uint16(data[8:]))
	at := 13 + colours(data[10])
	for at < len(data) {
		switch data[at] {
		case ';':
			return width, height, at + 1, nil
		case '!':
			at += 2
		case ',':
			if at+10 > len(data) {
				return width, height, at, errCut
			}
			at += 11 + colours(data[at+9])
		default:
			return width, height, at, errBroken
		}
		for at < len(data) && data[at] != 0 { // pieces, each with its length before it
			at += 1 + int(data[at])
		}
		at++
	}
	return width, height, at, errCut
}

// colours gives the bytes of the table of colours that the flags speak of.
func colours(flags byte) int {
	if flags&0x80 == 0 {
		return 0
	}
	return 3 << (1 + flags&7)
}

// webp reads the first chunk, which has one of three forms, and sees that the others fill the file.
func webp(data []byte) (width, height, end int, err error) {
	size := binary.LittleEndian.Uint32(data[4:])
	if int64(size) > int64(len(data)) || len(data) < 25 {
		return 0, 0, 0, errCut
	}
	end = 8 + int(size)
	form := string(data[12:16])
	if form != "VP8L" && len(data) < 30 {
		return 0, 0, end, errCut
	}
	switch form {
	case "VP8 ":
		if string(data[23:26]) != "\x9d\x01\x2a" {
			return 0, 0, end, errBroken
		}
		width, height = int(binary.LittleEndian.Uint16(data[26:]))&0x3fff, int(binary.LittleEndian.Uint16(data[28:]))&0x3fff
	case "VP8L":
		bits := binary.LittleEndian.Uint32(data[21:])
		if data[20] != 0x2f {
			return 0, 0, end, errBroken
		}
		width, height = int(bits&0x3fff)+1, int(bits>>14&0x3fff)+1
	case "VP8X":
		width = 1 + (int(data[24]) | int(data[25])<<8 | int(data[26])<<16)
		height = 1 + (int(data[27]) | int(data[28])<<8 | int(data[29])<<16)
	default:
		return 0, 0, end, errBroken
	}
	for at := 12; at < end; {
		if len(data) < at+8 {
			return width, height, end, errCut
		}
		length := binary.LittleEndian.Uint32(data[at+4:])
		if int64(length) > int64(len(data)) {
			return width, height, end, errCut
		}
		at += 8 + int(length) + int(length&1)
		if at > end {
			return width, height, end, errBroken
		}
	}
	return width, height, end, nil
}
