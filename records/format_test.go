package records

import (
	"bytes"
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"maps"
	"math/rand/v2"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/yates-shuffle/yates/order"
)

// unitsOf is the slow, obvious way to cut a source into lines or CSV rows, with
// the fields of each row: byte by byte. It returns an error where one is to be
// expected.
func unitsOf(opt Options, source []byte) (units []string, fields [][]string, err error) {
	sep, delimiter := separator(opt.NUL), opt.Delimiter
	if delimiter == 0 {
		delimiter = '\t'
		if opt.CSV {
			delimiter = ','
		}
	}
	if len(source) > 0 && source[len(source)-1] != sep {
		source = append(slices.Clip(source), sep)
	}
	const (
		begin = iota // of a field
		plain
		quoted
		after // a quotation mark in a quoted field
	)
	var unit, field []byte
	var row []string
	state := begin
	for _, b := range source {
		unit = append(unit, b)
		switch {
		case opt.CSV && state == begin && b == '"':
			state = quoted
		case state == quoted && b == '"':
			state = after
		case state == after && b == '"':
			state = quoted
			field = append(field, b)
		case state == quoted:
			field = append(field, b)
		case b == sep:
			if !opt.NUL {
				field = bytes.TrimSuffix(field, []byte("\r"))
			}
			units, fields = append(units, string(unit)), append(fields, append(row, string(field)))
			unit, field, row, state = nil, nil, nil, begin
		case b == delimiter:
			row, field, state = append(row, string(field)), nil, begin
		default:
			field = append(field, b)
			state = plain
		}
	}
	if unit != nil {
		err = errors.New("a quotation mark is never closed")
	}
	return units, fields, err
}

// A plainRecord is a record as the twin has it, and the fields of its first line.
type plainRecord struct {
	text   string
	fields []string
}

// recordsOf is the slow, obvious way to find the header and the records of the
// sources.
func recordsOf(opt Options, sources [][]byte) (head string, found []plainRecord, err error) {
	bare := func(s string) string { return strings.ReplaceAll(strings.TrimPrefix(s, "\ufeff"), "\r\n", "\n") }
	for _, s := range sources {
		units, fields, err := unitsOf(opt, s)
		if err != nil {
			return "", nil, err
		}
		n := min(opt.Header, len(units))
		switch front := strings.Join(units[:n], ""); {
		case head == "":
			head = front
		case len(units) > 0 && bare(front) != bare(head):
			return "", nil, errors.New("another header")
		}
		units, fields = units[n:], fields[n:]
		for len(units) > 0 {
			n := 1
			if opt.Lines > 0 {
				n = opt.Lines
			}
			matches := func(u string) bool {
				u = strings.TrimSuffix(u, string([]byte{separator(opt.NUL)}))
				return opt.Start.MatchString(u[:min(len(u), 4096)])
			}
			if opt.Start != nil {
				if !matches(units[0]) {
					return "", nil, errors.New("the first line does not match")
				}
				for n < len(units) && !matches(units[n]) {
					n++
				}
			}
			if n > len(units) {
				return "", nil, errors.New("a record is not whole")
			}
			found = append(found, plainRecord{strings.Join(units[:n], ""), fields[0]})
			units, fields = units[n:], fields[n:]
		}
	}
	return head, found, nil
}

// keyOf is the key that the columns of a record make, as SPEC.md has it.
func keyOf(columns []Column, r plainRecord) (key string, ok bool) {
	for _, c := range columns {
		if c.Number > len(r.fields) {
			return "", false
		}
		text := r.fields[c.Number-1]
		if len(columns) > 1 {
			key += string(binary.BigEndian.AppendUint64(nil, uint64(len(text))))
		}
		key += text
	}
	return key, true
}

