package test

import (
	"bufio"
	"bytes"
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"maps"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/chromedp/cdproto/browser"
	"github.com/chromedp/chromedp"
)

// command builds the command, beside the page.
var command = sync.OnceValues(func() (string, error) {
	file := filepath.Join(dist, "yates")
	build := exec.Command("go", "build", "-o", file, "./cmd/yates")
	build.Dir, build.Stderr = filepath.Join("..", ".."), os.Stderr
	return file, build.Run()
})

// download presses a button that saves a file, and returns what is in it.
func (b *tab) download(button string) []byte {
	b.Helper()
	dir := b.TempDir()
	if _, err := chromedp.Call(b.ctx, browser.SetDownloadBehavior,
		browser.SetDownloadBehaviorParams{Behavior: browser.SetDownloadBehaviorBehaviorAllow,
			DownloadPath: dir}); err != nil {
		b.Fatal(err)
	}
	b.eval(`document.querySelectorAll(".menu").forEach(menu => { menu.open = true })`)
	b.eval(`[...document.querySelectorAll("button")].find(e => e.textContent === %s && e.checkVisibility()).click()`,
		js(button))
	for end := time.Now().Add(30 * time.Second); time.Now().Before(end); time.Sleep(50 * time.Millisecond) {
		all, err := filepath.Glob(filepath.Join(dir, "*"))
		if err != nil || len(all) != 1 || strings.HasSuffix(all[0], ".crdownload") {
			continue
		}
		text, err := os.ReadFile(all[0])
		if err != nil {
			b.Fatal(err)
		}
		return text
	}
	b.Fatalf("%s saves nothing", button)
	return nil
}

// asked asks the worker that draws, and returns what the page shows, and the text; or the error.
func (b *tab) asked(args map[string]any, list []byte) (value struct {
	Seed, Command, Record, Note, Doubt string
	Groups                             []struct{ Lines []string }
	From, More                         int
}, text []byte, err string) {
	b.Helper()
	json64, _ := json.Marshal(args)
	got := b.eval(`(async (args, list) => {
		const text = document.getElementById("drawer").textContent;
		self.drawing ??= new Worker(URL.createObjectURL(new Blob([text], { type: "text/javascript" })));
		const bytes = Uint8Array.from(atob(list), c => c.charCodeAt(0));
		drawing.postMessage({ id: 1, name: "draw", args, texts: [JSON.parse(args).what === "deal" ? null : bytes] });
		const { data } = await new Promise(resolve => { drawing.onmessage = resolve; });
		let out = "";
		for (const byte of data.text ?? []) out += String.fromCharCode(byte);
		return [data.answer ?? "{}", btoa(out), data.error ?? ""];
	})(%s, %s)`, js(string(json64)), js(base64.StdEncoding.EncodeToString(list))).([]any)
	if err := json.Unmarshal([]byte(got[0].(string)), &value); err != nil {
		b.Fatal(err)
	}
	text, _ = base64.StdEncoding.DecodeString(got[1].(string))
	return value, text, got[2].(string)
}

// numbered returns a list of so many lines, with its last line feed or without.
func numbered(n int, end string) string {
	var b strings.Builder
	for i := range n {
		fmt.Fprintf(&b, "entry %d\n", i+1)
	}
	return strings.TrimSuffix(b.String(), "\n") + end
}

