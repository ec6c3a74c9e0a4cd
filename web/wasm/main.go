//go:build js && wasm

// Wasm is the program behind the page: package app, for JavaScript. It is built by
// web/build, and runs in a Web Worker.
package main

import (
	"fmt"
	"syscall/js"

	"github.com/yates-shuffle/yates/web/app"
)

// main offers yates(name, arguments in JSON, [text, …]), with texts as Uint8Array or null.
// It returns {answer} in JSON, perhaps with {text}, or {error}.
func main() {
	var session app.Session
	js.Global().Set("yates", js.FuncOf(func(_ js.Value, args []js.Value) any {
		texts := make([][]byte, args[2].Length())
		for i := range texts {
			if text := args[2].Index(i); !text.IsNull() {
				texts[i] = make([]byte, text.Length())
				js.CopyBytesToGo(texts[i], text)
			}
		}
		answer, text, err := called(&session, args[0].String(), []byte(args[1].String()), texts)
		if err != nil {
			return map[string]any{"error": err.Error()}
		}
		result := map[string]any{"answer": string(answer)}
		if text != nil {
			bytes := js.Global().Get("Uint8Array").New(len(text))
			js.CopyBytesToJS(bytes, text)
			result["text"] = bytes
		}
		return result
	}))
	select {}
}

// called makes a call, and makes an error of a panic, so that the page lives on.
func called(s *app.Session, name string, args []byte, texts [][]byte) (answer, text []byte, err error) {
	defer func() {
		if e := recover(); e != nil {
			err = fmt.Errorf("the page has a bug: %v", e)
		}
	}()
	return s.Call(name, args, texts...)
}