// twinParts is the slow, obvious form of WriteParts: what part p of the output
// of track t is to be, at [p][t].
func twinParts(opt Options, sources [][]byte, shares func(n int64) []int64) (parts [][]string, err error) {
	tracks := [][][]byte{sources}
	if opt.InStep {
		tracks = nil
		for _, s := range sources {
			tracks = append(tracks, [][]byte{s})
		}
	}
	var heads []string
	var records [][]plainRecord
	for _, t := range tracks {
		head, found, err := recordsOf(opt, t)
		if err != nil {
			return nil, err
		}
		heads, records = append(heads, head), append(records, found)
		if len(found) != len(records[0]) {
			return nil, errors.New("tracks are not equally long")
		}
	}
	if opt.Unique {
		seen := map[string]bool{}
		kept := make([][]plainRecord, len(records))
		for i := range records[0] {
			text := ""
			for t := range records {
				text += records[t][i].text
			}
			if !seen[text] {
				for t := range records {
					kept[t] = append(kept[t], records[t][i])
				}
			}
			seen[text] = true
		}
		records = kept
	}
	var groups [][]int // the records of each
	if opt.GroupBy == nil {
		for _, i := range order.Shuffle(*opt.Seed, len(records[0])) {
			groups = append(groups, []int{i})
		}
	} else {
		var scattered [order.Buckets][][]int
		place := map[string]int{}
		for i, r := range records[0] {
			key, ok := keyOf(opt.GroupBy, r)
			if !ok {
				return nil, errors.New("there is no such column")
			}
			b := order.GroupBucket(*opt.Seed, []byte(key))
			if _, ok := place[key]; !ok {
				place[key] = len(scattered[b])
				scattered[b] = append(scattered[b], nil)
			}
			scattered[b][place[key]] = append(scattered[b][place[key]], i)
		}
		var sh order.Shuffler
		for b, bucket := range scattered {
			order.ShuffleBucket(&sh, *opt.Seed, b, bucket)
			groups = append(groups, bucket...)
		}
	}
	if opt.Head > 0 {
		groups = groups[:min(int64(len(groups)), opt.Head)]
	}
	if opt.StratifyBy != nil {
		return twinStrata(opt, heads, records, groups, shares(int64(len(groups))))
	}
	for _, size := range shares(int64(len(groups))) {
		size = min(size, int64(len(groups)))
		part := slices.Clone(heads)
		for t := range part {
			var b strings.Builder
			b.WriteString(part[t])
			for _, group := range groups[:size] {
				for _, i := range group {
					b.WriteString(records[t][i].text)
				}
			}
			part[t] = b.String()
		}
		parts = append(parts, part)
		groups = groups[size:]
	}
	return parts, nil
}

// twinStrata is twinParts for strata, as SPEC.md has them.
func twinStrata(opt Options, heads []string, records [][]plainRecord, placed [][]int, sizes []int64) (parts [][]string, err error) {
	classOf, left := map[int]string{}, map[string]int64{}
	for i, r := range records[0] {
		key, ok := keyOf(opt.StratifyBy, r)
		if !ok {
			return nil, errors.New("there is no such column")
		}
		classOf[i] = key
		left[key]++
	}
	classes := slices.SortedFunc(maps.Keys(left), func(a, b string) int {
		x, y := order.StratumHash(*opt.Seed, []byte(a)), order.StratumHash(*opt.Seed, []byte(b))
		return bytes.Compare(x[:], y[:])
	})
	all := int64(len(records[0]))
	taken := map[int]bool{}
	for _, size := range sizes {
		size = min(size, all)
		quota, rest := map[string]int64{}, size
		for _, c := range classes {
			if all > 0 {
				quota[c] = left[c] * size / all
			}
			rest -= quota[c]
		}
		for range rest {
			best := ""
			for _, c := range classes {
				if quota[c] == left[c]*size/all && (best == "" || left[c]*size%all > left[best]*size%all) {
					best = c
				}
			}
			quota[best]++
		}
		part := make([]strings.Builder, len(heads))
		for t, head := range heads {
			part[t].WriteString(head)
		}
		for _, group := range placed {
			i := group[0]
			if c := classOf[i]; quota[c] > 0 && !taken[i] {
				taken[i] = true
				quota[c]--
				left[c]--
				for t := range part {
					part[t].WriteString(records[t][i].text)
				}
			}
		}
		all -= size
		parts = append(parts, nil)
		for t := range part {
			parts[len(parts)-1] = append(parts[len(parts)-1], part[t].String())
		}
	}
	return parts, nil
}

