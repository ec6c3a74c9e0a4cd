package infile

import (
	"bytes"
	"cmp"
	"encoding/csv"
	"encoding/json"
	"errors"
	"fmt"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/yates-shuffle/yates/internal/engine"
	"github.com/yates-shuffle/yates/internal/packing"
	"github.com/yates-shuffle/yates/internal/quote"
)

// A layout is one of texts whose lines are not their records. First lines are regular expressions.
type layout struct {
	what   string
	names  string                 // the ends of names of such files
	begins string                 // the first lines, which no other text has; or ""
	named  string                 // those of a file with such a name, if less is enough; or ""
	is     func(text []byte) bool // in place of begins
	top    string                 // what is a --header of as many lines; or ""
	flags  string                 // with which the command shuffles the records; or else
	advice string                 // what to do
}

// layouts say what names and first lines mean, and what to type. The first that a text agrees with is taken.
var layouts = []layout{
	{what: "a FASTQ file", names: "fastq fq", is: isFASTQ, flags: "--lines 4"},
	{what: "a FASTA file", names: "fasta fa fna faa ffn", named: `^>`, flags: "--record-start ^>",
		begins: `^>.+\n([A-Za-z*.-]*[ \t]*\r?\n)*[A-Za-z*.-]+[ \t]*\r?\n\s*>|` +
			`^>.+\n[-.]*([ACGTUNacgtun][ACGTUNacgtun.-]{19,}|[A-Z][A-Z.-]{39,})\*?\r?(\n|$)`},
	{what: "a playlist of a stream", names: "m3u8 m3u", begins: `^#EXTM3U\s(.*\n)*?#EXT-X-`, advice: inOrder},
	{what: "an extended playlist", names: "m3u m3u8", begins: `^(#EXTM3U.*\n)?(#.*\n|\s*\n)*?#EXTINF:`,
		flags: `--header ^(#EXTM3U|#EXTENC|#PLAYLIST|\s*$) --record-start ^#EXTINF`},
	{what: "a playlist with a header", names: "m3u m3u8", begins: `^#EXTM3U`, flags: "--header ^#"},
	{what: "a playlist", names: "m3u m3u8", named: `^`},
	{what: "a VCF file", names: "vcf", begins: `^##fileformat=VCF`, flags: "--header ^#"},
	{what: "a file of vCards", names: "vcf vcard", begins: `(?i)^BEGIN:VCARD\r?\n`,
		flags: "--record-start ^(?i:BEGIN:VCARD)"},
	{what: "a GFF file with sequences", names: "gff gff3", begins: `^##gff-version(.*\n)*?##FASTA`, advice: inOrder},
	{what: "a GFF file", names: "gff gff3 gtf", begins: `^##gff-version`, named: `^`, flags: "--header ^#"},
	{what: "a SAM file", names: "sam", begins: `^@(HD\tVN|SQ\t(SN|LN)|RG\tID|PG\tID):`, named: `^`,
		flags: `--header ^@(HD|SQ|RG|PG|CO)\t`},
	{what: "a file of subtitles", names: "srt", begins: `^\d+\r?\n\d+:\d\d:\d\d[,.]\d+ -->`, flags: "--paragraphs"},
	{what: "a file of subtitles (WebVTT)", names: "vtt", begins: `^WEBVTT([ \t].*)?\r?\n`, flags: "--paragraphs",
		top: `^WEBVTT.*\n([^\r\n].*\n)*(\r?\n)+((STYLE|REGION|NOTE)\b.*\n([^\r\n].*\n)*(\r?\n)+)*`},
	{what: "a CoNLL-U file", names: "conllu conll", flags: `--paragraphs --header ^#.global\.`,
		begins: `^(#.*\n)*1(-\d+)?\t[^\t\n]*(\t[^\t\n]*){8}\n((#.*|\d\S*\t.*)\n)*\r?\n`},
	{what: "a CoNLL file", names: "conll conllu", begins: `^-DOCSTART-( .*)?\r?\n\r?\n`, named: `^\S(.*\n)+?\r?\n`,
		flags: "--paragraphs"},
	{what: "an LDIF file", names: "ldif", begins: `^(version:.*\n|#.*\n|\r?\n)*dn::? ?\S.*\n[ \w].*\n`,
		flags: `--paragraphs --header ^(version:|#|\r?$)`},
	{what: "a bibliography", names: "bib", named: `(?m)^\s*@\w+\s*[{(]`,
		begins: `(?i)^(%.*\n|\s*\n)*@[a-z]+\s*\{(jabref|[^\s,{}=]+\s*,\s*\n|\s*[a-z]+\s*=\s*["{])`,
		flags:  `--header ^\s*(@(?i:string|preamble|comment)|[^@\s]|$) --record-start ^\s*@\w+\s*[{(]`},
	{what: "a catalogue of messages", names: "po pot", begins: `^(#.*\n|\s*\n)*msgid ""\r?\nmsgstr ""`,
		flags: "--paragraphs", top: `^(\r?\n)*([^\r\n].*\n)+(\r?\n)+`},
	{what: "a catalogue of messages", names: "po pot", named: `^(#.*\n|\s*\n)*msgid "`, flags: "--paragraphs"},
	{what: "a mailbox", names: "mbox", begins: `^From \S+ +(Mon|Tue|Wed|Thu|Fri|Sat|Sun) .*\d\d\d\d`, named: `^From `,
		flags: `--record-start ^From\x20`},
	{what: "one message", names: "eml", named: `^`,
		advice: "--record-start '^From ' shuffles the messages of a mailbox"},
	{what: "a control file of Debian", begins: `^Package: \S+\n([^\n].*\n)+\n`, flags: "--paragraphs"},
	{what: "a file of keys or certificates", names: "pem crt", begins: `^-----BEGIN [A-Z0-9 ]+-----\r?\n`,
		flags: "--record-start ^-----BEGIN"},
	{what: "text whose records have lines of % between them", is: isFortunes,
		advice: "(echo %; cat FILE) | yates shuffle --record-start '^%$' shuffles its records"},
	{what: "a calendar", names: "ics", begins: `(?i)^BEGIN:VCALENDAR\r?\n`, named: `^`, advice: inOrder},
	{what: "XML or HTML", names: "xml html htm svg", begins: `(?i)^\s*<(\?xml|!doctype)\b`, named: `^\s*<`,
		advice: inOrder},
	{what: "JSON over several lines, or in one", is: isJSON,
		advice: "--jsonl shuffles the lines that jq -c . FILE makes of it, or jq -c '.[]' FILE of an array"},
}

