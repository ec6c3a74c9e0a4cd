package handout

import (
	_ "embed"
	"encoding/json"
	"sync"
)

//go:embed words.json
var wordsText []byte

// words are the words of what is given out, as formats. The page in the browser, which deals and divides in JavaScript,
// has the same file.
var words = sync.OnceValue(func() (all map[string]string) {
	if err := json.Unmarshal(wordsText, &all); err != nil {
		panic(err) // the file is part of the program
	}
	return all
})