// writtenParts is what the engine makes of the same.
func writtenParts(t *testing.T, opt Options, sources []Source, shares func(n int64) []int64) (parts [][]string, err error) {
	t.Helper()
	ctx := context.Background()
	c, err := Collect(ctx, opt, sources...)
	if err != nil {
		return nil, err
	}
	defer func() {
		if e := c.Close(); err == nil {
			err = e
		}
		if c.store.Arena.Held() != 0 {
			t.Errorf("%d bytes of slabs were not given back", c.store.Arena.Held())
		}
	}()
	n, err := c.Len(ctx)
	if err != nil {
		return nil, err
	}
	var out [][]*bytes.Buffer
	err = c.WriteParts(ctx, shares(n), func(part int) (w []io.Writer, err error) {
		if part != len(out) {
			return nil, fmt.Errorf("part %d is opened after %d others", part, len(out))
		}
		out = append(out, nil)
		for range c.tracks {
			b := new(bytes.Buffer)
			out[part] = append(out[part], b)
			w = append(w, b)
		}
		return w, nil
	})
	if err != nil {
		return nil, err
	}
	for _, bufs := range out {
		var part []string
		for _, b := range bufs {
			part = append(part, b.String())
		}
		parts = append(parts, part)
	}
	return parts, nil
}

// A textKind makes text that has to do with a format.
type textKind struct {
	name string
	set  func(rng *rand.Rand, opt *Options)
	unit func(rng *rand.Rand, i int) string // text of whole units, mostly
}

var textKinds = []textKind{
	{"lines", func(*rand.Rand, *Options) {}, func(rng *rand.Rand, i int) string {
		return fmt.Sprintf("%d\t%d\tx%s\n", i, rng.IntN(9), strings.Repeat("y", rng.IntN(30)))
	}},
	{"CSV", func(rng *rand.Rand, opt *Options) { opt.CSV = true }, func(rng *rand.Rand, i int) string {
		field := func() string {
			return pick1(rng, "", "a", `"a"`, `5" disk`, `"a"b"`, ` "`, `"a,""b"""`, "\"line\nbreak\"", `"`+strings.Repeat("long\r\n", rng.IntN(9))+`"`, fmt.Sprint(rng.IntN(99)))
		}
		return fmt.Sprint(i, ",", field(), ",", field(), pick1(rng, "\n", "\r\n"))
	}},
	{"pairs of lines", func(rng *rand.Rand, opt *Options) { opt.Lines = 2 }, func(rng *rand.Rand, i int) string {
		return fmt.Sprintf("id %d\t%d\n%s\n", i, rng.IntN(9), strings.Repeat("x", rng.IntN(50)))
	}},
	{"FASTQ", func(rng *rand.Rand, opt *Options) { opt.Lines = 4 }, func(rng *rand.Rand, i int) string {
		n := rng.IntN(200)
		return fmt.Sprintf("@%d\t%d\n%s\n+\n%s\n", i, rng.IntN(9), strings.Repeat("A", n), strings.Repeat("#", n))
	}},
	{"FASTA", func(rng *rand.Rand, opt *Options) { opt.Start = regexp.MustCompile("^>") }, func(rng *rand.Rand, i int) string {
		s := fmt.Sprintf(">%d\t%d\n", i, rng.IntN(9))
		for range rng.IntN(5) {
			s += strings.Repeat("ACGT", rng.IntN(20)) + "\n"
		}
		return s
	}},
	{"log", func(rng *rand.Rand, opt *Options) { opt.Start = regexp.MustCompile(`^\d+-\d+\b`) }, func(rng *rand.Rand, i int) string {
		s := fmt.Sprintf("%d-%d\t%d\tit happened\n", i, rng.IntN(99), rng.IntN(9))
		for range rng.IntN(3) * rng.IntN(3) {
			s += strings.Repeat("\tat somewhere()", rng.IntN(5)) + "\n"
		}
		if rng.IntN(3000) == 0 {
			s += strings.Repeat("z", rng.IntN(9000)) + "\n"
		}
		return s
	}},
}

