//go:build unix

package main

import (
	"bytes"
	"fmt"
	"math"
	"math/rand/v2"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
)

// shape chooses all else and returns the sources.
func (r *round) shape() ([][]byte, error) {
	rng, j := r.rng, &r.job
	kind := textKinds[0]
	if r.chance(50) {
		kind = pick(rng, textKinds...)
	}
	r.kind = kind.name
	kind.set(j)
	r.args = append(r.args, kind.flag...)

	// Sizes. What does not fit the memory of 1M takes tens of megabytes.
	most := pick(rng, 0, 300, 300, 20_000, 20_000, 1<<20, 1<<20, 3<<20, 6<<20)
	longest := pick(rng, 2, 10, 100, 100, 1000, 20_000)
	r.memory = pick[int64](rng, 1<<20, 1<<20, 2<<20, 5<<20, 16<<20, 64<<20, 1<<30)
	big := r.fault.tmpDisk || r.chance(8) || r.fault.change != nil && r.chance(15) // so that it takes its time
	if big {
		most, longest, r.memory = pick(rng, 30, 40, 60)<<20, pick(rng, 100, 1000, 100_000), pick[int64](rng, 1, 2, 6)<<20
	}
	giants := 0
	switch {
	case r.fault.giant || !r.fault.many && !big && r.chance(1):
		giants, most, longest, big = 1+rng.IntN(3), rng.IntN(1<<20), pick(rng, 100, 1000), false
		r.memory = 1 << 20 << rng.IntN(5)
	case r.fault.group:
		most, longest, big = pick(rng, 10, 30, 60)<<20, pick(rng, 10, 100, 10_000), true
		r.memory = pick[int64](rng, 1, 2, 6) << 20
	}
	if r.memory < 1<<30 {
		r.args = append(r.args, "--memory", fmt.Sprintf("%dM", r.memory>>20))
	}
	if r.chance(60) {
		r.args = append(r.args, "--workers", strconv.Itoa(1+rng.IntN(6)))
	}
	if !j.csv && r.chance(20) {
		j.nul = true
		r.args = append(r.args, "-z")
	}
	if r.chance(25) {
		j.header = 1 + rng.IntN(3)
		r.args = append(r.args, "--header", strconv.Itoa(j.header))
	}
	if j.csv {
		j.delimiter = ','
		if r.chance(30) {
			r.delimit(';', '|', '\t')
		}
	}
	if !r.fault.letters && (r.fault.group || r.chance(20)) {
		r.kind += ", grouped"
		j.columns = []int{2}
		switch {
		case giants > 0 && j.csv: // the columns of a long record end early
			j.columns[0] = 1
		case giants > 0 || r.fault.group:
		case r.chance(10):
			j.columns[0] = 1 + rng.IntN(4)
		}
		if more := 1 + rng.IntN(3); giants == 0 && !r.fault.group && more != j.columns[0] && r.chance(25) {
			j.columns = append(j.columns, more)
		}
		for _, column := range j.columns {
			r.args = append(r.args, "--group-by", strconv.Itoa(column))
		}
		if !j.csv && r.chance(30) {
			r.delimit(';', '|', ' ')
		}
	}
	// Not all that is different fits into little memory.
	fits := !big && giants == 0 && !r.fault.many && !r.fault.letters && r.memory/160 > int64(most)/2 && (r.memory/8+8<<20)/240 > int64(most)/2
	if fits && len(j.columns) == 0 && r.chance(12) {
		j.strata, j.columns = true, []int{1 + rng.IntN(2)}
		r.args = append(r.args, "--stratify", strconv.Itoa(j.columns[0]))
		r.kind += ", strata"
	}
	if fits && r.chance(8) {
		j.unique = true
		r.args = append(r.args, "--unique")
		r.kind += ", unique"
	}
	if kind.name == "lines" && len(j.columns) == 0 && r.chance(4) {
		r.raw = true
		r.kind += ", raw"
		r.args = append(r.args, "--raw")
	}
	whole := r.fault.whole // all of one source comes out
	if !whole && !r.fault.many && len(j.columns) == 0 && !j.unique && r.chance(6) {
		j.repeat, j.count = true, 1+rng.IntN(2000)
		if giants > 0 {
			j.count = 1 + rng.IntN(4)
		}
		r.kind += ", repeated"
		r.args = append(r.args, "--repeat", "-n", strconv.Itoa(j.count))
	} else if !whole {
		r.headCount()
	}

	n := 1
	switch {
	case whole:
	case r.fault.many:
		n = 101 + rng.IntN(100)
	case r.chance(30):
		n = rng.IntN(6)
	case r.chance(5):
		n = 17 + rng.IntN(40)
	}
	if giants > 0 {
		n = min(max(n, 1), 3)
		r.kind += ", giant"
	}
	if n > 0 && !whole && !r.fault.many && !j.repeat && (r.chance(15) || giants > 0 && r.chance(20)) {
		j.inStep = true
		r.args = append(r.args, "--in-step")
		n = min(n+rng.IntN(2), 8)
		r.kind += ", in step"
	}
	var parts []string
	switch {
	case whole, j.repeat:
	case r.fault.many || r.chance(8):
		j.shards = 1 + rng.IntN(12)
		if r.fault.many {
			j.shards = 100 + rng.IntN(50)
		}
		r.args = append(r.args, "--shards", strconv.Itoa(j.shards))
		for i := range j.shards {
			parts = append(parts, fmt.Sprintf("%0*d", len(strconv.Itoa(j.shards-1)), i))
		}
		r.kind += ", shards"
	case r.chance(10):
		var words []string
		for left := 100; left > 0 && len(parts) < 5; {
			share := rng.IntN(left + 1)
			name := string(rune('a' + len(parts)))
			words = append(words, fmt.Sprintf(pick(rng, "%[1]s=%[2]d%%", "%[1]s=%[2]d/100", "%[1]s=%[3]v"), name, share, float64(share)/100))
			parts, j.shares = append(parts, name), append(j.shares, share)
			left -= share
		}
		r.args = append(r.args, "--split", strings.Join(words, ","))
		r.kind += ", split"
	}

	// Texts.
	unit := kind.unit
	switch {
	case r.fault.group:
		unit = r.grouped(unit)
	case kind.name == "lines" && len(j.columns) == 0 && !big && giants == 0 && r.chance(20):
		unit = tiny
	}
	huge := longest
	if big && len(j.columns) == 0 && r.chance(40) { // the columns of a long record must end early
		huge = pick(rng, 1, 3, 9) << 20 // more than memory
	}
	sources := make([][]byte, n)
	giantIn := make([]int, n) // sources
	for range giants {
		giantIn[rng.IntN(n)]++
	}
	for s := range sources {
		var b []byte
		size := 0
		if most > 0 {
			size = rng.IntN(most/n + 1)
			if big {
				size = most / n
			} else if s < n-1 && r.chance(10) {
				size = 0
			}
		}
		if size > 0 && j.header > 0 {
			b = r.front(sources[:s])
		}
		left := giantIn[s]
		for i := 0; len(b) < size || left > 0; i++ {
			l := longest
			if huge > longest && rng.IntN(max(1, most/longest/10)) == 0 {
				l = huge
			}
			at := len(b)
			if left > 0 && i > 4 && (len(b) >= size || r.chance(1)) { // not in the header
				left--
				b = giant(rng, b, i, kind, j.delimiter)
			} else {
				b = unit(rng, b, i, l, j.delimiter)
			}
			if j.nul {
				for k := at; k < len(b); k++ {
					if b[k] == 0 || b[k] == '\n' && (kind.name != "lines" || rng.IntN(50) > 0) {
						b[k] ^= '\n'
					}
				}
			}
		}
		if kind.spoil != "" && !r.fault.many && r.chance(3) {
			b = append(b, kind.spoil...)
		}
		if len(b) > 0 && r.chance(30) {
			b = b[:len(b)-1]
		}
		sources[s] = b
	}
	if j.inStep && !r.chance(10) {
		j.level(sources)
	}
	r.deliver(n)
	var patterns []string
	tracks := 1
	if j.inStep {
		tracks = n
	}
	for t := range tracks {
		name := "out" + strconv.Itoa(t)
		if parts != nil {
			name = "part-{}." + strconv.Itoa(t)
		}
		patterns = append(patterns, name)
	}
	if parts == nil {
		parts = []string{""}
	}
	r.outputs(parts, patterns)
	r.inputs()
	return sources, nil
}

