package progress

import "errors"

// A When is the value of --progress.
type When string

const (
	Auto   When = "auto"
	Always When = "always"
	Never  When = "never"
)

// Set sets when to show progress.
func (v *When) Set(text string) error {
	switch w := When(text); w {
	case Auto, Always, Never:
		*v = w
		return nil
	}
	return errors.New("it is not auto, always or never")
}

func (v *When) String() string { return "" }
func (v *When) Type() string   { return "WHEN" }
