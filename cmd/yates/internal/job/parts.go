package job

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"slices"

	"github.com/yates-shuffle/yates/cmd/yates/internal/infile"
	"github.com/yates-shuffle/yates/internal/dest"
	"github.com/yates-shuffle/yates/internal/engine"
	"github.com/yates-shuffle/yates/internal/engine/ask"
	"github.com/yates-shuffle/yates/internal/label"
	"github.com/yates-shuffle/yates/internal/vfs"
	"github.com/yates-shuffle/yates/records/failure"
)

// twice calls say if two of the files are the same one by two names. It is an error if the order is cut into parts,
// which would share records, or samples must have names of their own.
func (j *Job) twice(stdin io.Reader, say func(string)) error {
	refused := j.Parts.Sizes != nil || j.Options.Format.Kind == ask.Tar
	if j.Options.Rule.Kind == ask.Unique || j.Quiet && !refused {
		return nil
	}
	type file struct {
		name string
		info fs.FileInfo
	}
	seen := map[string][]file{} // by what few files share
	for _, name := range j.Files {
		info := infile.Regular(name, stdin)
		if info == nil || info.Size() == 0 {
			continue
		}
		like := fmt.Sprint(info.Size(), info.ModTime())
		i := slices.IndexFunc(seen[like], func(f file) bool { return os.SameFile(info, f.info) })
		if i < 0 {
			seen[like] = append(seen[like], file{name, info})
		} else if other := seen[like][i].name; refused || name != other {
			what := fmt.Sprintf("%s and %s are one file, whose %ss", label.Name(other), label.Name(name), j.Unit)
			if refused {
				return errors.New(what + " would be there twice; give it once")
			}
			say(what + " are there twice")
			return nil
		}
	}
	return nil
}

// name names n parts and makes their files those of the set.
func (j *Job) name(out *dest.Set, n int) (err error) {
	if need := int64(n) * outputBytes; need > uncounted+out.Memory/16 { // the rest holds records
		return &failure.MemoryError{What: "work with " + label.Plural(int64(n), "output"),
			Need: uint64(16 * (need - uncounted)), Allowed: uint64(out.Memory)}
	}
	if j.Parts.Files, err = j.Parts.Named(n); err != nil {
		return err
	}
	return out.Add(j.Parts.Names()...)
}

// writeParts writes the front of the order to the files of the parts, which have these sizes.
func (j *Job) writeParts(ctx context.Context, c *engine.Collection, out *dest.Set, sizes []int64) error {
	if j.together() {
		out.Together = len(out.Names)
	}
	if j.perRecord() {
		out.Buffer = min(max(int(j.Options.Memory/16/int64(out.Together)), 4<<10), 64<<10)
	}
	temp := &arrays{dir: j.Options.TempDir}
	open := func(part int) (io.Writer, error) {
		if j.Parts.Files[part] == "" {
			return j.spelled(io.Discard), nil
		} else if j.Options.Binary && j.Kind == Lines {
			return temp.open(j.Parts.Files[part])
		}
		return j.open(out, j.Parts.Files[part], sizes[part])
	}
	if j.Parts.Trains != nil {
		trains := j.Parts.withTrains(out, c.Header())
		open = func(part int) (io.Writer, error) {
			to, err := trains(part)
			return j.spelled(to), err
		}
	}
	if j.PerClass > 0 {
		return temp.place(out, c.WriteEach(ctx, j.PerClass, open))
	}
	return temp.place(out, c.WriteParts(ctx, sizes, open))
}

// open opens an output of the job, which gets so many records, unless there is another rule.
func (j *Job) open(out *dest.Set, name string, records int64) (io.Writer, error) {
	to, err := out.Open(name)
	if err == nil && j.Options.Binary {
		_, err = to.Write(arrayHeader(records))
	}
	if err == nil && len(j.top) > 0 {
		_, err = to.Write(j.top)
	}
	return j.spelled(to), err
}

// spelled returns what writes to an output with something else in the place of integers, if the job has it so.
func (j *Job) spelled(to io.Writer) io.Writer {
	if j.spell == nil {
		return to
	}
	return &speller{w: to, spell: j.spell}
}

// A speller writes something else in the place of integers, each of which a byte ends.
type speller struct {
	w      io.Writer
	spell  func(text []byte, number int64, end byte) ([]byte, error)
	number int64 // as far as it is read
	text   []byte
}

func (s *speller) Write(b []byte) (n int, err error) {
	const enough = 128 << 10
	for i, c := range b {
		if '0' <= c && c <= '9' {
			s.number = 10*s.number + int64(c-'0')
			continue
		}
		if s.text, err = s.spell(s.text, s.number, c); err != nil {
			return i, err
		}
		s.number = 0
		if len(s.text) >= enough || i == len(b)-1 {
			_, err = s.w.Write(s.text)
			s.text = s.text[:0]
		}
		if err != nil {
			return i, err
		}
	}
	return len(b), nil
}

// withTrains returns what opens the outputs of a part: its own and the train files of all the others.
func (p *Parts) withTrains(out *dest.Set, header []byte) func(part int) (io.Writer, error) {
	trains := make([]io.Writer, len(p.Trains)) // when they are open
	return func(part int) (io.Writer, error) {
		own, err := out.Open(p.Files[part])
		all := []io.Writer{own}
		for i := 0; i < len(trains) && err == nil; i++ {
			switch {
			case i == part:
			case trains[i] != nil: // it has the header, with which the part begins
				all = append(all, &skipper{trains[i], len(header)})
			default:
				trains[i], err = out.Open(p.Trains[i])
				all = append(all, trains[i])
			}
		}
		return io.MultiWriter(all...), err
	}
}

// A skipper writes all but the first bytes.
type skipper struct {
	w    io.Writer
	skip int
}

func (s *skipper) Write(b []byte) (int, error) {
	n := min(s.skip, len(b))
	s.skip -= n
	m, err := s.w.Write(b[n:])
	return n + m, err
}

// arrayHeader returns what stands in front of n integers of 64 bits in a file of numpy (.npy), version 1.
func arrayHeader(n int64) []byte {
	shape := fmt.Sprintf("{'descr': '<i8', 'fortran_order': False, 'shape': (%d,), }", n)
	return fmt.Appendf(nil, "\x93NUMPY\x01\x00\x76\x00%-117s\n", shape) // 128 bytes
}

// arrays are outputs of numpy that have the numbers of records: how many these are is known when they are written, as
// parts are counted in groups. Until then they are in temporary files.
type arrays struct {
	dir   string
	names []string
	files []vfs.File
}

func (a *arrays) open(name string) (io.Writer, error) {
	f, err := vfs.OS{}.Scratch(a.dir)
	if err == nil {
		a.names, a.files = append(a.names, name), append(a.files, f)
	}
	return f, err
}

// place writes the outputs, unless there was an error before.
func (a *arrays) place(out *dest.Set, err error) error {
	for i, f := range a.files {
		if err == nil {
			err = copyArray(out, a.names[i], f)
		}
		f.Close()
	}
	return err
}

// copyArray writes the output of a name: how many numbers there are, and these.
func copyArray(out *dest.Set, name string, numbers vfs.File) error {
	info, err := numbers.Stat()
	if err != nil {
		return err
	}
	to, err := out.Open(name)
	if err == nil {
		_, err = to.Write(arrayHeader(info.Size() / 8))
	}
	if err == nil {
		_, err = io.Copy(to, io.NewSectionReader(numbers, 0, info.Size()))
	}
	return err
}
