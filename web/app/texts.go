package app

import (
	"bytes"
	"errors"
	"fmt"

	"github.com/yates-shuffle/yates/draw"
	"github.com/yates-shuffle/yates/internal/drawtext"
	"github.com/yates-shuffle/yates/internal/label"
)

// mostLines is how many places of a draw the page shows. The text has them all.
const mostLines = 500

// look reads a list and finds what "yates draw check" finds.
func look(_ *Session, _ struct{}, texts [][]byte) (any, []byte, error) {
	list, err := draw.Check(bytes.NewReader(given(texts, 0)), nil)
	return list, nil, err
}

// given returns a text, or nil if it was not given.
func given(texts [][]byte, i int) []byte {
	if i < len(texts) {
		return texts[i]
	}
	return nil
}

// expect refuses a text that is not of a kind, even if it is forgiven.
func expect(text []byte, kind string) error {
	switch got := drawtext.KindOf(forgive(text)); {
	case got == kind:
		return nil
	case got == "" && kind == drawtext.Transcript:
		return errors.New("this is not a transcript; names alone, such as the result of a draw, prove nothing. Only " +
			"a public draw has a transcript")
	case got == "":
		return fmt.Errorf("this is not %s", kind)
	default:
		return fmt.Errorf("this is %s, and not %s", got, kind)
	}
}

// forgive undoes what copying and pasting does to a transcript or a commitment: a
// byte-order mark, other ends of lines, and more or fewer line feeds at the edges. What
// is in a file counts as it is, as for the command: all who check it must agree.
func forgive(text []byte) []byte {
	text = bytes.TrimLeft(bytes.TrimPrefix(text, []byte("\ufeff")), "\r\n")
	text = bytes.ReplaceAll(text, []byte("\r\n"), []byte("\n"))
	return append(bytes.TrimRight(text, "\r\n"), '\n')
}

// plain returns a text of draw as the page shows it, on one line.
func plain(text string) string { return label.Escape(text, "") }