// The page gives the bytes that the command gives, whatever is in a list, and the command that it shows repeats them.
func TestSameAsCommand(t *testing.T) {
	yates, err := command()
	if err != nil {
		t.Fatal(err)
	}
	type of = map[string]any
	type drawing struct {
		args       of
		list, seed string
	}
	cases := []drawing{
		{of{"what": "order"}, "one", "one"},
		{of{"what": "order"}, "one\n", "0"},
		{of{"what": "order"}, "\n\n\na\n\n", "blank lines"},
		{of{"what": "order"}, "a\r\nb\r\nc", "carriage returns"},
		{of{"what": "order"}, "a\x01b\n\xff\xfe\x80\nc\n", "no UTF-8"},
		{of{"what": "order"}, numbered(4096, ""), "a block"},
		{of{"what": "winners", "count": 1}, "a\nb\nc\n", "花"},
		{of{"what": "winners", "count": 3}, numbered(100, ""), "three"},
		{of{"what": "winners", "count": 7}, numbered(5, "\n"), "too few"},
		{of{"what": "teams", "count": 3}, "\ufeff a \n\n\tb\r\nc d\n\n", "names with white space"},
		{of{"what": "teams", "count": 3, "bySize": true}, numbered(10, "\n"), "teams by size"},
		{of{"what": "santa"}, "Ann\n Bob\nJosé\n\nChristopher\n", "gifts"},
		{of{"what": "santa"}, numbered(1000, ""), "many gifts"},
		{of{"what": "santa"}, "Ann\x00\nBob\n\x00\n", "NUL"},
		{of{"what": "santa", "apart": " Ann = O'Brien\n\nBob=José=Eve"}, "Ann\nBob\nJosé\nO'Brien\nEve\nDan\n", "apart"},
		{of{"what": "santa", "apart": "Ann > Bob\nBob=Eve", "circle": true}, "Ann\nBob\nEve\nDan\nFay\n", "circle"},
		{of{"what": "teams", "count": 3, "apart": "Ann = Bob\nBob=Eve"}, "Ann\nBob\nEve\nDan\nFay\n", "teams apart"},
		{of{"what": "teams", "count": 2, "bySize": true, "apart": "A>B=C"}, "A>B\nC\nEve\nDan\nFay\n", "a size apart"},
		{of{"what": "teams", "count": 2, "strength": of{"title": "Elo", "numbers": []float64{3, -1, 3, 2.5, 10}}}, "Ann\nBob\nEve\nDan\nFay\n", "strength"},
		{of{"what": "teams", "count": 2, "bySize": true, "apart": "Bob=Eve", "strength": of{"title": "a'b", "numbers": []float64{1, 1, 1, 1, 1}}}, "Ann\nBob\nEve\nDan\nFay\n", "equals"},
		{of{"what": "deal", "count": 4, "decks": 1}, "", "cards"},
		{of{"what": "deal", "count": 6, "cards": 5, "decks": 2, "jokers": 2}, "", "jokers"},
		{of{"what": "deal", "count": 2, "cards": 40, "decks": 2}, "", "long hands"},
		{of{"what": "deal", "count": 2, "cards": 300, "decks": 12, "jokers": 2}, "", "longer hands"},
		{of{"what": "deal", "count": 1, "cards": 60, "decks": 1, "jokers": 60}, "", "many jokers"},
		{of{"what": "deal", "count": 100, "decks": 100}, "", "many hands"},
	}
	strange := []string{"a", "Ä", "花", "👩‍👩‍👧", "e\u0301", " ", "\t", "\r", "\u00a0", "\u0085", "\u3000", "\ufeff", "\v", "\x1b[1m",
		"\x7f", "\u009b", "\u202e", "\u200b", "\u2028", "\u2068", "\u2069", "\u0378", "\U0001fae9", "\ue000", "\U000e0041", "\U0010ffff", "\ufffd",
		"\xff", "\xe2\x82", "\xc3", "\xed\xa0\x80", "\xf4\x90\x80\x80", "\\", "\"", "'", "=", "%s", "$1", "$&", "שלום"}
	random := rand.New(rand.NewPCG(1, 2))
	for i := range 200 {
		var list strings.Builder
		for range 2 + random.IntN(12) {
			for range random.IntN(6) {
				list.WriteString(strange[random.IntN(len(strange))])
			}
			list.WriteString([]string{"\n", "\r\n", "\n\n"}[random.IntN(3)])
		}
		args := of{"what": []string{"order", "winners", "teams", "santa"}[i%4], "count": 1 + i%3}
		cases = append(cases, drawing{args, list.String(), fmt.Sprint("strange ", i)})
	}
	dir, b, refused := t.TempDir(), open(t, ""), 0
	for _, c := range cases {
		var list []byte
		if c.args["what"] != "deal" {
			list = []byte(c.list)
			if err := os.WriteFile(filepath.Join(dir, "list.txt"), list, 0o666); err != nil {
				t.Fatal(err)
			}
		}
		if strength, ok := c.args["strength"].(of); ok {
			table := "name," + strength["title"].(string)
			for i, name := range strings.Split(strings.TrimSpace(c.list), "\n") {
				table += fmt.Sprintf("\n%s,%v", name, strength["numbers"].([]float64)[i])
			}
			if err := os.WriteFile(filepath.Join(dir, "list.csv"), []byte(table), 0o666); err != nil {
				t.Fatal(err)
			}
		}
		args := of{"cards": 0, "jokers": 0, "prizes": []any{}, "apart": "", "meant": true, "now": "2026-05-01T00:00:00.000Z", "seed": c.seed}
		maps.Copy(args, c.args)
		value, got, failed := b.asked(args, list)
		if failed != "" { // TestDrawer says what
			refused++
			continue
		}
		if !strings.Contains(value.Record, value.Seed) || !strings.Contains(value.Record, "To prove a draw to others") ||
			!strings.Contains(value.Record, fmt.Sprintf("Result   SHA-256 %x\n", sha256.Sum256(got))) ||
			list != nil && !strings.Contains(value.Record, fmt.Sprintf(", SHA-256 %x\n", sha256.Sum256(list))) {
			t.Errorf("the record is %s", value.Record)
		}
		for _, line := range []string{value.Command, strings.Replace(value.Command, "--seed-hex "+value.Seed, "--seed '"+c.seed+"'", 1)} {
			repeat := exec.Command("sh", "-c", "PATH="+filepath.Dir(yates)+":$PATH; "+line)
			repeat.Dir = dir
			want, err := repeat.Output()
			if err != nil || !bytes.Equal(got, want) {
				t.Errorf("%s of %q: %q of the page is not %q of the command, %v", line, c.list, got, want, err)
			}
		}
	}
	if refused > len(cases)/10 {
		t.Errorf("%d of %d cases are refused", refused, len(cases))
	}
}

