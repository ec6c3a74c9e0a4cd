package draw

import (
	"bytes"
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/yates-shuffle/yates/draw"
	"github.com/yates-shuffle/yates/internal/frame"
)

// tables are hostile, and refused by a word of the error, or ranked if that is "".
var tables = map[string]string{
	"name,g,t\r\n\"a,b\",1,2\r\n\"say \"\"hi\"\"\",1,1\r\n": "",
	"\ufeffname,g,t\na,1,1\n\n\r\nb,2,1\n":                  "",
	" name ,g,\tt\n a ,1, 2\nb,1,1 \n":                      "",
	"name,g,t\n\"a\r\nb\",2,1\nc,1,1":                       "",
	"name,g,t\na\rb,2,1\nc,1,3\r":                           "",
	"name,g,t\n,1,1\nb,1,1\n":                               "",
	"name,g,t\n":                                            "",
	"x,name,g,t,x\n1,a,3,1,\n,b,2,50,2\n,c,2,1,\n":          "",
	"name,g,t\nSTRASSE,1,1\nStraße,1,1\n":                   "rows 2 and 3",
	"name,g,t\n\uff21da,1,1\nADA ,1,1\n":                    "rows 2 and 3",
	"name,g,t\n\"\",1,1\n,1,1\n":                            "rows 2 and 3",
	"name,g,t\na,1\n":                                       "wrong number of fields",
	"name,g,t\na,1,1,\n":                                    "wrong number of fields",
	"name,g,t\na,1,1\n \nb,1,1\n":                           "wrong number of fields",
	"name,g,t\na\"b,1,1\n":                                  "bare \"",
	"name,g,t\n\"a\"b,1,1\n":                                "extraneous or missing \"",
	"name,g,t\n\"a,1,1\n":                                   "extraneous or missing \"",
	"name,g,t\na,1,\uff11\n":                                "not a whole number",
	"name;g;t\na;1;1\n":                                     "no column \"name\"",
	"Name,g,t\na,1,1\n":                                     "no column \"name\"",
	"\n":                                                    "empty",
}

// TestPythonRanks compares ranked lists with those of the verifier in Python, which was written from SPEC-draw.md, and
// what is no table.
func TestPythonRanks(t *testing.T) {
	c := &draw.Commitment{Title: "T", Entries: draw.Entries{Count: 2}, Rules: []string{"--rank=name,g,t", "4 flats"}}
	var ann, bob draw.Secret
	ann[0], bob[0] = 1, 2
	c.Parties = []draw.Party{ann.Party("Ann"), bob.Party("Bob")}
	tr, err := draw.Draw(c, draw.Sources{Secrets: []draw.Secret{ann, bob}}, nil)
	if err != nil {
		t.Fatal(err)
	}
	var texts [][]byte
	var want []string
	file := filepath.Join(t.TempDir(), "table.csv")
	for text, wrong := range tables {
		if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		rows, err := rank(t.Context(), &frame.UI{}, file, tr)
		if (err == nil) != (wrong == "") || err != nil && !strings.Contains(err.Error(), wrong) {
			t.Errorf("%q: %v, not %s", text, err, wrong)
			continue
		}
		ranked := "refused"
		if err == nil {
			ranked = ""
			for _, row := range rows[1:] {
				ranked += strings.Join(row[1:], "|") + "\n"
			}
		}
		texts, want = append(texts, []byte(text)), append(want, ranked)
	}
	python, err := exec.LookPath("python3")
	if err != nil {
		t.Skip("there is no python3")
	}
	asked, err := json.Marshal([]any{tr.Text(), texts})
	if err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command(python, "-c", `
import base64, draw, json, sys
transcript, texts = json.load(sys.stdin)
for text in texts:
    try:
        rows = draw.rank(base64.b64decode(transcript).decode(), base64.b64decode(text))
        print(json.dumps("".join("|".join(field.decode() for field in row) + "\n" for row in rows)))
    except draw.Bad:
        print('"refused"')
`)
	cmd.Dir, cmd.Stdin = "../../../../draw/testdata", bytes.NewReader(asked)
	cmd.Env = append(os.Environ(), "PYTHONUTF8=1", "PYTHONDONTWRITEBYTECODE=1")
	out, err := cmd.CombinedOutput()
	lines := strings.Split(strings.TrimSpace(string(out)), "\n")
	if err != nil || len(lines) != len(texts) {
		t.Fatalf("%v: %s", err, out)
	}
	for i, line := range lines {
		var got string
		if err := json.Unmarshal([]byte(line), &got); err != nil || strings.ReplaceAll(got, "\r", "") !=
			strings.ReplaceAll(want[i], "\r", "") {
			t.Errorf("%q: Python has %q, %v, not %q", texts[i], got, err, want[i])
		}
	}
}
