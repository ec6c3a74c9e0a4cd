package app

import (
	"encoding/json"
	"slices"

	"github.com/yates-shuffle/yates/draw"
)

// A Session holds what is kept between calls. Its zero value is ready to use. It is not
// safe for concurrent use.
type Session struct {
	audit   *inquiry   // the one that goes on
	shown   []draw.Sum // codes that the page was asked to show
	entered []draw.Sum // codes that its reader has from elsewhere
}

func (s *Session) enter(code draw.Sum) { s.entered = append(s.entered, code) }

// copied reports whether the reader can have a code from the page alone, so that it is no evidence.
func (s *Session) copied(code draw.Sum) bool {
	return slices.Contains(s.shown, code) && !slices.Contains(s.entered, code)
}

// A call is one thing that the page can ask for. It answers with a value for JSON and,
// if there is one, a text to save.
type call func(s *Session, args []byte, texts [][]byte) (any, []byte, error)

// with makes a call of a function whose arguments have a type.
func with[A any](do func(s *Session, args A, texts [][]byte) (any, []byte, error)) call {
	return func(s *Session, data []byte, texts [][]byte) (any, []byte, error) {
		var args A
		if err := json.Unmarshal(data, &args); err != nil {
			return nil, nil, err
		}
		return do(s, args, texts)
	}
}
