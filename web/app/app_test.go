package app

import (
	"bytes"
	"crypto/sha256"
	"encoding/binary"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/yates-shuffle/yates/audit"
	"github.com/yates-shuffle/yates/audit/suspects"
	"github.com/yates-shuffle/yates/draw"
)

// ask makes a call as the page does.
func ask[T any](t *testing.T, s *Session, name, args string, texts ...[]byte) (value T, text []byte) {
	t.Helper()
	answer, text, err := s.Call(name, []byte(args), texts...)
	if err != nil {
		t.Fatalf("%s %s: %v", name, args, err)
	}
	if err := json.Unmarshal(answer, &value); err != nil {
		t.Fatal(err)
	}
	return value, text
}

// refused makes a call that must be refused with these words.
func refused(t *testing.T, s *Session, name, args, words string, texts ...[]byte) {
	t.Helper()
	if _, _, err := s.Call(name, []byte(args), texts...); err == nil || !strings.Contains(err.Error(), words) {
		t.Errorf("%s %s: %v, not %q", name, args, err, words)
	}
}

// built builds the command.
func built(t *testing.T) string {
	t.Helper()
	file := filepath.Join(t.TempDir(), "yates")
	build := exec.Command("go", "build", "-o", file, "../../cmd/yates")
	if out, err := build.CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	return file
}

// Everybody who opens the page loads the program: what makes it much larger stays out.
func TestSmall(t *testing.T) {
	list := exec.Command("go", "list", "-deps", "../wasm")
	list.Env = append(os.Environ(), "GOOS=js", "GOARCH=wasm")
	out, err := list.Output()
	if err != nil {
		t.Fatal(err)
	}
	deps := strings.Fields(string(out))
	if !slices.Contains(deps, "github.com/yates-shuffle/yates/web/app") {
		t.Fatalf("the program is made of %q", deps)
	}
	for _, large := range []string{"html/template", "text/template", "net", "net/http", "os/exec", "regexp"} {
		if slices.Contains(deps, large) {
			t.Errorf("the program has %s; see go list -deps ./web/wasm", large)
		}
	}
}

// The page warns of what the command's check finds.
func TestList(t *testing.T) {
	var s Session
	found, _ := ask[draw.ListReport](t, &s, "list", "{}", []byte("Ada\n Grace\n\nada\n"))
	want := []draw.Problem{{Line: 2, Kind: draw.KindSpaces, Reason: "begins with a space"}, {Line: 3, Kind: draw.KindBlank,
		Reason: "is blank"}, {Line: 4, Kind: draw.KindDuplicates, Reason: "is the same entry as line 1"}}
	if !slices.Equal(found.Problems, want) || found.Count != 4 || found.Counts[draw.KindBlank] != 1 {
		t.Errorf("%+v", found)
	}
	refused(t, &s, "list", "{}", "line 1 is longer than 65536 bytes", bytes.Repeat([]byte("x"), 10<<20))
	refused(t, &s, "nothing", `{}`, "no call")
}

func example(t *testing.T, name string) []byte { return exampleOf(t, "raffle", name) }

func exampleOf(t *testing.T, folder, name string) []byte {
	t.Helper()
	text, err := os.ReadFile(filepath.Join("..", "..", "examples", folder, name))
	if err != nil {
		t.Fatal(err)
	}
	return text
}

// now is after the time of all draws.
const now = `{"now":"2026-05-01T00:00:00Z"}`

// checked checks a transcript, with its list if there is one.
func checked(t *testing.T, s *Session, args string, texts ...[]byte) verdictView {
	t.Helper()
	v, _ := ask[verdictView](t, s, "check", args, texts...)
	return v
}

// What the page says of a draw that is right, and on which condition.
const (
	sound     = "These winners are correct"
	announced = "Drawn correctly, if this is the announced draw"
)

