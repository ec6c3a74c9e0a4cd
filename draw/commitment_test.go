package draw

import (
	"fmt"
	"os"
	"strings"
	"testing"
	"time"
	"unicode"
	"unicode/utf8"
)

const names = "Ada Lovelace\nMarin Mersenne\nBlaise Pascal\nPierre de Fermat\nAbraham de Moivre\nThomas " +
	"Bayes\nRonald Fisher\nFrank Yates\n"

func raffle(t testing.TB) *Commitment {
	t.Helper()
	entries, err := ReadEntries(strings.NewReader(names), nil)
	if err != nil {
		t.Fatal(err)
	}
	c := &Commitment{Title: "Summer raffle", Entries: entries, Prizes: []Prize{{1, "First prize"}, {2, "Second prize"},
		{2, "Alternates"}}}
	at := time.Date(2023, 8, 23, 15, 59, 24, 0, time.UTC)
	if err := c.Await(Quicknet(), at, at.Add(-time.Hour)); err != nil {
		t.Fatal(err)
	}
	return c
}

const raffleText = `yates draw commitment 1
title Summer raffle
entries 8
sha256 2a1c7db6b8b9e7a4ab6eaf1a8f7402dfade5ee79bbffee03992b1710d6b47496
prize 1 First prize
prize 2 Second prize
prize 2 Alternates
chain 52db9ba70e0cc0f6eaf7803dd07447a1f5477735fd3f661792ba94600c84e971
round 1000
time 2023-08-23T15:59:24Z
`

