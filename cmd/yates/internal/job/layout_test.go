package job

import (
	"regexp"
	"strings"
	"testing"

	"github.com/yates-shuffle/yates/internal/engine"
)

// TestTorn: texts whose records have several lines are known, and ordinary texts are not taken for them.
func TestTorn(t *testing.T) {
	const bases, residues = "GATTACAGATTACAGATTACA", "MKWVTFISLLLLFSSAYSRGVFRRDTHKSEIAHRFKDLGEEHFK"
	for want, fronts := range map[string][]string{
		"FASTQ": {
			"@r1/1\n" + bases + "\n+\n" + strings.Repeat("I", len(bases)) + "\n", "@r1\r\n" + bases + "\r\n+r1\r\n",
			"@SRR1.1 1 length=9\nNNNN" + strings.ToLower(bases) + "\n+", "@long\n" + strings.Repeat(bases, 190),
		},
		"FASTA": {
			">a\n" + bases + "\n", ">chr1 x\r\n" + bases + "\r\n" + bases + "\r\n", "> sp|P02768\n" + residues + "*\n",
			">long\n" + strings.Repeat(strings.ToLower(bases), 190), ">a|b\n" + residues + "\n>",
		},
		"JSON": {
			"{\n  \"a\": 1\n}\n", "\ufeff{\r\n\t\"\" :", "[\n  {\n", "[\n[1,2],\n", "[\n  \"a\",\n",
			"\n{\n\"type\":\"x\",\n", "{ \n\n \"a\":\n",
			"[{\"a\":1},\n{\"a\":2}]\n", "[ {\"a\":{}},\r\n  {\"b\":1},\r\n",
		},
		"": {
			"", "a\n", "@", "@\nA\n+\nA\n", "@alice\n@bob\n@carol\n", "@alice hi\nCat\n+1\nDog\n",
			"@@ -1 +1 @@\n-old\n+new\n",
			"@article{x,\n  title = {y},\n}\n", "@echo off\ngoto end\n",
			"@r1\n" + bases + "\n@r2\n" + bases + "\n", "@r1\n" + bases + "\n",
			"@r1\n" + bases + " \n+\n", "@\n" + bases + "\n+\n",
			">", "> quoted\n> text\n", "> quoted\nanswer\n", ">fruits\napple\nbanana\n", ">FRUITS\nAPPLE\n",
			"> a\n" + strings.Repeat("-", 60) + "\n",
			"> a\n" + strings.Repeat("=", 60) + "\n", ">>> x = 1\n>>> x\n1\n", "> A\n" + strings.Repeat("SHOUTED ", 20) + "\n",
			">a\n" + bases + " and more\n", ">\n" + bases + "\n", bases + "\n" + bases + "\n", "x\n>a\n" + bases + "\n",
			"{\"a\":1}\n{\"a\":2}\n", "{}\n", "{\n", "{\n}\n", "{\n  a: 1\n}\n", "[\n",
			"[\n1,\n", "[section]\nkey=\"value\"\n", "[1,2]\n[3]\n",
			"[{\"a\":1}]\n[{\"a\":2}]\n", "[\"a\"]\n{\"b\":1}\n", "[x]\n[\n",
			"\"a\",\"b\"\n", "# {\n  \"a\": 1\n", "{%\n \"x\" %}\n", "[a](b)\n\"c\"\n",
		},
	} {
		for _, front := range fronts {
			err := torn(&engine.Options{}, []byte(front))
			if (err == nil) != (want == "") || err != nil && !strings.Contains(err.Error(), want) {
				t.Errorf("%.60q: %v, not %q", front, err, want)
			}
			for _, o := range []engine.Options{{NUL: true}, {CSV: true}, {Lines: 1}, {Start: regexp.MustCompile("^x")}, {JSON: true},
				{Tar: true}, {TFRecord: true}} {
				if err := torn(&o, []byte(front)); err != nil {
					t.Errorf("%.60q, for which there is a format: %v", front, err)
				}
			}
		}
	}
}