// A draw is checked with the words of the command.
func TestCheck(t *testing.T) {
	var s Session
	transcript, list, commitment := example(t, "raffle.draw"), example(t, "entries.txt"), example(t, "raffle.commit")
	v := checked(t, &s, now, transcript, list)
	if v.State != "right, if" || v.Verdict != announced || !v.Compare ||
		v.Stage != "Compare with the code announced before 2023-08-23 15:59:24 UTC: 7c62 b023 6f5a 495b …" ||
		v.Problems.Err() != nil ||
		v.Round != 1000 || v.Title != "“Summer raffle”" || v.Prizes[0].Name != "“First prize”" ||
		v.Prizes[0].Places[0].Name != "Ada Lovelace" || len(v.Open) != 2 ||
		v.Words != "computed again here, from this list and the random number of the draw." {
		t.Errorf("%+v", v)
	}
	if v := checked(t, &s, now, transcript); v.State != "right, if" || !strings.Contains(v.Words, "The list was not checked") ||
		v.Prizes[0].Places[0].Name != "" {
		t.Errorf("without a list: %+v", v)
	}
	for words, texts := range map[string][][]byte{
		"This is not the list of this draw: all else is right. Ask the organizer": {transcript, []byte("a\n")},
		"This is not the list of this draw: all":                                  {transcript, {}},
		"This is not what was drawn: place 2 should be line 6, not 8. Ask": {bytes.Replace(transcript,
			[]byte("winner 6\nwinner 8"), []byte("winner 8\nwinner 6"), 1), list},
		"This is not what was drawn: its random number is not genuine. Ask": {
			bytes.Replace(transcript, []byte("signature b44679"), []byte("signature b44678"), 1), list},
		"This is not what was drawn: it was changed in line 29": {append(slices.Clone(transcript), "more\n"...), list},
	} {
		if v := checked(t, &s, now, texts...); !strings.HasPrefix(v.Verdict+": "+v.Words, words) || v.Prizes != nil ||
			v.State != "wrong" {
			t.Errorf("%s: %q: %q is not %q", v.State, v.Verdict, v.Words, words)
		}
	}
	for _, pasted := range []string{"\ufeff" + string(transcript), string(transcript) + "\n\n",
		strings.TrimSpace(string(transcript)), strings.ReplaceAll(string(transcript), "\n", "\r\n")} {
		args := strings.Replace(now, "{", `{"pasted":true,`, 1)
		if v := checked(t, &s, args, []byte(pasted), list); v.State != "right, if" ||
			!strings.Contains(v.Note, "open the file to check each byte") {
			t.Errorf("pasted: %q: %+v", pasted, v)
		}
		if v := checked(t, &s, now, []byte(pasted), list); v.State != "wrong" ||
			!strings.Contains(v.Words, "the ends of its lines were changed") {
			t.Errorf("a file: %q: %+v", pasted, v)
		}
	}
	if v := checked(t, &s, `{"now":"2023-08-23T15:00:00Z"}`, transcript, list); v.State != "not checked: too early" ||
		!strings.Contains(v.Words, "the time of the draw comes in 59 minutes") {
		t.Errorf("before its time: %+v", v)
	}
	// A chain of one's own is none, whatever a link says of it.
	own := bytes.Replace(transcript, []byte("chain 52"), []byte("chain 53"), 1)
	if v := checked(t, &s, `{"chain":"53db"}`, own); v.State != "wrong" || v.Title != "" ||
		!strings.Contains(v.Findings[0].Detail, "none that this version knows") {
		t.Errorf("of another chain: %+v", v)
	}
	refused(t, &s, "check", "{}", "this is a commitment, and not a transcript", commitment, list)
	refused(t, &s, "check", "{}", "this is not a transcript; names alone", list)
	refused(t, &s, "check", `{"published":"12"}`, "the code: ", transcript)
}