// lengthened makes a unit of some megabytes.
func lengthened(rng *rand.Rand, kind textKind, unit string) string {
	n := rng.IntN(3 << 20)
	text := strings.TrimSuffix(unit, "\n")
	switch kind.name {
	case "CSV":
		if rng.IntN(2) == 0 {
			return text + ",\"" + strings.Repeat("\n\"\",", n/4) + "\"\n"
		}
	case "FASTA", "log":
		return unit + strings.Repeat("\tACGT\n", n/6)
	}
	return text + strings.Repeat("z", n) + "\n"
}

// TestNothingInStep: no sources are an error, and no panic.
func TestNothingInStep(t *testing.T) {
	if _, err := Collect(context.Background(), Options{InStep: true}); err == nil {
		t.Error("no error")
	}
}

// TestKeyError: columns that go on beyond what is held of a record are an error,
// however it is read; columns before that are found.
func TestKeyError(t *testing.T) {
	const long = 1000
	x := strings.Repeat("x", 2*long)
	for _, c := range []struct {
		text    string
		opt     Options
		columns []Column
		fails   bool
	}{
		{"1\ta\n2\tb\t" + x, Options{}, []Column{{Number: 2}}, false},
		{"1\ta\n2\t" + x, Options{}, []Column{{Number: 1}}, false},
		{"1\ta\n2\t" + x + "\n3\tb", Options{}, []Column{{Number: 2}}, true},
		{"1\n" + x, Options{}, []Column{{Number: 1}}, true},
		{"1\ta\n2\t" + x + "\t\n3", Options{}, []Column{{Number: 1}, {Number: 2}}, true},
		{"1,\"a\",\n2,\"" + x + "\",b\n", Options{CSV: true}, []Column{{Number: 3}}, true},
		{"1,\"a\",\n2,\"b\",\"" + x + "\"\n", Options{CSV: true}, []Column{{Number: 2}}, false},
		{"1\ta\nb\n2\tb\n" + x, Options{Lines: 2}, []Column{{Number: 2}}, false},
		{"1\n\n" + x + "\n" + x, Options{Lines: 2}, []Column{{Number: 1}}, true},
	} {
		for _, tune := range []tuning{{}, {chunk: 16}, {chunk: 16, stream: true}, {big: 16, bigHere: 16, memory: 1, slab: 16}} {
			opt := c.opt
			opt.Seed, opt.GroupBy, opt.tune = &testSeed, c.columns, tune
			opt.tune.long = long
			name := filepath.Join(t.TempDir(), "in")
			writeFile(t, name, c.text)
			var out bytes.Buffer
			err := Shuffle(context.Background(), &out, opt, File(name))
			if e, ok := errors.AsType[*KeyError](err); ok != c.fails || ok && (*e != KeyError{2, long} || err.Error() != "record 2: its columns do not end within its first 1000 bytes") || !ok && err != nil {
				t.Errorf("%.20q, %+v: %v", c.text, tune, err)
			}
		}
	}
	if got, want := (&KeyError{7, 5<<20 + 1}).Error(), "record 7: its columns do not end within its first 5 MiB"; got != want {
		t.Errorf("%s instead of %s", got, want)
	}
}

// TestFormatsAgainstTwin: whatever the format and the sizes, the engine writes
// what the twin does, and fails where the twin fails.
func TestFormatsAgainstTwin(t *testing.T) {
	rounds := uint64(400)
	if testing.Short() {
		rounds = 60
	}
	for round := range rounds {
		formatTrial(t, round)
	}
}

