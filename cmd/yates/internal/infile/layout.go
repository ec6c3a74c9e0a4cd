package infile

import (
	"bytes"
	"cmp"
	"encoding/csv"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"

	"github.com/yates-shuffle/yates/internal/engine"
	"github.com/yates-shuffle/yates/internal/packing"
	"github.com/yates-shuffle/yates/internal/quote"
)

// A layout is one of texts whose lines are not their records. First lines are regular expressions.
type layout struct {
	what   string
	like   string                 // how such files begin, to people, if some with such a name might not
	names  string                 // the ends of names of such files
	first  string                 // the bytes that can be first, white space aside, in a file with any name; or "": all
	begins string                 // the first lines, which no other text has; or ""
	named  string                 // those of a file with such a name, if less is enough; or ""
	is     func(text []byte) bool // in place of begins
	top    string                 // what is a --header of as many lines; or ""
	flags  string                 // with which the command shuffles the records; or else
	advice string                 // what to do
}

// layouts say what names and first lines mean, and what to type. The first that a text agrees with is taken.
var layouts = []layout{
	{what: "a FASTQ file", names: "fastq fq", first: "@", named: inFours, is: isFASTQ,
		like: "@, and + two lines below", flags: "--lines 4"},
	{what: "a FASTQ file whose records do not have four lines, the first with @ and the third with +",
		names: "fastq fq", first: "@", named: `^\s*@`, is: isRead, flags: "--lines 4",
		advice: "--lines 4 shuffles the records that seqtk seq FILE makes of it"},
	{what: "a FASTA file", names: "fasta fa fna faa ffn frn qual pir", like: ">", first: ">;",
		named: `^(;.*\n|\s*\n)*>`, top: `^(;.*\n|\s*\n)*`, flags: "--record-start ^>",
		begins: `^(;.*\n|\s*\n)*>(.+\n([A-Za-z*.-]*[ \t]*\r?\n)*[A-Za-z*.-]+[ \t]*\r?\n\s*>|` +
			`.+\n[-.]*([ACGTUNacgtun][ACGTUNacgtun.-]{19,}|[A-Z][A-Z.-]{39,})\*?\r?(\n|$)|` +
			`\S.*\n([ACGTUN]+\r?\n)+$|\S.*\n\s*(\d\d? +){9}|(P1|F1|D[LC]|R[LC]|N[13]|XX);\S.*\n.*\n\s*[A-Z])`},
	{what: "a playlist of a stream", names: "m3u8 m3u", first: "#", begins: `^#EXTM3U\s(.*\n)*?#EXT-X-`,
		advice: inOrder},
	{what: "an extended playlist", names: "m3u m3u8", first: "#",
		begins: `^(#EXTM3U.*\n)?(\s*#.*\n|\s*\n)*?\s*#EXTINF:`,
		flags:  `--header ^\s*(#EXTM3U|#EXTENC|#PLAYLIST|$) --record-start ^\s*#EXTINF`},
	{what: "a playlist in which some entries have no #EXTINF", names: "m3u m3u8", first: "#",
		begins: `^#EXTM3U(.*\n)*?\s*#EXT[A-Z]+:`, named: `(?m)^\s*#EXT[A-Z]+:`, advice: inOrder},
	{what: "a playlist with a header", names: "m3u m3u8", first: "#", begins: `^#EXTM3U`, flags: "--header ^#"},
	{what: "a playlist", names: "m3u m3u8", named: `^`},
	{what: "a VCF file", names: "vcf", like: "##fileformat=VCF", first: "#", begins: `^##fileformat=VCF`,
		flags: "--header ^#"},
	{what: "a file of vCards", names: "vcf vcard", first: "Bb", begins: `(?i)^\s*BEGIN:VCARD\s*\n`,
		top: `^(\s*\n)*`, flags: "--record-start ^(?i:BEGIN:VCARD)"},
	{what: "a GFF file with sequences", names: "gff gff3", first: "#", begins: `^##gff-version(.*\n)*?##FASTA`,
		advice: inOrder},
	{what: "a GFF file", names: "gff gff3 gtf", first: "#", begins: `^##gff-version`, named: `^`, flags: "--header ^#"},
	{what: "a SAM file", names: "sam", first: "@", begins: `^@(HD\tVN|SQ\t(SN|LN)|RG\tID|PG\tID):`, named: `^`,
		flags: `--header ^@(HD|SQ|RG|PG|CO)\t`},
	{what: "a file of subtitles", names: "srt", first: digits, like: "a number and a line of times", top: `^(\s*\n)*`,
		begins: `^\s*\d+\s*\n\d+:\d\d:\d\d[,.]\d+ -->`, flags: "--paragraphs"},
	{what: "a file of subtitles (WebVTT)", names: "vtt", like: "WEBVTT", first: "W", begins: `^WEBVTT([ \t].*)?\r?\n`,
		top:   `^WEBVTT.*\n([^\r\n].*\n)*(\r?\n)+((STYLE|REGION|NOTE)\b.*\n([^\r\n].*\n)*(\r?\n)+)*`,
		flags: "--paragraphs"},
	{what: "a CoNLL-U file", names: "conllu conll", like: "# or 1", first: "#1",
		flags:  `--paragraphs --header ^#.global\.`,
		begins: `^(#.*\n)*1(-\d+)?\t[^\t\n]*(\t[^\t\n]*){8}\n((#.*|\d\S*\t.*)\n)*\r?\n`},
	{what: "a CoNLL file", names: "conll conllu", first: "-", begins: `^-DOCSTART-( .*)?\r?\n\r?\n`,
		named: `^\S(.*\n)+?\r?\n`, flags: "--paragraphs"},
	{what: "an LDIF file", names: "ldif", like: "dn:", first: "vd#",
		begins: `^(version:.*\n|#.*\n|\r?\n)*dn::? ?\S.*\n[ \w].*\n`,
		flags:  `--paragraphs --header ^(version:|#|\r?$)`},
	{what: "a bibliography", names: "bib", like: "@ and a kind", named: `(?m)^\s*@\w+\s*[{(]`, first: "@%",
		begins: `(?i)^(%.*\n|\s*\n)*@[a-z]+\s*\{(jabref|[^\s,{}=]+\s*,\s*\n|\s*[a-z]+\s*=\s*["{])`,
		flags:  `--header ^\s*(@(?i:string|preamble|comment)|[^@\s]|$) --record-start ^\s*@\w+\s*[{(]`},
	{what: "a catalogue of messages", names: "po pot", like: "msgid", first: "m#",
		begins: `^(#.*\n|\s*\n)*msgid ""\r?\nmsgstr ""`,
		flags:  "--paragraphs", top: `^(\r?\n)*([^\r\n].*\n)+(\r?\n)+`},
	{what: "a catalogue of messages", names: "po pot", first: "m#", named: `^(#.*\n|\s*\n)*msg(id|ctxt) "`,
		begins: `^(#.*\n|\s*\n)*(msgctxt ".*"\r?\n)?msgid ".*"\r?\n(".*"\r?\n)*msgstr "`, flags: "--paragraphs"},
	{what: "a mailbox", names: "mbox", like: "From", first: "F", named: `^From `, flags: `--record-start ^From\x20`,
		begins: `^From \S+ +(Mon|Tue|Wed|Thu|Fri|Sat|Sun) .*\d\d\d\d`},
	{what: "one message", names: "eml", named: `^`,
		advice: "--record-start '^From ' shuffles the messages of a mailbox"},
	{what: "a file of keys or certificates with text between them", names: "pem crt", first: "-",
		like: "-----BEGIN", begins: `^-----BEGIN [A-Z0-9 ]+-----\r?\n(.*\n)*?-----END .*\n\s*[^\s-]`,
		named: `^\s*[^\s-](.*\n)*?-----BEGIN [A-Z0-9 ]+-----\r?\n`,
		advice: "sed -n '/^-----BEGIN/,/^-----END/p' FILE | yates shuffle --record-start ^-----BEGIN " +
			"shuffles them alone"},
	{what: "a file of keys or certificates", names: "pem crt", first: "-", begins: `^-----BEGIN [A-Z0-9 ]+-----\r?\n`,
		named: `^(\s*\n)*-----BEGIN `, top: `^(\s*\n)*`, flags: "--record-start ^-----BEGIN"},
	{what: "text whose records have lines of % between them", is: isFortunes,
		advice: "(echo %; cat FILE) | yates shuffle --record-start '^%$' shuffles its records"},
	{what: "a PGN file", names: "pgn", like: "[Event", first: "[%",
		begins: `^(%.*\n|\s*\n)*\[Event "`, top: `^(%.*\n|\s*\n)*`, flags: `--record-start ^\[Event\x20`},
	{what: "a GenBank file", names: "gb gbk gbff genbank", like: "LOCUS", first: "L", begins: `^\s*LOCUS {5,}\S+ .*\n`,
		top: `^(\s*\n)*`, flags: "--record-start ^LOCUS"},
	{what: "an EMBL or SwissProt file", names: "embl", like: "ID", first: "I", begins: `^\s*ID   \S.*\n(XX|AC   )`,
		named: `^\s*ID   `, top: `^(\s*\n)*`, flags: `--record-start ^ID\x20\x20\x20`},
	{what: "a calendar", names: "ics", first: "Bb", begins: `(?i)^\s*BEGIN:VCALENDAR\s*\n`, named: `^`,
		advice: inOrder},
	{what: "XML or HTML", names: "xml html htm xhtml svg kml gpx rss atom xsd xsl xslt rdf owl",
		like: "<", first: "<",
		begins: `(?i)^\s*<(\?xml|!doctype|html|[\w:]+\s[^>]*\bxmlns)\b`, named: `^\s*<`, advice: inOrder},
	{what: "an array of JSON", first: "[", is: isJSON,
		advice: "--jsonl shuffles the lines that jq -c '.[]' FILE makes of it"},
	{what: "JSON over several lines", first: "{", is: isJSON,
		advice: "--jsonl shuffles the lines that jq -c . FILE makes of it"},
}

