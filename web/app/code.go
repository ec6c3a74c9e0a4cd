package app

import (
	"fmt"
	"strings"

	"github.com/yates-shuffle/yates/draw"
	"github.com/yates-shuffle/yates/internal/drawtext"
)

// onStage returns the digits of a code that an audience compares, as people read them out: four by four. A cheat who
// seeks another commitment with the same ones must try 2⁶⁴ for each winner that they want.
func onStage(code draw.Sum) string {
	return fmt.Sprintf("%x %x %x %x", code[:2], code[2:4], code[4:6], code[6:8])
}

// differs says from where on a code is not the one of the draw, and what to do about it.
func differs(code, typed string) string {
	return fmt.Sprintf("it differs from digit %d on. Look whether you typed it as you saw it; if so, this is not the "+
		"draw that was announced.", agreeing(code, typed)+1)
}

// agreeing counts the first digits of two codes that agree.
func agreeing(a, b string) int {
	n := 0
	for n < min(len(a), len(b)) && a[n] == b[n] {
		n++
	}
	return n
}

// leastPart is how many digits of a code say something: a cheat tries 2⁴⁸ commitments for another one with them.
const leastPart = 12

// agrees says how much of a code agrees of which so many digits are known.
func agrees(digits string) string { return fmt.Sprintf("agrees so far; %d missing", 64-len(digits)) }

// show returns the code of the draw of a transcript, the first text, and notes that the page shows it.
func show(s *Session, _ struct{}, texts [][]byte) (any, []byte, error) {
	t, err := draw.ParseTranscript(forgive(given(texts, 0)))
	if err != nil {
		return nil, nil, err
	}
	sum := t.Commitment.Sum()
	s.shown = append(s.shown, sum)
	return sum.String(), nil, nil
}

// A compareArgs has the code as far as its reader has typed it.
type compareArgs struct {
	Typed string `json:"typed"`
}

// A compareView says how far a code agrees.
type compareView struct {
	State string `json:"state"` // "good", "bad", or "" while it is not complete
	Words string `json:"words"`
	Code  string `json:"code"` // that was typed, if it is complete: any draw's
}

// compare says how far a code that is being typed agrees with that of a commitment, the first text. If all does, its
// reader has it.
func compare(s *Session, a compareArgs, texts [][]byte) (any, []byte, error) {
	c, err := parseCommitment(given(texts, 0), false)
	if err != nil {
		return nil, nil, err
	}
	code := c.Sum()
	typed, v := drawtext.Digits(a.Typed), compareView{State: "bad"}
	sum, err := drawtext.Sum(a.Typed)
	if err == nil { // maybe with the name of a file behind it
		typed = sum.String()
		v.Code = typed
	}
	digits := code.String()
	agree := agreeing(digits, typed)
	switch {
	case typed == "":
		v.State = ""
	case strings.Trim(typed, "0123456789abcdef") != "":
		v.Words = "A code has the digits 0 to 9 and the letters a to f, and no others."
	case v.Code != "" && agree < len(digits) && !nearly(code, sum):
		v.Words = "If you typed it as you saw it, it is the code of another draw."
	case agree < len(typed):
		v.Words = capital(differs(digits, typed))
	case agree < len(digits):
		v.State, v.Words = "", capital(agrees(typed))+"."
	case s.copied(code):
		v.Words = "It is the code of this draw, but this page had shown it to you, so it is no evidence."
	default:
		s.enter(code)
		v.State, v.Words = "good", "It is the code of this draw. You must have seen it before the time of the draw."
	}
	return v, nil, nil
}