const inOrder = "only a program that knows the format shuffles its records"

// agrees reports whether a text begins as one of the layout, of a file with such a name or any.
func (l *layout) agrees(text []byte, name bool) bool {
	has := func(pattern string) bool { return pattern != "" && regexp.MustCompile(pattern).Match(text) }
	return (l.is != nil && l.is(text) || has(l.begins) || name && has(l.named)) && (l.top == "" || has(l.top))
}

// flagsOf returns the flags with which the command shuffles the records of a text, and their values.
func (l *layout) flagsOf(text []byte) (flags [][2]string) {
	for _, flag := range strings.Split(" "+l.flags, " --")[1:] {
		name, value, _ := strings.Cut(flag, " ")
		flags = append(flags, [2]string{name, cmp.Or(value, "true")})
	}
	if l.top == "" {
		return flags
	}
	if n := bytes.Count(regexp.MustCompile(l.top).Find(text), []byte("\n")); n > 0 {
		flags = append(flags, [2]string{"header", strconv.Itoa(n)})
	}
	return flags
}

// torn returns the error of a text whose lines would be torn out of its records.
func (l *layout) torn(is string, text []byte) error {
	how := ""
	for _, flag := range l.flagsOf(text) {
		if how += "--" + flag[0] + " "; flag[1] != "true" {
			how += quote.New().File(flag[1]) + " "
		}
	}
	if how += "shuffles its records"; l.advice != "" {
		how = l.advice
	}
	return fmt.Errorf("%s %s; %s, and --lines 1 its lines", is, l.what, how)
}

