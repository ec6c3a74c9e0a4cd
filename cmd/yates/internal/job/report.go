package job

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"os"

	"github.com/yates-shuffle/yates/internal/engine"
	"github.com/yates-shuffle/yates/internal/process"
)

// A report says what became of the records of a job, for programs.
type report struct {
	Version string         `json:"version"`
	Command []string       `json:"command"`
	Seed    string         `json:"seed_sha256"` // of its 32 bytes, or of those of the epoch
	Read    int64          `json:"records_read"`
	Repeats int64          `json:"repeats_dropped"`
	Missing int64          `json:"without_value_dropped"`
	Without engine.Without `json:"without_value"`
	Parts   []partReport   `json:"parts"`
	InNone  int64          `json:"records_in_no_part"`
}

type partReport struct {
	Files   []string `json:"files"`
	Train   []string `json:"train,omitempty"` // of a fold, the files of all other folds
	Records int64    `json:"records"`
	Groups  *int64   `json:"groups,omitempty"`
}

// count notes what the parts have got: their sizes, or as many records as were counted.
func (r *report) count(j *Job, sizes []int64, written func() []int64) {
	records := sizes
	if j.Options.Count {
		records = written()
	}
	r.InNone = r.Read - r.Repeats - r.Missing
	for i, n := range records {
		if j.Parts.Files[i] == "" { // of --shard, only one is written
			continue
		}
		r.InNone -= n
		p := partReport{Files: j.Parts.Files[i : i+1], Records: n}
		if j.Parts.Trains != nil {
			p.Train = j.Parts.Trains[i : i+1]
		}
		if len(j.Options.GroupBy) > 0 {
			p.Groups = &sizes[i]
		}
		r.Parts = append(r.Parts, p)
	}
}

// report writes the report of a job, if one is wanted.
func (r *run) report(j *Job) error {
	if j.Report == "" {
		return nil
	}
	seed := sha256.Sum256(j.Options.Seed[:])
	r.about.Version, r.about.Command, r.about.Seed = process.Version(), os.Args, hex.EncodeToString(seed[:])
	text, err := json.MarshalIndent(r.about, "", "  ")
	if err != nil {
		return err
	}
	to, err := r.out.Open(j.Report)
	if err == nil {
		_, err = to.Write(append(text, '\n'))
	}
	return err
}