// A code is evidence if it was entered before the page showed it, or its reader has the file with it; and no verdict shows
// it by the way. As it is typed, the page says how far it agrees.
func TestCode(t *testing.T) {
	var s Session
	transcript, commitment := example(t, "raffle.draw"), example(t, "raffle.commit")
	code := fmt.Sprintf("%x", sha256.Sum256(commitment))
	check := func(published string) verdictView {
		t.Helper()
		return checked(t, &s, `{"now":"2026-05-01T00:00:00Z","published":"`+published+`"}`, transcript)
	}
	if v := check(code[:63] + "0"); v.State != "wrong" || strings.Contains(fmt.Sprint(v.Findings, v.Words), code) {
		t.Errorf("a wrong code shows the right one: %+v", v)
	} else if len(v.Prizes) != 3 || !strings.HasPrefix(v.Words, "it differs from digit 64 on. Look whether") || v.Verdict != "Wrong code: check the typing" || !v.Typing ||
		!strings.HasSuffix(v.Stage, ": 7c62 b023 6f5a 495b …") {
		t.Errorf("a digit that was mistyped hides the winners: %+v", v)
	}
	// Another code is no matter of typing. The first digits of the right one do no harm, and are no evidence.
	if v := check(strings.Repeat("ab", 32)); v.Verdict != "This is not the draw that was announced" || v.Prizes != nil || v.Typing {
		t.Errorf("another code: %+v", v)
	}
	if v := check(code[:12]); v.State != "right, if" || v.Note != "The code agrees so far; 52 missing." || !v.Compare {
		t.Errorf("a part of the code: %+v", v)
	}
	refused(t, &s, "check", `{"published":"`+code[:11]+`c"}`, "the code: ", transcript)
	compare := func(typed, state, words string) {
		t.Helper()
		args, _ := json.Marshal(map[string]string{"typed": typed})
		if v, _ := ask[compareView](t, &s, "compare", string(args), commitment); v.State != state || !strings.Contains(v.Words, words) {
			t.Errorf("%q: %+v", typed, v)
		}
	}
	compare(" ", "", "")
	compare("SHA256: 7C62 B023", "", "Agrees so far; 56 missing.")
	compare(code[:63], "", "Agrees so far; 1 missing.")
	compare("7c62c", "bad", "differs from digit 5 on")
	compare(code+"0", "bad", "differs from digit 65 on")
	compare(strings.Repeat("ab", 32), "bad", "it is the code of another draw")
	compare("11111111"+code[8:], "bad", "it is the code of another draw") // eight digits are no slip
	compare("1111111"+code[7:], "bad", "differs from digit 1 on")
	compare("7c62 my draw", "bad", "no others")
	for typed, full := range map[string]string{code[:63]: "", "my draw": "", code + "  raffle.commit": code} {
		args, _ := json.Marshal(map[string]string{"typed": typed})
		if v, _ := ask[compareView](t, &Session{}, "compare", string(args), commitment); v.Code != full {
			t.Errorf("%q is the code %q", typed, v.Code)
		}
	}
	if v := check(" " + strings.ToUpper(code[:32]) + "  " + code[32:]); v.Verdict != sound || v.Compare ||
		!strings.HasPrefix(v.Stage, "Compare with the code") || v.Findings[0].State != "passed" ||
		!strings.HasSuffix(v.Words, " The list was not checked. You must have seen the code before "+
			"2023-08-23 15:59:24 UTC.") {
		t.Errorf("with the code: %+v", v)
	}
	s = Session{}
	compare(code+"  raffle.commit", "good", "the code of this draw")
	ask[string](t, &s, "show", `{}`, transcript)
	if v := check(code); v.State != "right" { // it was typed before
		t.Errorf("with the code: %+v", v)
	}
	s = Session{}
	ask[string](t, &s, "show", `{}`, transcript)
	compare(code, "bad", "no evidence")
	ask[string](t, &s, "code", `{"pasted":true}`, bytes.TrimSpace(commitment)) // which may be from the transcript
	if v := check(code); v.State != "right, if" || !v.Compare || !strings.Contains(v.Note, "came from this page") {
		t.Errorf("with a copied code: %+v", v)
	}
	if got, _ := ask[string](t, &s, "code", `{}`, commitment); got != code || check(code).State != "right" {
		t.Errorf("whoever kept the commitment has the code %s", got)
	}
	refused(t, &s, "code", "{}", "the commitment was changed", bytes.TrimSpace(commitment))
	refused(t, &s, "code", "{}", "this is a transcript, and not a commitment", transcript)
}

