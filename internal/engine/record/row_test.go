package record

import (
	"bytes"
	"encoding/json"
	"math/rand/v2"
	"os/exec"
	"slices"
	"strings"
	"testing"
)

// A slowRow is a row as the twin reads it.
type slowRow struct {
	end    int // in the data
	fields []string
}

// slowRows is the slow, obvious way to read CSV, byte by byte. It also returns
// the line of a quotation mark that is not closed, or 0; the last row has it then.
func slowRows(data []byte, delimiter byte) (rows []slowRow, open int) {
	for pos := 0; pos < len(data); {
		var row slowRow
		if bytes.HasPrefix(data[pos:], []byte("\xef\xbb\xbf")) {
			pos += 3
		}
		for more := true; more; {
			field := ""
			if pos < len(data) && data[pos] == '"' {
				open = 1 + bytes.Count(data[:pos], []byte("\n"))
				for pos++; pos < len(data); pos++ {
					if bytes.HasPrefix(data[pos:], []byte(`""`)) {
						pos++
					} else if data[pos] == '"' {
						open = 0
						pos++
						break
					}
					field += string(data[pos : pos+1])
				}
			}
			unquoted := pos
			for pos < len(data) && data[pos] != delimiter && data[pos] != '\n' {
				pos++
			}
			rest := string(data[unquoted:pos])
			more = pos < len(data) && data[pos] == delimiter
			if !more {
				rest = strings.TrimSuffix(rest, "\r")
			}
			row.fields = append(row.fields, field+rest)
			if pos < len(data) {
				pos++
			}
		}
		row.end = pos
		rows = append(rows, row)
	}
	return rows, open
}

// texts yields all texts of up to n of the tokens.
func texts(n int, tokens ...string) func(yield func([]byte) bool) {
	return func(yield func([]byte) bool) {
		var from func(text []byte, n int) bool
		from = func(text []byte, n int) bool {
			if !yield(text) {
				return false
			}
			for _, token := range tokens {
				if n > 0 && !from(append(slices.Clip(text), token...), n-1) {
					return false
				}
			}
			return true
		}
		from(nil, n)
	}
}

// randomRows makes n bytes or some more of CSV. If it is tidy, quotation marks
// stand where markRows wants them.
func randomRows(rng *rand.Rand, n int, tidy bool) (data []byte) {
	field := []string{"", "a", "some text", "12.50", `"quoted"`, `""`, `"a, ""b"""`, "\"lines\n\n\"",
		`"` + strings.Repeat("long\n", rng.IntN(40)) + `"`}
	if !tidy {
		field = append(field, `5" disk`, `"a"b`, `"a"b"c"`, `a""`, `a"`, "\xef", "\ufeff", "\ufeff\"a\n\"", "\r", `"`)
	}
	quoted := rng.IntN(3)
	for len(data) < n {
		for range rng.IntN(12) {
			f := field[rng.IntN(len(field))]
			switch {
			case tidy && quoted == 0:
				f = strings.Trim(f, "\"\n")
				f = strings.NewReplacer(`"`, "", "\n", "").Replace(f)
			case tidy && quoted == 1 && !strings.HasPrefix(f, `"`):
				f = `"` + f + `"`
			}
			data = append(data, f...)
			data = append(data, ',')
		}
		data = append(data, "end\n"...)
	}
	return data
}

func rowFormat(delimiter byte) *Format {
	return &Format{Sep: '\n', Unit: Row, Count: 1, Delimiter: delimiter}
}