func formatTrial(t *testing.T, round uint64) {
	t.Helper()
	const block = mib
	rng := rand.New(rand.NewPCG(round, 1))
	kind := textKinds[rng.IntN(len(textKinds))]
	opt := Options{Seed: &testSeed, Memory: 1 << 20, Workers: pick1(rng, 1, 2, 3), Header: rng.IntN(3) * rng.IntN(2), TempDir: t.TempDir()}
	kind.set(rng, &opt)
	if rng.IntN(3) > 0 {
		opt.tune = tuning{
			chunk: block * pick1(rng, 1, 2), memory: pick1(rng, int64(1), 4096, 100_000, block),
			slab: pick1(rng, 64, 4096, block), unit: pick1(rng, 100, 5000, block/4), page: pick1(rng, 1, 17, 1000),
			batch: pick1(rng, int64(8), 1000, 50_000, block), big: pick1(rng, int64(1), 100, 2000, block),
		}
		opt.tune.bigHere = opt.tune.big
	}
	opt.InStep = rng.IntN(3) == 0
	opt.Unique = rng.IntN(4) == 0
	if by := rng.IntN(9); by < 5 {
		for range 1 + rng.IntN(2)*rng.IntN(2) {
			column := Column{Number: 1 + rng.IntN(3)*rng.IntN(2)}
			if by < 3 {
				opt.GroupBy = append(opt.GroupBy, column)
			} else {
				opt.StratifyBy = append(opt.StratifyBy, column)
			}
		}
		if !opt.CSV && rng.IntN(2) == 0 {
			opt.Delimiter = pick1(rng, byte('x'), ' ', '-')
		}
	}
	if rng.IntN(3) == 0 && opt.StratifyBy == nil {
		opt.Head = pick1(rng, int64(1), 2, 10, 1000, 100_000)
	}
	var data [][]byte
	units := pick1(rng, 0, 1, 3, 100, 3000, 20_000)
	if opt.StratifyBy != nil {
		units = min(units, 2000) // the twin is slow
	}
	if opt.Unique {
		opt.Memory = 4 << 20
	}
	for range 1 + rng.IntN(3) {
		n := units
		if !opt.InStep || rng.IntN(20) == 0 {
			n = rng.IntN(units + 1)
		}
		var b []byte
		if opt.Header > 0 && (n > 0 || rng.IntN(2) == 0) && rng.IntN(20) > 0 {
			end := pick1(rng, "\n", "\n", "\r\n")
			b = append(b, pick1(rng, "", "", "\ufeff")...)
			for i := range opt.Header {
				b = fmt.Append(b, "head", i, "\ttail,third column", end)
			}
		}
		for i := range n {
			unit := kind.unit(rng, i)
			if opt.Unique && rng.IntN(2) == 0 {
				unit = kind.unit(rand.New(rand.NewPCG(1, 1)), i%7)
			}
			if rng.IntN(20*n) == 0 {
				unit = lengthened(rng, kind, unit)
			}
			b = append(b, unit...)
		}
		if len(b) > 0 && rng.IntN(3) == 0 {
			b = b[:len(b)-1] // mostly a separator
		}
		if len(b) > 0 && rng.IntN(30) == 0 {
			b = b[:rng.IntN(len(b))]
		}
		data = append(data, b)
	}
	if rng.IntN(3) == 0 { // small chunks, as a record that ends in one is not a long one
		opt.tune.long, opt.tune.chunk = pick1(rng, int64(200), 1000), pick1(rng, 16, 1000)
		if units > 3000 {
			opt.tune.chunk = 64 << 10
		}
	}
	opt.Parts = rng.IntN(2) == 0
	shares := func(n int64) []int64 { return []int64{n} }
	if opt.Parts {
		cuts := []int64{rng.Int64N(100), rng.Int64N(100), rng.Int64N(100)}
		shares = func(n int64) []int64 {
			return []int64{n * cuts[0] / 300, 0, n * cuts[1] / 300, n * cuts[2] / 300, 0}
		}
	} else {
		opt.Parts = true
	}
	ways := []way{files, pipe, half, mixed}
	sources := pick1(rng, ways...).hand(t, false, data)
	want, wantErr := twinParts(opt, data, shares)
	got, err := writtenParts(t, opt, sources, shares)
	if _, ok := errors.AsType[*LongError](err); ok && opt.Unique {
		return // the twin compares records of any length
	}
	if err != nil || wantErr != nil {
		if (err == nil) != (wantErr == nil) {
			t.Fatalf("round %d (%s): error %v, but the twin's is %v", round, kind.name, err, wantErr)
		}
		return
	}
	for p := range want {
		for track := range want[p] {
			if got[p][track] != want[p][track] {
				t.Fatalf("round %d (%s), part %d, track %d, %+v, %+v: %s", round, kind.name, p, track, opt, opt.GroupBy, differ([]byte(got[p][track]), []byte(want[p][track])))
			}
		}
	}
}