// A draw that ranks its list shows the order that follows, or says that the list was not checked.
func TestRanked(t *testing.T) {
	var s Session
	commitment, list := exampleOf(t, "flats", "flats.commit"), exampleOf(t, "flats", "flats.csv")
	run, _ := json.Marshal(map[string]string{"beacon": string(example(t, "round-1000.json"))})
	_, transcript := ask[any](t, &s, "run", string(run), commitment, list)
	v := checked(t, &s, now, transcript, list)
	if v.State != "right, if" || v.Verdict != announced || len(v.Ranked) != 9 ||
		v.Ranked[0][0] != "name" || v.Ranked[1][0] != "Marin Mersenne" || v.Ranked[8][0] != "Abraham de Moivre" ||
		v.Below != 0 || v.First != 0 || strings.Contains(v.What, "0 places") {
		t.Errorf("%+v", v)
	}
	if v := checked(t, &s, now, transcript); !strings.Contains(v.Words, "The list was not checked") || v.Ranked != nil {
		t.Errorf("without the list: %+v", v)
	}
	if v := checked(t, &s, now, transcript, []byte("name,priority,years\n")); v.State != "wrong" || v.Ranked != nil {
		t.Errorf("of another list: %+v", v)
	}
}

// What makes the chances of a draw unequal is told before it, and beside its verdict.
func TestTerms(t *testing.T) {
	var s Session
	commitment := string(example(t, "raffle.commit"))
	bars := func(reason string, lines ...int) (all string) {
		for _, line := range lines {
			all += fmt.Sprintf("barred %d %s\n", line, reason)
		}
		return all
	}
	friend := strings.Repeat("Friend\n", 39) + " friend\u200b\nAda\nBob\nCarl\nDora\n"
	const flats = "name,priority,years\nFriend,1,1000000\nBob,1,1\nCarl,1,1\nDora,2,2000000\n"
	source := commitment[strings.Index(commitment, "chain"):]
	of := func(list, rest string) string {
		version := 1
		if strings.Contains(rest, "rule") {
			version = 2
		}
		return fmt.Sprintf("yates draw commitment %d\ntitle T\nentries %d\nsha256 %x\n%s%s", version, strings.Count(list, "\n"), sha256.Sum256([]byte(list)), rest, source)
	}
	eight := string(example(t, "entries.txt"))
	for _, c := range []struct{ list, commitment, want string }{
		{eight, commitment, ""},
		{eight, of(eight, "prize 1 W\nrule under ✓ 18\n"+bars("late", 2, 4, 5, 6)),
			"4 of 8 cannot win: line 2; line 4; line 5; line 6 (“late”) | may be skipped later: “under  18”"},
		{friend, of(friend, "prize 1 W\n"), "“Friend” is 40 of 44 entries"},
		{friend + "Bob\n", of(friend+"Bob\n", "prize 1 W\n"), "“Friend” is 40 of 45 entries, and 1 other name more than once"},
		{"Other\n", of(friend, "prize 1 W\n"), ""}, // not its list
		{flats, of(flats, "rule --rank=name,priority,years\nrule --first=1\nrule a year\n"),
			"the smallest “priority” comes first | “Friend” has 1,000,000 of 1,000,002 tickets of its group | may be skipped later: “a year”"},
	} {
		v, _ := ask[commitView](t, &s, "commitment", "{}", []byte(c.commitment), []byte(c.list))
		if got := strings.Join(v.Terms, " | "); got != c.want {
			t.Errorf("%s\n%s, not %s", c.commitment, got, c.want)
		}
	}
}