// What the page saves in a browser is what the command prints, also of a million lines.
// TestSameAsCommand compares more lists.
func TestSameBytes(t *testing.T) {
	yates, err := command()
	if err != nil {
		t.Fatal(err)
	}
	b, list := open(t, ""), numbered(1_000_000, "\n")
	b.enter("#draw-seed", "May 2026")
	b.dropMade("#draw-list", "list.txt", `Array.from({ length: 1e6 }, (_, i) => "entry " + (i + 1)).join("\n") + "\n"`)
	for what, args := range map[string][]string{"winners": {"shuffle", "-n", "3"}, "order": {"shuffle"},
		"teams": {"teams", "-n", "2"}} {
		b.click("input[value=" + what + "]")
		b.click("#draw-button")
		b.until(`document.querySelector("#draw-result h2") && !document.querySelector("#draw-button").disabled && !document.querySelector("#draw-result.outdated")`)
		shuffle := exec.Command(yates, append(args, "--seed", "May 2026")...)
		shuffle.Stdin = strings.NewReader(list)
		want, err := shuffle.Output()
		if err != nil {
			t.Fatal(err)
		}
		if got := b.download("Download"); !bytes.Equal(got, want) {
			t.Errorf("%s: %.40q, not %.40q", what, got, want)
		}
	}
}

