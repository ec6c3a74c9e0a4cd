// Package app is what the page in the browser does in Go: it checks lists, holds and checks
// public draws, and audits shuffles. It knows no browser, so that its tests need none; web/wasm
// gives it to the page. Simple draws are the page's own, in JavaScript.
//
// It has no clock, no files and no network. A call takes its arguments as JSON and texts
// as bytes, and answers in the same way.
package app

import (
	"encoding/json"
	"fmt"
)

var calls = map[string]call{
	"list":       with(look),
	"check":      with(check),
	"commit":     with(commit),
	"commitment": with(readCommitment),
	"code":       with(code),
	"compare":    with(compare),
	"show":       with(show),
	"run":        with(run),
	"museum":     with(museum),
	"gallery":    with(gallery),
	"audit":      with((*Session).start),
	"observe":    with((*Session).observe),
	"conclude":   with((*Session).conclude),
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