// A draw is committed to and run. The transcript is that of the command, which verifies it.
func TestHold(t *testing.T) {
	var s Session
	list := example(t, "entries.txt")
	const times = `"at":"2023-08-23T15:59:24Z","now":"2023-08-23T15:00:00Z"`
	const car = `{"title":"x","prizes":[{"count":1,"name":"Car"}],` + times
	v, text := ask[commitView](t, &s, "commit", `{"title":"Summer raffle","prizes":[{"count":2,"name":"Books"},{"count":1,"name":"Alternates"}],`+times+`}`, list)
	if v.Round != 1000 || v.Comes != "2023-08-23 15:59:24 UTC" || len(v.URLs) == 0 ||
		v.Name != draw.Sum(sha256.Sum256(text)).String() {
		t.Errorf("%+v", v)
	}
	if read, _ := ask[commitView](t, &s, "commitment", "{}", text, list); read.Name != v.Name || !read.Listed ||
		read.What != "2 winners and 1 alternate of 8 entries" || read.Entries != 8 {
		t.Errorf("read as %+v", read)
	}
	args, _ := json.Marshal(map[string]string{"beacon": string(example(t, "round-1000.json"))})
	beacon := string(args)
	with := func(more string, values ...any) string {
		return strings.TrimSuffix(beacon, "}") + "," + fmt.Sprintf(more, values...) + "}"
	}
	drawn := func(args string, texts ...[]byte) (verdictView, []byte) {
		t.Helper()
		_, transcript := ask[any](t, &s, "run", args, texts...)
		return checked(t, &s, now, transcript, texts[1]), transcript
	}
	raffle := example(t, "raffle.commit")
	if _, transcript := drawn(beacon, raffle, list); !bytes.Equal(transcript, example(t, "raffle.draw")) {
		t.Errorf("the transcript is %s", transcript)
	}
	// Whoever is disqualified makes room for the next.
	const skipped = "if this entry was rightly skipped"
	again, skips := drawn(with(`"skip":{"1":"works here"}`), raffle, list)
	if again.State != "right, if" || again.Verdict != announced+", and "+skipped ||
		!slices.Equal(again.Skips, again.Prizes[0].Places[:1]) || again.Skips[0].Skipped != "“works here”" ||
		again.Skips[0].Name != "“Ada Lovelace”" || again.Prizes[0].Places[1].Name != "Thomas Bayes" {
		t.Errorf("disqualified: %+v", again)
	}
	ask[string](t, &s, "code", "{}", raffle)
	coded := strings.TrimSuffix(now, "}") + `,"published":"` + again.Name + `"}`
	if v := checked(t, &s, coded, skips); v.State != "right, if" || v.Verdict != "Drawn correctly, "+skipped || v.Compare || len(v.Skips) != 1 {
		t.Errorf("disqualified, with the published code: %+v", v)
	}
	if spoof, _ := drawn(with(`"skip":{"1":"nothing. ✓ Right: the “list”"}`), raffle, list); spoof.Skips[0].Skipped != `“nothing.  Right: the "list"”` {
		t.Errorf("a reason that looks like a verdict: %+v", spoof.Skips)
	}
	refused(t, &s, "run", with(`"skip":{"1":""}`), "the reason to disqualify entry", raffle, list)
	refused(t, &s, "run", with(`"skip":{"5":"x"}`), "nothing to disqualify", raffle, list)
	// A hidden list has a line for each entrant, which stands for theirs.
	hidden, hiddenText := ask[commitView](t, &s, "commit", car+`,"hide":true}`, list)
	if v, _ := drawn(beacon, hiddenText, []byte(hidden.Hidden)); v.State != "right, if" {
		t.Errorf("a hidden list: %+v", v)
	}
	line := strings.Split(strings.Split(hidden.Lines, "\n")[4], "\t")
	salt, err := draw.ParseSecret(line[1])
	if err != nil || line[0] != "5" || salt.Hide([]byte(line[2])).String() != strings.Split(hidden.Hidden, "\n")[4] ||
		!strings.HasPrefix(hidden.Key, "yates draw hiding ") {
		t.Errorf("the line %q: %v", line, err)
	}
	refused(t, &s, "commit", car+"}", "line 1 begins with a space", []byte(" a\nb\n"))
	ask[commitView](t, &s, "commit", car+`,"allow":["spaces"]}`, []byte(" a\nb\n"))
	refused(t, &s, "commit", strings.Replace(car, "x", "", 1)+"}", "needs a name", list)
	refused(t, &s, "commit", `{"title":"x",`+times+`}`, "at least 1", list)
	refused(t, &s, "commit", car+`,"now":"2023-08-23T15:59:00Z"}`, "minute", list)
	refused(t, &s, "run", beacon, "this is not the list of this draw", text, []byte("a\n"))
	refused(t, &s, "commitment", "{}", "this is not a commitment", list)
	c, err := draw.ParseCommitment(text)
	if err != nil {
		t.Fatal(err)
	}
	// The secrets of people decide, too, or alone.
	ann := draw.Secret{1}
	c.Parties = []draw.Party{ann.Party("Ann")}
	party, _ := c.Text()
	if read, _ := ask[commitView](t, &s, "commitment", "{}", party); !slices.Equal(read.Parties, []string{"Ann"}) || read.Round != 1000 {
		t.Errorf("with a party, it is read as %+v", read)
	}
	if v, _ := drawn(with(`"secrets":"%s\n"`, ann), party, list); v.State != "right, if" {
		t.Errorf("with a secret: %+v", v)
	}
	refused(t, &s, "run", with(`"secrets":"%s"`, draw.Secret{2}), "is that of no party", party, list)
	c.Prizes, c.Rules = nil, []string{"--arms=A,B"}
	seed, _ := c.Text()
	refused(t, &s, "commitment", "{}", "a seed for another program", seed)
	refused(t, &s, "commitment", "{}", "the commitment was changed; get it as it was published: round 1000 is not the first one",
		bytes.Replace(text, []byte("2023-08-23T15:59:24Z"), []byte("2030-01-01T00:00:00Z"), 1))
	windows := bytes.ReplaceAll(text, []byte("\n"), []byte("\r\n"))
	refused(t, &s, "commitment", "{}", "the commitment was changed", windows)
	if read, again := ask[commitView](t, &s, "commitment", `{"pasted":true}`, windows); read.Name != v.Name || !bytes.Equal(again, text) {
		t.Errorf("pasted, it is read as %+v", read)
	}
}

