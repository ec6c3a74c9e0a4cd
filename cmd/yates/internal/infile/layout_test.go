package infile

import (
	"regexp"
	"strings"
	"testing"

	"github.com/yates-shuffle/yates/internal/engine"
	"github.com/yates-shuffle/yates/internal/engine/ask"
)

// TestTorn: texts whose records have several lines are known, and ordinary texts are not taken for them.
func TestTorn(t *testing.T) {
	const bases, residues = "GATTACAGATTACAGATTACA", "MKWVTFISLLLLFSSAYSRGVFRRDTHKSEIAHRFKDLGEEHFK"
	for want, fronts := range map[string][]string{
		"FASTQ": {
			"@r1/1\n" + bases + "\n+\n" + strings.Repeat("I", len(bases)) + "\n", "@r1\r\n" + bases + "\r\n+r1\r\n",
			"@SRR1.1 1 length=9\nNNNN" + strings.ToLower(bases) + "\n+", "@long\n" + strings.Repeat(bases, 190),
			"@r1\nACGT\n+\nIIII\n@r2\n", "@r1 x\r\nRYKM-\r\n+r1 x\r\nIIIII\r\n",
		},
		"FASTA": {
			">a\n" + bases + "\n", ">chr1 x\r\n" + bases + "\r\n" + bases + "\r\n", "> sp|P02768\n" + residues + "*\n",
			">long\n" + strings.Repeat(strings.ToLower(bases), 190), ">a|b\n" + residues + "\n>",
			">a\n--" + bases + "-\n", ">a\n" + residues + "--" + residues + "\n",
			">a\nAC\nGT\n", "; x\n\n>a\nMKV\n>b\nMKL\n", ">q\n10 20 30 9 8 7 6 5 40 40\n", ">P1;A\nx\nMKV*\n",
			">a d\nMKV\n>b\nMKL\n", ">a\r\nacgtryk\r\n\r\n>b\r\n", ">a\nmkv\n\nll*\n>b\n",
		},
		"JSON": {
			"{\n  \"a\": 1\n}\n", "\ufeff{\r\n\t\"\" :", "[\n  {\n", "[\n[1,2],\n", "[\n  \"a\",\n",
			"\n{\n\"type\":\"x\",\n", "{ \n\n \"a\":\n",
			"[{\"a\":1},{\"a\":2}]", "[ {\"a\":1}, {}]\r\n", "[{\"a\":1},{\"a\":" + strings.Repeat("9", 1000),
			"[\n1,\n", "[{\n  \"a\": 1\n}, {\n", "{\"a\": 1,\n \"b\": 2}\n", "{\"a\": {\n  \"b\": 1\n}}\n",
			"{\"type\":\"x\",\"features\":[\n{\"a\":1},\n", "[[1,2],\n[3,4]]\n", "{ \"a\": 1\n, \"b\": 2\n}\n",
			"[{\"a\":1},\n{\"a\":2}]\n", "[ {\"a\":{}},\r\n  {\"b\":1},\r\n",
		},
		"; --csv shuffles": {
			"id,text\n1,\"two\nlines\"\n2,b\n",
			"\ufeff\"id\",\"text\"\r\n\"1\",\"two\r\nlines\"\r\n", "1,\"a,\n,,b\",3\n4,5,6",
			"1,\"\n\n\"\n2,b\n3,\"cut off\nand", "1,\"a\n\"\"b\"\"\"\n2,b\n3", "1,\"a\nb\"\n\n2,b\n3,\"\"\"",
		},
		"--header '^#' shuffles": {"##fileformat=VCFv4.2\n#CHROM\tPOS\n1\t2\n", "#EXTM3U\na.mp3\nb.mp3\n"},
		`--record-start '^\s*#EXTINF`: {
			"#EXTM3U\n    #EXTINF:1,a\n    a.mp3\n", "#EXTM3U\n#PLAYLIST:x\n#EXTINF:1,a\na.mp3\n", "#EXTINF:1,a\na.mp3\n",
		},
		"--header '^@(HD|SQ": {"@HD\tVN:1.6\n@SQ\tSN:1\tLN:9\nr\t0\n", "@SQ\tSN:1\n"},
		"--paragraphs shuffles": {
			"1\n00:00:01,000 --> 00:00:02,000\na\n\n", "-DOCSTART- -X- O O\n\nEU NNP\n\n",
		},
		"--paragraphs --header 2 ":     {"WEBVTT\n\n00:01.000 --> 00:02.000\na\n\n"},
		"--paragraphs --header 6 ":     {"WEBVTT - x\r\nKind: y\r\n\r\nNOTE\r\nz\r\n\r\n00:01.000 --> 00:02.000\r\n"},
		"--paragraphs --header 4 ":     {"# x\nmsgid \"\"\nmsgstr \"\"\n\n#: a\nmsgid \"b\"\n"},
		"--header '^#.global":          {"# text = x\n1\tA\ta\tX\t_\t_\t0\troot\t_\t_\n\n"},
		"--header '^(version:|#|":      {"version: 1\n\ndn: cn=a\ncn: a\n", "# x\ndn:: YQ==\n y\n"},
		"--record-start '^\\s*@\\w+":   {"@article{x,\n  title = {y},\n}\n", "% x\n\n@string{a = \"b\"}\n"},
		"--record-start '^From":        {"From a@b Mon Jan  1 00:00:00 2024\nSubject: x\n"},
		"--record-start '^-----BEGIN'": {"-----BEGIN CERTIFICATE-----\nMII\n"},
		"(echo %; cat FILE)":           {"a\nb\n%\nc\n%\nd\n", "a\r\n%\r\nc\r\n%\r\n"},
		"sed -n": {
			"-----BEGIN CERTIFICATE-----\nMII\n-----END CERTIFICATE-----\n\nb\n-----BEGIN CERTIFICATE-----\n",
		},
		"jq -c '.[]' FILE":                 {"[\n {\"a\": 1}\n]\n"},
		"jq -c . FILE":                     {"{\n \"a\": 1\n}\n"},
		"--record-start '^LOCUS'":          {"LOCUS       A 9 bp DNA\nDEFINITION x\n//\n"},
		`--record-start '^ID\x20\x20\x20'`: {"ID   A; SV 1;\nXX\nAC   A;\n", "ID   A  Reviewed;\nAC   Q6;\n"},
		`--record-start '^\[Event\x20'`:    {"[Event \"x\"]\n\n1. e4 *\n\n"},
		"in which some entries have no":    {"#EXTM3U\na.mp3\n#EXTINF:1,b\nb.mp3\n"},
		"it is XML":                        {"<kml xmlns=\"http://a\">\n"},
		"only a program":                   {"<?xml version=\"1.0\"?>\n<a/>\n", "#EXTM3U\n#EXT-X-TARGETDURATION:9\n"},
		"--csv --delimiter ';'":            {"id;text\n1;\"two, or\nthree\"\n"},
		"--csv --delimiter '\\t'":          {"id\ttext\n1\t\"two\nlines\"\n"},
		"": {
			"id,text\n1,\"one\"\n2,b\n", "id,text\n1,\"open\n2,b\n", "1,\"a\nb\"\n", "\"two\nlines\"\n\"one\"\n",
			"1,\"a\nb\"\n2\n3,4\n", "\"Hello,\" she said, \"and\nso on.\"\nHe went, and\nleft.\n",
			"Well,\"\nhe said, \"no\".\n\"But,\nthen\", she\nsaid, went.\n", "1\t\"I know,\n2\the said.\"\n3\tx\n",
			"{\"a\":1,\"b\":\"x\"}\n{\"a\":2,\"b\":\"\"}\n", "1.2.3.4 - \"GET /, x\n\" 200\n1.2.3.4 - \"GET /\" 200\n",
			"x = [\"a,\n\", \"b\"]\ny = [1, 2]\n", "\"a\",\n\"b\",\n", "a, \"b\nc\", d\ne, f, g\n",
			"# 5\" pipe, 6\"\na,b\n\"c\nd\",e\n",
			"print \"a;\nb\"; x\ny; z\n", "a,b\n\"c\nd\",e\nf\ng,h\n",
			"\\a\n% one\n%\nb\n%\nc\n%\n", "%x\na\n%\nb\n%\n", "", "a\n", "@", "@\nA\n+\nA\n",
			"@alice\n@bob\n@carol\n", "@alice hi\nCat\n+1\nDog\n",
			"@@ -1 +1 @@\n-old\n+new\n",
			"@media {\n  x: y\n}\n", "@echo off\ngoto end\n",
			"@r1\n" + bases + "\n@r2\n" + bases + "\n", "@r1\n" + bases + "\n",
			"@r1\n" + bases + " \n+\n", "@\n" + bases + "\n+\n",
			">", "> quoted\n> text\n", "> quoted\nanswer\n", ">fruits\napple\nbanana\n", ">FRUITS\nAPPLE\n",
			"> a\n" + strings.Repeat("-", 60) + "\n",
			"> a\n" + strings.Repeat("=", 60) + "\n", ">>> x = 1\n>>> x\n1\n", "> A\n" + strings.Repeat("SHOUTED ",
				20) + "\n",
			">a\n" + bases + " and more\n", ">\n" + bases + "\n", bases + "\n" + bases + "\n", "x\n>a\n" + bases + "\n",
			"{\"a\":1}\n{\"a\":2}\n", "{}\n", "{\n", "{\n}\n", "{\n  a: 1\n}\n", "[\n",
			"{\n  \"a\" 1\n}\n", "[section]\nkey=\"value\"\n", "[1,2]\n[3]\n",
			"[{\"a\":1}]\n[{\"a\":2}]\n", "[\"a\"]\n{\"b\":1}\n", "[x]\n[\n",
			"\"a\",\"b\"\n", "# {\n  \"a\": 1\n", "{%\n \"x\" %}\n", "[a](b)\n\"c\"\n",
		},
	} {
		for _, front := range fronts {
			err := Torn(&engine.Format{}, "", []byte(front))
			if err := Torn(&engine.Format{Lines: 8}, "", []byte(front)); err != nil {
				t.Errorf("%.60q in records of 8 lines: %v", front, err)
			}
			if err := Torn(&engine.Format{Lines: 6}, "", []byte(front)); (err == nil) != (want != "FASTQ") {
				t.Errorf("%.60q in records of 6 lines: %v", front, err)
			}
			if (err == nil) != (want == "") || err != nil && !strings.Contains(err.Error(), want) {
				t.Errorf("%.60q: %v, not %q", front, err, want)
			}
			for _, o := range []engine.Format{{NUL: true}, {Kind: ask.CSV}, {Kind: ask.Paragraphs}, {Lines: 1},
				{Kind: ask.Sections, Start: regexp.MustCompile("^x")}, {Kind: ask.JSON}, {Kind: ask.Tar},
				{Kind: ask.TFRecord}} {
				if err := Torn(&o, "", []byte(front)); err != nil {
					t.Errorf("%.60q, for which there is a format: %v", front, err)
				}
			}
		}
	}
}

