package view

import "unicode"

// advances are how wide the characters from the space to ~ are, in thousandths of the
// size: in Helvetica, and in Arial and Liberation Sans, which were made to be as wide.
var advances = [...]uint16{
	278, 278, 355, 556, 556, 889, 667, 191, 333, 333, 389, 584, 278, 333, 278, 278,
	556, 556, 556, 556, 556, 556, 556, 556, 556, 556, 278, 278, 584, 584, 584, 556,
	1015, 667, 667, 722, 722, 667, 611, 778, 722, 278, 500, 667, 556, 833, 722, 778,
	667, 778, 722, 667, 611, 722, 667, 944, 667, 667, 611, 278, 278, 278, 469, 556,
	333, 556, 556, 500, 556, 556, 278, 556, 556, 222, 222, 500, 222, 833, 556, 556,
	556, 556, 333, 500, 278, 556, 500, 722, 500, 500, 500, 334, 260, 334, 584,
}

// textWidth returns how wide a text of a size is, and whether that is known: of
// characters that few of our texts have, it is a guess.
func textWidth(text string, size float64) (wide float64, known bool) {
	sum := 0
	known = true
	for _, r := range text {
		switch {
		case r >= ' ' && r <= '~':
			sum += int(advances[r-' '])
		case r == '−' || r == '×':
			sum += 584
		case r == '…':
			sum += 1000
		case r == '“' || r == '”':
			sum += 333
		default:
			known = false
			switch {
			case unicode.In(r, unicode.Mn, unicode.Me, unicode.Cf):
			case r >= '\u2e80': // Chinese and the like, emoji
				sum += 1000
			default:
				sum += 600
			}
		}
	}
	return float64(sum) * size / 1000, known
}