// Flags returns the flags, and their values, that shuffle the records of a file, by its name and its first lines. It is
// an error if there are none, or if these do not agree.
func Flags(name string) (flags [][2]string, err error) {
	plain := name
	if packing.Named(name) != packing.None {
		plain = strings.TrimSuffix(name, filepath.Ext(name))
	}
	var some []layout
	for _, l := range layouts {
		if slices.Contains(strings.Fields(l.names), strings.TrimPrefix(strings.ToLower(filepath.Ext(plain)), ".")) {
			some = append(some, l)
		}
	}
	if len(some) == 0 {
		return nil, nil
	}
	front, err := Front(name)
	if err != nil || len(front) == 0 { // which is said where it is read
		return nil, nil
	}
	front = bytes.TrimPrefix(front, []byte("\ufeff"))
	switch i := slices.IndexFunc(some, func(l layout) bool { return l.agrees(front, true) }); {
	case i < 0:
		return nil, Error(name, some[0].torn("it does not begin like", front))
	case some[i].advice != "":
		return nil, Error(name, some[i].torn("it is", front))
	default:
		return some[i].flagsOf(front), nil
	}
}

// isFASTQ reports whether a text begins with the bases of a read; of a short one the whole read tells.
func isFASTQ(text []byte) bool {
	if regexp.MustCompile(`^@.+\n[ACGTUNacgtun.]{20,}(\r?\n\+|$)`).Match(text) {
		return true
	}
	read := regexp.MustCompile(`^@(\S.*?)\r?\n([A-Za-z.*-]+)\r?\n\+(.*?)\r?\n(\S+)\r?(\n|$)`).FindSubmatch(text)
	return read != nil && (len(read[3]) == 0 || bytes.Equal(read[3], read[1])) && len(read[4]) == len(read[2])
}

// isJSON reports whether a text begins with an array or object that goes on over a line break, as far as it is there,
// or is an array of objects.
func isJSON(text []byte) bool {
	text = bytes.TrimSpace(text)
	line, _, several := bytes.Cut(text, []byte("\n"))
	if several && bytes.IndexByte([]byte("{["), line[0]) >= 0 && !json.Valid(line) {
		err := json.NewDecoder(bytes.NewReader(text)).Decode(new(any))
		empty := err == nil && len(bytes.Trim(text, "{}[] \t\r\n")) == 0 // which programs have, too
		return !empty && !errors.As(err, new(*json.SyntaxError))
	}
	return objectsInLine.Match(text)
}

// objectsInLine are the first objects of an array, in one line.
var objectsInLine = regexp.MustCompile(`^\[\s*\{".*\}\s*,\s*\{.*$`)

// isFortunes reports whether some lines of a text are % and nothing else.
func isFortunes(text []byte) bool {
	return bytes.Count(bytes.ReplaceAll(text, []byte("\r"), nil), []byte("\n%\n")) > 1
}

// Torn returns an error if lines, which front begins with, would be torn out of their records.
func Torn(o *engine.Options, front []byte) error {
	if o.NUL || o.Lines == 1 || o.Format.Kind != 0 {
		return nil
	}
	front = bytes.TrimPrefix(front, []byte("\ufeff"))
	for _, l := range layouts {
		if several := o.Lines > 1 && (l.flags != "--lines 4" || o.Lines%4 == 0); !several && l.agrees(front, false) {
			return l.torn("it is", front)
		}
	}
	for _, comma := range ",;\t" {
		if o.Lines > 0 || o.Delimiter != 0 || !brokenRows(front, comma) {
			continue
		}
		how := "--csv"
		if comma != ',' {
			how += fmt.Sprintf(" --delimiter %q", comma)
		}
		return fmt.Errorf("it is a table with line breaks in quoted fields; %s shuffles its rows, "+
			"and --lines 1 its lines", how)
	}
	return nil
}

// brokenRows reports whether a text is a table of CSV, as far as it is there, of which a row has several lines. It is
// not if each of these has all columns: then the quotation marks are text.
func brokenRows(text []byte, comma rune) (broken bool) {
	r := csv.NewReader(bytes.NewReader(text))
	r.Comma = comma
	for rows := 0; ; rows++ {
		row, err := r.Read()
		if err != nil { // which is due to the end, or else there is no table
			return broken && rows > 1 && r.InputOffset() == int64(len(text))
		}
		if len(row) < 2 {
			return false
		}
		for _, field := range row {
			breaks := strings.Count(field, "\n")
			broken = broken || breaks > 0 && strings.Count(field, string(comma)) != breaks*(len(row)-1)
		}
	}
}