// TestParseCommitment: what is not canonical is refused, with the number of the line.
func TestParseCommitment(t *testing.T) {
	parties := strings.Replace(raffleText[:strings.Index(raffleText, "chain")], "1 First", "2 First", 1) +
		secretOf("a").Party("Ada").line() + secretOf("b").Party("Frank Yates").line()
	if _, err := ParseCommitment([]byte(parties)); err != nil {
		t.Fatal(err)
	}
	manyPrizes, manyParties := "", "" // as many as there can be
	for i := range MaxPrizes - 2 {
		manyPrizes += fmt.Sprintf("prize 1 p%d\n", i)
		name := fmt.Sprint("p", i)
		manyParties += secretOf(name).Party(name).line()
	}
	large := strings.Replace(raffleText, "entries 8", "entries 1000000000", 1)
	for _, c := range []struct {
		text, old, new, want string
	}{
		{raffleText, raffleText, "", `commitment: line 1: missing: must be "yates draw commitment …"`},
		{raffleText, raffleText, "x", "commitment: line 1: does not end in a line feed"},
		{raffleText, "yates draw", "\ryates draw", "line 1: has a carriage return"},
		{raffleText, "\n", "\r\n", "line 1: has a carriage return"},
		{raffleText, "8\n", "8\r\n", "line 3: has a carriage return"},
		{raffleText, "24Z\n", "24Z", "line 10: does not end in a line feed"},
		{raffleText, "24Z\n", "24Z\n\n", `line 11: has no place here: ""`},
		{raffleText, "24Z\n", "24Z\ntime 2023-08-23T15:59:24Z\n", "line 11: has no place here"},
		{raffleText, "24Z\n", "24Z\nparty\n", "line 11: has no place here"},
		{raffleText, "time 2023-08-23T15:59:24Z\n", "", `line 10: missing: must be "time …"`},
		{raffleText, "yates draw", "\ufeffyates draw", "line 1: must be"},
		{raffleText, "commitment 1", "commitment 2", "line 1: is not in the one form"},
		{raffleText, "commitment 1", "commitment 3", `line 1: yates draw commitment: "3" is not a whole number from 1 to 2`},
		{raffleText, "chain", "rule absent\nchain", "line 1: is not in the one form"},
		{raffleText, "prize 1 First prize\nprize 2 Second prize\nprize 2 Alternates\n", "", "line 1: is not in the one form"},
		{raffleText, "title", "Title", `line 2: must be "title …"`},
		{raffleText, "title ", "title  ", "begins or ends with a space"},
		{raffleText, "Summer raffle", "", `line 2: title: "" is empty`},
		{raffleText, "Summer", "Sum\u202emer", "has the character U+202E, which cannot be seen"},
		{raffleText, "Summer raffle", "Summer  raffle", "has two spaces in a row"},
		{raffleText, "Summer", "Sum\xffmer", "is not valid UTF-8"},
		{raffleText, "Summer raffle", strings.Repeat("x", 500), ""},
		{raffleText, "Summer raffle", strings.Repeat("x", 501), "is longer than 500 bytes"},
		{raffleText, "Summer", strings.Repeat("x", 3<<20), "commitment: longer than 2097152 bytes"},
		{raffleText, "title Summer raffle\n", "title Summer raffle\ntitle Summer raffle\n",
			`line 3: must be "entries …"`},
		{raffleText, "entries 8", "entries 08", "line 3: entries: \"08\" is not a whole number"},
		{raffleText, "entries 8", "entries +8", "line 3: entries: \"+8\" is not a whole number"},
		{raffleText, "entries 8", "entries 0", `line 3: entries: "0" is not a whole number from 1 to 1000000000`},
		{raffleText, "entries 8", "entries 1000000001", `line 3: entries: "1000000001" is not a whole number from 1 to 1000000000`},
		{raffleText, "entries 8", "entries 8\nentries 8", `line 4: must be "sha256 …"`},
		{raffleText, "entries 8", "entries 4", "there are 5 places for 4 entries"},
		{raffleText, "entries 8", "entries 5", ""},
		{large, "prize 1 ", "prize 999996 ", ""},
		{large, "prize 1 ", "prize 999997 ", "there are more than 1000000 places"},
		{raffleText, "sha256 2a", "sha256 2A", `line 4: sha256: "2A1c7db6`},
		{raffleText, "prize 1 ", "prize 0 ", `line 5: prize: "0" is not a whole number from 1 to 1000000`},
		{raffleText, "prize 1 ", "prize 1000001 ", `line 5: prize: "1000001" is not a whole number from 1 to 1000000`},
		{raffleText, "prize 1 ", "prize ", "line 5: prize: \"First\" is not a whole number"},
		{raffleText, "prize 1 First prize", "prize 1", `line 5: prize: "" is empty`},
		{raffleText, "prize 1 First prize", "prize 1 Alternates", "two prizes are called \"Alternates\""},
		{large, "prize 1 First prize\n", manyPrizes, ""},
		{large, "prize 1", manyPrizes + "prize 1", `more than 1000 lines "prize …"`},
		{raffleText, "prize", "prizes", `line 5: must be "chain …"`},
		{raffleText, "round 1000", "round 0", "line 9: "},
		{raffleText, "round 1000", "round 9223372036854775807", ""},
		{raffleText, "round 1000", "round 9223372036854775808", "line 9: "},
		{raffleText, "2023-", "9999-", ""},
		{raffleText, "2023-", "0001-", ""},
		{raffleText, "24Z", "24.0Z", "line 10: "},
		{raffleText, "24Z", "60Z", "line 10: "},
		{raffleText, "T15:59:24Z", "T24:00:00Z", "line 10: "},
		{raffleText, "08-23T15", "02-29T15", "line 10: "},
		{raffleText, "2023-", "0000-", "line 10: time: "},
		{parties, "Ada", "", `line 8: party: "" is empty`},
		{parties, "party ", "party  ", "line 8: "},
		{parties, secretOf("b").Party("Frank Yates").line(), "", "at least two parties"},
		{parties, "party", manyParties + "party", ""},
		{parties, "party", manyParties + secretOf("c").Party("c").line() + "party", `more than 1000 lines "party …"`},
		{parties, "Frank Yates", "aDA", "two parties are called, at least by case and width, \"ada\""},
		{parties, "Frank Yates", "Ａda", "two parties are called, at least by case and width, \"ada\""},
		{parties, secretOf("b").Party("Frank Yates").Sum.String(), secretOf("a").Party("Ada").Sum.String(),
			"two parties have the SHA-256"},
		{parties, "\nparty", "\nround 5\nparty", `line 8: must be "chain …"`},
		{raffleText, "chain 52", "chain 53", "none that this version knows"},
		{raffleText, "round 1000\n", "round 1000\nchain " + quicknetHash + "\nround 1000\n", `line 10: must be "time …"`},
	} {
		if !strings.Contains(c.text, c.old) {
			t.Fatalf("nothing to replace: %q", c.old)
		}
		got, err := ParseCommitment([]byte(strings.Replace(c.text, c.old, c.new, 1)))

		if c.want == "" {
			if err != nil {
				t.Errorf("%.80q instead of %q: %v", c.new, c.old, err)
			}
		} else if err == nil || !strings.Contains(err.Error(), c.want) || got != nil {
			t.Errorf("%.80q instead of %q: got %v, want %q", c.new, c.old, err, c.want)
		} else if len(err.Error()) > 300 || strings.Contains(err.Error(), "\n") {
			t.Errorf("not a line for people: %q", err)
		}
	}
}