// Deals are audited, wherever they come from.
func TestAudit(t *testing.T) {
	var s Session
	go10 := func() *reportView {
		var v *reportView
		for range 50 {
			v, _ = ask[*reportView](t, &s, "observe", `{"deals":100}`)
			if v.Alarm || v.Done {
				break
			}
		}
		return v
	}
	ask[reportView](t, &s, "audit", `{"suspect":"sattolo","items":10}`)
	if v := go10(); v.Verdict != audit.Biased || len(v.Findings) == 0 || len(v.Positions) != 10 ||
		len(v.Evidence) == 0 {
		t.Errorf("Sattolo: %+v", v)
	}

	var text strings.Builder // of a fair shuffle of names, as the exact list of all orders
	for range 3 {
		for _, o := range []string{"abc", "acb", "bac", "bca", "cab", "cba"} {
			fmt.Fprintf(&text, "%c, %c, %c\n", o[0], o[1], o[2])
		}
	}
	ask[reportView](t, &s, "audit", `{"pasted":true}`, []byte(text.String()))
	if v := go10(); v.Verdict != audit.NothingFound || !v.Done || v.Deals != 18 || v.Names[2] != "c" {
		t.Errorf("pasted: %+v", v)
	}
	if v, _ := ask[reportView](t, &s, "conclude", "{}"); v.Verdict != audit.TooFew ||
		!strings.Contains(v.Words, "too few to tell") {
		t.Errorf("concluded: %+v", v)
	}
	ask[reportView](t, &s, "audit", `{"pasted":true,"cards":true}`, []byte(strings.Repeat("Ah 10d 2c\n", 30)))
	if v := go10(); v.Verdict != audit.Biased || v.Take != 3 || v.Items != 52 {
		t.Errorf("cards: %+v", v)
	}

	refused(t, &s, "audit", `{"pasted":true}`, "there are no deals", nil)
	refused(t, &s, "audit", `{"pasted":true}`, "yates audit --file FILE --range 1-49", []byte("1\n"))
	refused(t, &s, "audit", `{"items":1}`, "from 2 to 256")
	refused(t, &s, "audit", `{"items":5,"suspect":"nobody"}`, "no mistake nobody")
	refused(t, &s, "observe", `{}`, "there is no audit")

	// A function's deals come as numbers, of each its length and three items. What is broken is told truly.
	for words, second := range map[string][4]int32{
		"Deal 2 of 2 cannot come from shuffling the items: it has 2 items, not 3.":  {2, 0, 1, -1},
		"Deal 2 of 2 cannot come from shuffling the items: it has 40 items, not 3.": {40, 0, 1, 2},
		"comes twice, at place 1 and at place 2":                                    {3, 0, 0, 1},
		"place 2 has something else than one of the 3 items":                        {3, 0, -1, 1},
		"place 3 has the number 7":                                                  {3, 0, 1, 7},
	} {
		ask[reportView](t, &s, "audit", `{"items":3}`)
		var deals []byte
		for _, x := range append([]int32{3, 2, 0, 1}, second[:]...) {
			deals = binary.LittleEndian.AppendUint32(deals, uint32(x))
		}
		if v, _ := ask[reportView](t, &s, "observe", `{}`, deals); v.Verdict != audit.Broken || v.Deals != 1 ||
			!strings.Contains(v.Words, words) {
			t.Errorf("broken: %q, not %q", v.Words, words)
		}
	}

	// Whoever wants more deals gets them after the alarm. A fair shuffle has none, and of a mistake that these deals
	// do not show, the report says how many would.
	ask[reportView](t, &s, "audit", `{"items":5,"suspect":"sattolo"}`)
	first, _ := ask[reportView](t, &s, "observe", `{"deals":2000}`)
	if more, _ := ask[reportView](t, &s, "observe", `{"deals":2000,"on":true}`); !first.Alarm || first.Deals == 2000 ||
		more.Deals != first.Deals+2000 {
		t.Errorf("after %d deals, 2,000 more are %d", first.Deals, more.Deals)
	} else if all, _ := ask[reportView](t, &s, "conclude", `{}`); !reflect.DeepEqual(all.Positions, more.Positions) ||
		all.BestLog10E != more.BestLog10E || all.Deals != more.Deals {
		t.Errorf("what is kept up to date is %+v, and not %+v", more, all)
	}
	ask[reportView](t, &s, "audit", `{"items":10,"suspect":"fair"}`)
	ask[reportView](t, &s, "observe", `{"deals":2000}`)
	if v, _ := ask[reportView](t, &s, "conclude", `{}`); v.Verdict != audit.NothingFound || len(v.Power) == 0 {
		t.Errorf("a fair shuffle: %+v", v)
	}

	all, _ := ask[[]suspects.Suspect](t, &s, "museum", "{}")
	if len(all) != len(suspects.All()) || all[0].Story == "" || all[0].Code == "" {
		t.Errorf("the museum has %d mistakes", len(all))
	}
	pictures, _ := ask[map[string][][]int](t, &s, "gallery", `{"items":4,"deals":50}`)
	for _, m := range all {
		sum := 0
		for _, row := range pictures[m.Name] {
			for _, n := range row {
				sum += n
			}
		}
		if sum != 200 {
			t.Errorf("%s: 50 deals of 4 items come to %d", m.Name, sum)
		}
	}
	if got := pictures["sattolo"]; got[0][0]+got[1][1]+got[2][2]+got[3][3] > 0 {
		t.Errorf("of Sattolo's shuffle, items stay: %v", got)
	}
}