// delimit chooses what stands between columns.
func (r *round) delimit(among ...byte) {
	r.job.delimiter = pick(r.rng, among...)
	r.args = append(r.args, "--delimiter", string(rune(r.job.delimiter)))
}

// front returns the front of a source: in most cases the header of the first one of
// those before it that has one, as it might come from elsewhere.
func (r *round) front(before [][]byte) (b []byte) {
	if r.chance(15) {
		b = append(b, mark...)
	}
	i := slices.IndexFunc(before, func(b []byte) bool { return len(b) > 0 })
	if i < 0 || r.chance(5) {
		return b
	}
	units, _ := r.job.units(before[i])
	for k, unit := range units[:min(r.job.header, len(units))] {
		if k == 0 {
			unit = bytes.TrimPrefix(unit, []byte(mark))
		}
		if line, ok := bytes.CutSuffix(unit, []byte{'\n'}); ok && !r.job.nul && r.chance(10) {
			line, cr := bytes.CutSuffix(line, []byte{'\r'})
			unit = slices.Clone(line)
			if !cr {
				unit = append(unit, '\r')
			}
			unit = append(unit, '\n')
		}
		b = append(b, unit...)
	}
	return b
}

// level makes files have as many records as the one that has the fewest, unless
// one of them is bad.
func (j *job) level(sources [][]byte) {
	var heads [][]byte
	var records [][][]byte
	fewest := math.MaxInt
	for _, source := range sources {
		head, found, err := j.cut([][]byte{source})
		if err != nil {
			return
		}
		heads, records = append(heads, head), append(records, found)
		fewest = min(fewest, len(found))
	}
	for i := range sources {
		sources[i] = slices.Concat(heads[i], slices.Concat(records[i][:fewest]...))
	}
}