// What cannot be drawn is said, without a seed two results differ, and what is shown is the front of the text, made safe
// to look at.
func TestDrawer(t *testing.T) {
	type of = map[string]any
	b := open(t, "")
	ask := func(list string, args of) (lines []string, more int, text []byte, failed string) {
		all := of{"count": 1, "cards": 0, "jokers": 0, "decks": 1, "prizes": []any{}, "apart": "", "seed": "",
			"now": "2026-05-01T00:00:00.000Z"}
		maps.Copy(all, args)
		value, text, failed := b.asked(all, []byte(list))
		for _, group := range value.Groups {
			lines = append(lines, group.Lines...)
		}
		return lines, value.More, text, failed + value.Doubt
	}
	for words, c := range map[string]struct {
		list string
		args of
	}{
		"1 name cannot be divided into 2 teams":               {"a\n", of{"what": "teams", "count": 2}},
		"there are no names":                                  {" \n", of{"what": "teams"}},
		"number of teams must be at least 1":                  {"a\n", of{"what": "teams", "count": 0}},
		"line 1 of the list is longer than 65.5 kB":           {strings.Repeat("x", 70_000), of{"what": "teams"}},
		"line 1000001 of the list exceeds":                    {strings.Repeat("x\n", 1_000_001), of{"what": "teams"}},
		"“Ann” is there twice":                                {"Ann\nBob\n Ann\n", of{"what": "santa"}},
		"at least two names":                                  {"Ann\n", of{"what": "santa"}},
		"“Ann” needs another name":                            {"Ann\nBob\n", of{"what": "santa", "apart": "Ann"}},
		"“” needs another name":                               {"Ann\nBob\n", of{"what": "santa", "apart": "="}},
		"“Bob” needs another name":                            {"Ann\nBob\n", of{"what": "santa", "apart": "Bob=Bob"}},
		"“Eve” is not in the list":                            {"Ann\nBob\n", of{"what": "santa", "apart": "Ann=Eve"}},
		"no draw is possible: “Ann” may give to nobody":       {"Ann\nBob\n", of{"what": "santa", "apart": "Ann=Bob"}},
		"no draw is possible: too many are kept apart":        {"A\nB\nC\nD\nE\n", of{"what": "santa", "apart": "A=B=C\nA=D"}},
		"2 lines are blank, and can win":                      {"a\n \t\r\n\nb", of{"what": "winners"}},
		"1 line is blank, and can win":                        {"Ada\n\n", of{"what": "winners"}},
		"nothing to draw from":                                {"", of{"what": "order"}},
		"this is not a text":                                  {"a\nb\x00\n", of{"what": "order"}}, // as the command says
		"number of winners must be at least 1":                {"a", of{"what": "winners", "count": 0}},
		"a seed has 64 hexadecimal digits":                    {"a", of{"what": "order", "hex": true, "seed": "xy"}},
		"60 hands of 1 card need 60, and there are 52":        {"", of{"what": "deal", "count": 60}},
		"4 hands of 14 cards need 56, and there are 52":       {"", of{"what": "deal", "count": 4, "cards": 14}},
		"99,999,999 decks with 0 jokers each are more than":   {"", of{"what": "deal", "decks": 99_999_999}},
		"the hands and the decks must be at least 1, and the": {"", of{"what": "deal", "count": 0}},
	} {
		if _, _, _, failed := ask(c.list, c.args); !strings.Contains(failed, words) {
			t.Errorf("%.20q, %v: %q, not %q", c.list, c.args, failed, words)
		}
	}
	_, _, first, _ := ask(numbered(1000, ""), of{"what": "order"}) // false alarms once in 10^300
	if _, _, second, _ := ask(numbered(1000, ""), of{"what": "order"}); bytes.Equal(first, second) {
		t.Error("two orders are the same")
	}
	lines, more, text, _ := ask("\ufeffAda\r\n", of{"what": "order"})
	if lines[0] != "Ada" || string(text) != "\ufeffAda\r\n" {
		t.Errorf("%q is shown as %q", text, lines)
	}
	lines, more, text, _ = ask(numbered(2000, ""), of{"what": "order"})
	if len(lines) != 500 || more != 1500 || !bytes.HasPrefix(text, []byte(strings.Join(lines, "\n")+"\n")) {
		t.Errorf("%d lines are shown, and %d more", len(lines), more)
	}
	if lines, more, _, _ = ask(numbered(2000, ""), of{"what": "teams", "count": 300}); len(lines) != 500 || more != 1500 {
		t.Errorf("of teams, %d are shown, and %d more", len(lines), more)
	}
	lines, _, _, _ = ask("\u202e<script>\x01"+strings.Repeat("x", 1000), of{"what": "winners"})
	if !strings.HasPrefix(lines[0], "�<script>�xxx") || len(lines[0]) > 300 {
		t.Errorf("shown as %q", lines[0])
	}
	if lines, _, _, _ = ask("\n\n", of{"what": "winners", "meant": true}); len(lines) != 1 {
		t.Errorf("of blank lines that are wanted, %q win", lines)
	}
	if lines, _, _, _ = ask("Ada\tLondon\n", of{"what": "winners"}); lines[0] != "Ada\tLondon" {
		t.Errorf("columns are shown as %q", lines)
	}
	prizes := []any{[]any{1, "Car"}, []any{2, "Book"}}
	value, text, _ := b.asked(of{"what": "winners", "count": 3, "prizes": prizes, "seed": "x", "now": "2026-05-01"}, []byte("a\nb\nc\nd\n"))
	won := slices.Concat(value.Groups[0].Lines, value.Groups[1].Lines)
	if want := fmt.Sprintf("Car\n%s\n\nBook\n%s\n%s\n\n", won[0], won[1], won[2]); string(text) != want ||
		!strings.Contains(value.Record, fmt.Sprintf("Prize    Book: %s, %s\n", won[1], won[2])) {
		t.Errorf("with prizes, %q is saved, and recorded as %s", text, value.Record)
	}
	value, _, _ = b.asked(of{"what": "winners", "count": 3, "prizes": prizes, "now": "2026-05-01"}, []byte("a\nb\n"))
	if !strings.Contains(value.Note, "only 2 lines: all win. Prizes that are left: Book (1 of 2).") {
		t.Errorf("the note on prizes that nobody wins is %q", value.Note)
	}
}

// "yates web" serves the page, which works there as it does from a file.
func TestWebCommand(t *testing.T) {
	yates, err := command()
	if err != nil {
		t.Fatal(err)
	}
	web := exec.Command(yates, "web") // finds the page in its own folder
	out, err := web.StdoutPipe()
	if err == nil {
		err = web.Start()
	}
	if err != nil {
		t.Fatal(err)
	}
	defer func() {
		web.Process.Kill()
		web.Wait()
	}()
	address, err := bufio.NewReader(out).ReadString('\n')
	if err != nil {
		t.Fatal(err)
	}
	b := openURL(t, strings.TrimSpace(address))
	b.enter("#draw-list textarea", example(t, "entries.txt"))
	b.enter("#draw-seed", "May 2026")
	b.click("#draw-button")
	b.says("#draw-result", "Ada Lovelace", "Ronald Fisher", "Frank Yates")
	b = openURL(t, strings.TrimSpace(address)+"#fair") // a function runs in a frame, which has the policy of the header, too
	b.click("input[value=function]")
	b.click("#fair-button")
	b.says("#fair-verdict", "biased")
}