// checkRows compares the cutter's rows with the twin's, where data come in the two
// pieces on both sides of each place, and all columns.
func checkRows(t *testing.T, data []byte, delimiter byte) {
	t.Helper()
	f := rowFormat(delimiter)
	rows, open := slowRows(data, delimiter)
	var want []int
	for _, r := range rows {
		want = append(want, r.end)
	}
	whole := rows
	if n := len(rows); n > 0 && (open > 0 || data[len(data)-1] != '\n') {
		whole, want = rows[:n-1], want[:n-1]
	}
	for at := range len(data) + 1 {
		got, c := ends(f, data[:at], data[at:])
		if !slices.Equal(got, want) || c.Open() != (open > 0) || open > 0 && c.OpenLine() != int64(open) {
			t.Fatalf("%q, cut at %d: rows end at %d instead of %d, open is %t in line %d instead of %d", data, at, got,
				want, c.Open(), c.OpenLine(), open)
		}
	}
	begin := 0
	for _, r := range whole {
		checkColumns(t, f, data[begin:r.end], r.fields)
		begin = r.end
	}
}

// checkColumns compares the columns of a record.
func checkColumns(t *testing.T, f *Format, record []byte, fields []string) {
	t.Helper()
	for number := 1; number <= len(fields)+1; number++ {
		k, err := f.Key([]Column{{Number: number}}, '\t', nil)
		if err != nil {
			t.Fatal(err)
		}
		got, _, err := k.appendFrom([]byte("before"), record, true)
		if number > len(fields) {
			if err == nil || string(got) != "before" {
				t.Fatalf("column %d of %q: %q, error %v", number, record, got, err)
			}
		} else if err != nil || string(got) != "before"+fields[number-1] {
			t.Fatalf("column %d of %q: %q instead of %q, error %v", number, record, got, fields[number-1], err)
		}
	}
}

// ends returns where the records of the pieces end that a new cutter is shown one
// after the other.
func ends(f *Format, pieces ...[]byte) (all []int, c Cutter) {
	c = NewCutter(f)
	at := 0 // where data begin
	var data []byte
	for i, p := range pieces {
		data = append(slices.Clip(data), p...)
		for {
			end, used := c.Next(data, i == len(pieces)-1)
			at, data = at+used, data[used:]
			if end < 0 {
				break
			}
			all = append(all, at)
		}
	}
	return all, c
}

// TestRows goes through all short texts.
func TestRows(t *testing.T) {
	t.Parallel()
	for text := range texts(6, "a", ",", `"`, "\n", "\r") {
		checkRows(t, text, ',')
	}
	for text := range texts(4, "a", ",", `"`, "\n", "\ufeff", "\xef", "\xef\xbb") {
		checkRows(t, text, ',')
	}
	for _, delimiter := range []byte{'\t', ';', 0, 0xa7, Mark[0], Mark[1], Mark[2]} {
		for text := range texts(4, string([]byte{delimiter}), `"`, "\n", ",", "\xef", "\xbb", "\xbf") {
			checkRows(t, text, delimiter)
		}
	}
}

// TestManyRows: rows that are found together are found as one by one, wherever the
// search begins and ends.
func TestManyRows(t *testing.T) {
	t.Parallel()
	for round := range uint64(300) {
		rng := rand.New(rand.NewPCG(round, 3))
		data := randomRows(rng, rng.IntN(5*stretch), rng.IntN(3) > 0)
		checkManyRows(t, data, rng)
	}
	f := rowFormat(',')
	for _, from := range []int{stretch, 2 * stretch} { // where a stretch and a row end
		c := NewCutter(f)
		if end, _ := c.NextFrom(bytes.Repeat([]byte("1,2,3,4\n"), stretch), from, true); end != from {
			t.Errorf("from %d on a row ends at %d", from, end)
		}
	}
	data := []byte("a\n")
	data = append(data, bytes.Repeat([]byte("\"\n\"\n"), stretch)...)
	for begin := range 4 { // before a row, in it, behind it, and in quotes
		c := NewCutter(f)
		for i := range begin {
			c.Next(data[i:i+1], false)
		}
		end, _ := c.NextFrom(data[begin:], 2*stretch-begin, true)
		if want := 2*stretch + 2; end+begin != want {
			t.Errorf("begun at %d, a row ends at %d instead of %d", begin, end+begin, want)
		}
	}
}

