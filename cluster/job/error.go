package job

import (
	"errors"
	"fmt"
	"io/fs"

	"github.com/yates-shuffle/yates/cluster/store"
	"github.com/yates-shuffle/yates/internal/label"
)

// A Fault is what is wrong with a job. In its text %s stands for the name of what has it.
type Fault string

const (
	NoJob        Fault = "there is no job in the folder %s"
	OtherJob     Fault = "the folder %s holds another job"
	OtherVersion Fault = "the job in the folder %s was planned by another version of this program"
	Gone         Fault = "the job in the folder %s has been removed or replaced meanwhile"
	// Occupied is of what is in the place of an output, and was not written by a job with the same output.
	Occupied Fault = "%s is there already"
	// Unconditional is of a store that replaces what was only to be created.
	Unconditional Fault = "%s could be written twice: the store ignores conditions, or it was removed meanwhile"
	Unfinished    Fault = "the steps ended, but the output is not complete: %s does not say so"
	Changed       Fault = "%s has changed since the job was planned"
	// Unlike is of an input that was read twice with different results, though it has not
	// changed: the store or the network is at fault, or the memory of a machine.
	Unlike Fault = "%s has not changed, but has other bytes than when its records were counted"
	// Damaged is of an object in the folder of a job that is not what a step wrote.
	Damaged Fault = "%s is damaged"
)

func (f Fault) Error() string { return string(f) }

// An Error is an error of a job. It is its Fault for errors.Is.
type Error struct {
	Fault Fault
	Work  store.Name // the folder of the job, if it is known
	Name  store.Name
	Err   error // says more, or nil
}

func (e *Error) Error() string {
	text := fmt.Sprintf(string(e.Fault), label.Name(e.Name.String()))
	if e.Err != nil {
		text += ": " + e.Err.Error()
	}
	return text
}

func (e *Error) Unwrap() error        { return e.Err }
func (e *Error) Is(target error) bool { return target == e.Fault }

// A SpecError reports a Spec that is wrong whatever inputs and outputs there are.
type SpecError struct{ Err error }

func (e *SpecError) Error() string { return e.Err.Error() }
func (e *SpecError) Unwrap() error { return e.Err }

// A MissingError reports the result of a step that is not there.
type MissingError struct {
	Step   string // count, scatter or gather
	Number int    // of the segment or shard, from 0 on
	Of     int
}

func (e *MissingError) Error() string {
	of := "segment"
	if e.Step == "gather" {
		of = "shard"
	}
	return fmt.Sprintf("the step to %s %s %d of %d has not been done", e.Step, of, e.Number+1, e.Of)
}

// missing makes a MissingError of an object that is not there.
func missing(err error, step string, k, of int) error {
	if errors.Is(err, fs.ErrNotExist) {
		return &MissingError{step, k, of}
	}
	return err
}
