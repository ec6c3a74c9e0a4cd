// Package app is what the page in the browser can do: it draws from lists, checks draws
// and audits shuffles. It has all the logic and knows no browser, so that its tests need
// none; web/wasm gives it to the page.
//
// It has no clock, no files and no network. A call takes its arguments as JSON and texts
// as bytes, and answers in the same way.
package app

import (
	"encoding/json"
	"fmt"
)

// A Session holds what is kept between calls. Its zero value is ready to use. It is not
// safe for concurrent use.
type Session struct {
	audit *inquiry // the one that goes on
}

// A call is one thing that the page can ask for. It answers with a value for JSON and,
// if there is one, a text to save.
type call func(s *Session, args []byte, texts [][]byte) (any, []byte, error)

var calls = map[string]call{
	"list":       with(look),
	"tidy":       with(tidy),
	"draw":       with(drawList),
	"check":      with(check),
	"commit":     with(commit),
	"commitment": with(readCommitment),
	"run":        with(run),
	"museum":     with(museum),
	"audit":      with((*Session).start),
	"observe":    with((*Session).observe),
	"conclude":   with((*Session).conclude),
	"paths":      with(paths),
	"steps":      with(steps),
}

// Call makes a call. The answer is JSON. Of the texts, it keeps only those of an audit.
func (s *Session) Call(name string, args []byte, texts ...[]byte) (answer, text []byte, err error) {
	do, ok := calls[name]
	if !ok {
		return nil, nil, fmt.Errorf("there is no call %s", name)
	}
	value, text, err := do(s, args, texts)
	if err != nil {
		return nil, nil, err
	}
	answer, err = json.Marshal(value)
	return answer, text, err
}

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

// given returns a text, or nil if it was not given.
func given(texts [][]byte, i int) []byte {
	if i < len(texts) {
		return texts[i]
	}
	return nil
}