// headCount chooses -n.
func (r *round) headCount() {
	if r.chance(25) {
		r.job.count = r.rng.IntN(1 << r.rng.IntN(18))
		r.args = append(r.args, "-n", strconv.Itoa(r.job.count))
	}
}

// spoils reports whether a source may be bad in a way that is seen for sure.
func (r *round) spoils() bool {
	return r.job.count != 0 && !r.shuf && !r.raw && !r.fault.many && r.fault.change == nil
}

// deliver chooses how the sources come.
func (r *round) deliver(n int) {
	stdin := r.rng.IntN(max(3*n, 3)) // which one, if any, is standard input
	if r.fault.stdin {
		stdin = r.rng.IntN(max(n, 1))
	}
	for i := range n {
		s := source{how: byName}
		switch {
		case r.fault.byName:
		case i == stdin:
			s.how = pick(r.rng, byRedirection, byPipe)
		case r.chance(10):
			s.how = byFifo
		}
		if !r.fault.letters && r.chance(12) {
			s.packed = pick(r.rng, ".gz", ".zst")
		}
		if s.how == byName && (s.packed != "" && r.chance(70) || r.raw && r.chance(10) || r.spoils() && r.chance(1)) {
			s.ending = pick(r.rng, ".gz", ".zst")
		}
		r.sources = append(r.sources, s)
	}
}

// outputs chooses the outputs: of each part, one for each pattern, if there are
// any; else one file, or standard output.
func (r *round) outputs(parts, patterns []string) {
	single := r.job.shards == 0 && r.job.shares == nil && !r.job.inStep
	switch {
	case single && !r.fault.file && (r.fault.stdout || r.chance(50)):
		return
	case single:
		patterns = []string{"out"}
	}
	if !r.shuf && r.fault.change == nil && r.chance(12) {
		ending := pick(r.rng, ".gz", ".zst")
		for i := range patterns {
			patterns[i] += ending
		}
	}
	if r.args[0] == "shuffle" { // and not shuf
		if r.chance(12) {
			r.args = append(r.args, "--sync")
		}
		if r.chance(15) {
			r.overwrite = true
			r.args = append(r.args, "--overwrite")
		}
	}
	for part, name := range parts {
		for track, pattern := range patterns {
			o := out{name: filepath.Join(r.outDir, strings.ReplaceAll(pattern, "{}", name)), part: part, track: track}
			if r.chance(60) {
				o.old = fmt.Appendf(nil, "old %d\n", r.rng.Uint64())
			}
			r.outs = append(r.outs, o)
		}
	}
	if single && r.fault.ownInput && len(r.sources) > 0 && r.sources[0].how == byName && r.sources[0].packed == "" &&
		(r.fault.change == nil || !r.overwrite && r.sources[0].ending == "") && (r.chance(15) || r.fault.change != nil && r.chance(40)) {
		r.outs[0] = out{name: r.work(0), input: true}
		r.args = append(r.args, "-o", r.outs[0].name)
		return
	}
	for _, pattern := range patterns {
		r.args = append(r.args, "-o", filepath.Join(r.outDir, pattern))
	}
}

// inputs adds the names of the inputs to the arguments.
func (r *round) inputs() {
	if len(r.sources) == 1 && r.sources[0].how >= byRedirection && !r.job.inStep && r.chance(50) {
		return
	}
	for i, s := range r.sources {
		if s.how >= byRedirection {
			r.args = append(r.args, "-")
		} else {
			r.args = append(r.args, r.work(i))
		}
	}
}

// giant appends a record of 10 to 150 MiB; what is between quotation marks may have no
// more than 64.
func giant(rng *rand.Rand, b []byte, i int, kind textKind, delimiter byte) []byte {
	longest := pick(rng, 20, 40, 60, 150) << 20
	if kind.name == "CSV" {
		longest = min(longest, 60<<20)
	}
	for at := len(b); len(b) < at+10<<20; {
		b = kind.unit(rng, b[:at], i, longest, delimiter)
	}
	return b
}

// grouped gives nearly all records the same second column.
func (r *round) grouped(unit func(*rand.Rand, []byte, int, int, byte) []byte) func(*rand.Rand, []byte, int, int, byte) []byte {
	if r.job.lines > 0 || r.job.start != nil {
		return unit // about a fifth have the same one
	}
	return func(rng *rand.Rand, b []byte, i, longest int, delimiter byte) []byte {
		if rng.IntN(100) == 0 {
			return unit(rng, b, i, longest, delimiter)
		}
		b = append(append(strconv.AppendInt(b, int64(i), 10), delimiter), "same"...)
		return append(repeat(append(b, delimiter), "y", rng.IntN(longest)), '\n')
	}
}