// A file with one number a line is audited as the command does that.
func TestOrder(t *testing.T) {
	command := built(t)
	random := rand.New(rand.NewPCG(1, 43))
	fairly := func(n int) []int { return random.Perm(n) }
	for name, c := range map[string]struct {
		order   []int
		first   int
		verdict audit.Verdict
		words   string
	}{
		"fair":    {fairly(3000), 0, audit.NothingFound, "In one order of 3,000 items, nothing was found"},
		"few":     {fairly(6), 1, audit.TooFew, "too few to tell"},
		"sorted":  {slices.Sorted(slices.Values(fairly(5000))), 1, audit.Biased, "It is like this: "},
		"lost":    {fairly(3000)[:2990], 0, audit.Broken, "LOST: 10 items did not come"},
		"doubled": {append(fairly(300), 7, 8), 1, audit.Broken, "DOUBLED: 2 times an item came again: 8, 9"},
	} {
		text := "\ufeff\n"
		for _, x := range c.order {
			text += fmt.Sprintf(" %d\r\n", x+c.first)
		}
		file := filepath.Join(t.TempDir(), "order")
		if err := os.WriteFile(file, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
		out, err := exec.Command(command, "check", file, "--json").Output()
		var want audit.Report
		if failed := json.Unmarshal(out, &want); failed != nil {
			t.Fatalf("%s: %v, %v: %s", name, failed, err, out)
		}
		var s Session
		v, _ := ask[*reportView](t, &s, "audit", `{"pasted":true}`, []byte(text))
		for calls := 0; !v.Done && calls < 10; calls++ {
			v, _ = ask[*reportView](t, &s, "observe", `{"deals":1}`)
		}
		again, _ := ask[*reportView](t, &s, "observe", `{"deals":1}`)
		read := *v
		v, _ = ask[*reportView](t, &s, "conclude", `{}`)
		got := fmt.Sprint(v.Verdict, v.Deals, v.Positions, v.Evidence, v.BestLog10E)
		same := fmt.Sprint(want.Verdict, want.Deals, want.Positions, want.Evidence, want.BestLog10E)
		switch {
		case !read.Done || read.Alarm || !again.Done || again.Words != read.Words:
			t.Errorf("%s: read as %+v", name, read)
		case got != same:
			t.Errorf("%s: the page says %s, the command %s", name, got, same)
		case v.Verdict != c.verdict || !strings.Contains(v.Words, c.words) || v.Remedy != want.Remedy ||
			!strings.Contains(v.Words, want.Cause()) || v.Ordered == nil || v.First != int64(c.first):
			t.Errorf("%s: %+v", name, v)
		}
	}

	// Other texts are none.
	var s Session
	rolls := ""
	for range 200 {
		rolls += fmt.Sprintln(1 + random.IntN(6))
	}
	if v, _ := ask[reportView](t, &s, "audit", `{"pasted":true}`, []byte(rolls)); v.Ordered == nil {
		t.Errorf("rolls of a die: %+v", v)
	}
	refused(t, &s, "audit", `{"pasted":true}`, "line 1 of the deals has 1 item", []byte("7\n7\n"))
	refused(t, &s, "audit", `{"pasted":true}`, "line 1 of the deals has 1 item", []byte("3\n1\nfirst\n"))
	refused(t, &s, "audit", `{"pasted":true}`, "3 items, but their numbers go from 1 to 70,000", []byte("1\n2\n70000\n"))
}