// TestTornByLines: records of so many lines are not those of a text that says otherwise, and a header says nothing.
func TestTornByLines(t *testing.T) {
	const bases = "GATTACAGATTACAGATTACA\n"
	wrapped := "@r1\n" + bases + bases + "+\n" + bases + bases + "@r2\n"
	for _, c := range []struct {
		format      engine.Format
		name, front string
		want        string
	}{
		{engine.Format{}, "", wrapped, "seqtk seq FILE"},
		{engine.Format{Lines: 4}, "", wrapped, "seqtk seq FILE"},
		{engine.Format{Lines: 4}, "", "@r\nAC\nGT\n+\nII\nII\n@s\n", "seqtk seq FILE"},
		{engine.Format{Lines: 4}, "a.fq.gz", "\n@r\nACGT\n+\nI", "seqtk seq FILE"},
		{engine.Format{Lines: 4}, "a.fq", "@r\nACGT\n+\nIIII\n\n", ""},
		{engine.Format{Lines: 4}, "", "a\nb\nc\nd\n", ""},
		{engine.Format{Header: 1}, "", ">a\nAC\nGT\n", "it is a FASTA file"},
		{engine.Format{}, "a.fa", ">a\nanything\n", "it is a FASTA file"},
		{engine.Format{Header: 2}, "", "##fileformat=VCFv4.2\n#CHROM\n1\t2\n", ""},
		{engine.Format{Delimiter: '\t'}, "", "id\ttext\n1\t\"two\nlines\"\n", "it is a table"},
		{engine.Format{Delimiter: ';'}, "", "id,text\n1,\"two\nlines\"\n", ""},
	} {
		err := Torn(&c.format, c.name, []byte(c.front))
		if (err == nil) != (c.want == "") || err != nil && !strings.Contains(err.Error(), c.want) {
			t.Errorf("%q, %.60q, %+v: %v, not %q", c.name, c.front, c.format, err, c.want)
		}
	}
}