const (
	inOrder = "only a program that knows the format shuffles its records"
	digits  = "0123456789"
	// inFours are records of four lines, the first with @ and the third with +, as far as they are there.
	inFours = `^(@.*\n.*\n\+.*\n.*\n)*(@.*(\n.*(\n(\+.*(\n.*)?)?)?)?|\s*)$`
)

// endOf returns the end of a name that says what a file is, whether it is compressed or not.
func endOf(name string) string {
	if packing.Named(name) != packing.None {
		name = strings.TrimSuffix(name, filepath.Ext(name))
	}
	return strings.ToLower(strings.TrimPrefix(filepath.Ext(name), "."))
}

// A front is the first bytes of a file.
type front struct {
	text  []byte
	first string // byte that is no white space, or none
	end   string // of the name, or ""
}

func frontOf(name string, text []byte) front {
	f := front{text: bytes.TrimPrefix(text, []byte("\ufeff")), end: endOf(name)}
	if text := bytes.TrimLeft(f.text, " \t\r\n"); len(text) > 0 {
		f.first = string(text[:1])
	}
	return f
}

// has reports whether files whose names have that end are of the layout.
func (l *layout) has(end string) bool {
	return end != "" && strings.Contains(l.names, end) && slices.Contains(strings.Fields(l.names), end)
}