func checkManyRows(t *testing.T, data []byte, rng *rand.Rand) {
	t.Helper()
	f := rowFormat(',')
	rows, open := slowRows(data, ',')
	starts := []uint32{0}
	for _, r := range rows {
		starts = append(starts, uint32(r.end))
	}
	for _, room := range []int{0, 1, len(rows) / 2, len(rows), len(rows) + 64} {
		got, n := f.AppendStarts(make([]uint32, 0, room), data)
		want := starts[:min(room, len(rows))]
		if !slices.Equal(got, want) || n != int(starts[len(want)]) {
			t.Fatalf("%q, room for %d: %d starts that take %d bytes instead of %d and %d", data, room, len(got), n,
				len(want), starts[len(want)])
		}
	}
	if n := len(data); n == 0 || open > 0 || data[n-1] != '\n' {
		rows = rows[:max(0, len(rows)-1)] // that have an end
	}
	for range 10 {
		c := NewCutter(f)
		begin, cut := 0, rng.IntN(len(data)+1) // the data come in two pieces
		from := rng.IntN(len(data) + 2)
		i, _ := slices.BinarySearchFunc(rows, from, func(r slowRow, from int) int { return r.end - from })
		end, used := c.NextFrom(data[:cut], from, false)
		if end < 0 {
			begin = used
			if end, used = c.NextFrom(data[begin:], from-begin, true); end >= 0 {
				end += begin
			}
		}
		want, line := -1, 1+bytes.Count(data, []byte("\n"))
		if i < len(rows) {
			want = rows[i].end
			line = 1 + bytes.Count(data[:want], []byte("\n"))
		} else if begin+used != len(data) {
			t.Fatalf("%q: no end behind %d, but %d of %d bytes are dealt with", data, from, begin+used, len(data))
		}
		if end != want {
			t.Fatalf("%q, from %d, in pieces of %d: the end is %d instead of %d", data, from, cut, end, want)
		}
		if end >= 0 || open > 0 { // the next quotation mark is in that line, or it is the open one
			if end >= 0 {
				c.Next([]byte(`"`), true)
			} else {
				line = open
			}
			if !c.Open() || c.OpenLine() != int64(line) {
				t.Fatalf("%q, from %d: open is %t in line %d instead of %d", data, from, c.Open(), c.OpenLine(), line)
			}
		}
	}
}

// TestMarkRows: the ends that are marked are those of the rows. Where the marks
// allow it they are marked, so that other tests do not look at slow ways alone.
func TestMarkRows(t *testing.T) {
	t.Parallel()
	for round := range uint64(1000) {
		rng := rand.New(rand.NewPCG(round, 4))
		tidy := rng.IntN(3) > 0
		data := randomRows(rng, stretch, tidy)[:stretch]
		var got, want [stretch / 64]uint64
		rows, open := slowRows(data, ',')
		for _, r := range rows {
			if i := r.end - 1; i < stretch-1 || data[i] == '\n' && open == 0 {
				want[i/64] |= 1 << (i % 64)
			}
		}
		if markRows(&got, (*[stretch]byte)(data), ',') {
			if got != want {
				t.Fatalf("round %d: wrong ends in %q", round, data)
			}
		} else if tidy {
			t.Fatalf("round %d: given up %q", round, data)
		}
	}
}

func FuzzRows(f *testing.F) {
	for _, s := range []string{"a,b\n", "1,5\" disk\n2,\"a\n\"\n", "\ufeff\"a\",b\r\n", `a,"b""c"d,e`, "\"\n",
		"\xef\xbb\"\n\""} {
		f.Add([]byte(s), byte(','), uint16(0))
		f.Add([]byte(s), byte(','), uint16(1000))
	}
	f.Fuzz(func(t *testing.T, data []byte, delimiter byte, repeat uint16) {
		if delimiter == '\n' || delimiter == '\r' || delimiter == '"' {
			return
		}
		checkRows(t, data[:min(len(data), 200)], delimiter)
		data = bytes.Repeat(data, 1+int(repeat)%(1+20_000/(1+len(data))))
		checkManyRows(t, data, rand.New(rand.NewPCG(uint64(repeat), 5)))
	})
}

