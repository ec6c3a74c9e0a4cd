package job

import (
	"context"
	"fmt"
	"os"
	"regexp"
	"strings"
	"time"
)

// A Status is what can be seen of a job in its place.
type Status struct {
	Job      string `json:"job"`      // the folder
	Complete bool   `json:"complete"` // all of it is done
	Steps    []Step `json:"steps"`
}

// A Step is a step of a job. One that has begun and is not done is under way, or its process was killed. Times are
// by the clock of the store, or 0.
type Step struct {
	Kind    string    `json:"step"`
	Number  int       `json:"number"` // from 1 on
	Of      int       `json:"of"`
	Process string    `json:"process,omitempty"` // that began it last
	Host    string    `json:"host,omitempty"`
	Begun   time.Time `json:"begun,omitzero"`
	Done    time.Time `json:"done,omitzero"`
}

// A note is of a process of a host that has begun a step. It is empty, as its name and its time say all.
const noteName = `notes-([a-z]+-[0-9]{6,})-([0-9]+)-([0-9A-Za-z.-]*)`

var (
	noteParts = regexp.MustCompile("^" + noteName + "$")
	notHost   = regexp.MustCompile("[^0-9A-Za-z.-]")
)

// note returns the note that this process has begun step k of a kind.
func (j *Job) note(kind string, k int) object {
	host, _ := os.Hostname() // or nobody knows it
	return j.object(fmt.Sprintf("notes-%s-%d-%s", numbered(kind, k), os.Getpid(), notHost.ReplaceAllString(host, "")))
}

// Status returns what the names and times of the objects of a job say.
func (j *Job) Status(ctx context.Context) (*Status, error) {
	p, at, begun := j.plan, map[string]time.Time{}, map[string]Step{}
	objects, err := j.store.List(ctx, p.Work, j.id+"-", "")
	if err != nil {
		return nil, err
	}
	for _, o := range objects {
		name := strings.TrimPrefix(o.Base(), j.id+"-")
		at[name] = o.At
		if m := noteParts.FindStringSubmatch(name); m != nil && !o.At.Before(begun[m[1]].Begun) {
			begun[m[1]] = Step{Process: m[2], Host: m[3], Begun: o.At}
		}
	}
	shards, _, _ := strings.Cut(p.Output.Base(), "{}")
	for _, prefix := range []string{shards, p.manifestName().Base()} {
		outputs, err := j.store.List(ctx, p.Output.Beside(""), prefix, "")
		if err != nil {
			return nil, err
		}
		for _, o := range outputs {
			at["/"+o.Base()] = o.At
		}
	}
	s := &Status{Job: j.Work()}
	for _, kind := range Kinds {
		for k := range j.Steps(kind) {
			step := begun[numbered(kind, k)]
			step.Done = at[numbered(kinds[kind].results, k)]
			if _, there := at["/"+p.shardName(k).Base()]; kind == "gather" && !there && !step.Done.IsZero() {
				step = Step{} // somebody has removed it
			}
			if kind == "finish" {
				step.Done = at["/"+p.manifestName().Base()]
				s.Complete = !step.Done.IsZero()
			}
			step.Kind, step.Number, step.Of = kind, k+1, j.Steps(kind)
			s.Steps = append(s.Steps, step)
		}
	}
	return s, nil
}