// TestUnseen: a text has none of the characters that the specification excludes, and may have all others.
func TestUnseen(t *testing.T) {
	spec, err := os.ReadFile("../docs/SPEC-draw.md")
	if err != nil {
		t.Fatal(err)
	}
	_, list, _ := strings.Cut(string(spec), "without these characters: ")
	list, _, _ = strings.Cut(list, ".")
	excluded := make(map[rune]bool)
	for _, c := range strings.FieldsFunc(list, func(r rune) bool { return strings.ContainsRune(", \nand", r) }) {
		var first, last rune
		if n, _ := fmt.Sscanf(c, "U+%X–U+%X", &first, &last); n == 1 {
			last = first
		}
		for r := first; r <= last; r++ {
			excluded[r] = true
		}
	}
	for r := range unicode.MaxRune + 1 {
		if bad := badText("a" + string(r) + "b"); utf8.ValidRune(r) && (bad != "") != excluded[r] {
			t.Errorf("%U: %q", r, bad)
		}
	}
}

// TestCommitmentText: a commitment that cannot be read is not written.
func TestCommitmentText(t *testing.T) {
	for want, change := range map[string]func(c *Commitment){
		`two rules are "a"`:                func(c *Commitment) { c.Rules = []string{"a", "b", "a"} },
		`rule: "" is empty`:                func(c *Commitment) { c.Rules = []string{""} },
		"whole number from 1 to 8":         func(c *Commitment) { c.Barred = []Bar{{9, "late"}} },
		"each once; 3 does not":            func(c *Commitment) { c.Barred = []Bar{{3, "late"}, {3, "late"}} },
		`barred: " " begins`:               func(c *Commitment) { c.Barred = []Bar{{3, " "}} },
		"from 1 to 1000000":                func(c *Commitment) { c.Prizes[1].Count = 1<<64 - 1 },
		"time: \"2023-08-23T15:59:24.0000": func(c *Commitment) { c.Time = c.Time.Add(1) },
		"time: \"10000-": func(c *Commitment) {
			c.Time = time.Date(10000, 1, 1, 0, 0, 0, 0, time.UTC)
		},
		`round: "0" is `:    func(c *Commitment) { c.Beacon = Round{} },
		`party: " " begins`: func(c *Commitment) { c.Parties = []Party{{Name: "Ada"}, {Name: " "}} },
	} {
		c := raffle(t)
		change(c)
		if text, err := c.Text(); err == nil || !strings.Contains(err.Error(), want) || text != nil {
			t.Errorf("got %v, want %q", err, want)
		}
	}
}

func TestAwait(t *testing.T) {
	at := time.Date(2023, 8, 23, 15, 59, 24, 0, time.UTC) // round 1000
	c := new(Commitment)
	for _, x := range []struct {
		now  time.Time
		want string // no error if empty
	}{
		{at.Add(-24 * time.Hour), ""}, {at.Add(-time.Minute), ""},
		{at.Add(-time.Minute + 1), "is less than a minute ahead, as it is 2023-08-23 15:58:24 UTC now"},
		{at, "is less than a minute ahead, as"}, {at.Add(1), "has passed, as"},
	} {
		err := new(Commitment).Await(Quicknet(), at, x.now)
		if (err == nil) != (x.want == "") || err != nil && !strings.Contains(err.Error(), "2023-08-23 15:59:24 UTC "+x.want) {
			t.Errorf("from %s: %v, want %q", x.now, err, x.want)
		}
	}
	west := at.In(time.FixedZone("", -5*3600))
	if err := c.Await(Quicknet(), west, at.Add(-time.Hour)); err != nil || c.Beacon.Number != 1000 ||
		c.Time != at || c.Beacon.Chain.String() != quicknetHash {
		t.Errorf("got %+v, %v", c, err)
	}
	if err := c.Await(Quicknet(), time.Date(10001, 1, 1, 0, 0, 0, 0, time.UTC), at); err == nil {
		t.Error("a round after the year 9999 can be awaited")
	}
}
