package app

import (
	"encoding/json"

	"github.com/yates-shuffle/yates/draw"
)

// A Session holds what is kept between calls. Its zero value is ready to use. It is not
// safe for concurrent use.
type Session struct {
	audit *inquiry          // the one that goes on
	shown map[draw.Sum]bool // codes that the page was asked to show; false if its reader entered them first
}

// show notes that the page shows a code to who asked for it, and enter that its reader has it from elsewhere.
func (s *Session) show(code draw.Sum) {
	if _, known := s.shown[code]; !known {
		s.note(code, true)
	}
}

func (s *Session) enter(code draw.Sum) { s.note(code, false) }

func (s *Session) note(code draw.Sum, shown bool) {
	if s.shown == nil {
		s.shown = make(map[draw.Sum]bool)
	}
	s.shown[code] = shown
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