// blank reports whether a row is an empty line, which other readers do not take
// for a row of an empty field.
func blank(row []byte) bool {
	line := strings.TrimPrefix(string(row), Mark)
	return line == "\n" || line == "\r\n" || line == "\r"
}

// readPython is a program that reads texts and writes the rows of each. The bytes
// of a text are its characters from 0 to 255. Like the codec utf-8-sig, it drops a
// byte-order mark at the front.
const readPython = `
import csv, io, json, sys
def rows(delimiter, text):
	if text.startswith("\xef\xbb\xbf"):
		text = text[3:]
	return list(csv.reader(io.StringIO(text, newline=""), delimiter=delimiter))
json.dump([rows(*case) for case in json.load(sys.stdin)], sys.stdout)
`

// TestAsPython: rows of the twin are those of Python's csv module, if there is one. On purpose
// there are these differences: to Python a carriage return that no line feed
// follows ends a row, too; an empty line is a row without fields; and older ones
// refuse the byte 0. Where quotes are not closed, only the rows before are compared,
// and their number. Byte-order marks within the text are not compared, as only
// one at its front is known to be one.
func TestAsPython(t *testing.T) {
	t.Parallel()
	if testing.Short() {
		t.Skip("it is slow, and in one goroutine")
	}
	if err := exec.Command("python3", "-c", "import csv").Run(); err != nil {
		t.Skip("there is no python3")
	}
	var cases [][2]string
	add := func(data []byte, delimiter byte) {
		text := func(bytes []byte) string {
			var runes []rune
			for _, b := range bytes {
				runes = append(runes, rune(b))
			}
			return string(runes)
		}
		cases = append(cases, [2]string{text([]byte{delimiter}), text(data)})
	}
	for text := range texts(7, "a", ",", `"`, "\n") {
		add(text, ',')
	}
	for text := range texts(5, "\xff", ",", `"`, "\r\n") {
		add(text, ',')
		add(append([]byte(Mark), text...), ',')
	}
	for text := range texts(5, "\t", ",", `"`, "\n", " ") {
		add(text, '\t')
	}
	for round := range uint64(200) {
		add(randomRows(rand.New(rand.NewPCG(round, 6)), 5000, true), ',')
	}
	add([]byte("1,\"a\rb\",\"\r\"\r\n\"\r\",\"\n\r\"\n"), ',') // carriage returns within quotes

	in, err := json.Marshal(cases)
	if err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command("python3", "-c", readPython)
	var complaint bytes.Buffer
	cmd.Stdin, cmd.Stderr = bytes.NewReader(in), &complaint
	out, err := cmd.Output()
	if err != nil {
		t.Fatalf("%v: %s", err, &complaint)
	}
	var all [][][]string
	if err := json.Unmarshal(out, &all); err != nil || len(all) != len(cases) {
		t.Fatalf("%d answers to %d texts, error %v", len(all), len(cases), err)
	}
	asBytes := func(text string) (b []byte) {
		for _, r := range text {
			b = append(b, byte(r))
		}
		return b
	}
	for i, c := range cases {
		data, delimiter := asBytes(c[1]), asBytes(c[0])[0]
		for _, row := range all[i] {
			for j := range row {
				row[j] = string(asBytes(row[j]))
			}
		}
		rows, open := slowRows(data, delimiter) // as the code does
		var got [][]string
		pos := 0
		for _, r := range rows {
			if blank(data[pos:r.end]) {
				r.fields = nil
			}
			got, pos = append(got, r.fields), r.end
		}
		want := all[i]
		if string(data) == Mark {
			got = nil
		}
		if open > 0 && len(got) == len(want) {
			got, want = got[:len(got)-1], want[:len(want)-1]
		}
		if !slices.EqualFunc(got, want, slices.Equal) {
			t.Fatalf("%q is read as %q, but by Python as %q", data, got, want)
		}
	}
}