// agrees reports whether a text begins as one of the layout, of a file with its name.
func (l *layout) agrees(f front) bool {
	name := l.has(f.end)
	if !name && l.first != "" && (f.first == "" || !strings.Contains(l.first, f.first)) {
		return false // most texts, at once
	}
	is := func(pattern string) bool { return pattern != "" && compiled(pattern).Match(f.text) }
	return (l.is != nil && l.is(f.text) || is(l.begins) || name && is(l.named)) && (l.top == "" || is(l.top))
}

// patterns are the regular expressions that have been needed.
var patterns sync.Map

func compiled(pattern string) *regexp.Regexp {
	re, ok := patterns.Load(pattern)
	if !ok {
		re, _ = patterns.LoadOrStore(pattern, regexp.MustCompile(pattern))
	}
	return re.(*regexp.Regexp)
}

// flagsOf returns the flags with which the command shuffles the records of a text, and their values.
func (l *layout) flagsOf(text []byte) (flags []Flag) {
	flags = []Flag{}
	for _, flag := range strings.Split(" "+l.flags, " --")[1:] {
		name, value, _ := strings.Cut(flag, " ")
		flags = append(flags, Flag{name, cmp.Or(value, "true")})
	}
	if l.top == "" {
		return flags
	}
	if n := bytes.Count(compiled(l.top).Find(text), []byte("\n")); n > 0 {
		flags = append(flags, Flag{"header", strconv.Itoa(n)})
	}
	return flags
}

// A Flag is one with its value, which is "true" if it takes none.
type Flag struct{ Name, Value string }

// Typed returns the flag as it is typed, by that name.
func (f Flag) Typed(name string) string {
	if f.Value == "true" {
		return name
	}
	return name + " " + quote.Words(f.Value)
}

// Typed returns flags as they are typed.
func Typed(flags []Flag) string {
	var typed []string
	for _, flag := range flags {
		typed = append(typed, flag.Typed("--"+flag.Name))
	}
	return strings.Join(typed, " ")
}

// torn returns the error of a text whose lines would be torn out of its records.
func (l *layout) torn(text []byte) error {
	how := l.advice
	if how == "" {
		how = Typed(l.flagsOf(text)) + " shuffles its records"
	}
	return fmt.Errorf("it is %s; %s, and --lines 1 its lines", l.what, how)
}

