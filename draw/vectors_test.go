package draw

import (
	"encoding/csv"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/yates-shuffle/yates/internal/vectors"
)

// data is testdata/vectors.json. SPEC-draw.md says what each member means.
type data struct {
	Draws []struct {
		List struct {
			Text string
			Seq  int
		}
		Transcript []string
		Ranked     []string
	}
	Rounds []struct {
		Time  time.Time
		Round uint64
	}
	Hidden struct {
		Key   string
		Lines []struct {
			Entry  string
			Number uint64
			Salt   string
			Line   string
		}
	}
}

// TestVectors holds the specification's page, the data file and the code against each other.
// The vectors came from another implementation, in Python; they are frozen.
func TestVectors(t *testing.T) {
	var v data
	vectors.Read(t, "../docs/SPEC-draw.md", &v)
	for _, c := range v.Draws {
		text := strings.Join(c.Transcript, "\n") + "\n"
		list := c.List.Text
		for i := range c.List.Seq {
			list += strconv.Itoa(i+1) + "\n"
		}
		tr, err := ParseTranscript([]byte(text))
		if err != nil {
			t.Errorf("%s: %v", text, err)
			continue
		}
		if v := verify(t, tr, Given{List: strings.NewReader(list)}); v.Verdict(late) != RightIf {
			t.Errorf("%s: %v", text, v.Findings)
		}

		// The same from the beginning.
		var ranked []string
		var allow []Kind
		if tr.Commitment.Ranking() != nil {
			allow = []Kind{KindHeader}
			table, err := csv.NewReader(strings.NewReader(list)).ReadAll()
			if err != nil {
				t.Fatal(err)
			}
			rows, err := tr.Rank(table)
			if err != nil {
				t.Fatal(err)
			}
			for _, row := range rows[1:] {
				ranked = append(ranked, row[0])
			}
		}
		if !slices.Equal(ranked, c.Ranked) {
			t.Errorf("%s: ranked %q, want %q", text, ranked, c.Ranked)
		}
		checked, err := Check(strings.NewReader(list), nil, allow...)
		if err != nil || checked.Err() != nil {
			t.Errorf("%v, %v", checked, err)
		}
		was := tr.Commitment
		commitment := &Commitment{Title: was.Title, Entries: checked.Entries, Prizes: was.Prizes, Rules: was.Rules,
			Barred: was.Barred}
		out := make(map[uint64]string)
		for _, p := range tr.Later() {
			out[p.Entry] = p.Skipped
		}
		from := Sources{Secrets: tr.Secrets}
		if was.Awaits() {
			if err := commitment.Await(Quicknet(), was.Time, was.Time.Add(-time.Hour)); err != nil {
				t.Fatal(err)
			}
			from.Signature = beaconOf(t, was.Beacon.Number).Signature
		}
		for i, s := range tr.Secrets {
			commitment.Parties = append(commitment.Parties, s.Party(was.Parties[i].Name))
		}
		again, err := Draw(commitment, from, out)
		if err != nil || string(again.Text()) != text {
			t.Errorf("got %v\n%s\nwant\n%s", err, again.Text(), text)
		}
	}
	for _, c := range v.Rounds {
		if got, err := Quicknet().Round(c.Time); got != c.Round || (err != nil) != (c.Round == 0) {
			t.Errorf("%s: round %d, %v, want %d", c.Time, got, err, c.Round)
		}
	}
	key, err := ParseSecret(v.Hidden.Key)
	if err != nil {
		t.Fatal(err)
	}
	h := &Hiding{Key: key}
	for _, c := range v.Hidden.Lines {
		salt := h.salt(c.Number)
		if line := salt.Hide([]byte(c.Entry)); salt.String() != c.Salt || line.String() != c.Line {
			t.Errorf("%s: salt %s, line %s, want %+v", c.Entry, salt, line, c)
		}
	}
}

// TestPython has transcripts checked by the verifier in Python, which was written from
// the specification alone, and wrong ones refused.
func TestPython(t *testing.T) {
	python, err := exec.LookPath("python3")
	if err != nil {
		t.Skip("there is no python3")
	}
	run := func(text, list string) (string, error) {
		dir := t.TempDir()
		args := []string{"testdata/draw.py", filepath.Join(dir, "draw"), filepath.Join(dir, "list")}
		for i, content := range []string{text, list} {
			if err := os.WriteFile(args[i+1], []byte(content), 0o600); err != nil {
				t.Fatal(err)
			}
		}
		cmd := exec.Command(python, args...)
		cmd.Env = append(os.Environ(), "PYTHONUTF8=1", "PYTHONDONTWRITEBYTECODE=1")
		out, err := cmd.CombinedOutput()
		return string(out), err
	}
	list := strings.Repeat("Ada\n", 100)
	entries, err := ReadEntries(strings.NewReader(list), nil)
	if err != nil {
		t.Fatal(err)
	}
	c := &Commitment{Title: "Zürich's “draw”", Entries: entries, Prizes: []Prize{{2, "one"}, {3, "two"}},
		Beacon: raffle(t).Beacon, Time: raffle(t).Time}
	tr, err := Draw(c, signed(beaconOf(t, 1000)), nil)
	if err != nil {
		t.Fatal(err)
	}
	out := map[uint64]string{tr.Places[1].Entry: "too late"}
	if tr, err = Draw(c, signed(beaconOf(t, 1000)), out); err != nil {
		t.Fatal(err)
	}
	text := string(tr.Text())
	want := "one:"
	for _, p := range tr.Places {
		if p.Prize == 1 && !strings.Contains(want, "two") {
			want += "\ntwo:"
		}
		if p.Skipped == "" {
			want += " " + strconv.FormatUint(p.Entry, 10)
		}
	}
	if got, err := run(text, list); err != nil || got != want+"\n" {
		t.Errorf("got %v\n%s\nwant\n%s", err, got, want)
	}
	if testing.Short() {
		return
	}
	for old, new := range map[string]string{"seed ": "seed 0", "round 1000": "round 1001", "Zürich": "Bern", "\n": "\r\n"} {
		var exit *exec.ExitError
		if got, err := run(strings.Replace(text, old, new, 1), list); !errors.As(err, &exit) ||
			!strings.HasPrefix(got, "draw.py: ") {
			t.Errorf("%q instead of %q: got %v\n%s", new, old, err, got)
		}
	}
	if got, err := run(text, list+"Eve\n"); err == nil {
		t.Errorf("another list: got %s", got)
	}

	// Both sources, a rule and a barred entry.
	several, from := together(t)
	several.Rules, several.Barred = []string{"under 18"}, []Bar{{1, "works for us"}, {2, "works for us"}}
	text = string(again(t, several, from, map[uint64]string{3: "under 18", 6: "late"}).Text())
	if got, err := run(text, names); err != nil || !strings.HasPrefix(got, "First prize: ") {
		t.Errorf("got %v\n%s", err, got)
	}
}
