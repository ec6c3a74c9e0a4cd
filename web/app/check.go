package app

import (
	"bytes"
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/yates-shuffle/yates/draw"
	"github.com/yates-shuffle/yates/internal/drawtext"
	"github.com/yates-shuffle/yates/internal/label"
)

// A checkArgs says what was published: the SHA-256 of a commitment, and that of a chain
// other than quicknet, or nothing.
type checkArgs struct {
	Published string    `json:"published"`
	Chain     string    `json:"chain"`
	Pasted    [2]bool   `json:"pasted"` // which of the texts are pasted, and not from files
	Now       time.Time `json:"now"`    // by the clock of the page
}

// check checks the transcript of a draw, the first text, and its list, the second one if
// it is given. An empty list is a list.
func check(_ *Session, a checkArgs, texts [][]byte) (any, []byte, error) {
	text, list := given(texts, 0), given(texts, 1)
	if text == nil {
		return nil, nil, errors.New("add the transcript of a draw")
	}
	pasted := a.Pasted[0]
	if drawtext.KindOf(forgive(list)) == drawtext.Transcript && drawtext.KindOf(forgive(text)) != drawtext.Transcript {
		text, list, pasted = list, text, a.Pasted[1]
	}
	if err := expect(text, drawtext.Transcript); err != nil {
		return nil, nil, err
	}
	forgiven := false
	if pasted {
		was := text
		text = forgive(text)
		forgiven = !bytes.Equal(text, was)
	}
	var given draw.Given
	if list != nil {
		if err := refuse(list); err != nil {
			return nil, nil, err
		}
		given.List = bytes.NewReader(list)
	}
	var err error
	if given.Commitment, err = sumIn(a.Published); err != nil {
		return nil, nil, fmt.Errorf("the code: %w", err)
	}
	if given.Chain, err = sumIn(a.Chain); err != nil {
		return nil, nil, fmt.Errorf("the chain: %w", err)
	}
	t, err := draw.ParseTranscript(text)
	if err != nil {
		return &verdictView{State: draw.NotChecked.String(), Verdict: "Not checked",
			Words: label.Escape(drawtext.Changed("the transcript", err).Error(), "")}, nil, nil
	}
	verdict, err := t.Verify(given)
	if err != nil {
		return nil, nil, err
	}
	v := viewOf(t, verdict, a.Now)
	if list != nil {
		found, err := draw.Check(bytes.NewReader(list))
		if err != nil {
			return nil, nil, err
		}
		v.Problems, v.More = problemsOf(found)
	}
	if answer := verdict.Answer(a.Now); forgiven && (answer == draw.Right || answer == draw.RightIf) {
		v.Words += " The ends of pasted lines are the browser's, and were corrected: open the file to check each byte."
	}
	return v, nil, nil
}

// sumIn returns the SHA-256 in a field, as it may stand on a poster; nil if it is empty.
func sumIn(field string) (*draw.Sum, error) {
	if strings.TrimSpace(field) == "" {
		return nil, nil
	}
	sum, err := drawtext.Sum(field)
	return &sum, err
}