// Flags returns the flags, and their values, that shuffle the records of a file, by its name and its first lines; nil
// if it is empty. It is an error if there are none, or if these do not agree.
func Flags(name string) (flags []Flag, err error) {
	var some []*layout
	for i := range layouts {
		if layouts[i].has(endOf(name)) {
			some = append(some, &layouts[i])
		}
	}
	if len(some) == 0 {
		if info, err := os.Stat(name); err == nil && info.Mode().IsRegular() && info.Size() == 0 {
			return nil, nil
		}
		return []Flag{}, nil
	}
	text, err := Front(name)
	if err != nil || len(text) == 0 { // which is said where it is read
		return nil, nil
	}
	front := frontOf(name, text)
	switch i := slices.IndexFunc(some, func(l *layout) bool { return l.agrees(front) }); {
	case i < 0:
		return nil, Error(name, fmt.Errorf("it does not begin like %s, with %s; --lines 1 takes its lines as they are",
			some[0].what, some[0].like))
	case some[i].advice != "":
		return nil, Error(name, some[i].torn(front.text))
	default:
		return some[i].flagsOf(front.text), nil
	}
}

// isFASTQ reports whether a text is of reads of four lines.
func isFASTQ(text []byte) bool { return isRead(text) && compiled(inFours).Match(text) }

// isRead reports whether a text begins with the bases of a read; of a short one the whole read tells.
func isRead(text []byte) bool {
	const bases = `[ACGTUNacgtun.]`
	long := compiled(`^@.+\n(` + bases + `{20,}\r?\n)*` + bases + `{20,}(\r?\n(` + bases + `+\r?\n)?\+|$)`)
	if long.Match(text) {
		return true
	}
	read := compiled(`^@(\S.*?)\r?\n((?:[A-Za-z.*-]+\r?\n)+)\+(.*?)\r?\n`).FindSubmatch(text)
	if read == nil || len(read[3]) > 0 && !bytes.Equal(read[3], read[1]) {
		return false
	}
	left, ended := len(bytes.Join(bytes.Fields(read[2]), nil)), false
	for rest := text[len(read[0]):]; left > 0 && !ended; {
		var qualities []byte
		qualities, rest, ended = bytes.Cut(rest, []byte("\n"))
		ended = !ended
		left -= len(bytes.TrimSuffix(qualities, []byte("\r")))
	}
	return left == 0
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

// isFortunes reports whether some lines of a text are % and nothing else, and no other begins with it.
func isFortunes(text []byte) bool {
	begin, alone := bytes.Count(text, []byte("\n%")), bytes.Count(text, []byte("\n%\n"))
	first := bytes.HasPrefix(text, []byte("%")) && len(bytes.TrimSpace(bytes.SplitN(text, []byte("\n"), 2)[0])) > 1
	return begin > 1 && begin == alone+bytes.Count(text, []byte("\n%\r\n")) && !first
}

// Torn returns an error if lines of a file, which begins with text, would be torn out of their records.
func Torn(o *engine.Format, name string, text []byte) error {
	if o.NUL || o.Lines == 1 || o.Kind != 0 {
		return nil
	}
	front := frontOf(name, text)
	for i := range layouts {
		if l := &layouts[i]; l.agrees(front) {
			if l.allows(o, front.text) {
				return nil
			}
			return l.torn(front.text)
		}
	}
	commas := ",;\t"
	if o.Delimiter != 0 {
		commas = string(rune(o.Delimiter))
	}
	for _, comma := range commas {
		if o.Lines > 0 || o.Table == byte(comma) || !brokenRows(front.text, comma) {
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

// allows reports whether a text of the layout is shuffled right with records of some lines, or of one below a header.
func (l *layout) allows(o *engine.Format, text []byte) bool {
	switch {
	case o.Lines > 1:
		return l.flags != "--lines 4" || l.advice == "" && o.Lines%4 == 0
	case l.advice != "":
		return false
	}
	flags := l.flagsOf(text)
	return len(flags) == 0 || flags[0].Name == "header" && len(flags) == 1 && (o.Header > 0 || o.HeaderLike != nil)
}

// brokenRows reports whether a text is a table of CSV, as far as it is there, of which a row has several lines. It is
// not if each of these has all columns: then the quotation marks are text.
func brokenRows(text []byte, comma rune) (broken bool) {
	if !breaksQuotes(text) {
		return false
	}
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

// breaksQuotes reports whether a line has half of a pair of quotation marks: without one, no field has several lines.
func breaksQuotes(text []byte) bool {
	for {
		i := bytes.IndexByte(text, '"')
		if i < 0 {
			return false
		}
		line, rest, _ := bytes.Cut(text[i:], []byte("\n"))
		if text = rest; bytes.Count(line, []byte(`"`))%2 == 1 {
			return true
		}
	}
}
