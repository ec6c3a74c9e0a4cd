package main

import (
	"archive/tar"
	"bytes"
	"encoding/binary"
	"fmt"
	"hash/crc32"
	"maps"
	"os"
	"regexp"
	"strings"
	"testing"

	"github.com/spf13/pflag"

	"github.com/yates-shuffle/yates/cmd/yates/internal/shuffle"
)

// typing are the flags that are typed, two at a time, with their values.
var typing = map[string]string{
	"input-range": "=1-40", "echo": "", "raw": "", "lines": "=2", "csv": "", "jsonl": "", "record-start": "=^r",
	"paragraphs": "", "tar": "", "tfrecord": "", "record-size": "=6", "zero-terminated": "", "header": "=1",
	"no-header": "", "delimiter": "=;", "group-by": "=2", "stratify": "=2", "apart": "=2", "max-run": "=3",
	"unique": "", "unique-by": "=2", "weight": "=3", "by-key": "=2", "per": "=2", "repeat": "", "missing": "=drop",
	"head-count": "=3", "skip": "=2", "strict": "", "epoch": "=4", "folds": "=3", "shards": "=2",
	"shard-size": "=6", "shard": "=2/3",
}

// silent are the flags, also beside another one, whose effect such files do not show.
const silent = " raw jsonl no-header strict tar+unique max-run+apart "

// alone are the flags that are not tried beside others.
const alone = " seed seed-hex print-seed output sync memory workers tmp progress help "

// refusal are the messages of what does not go together, and of what needs another flag.
var refusal = regexp.MustCompile(`exclude each other| is for |-r never ends`)

// TestPairs: any two flags of a verb work together, and both have an effect, or they are refused by the table. There is
// no silent nonsense.
func TestPairs(t *testing.T) {
	t.Chdir(t.TempDir())
	for _, cmd := range shuffle.Commands() {
		var own []string
		cmd.Flags().VisitAll(func(f *pflag.Flag) {
			if _, typed := typing[f.Name]; typed {
				own = append(own, f.Name)
			} else if !strings.Contains(alone, " "+f.Name+" ") {
				t.Errorf("--%s of %s is not tried beside others", f.Name, cmd.Name())
			}
		})
		worked, known := 0, map[string]map[string]string{} // what one flag alone makes of an input
		for n, a := range own {
			for _, b := range own[n+1:] {
				in := inputOf([]string{a, b})
				both, said := typed(t, cmd.Name(), in, a, b)
				if both == nil {
					if !refusal.MatchString(said) {
						t.Errorf("%s --%s --%s: %s", cmd.Name(), a, b, said)
					}
					continue
				}
				worked++
				for one, other := range map[string]string{a: b, b: a} {
					alone, ok := known[one+in]
					if !ok {
						alone, _ = typed(t, cmd.Name(), in, one)
						known[one+in] = alone
					}
					if maps.Equal(alone, both) && !strings.Contains(silent, " "+other+" ") &&
						!strings.Contains(silent, one+"+"+other) {
						t.Errorf("%s --%s: --%s has no effect", cmd.Name(), one, other)
					}
				}
			}
		}
		if t.Logf("%s: %d of %d pairs work", cmd.Name(), worked, len(own)*(len(own)-1)/2); worked < 50 {
			t.Errorf("%s: only %d pairs work", cmd.Name(), worked)
		}
	}
}

// typed runs a verb with some flags, and returns what the files and standard output have then, or nil and what is said.
func typed(t *testing.T, verb, in string, flags ...string) (files map[string]string, said string) {
	t.Helper()
	has := func(some string) bool {
		for _, flag := range flags {
			if strings.Contains(" "+some+" ", " "+flag+" ") {
				return true
			}
		}
		return false
	}
	names, _ := os.ReadDir(".")
	for _, e := range names {
		os.Remove(e.Name())
	}
	if err := os.WriteFile("in", []byte(in), 0o666); err != nil {
		t.Fatal(err)
	}
	args := []string{verb, "--seed", "pairs"}
	for _, flag := range flags {
		args = append(args, "--"+flag+typing[flag])
	}
	switch {
	case verb == "split" && !has("folds shards"):
		args = append(args, "a=0.5,b=rest")
	case verb == "sample" && !has("head-count"):
		args = append(args, "5")
	case verb == "mix":
		args = append(args, "in=2x")
	case has("repeat") && !has("head-count"):
		args = append(args, "-n", "7")
	case has("strict") && !has("head-count"):
		args = append(args, "-n", "6")
	case has("max-run") && !has("apart"):
		args = append(args, "--apart", "2")
	}
	if verb == "split" || has("shards shard-size") {
		args = append(args, "-o", "o{}")
	}
	if has("echo") {
		args = append(args, "u", "v", "w", "x", "y", "z", "z")
	} else if !has("input-range") && verb != "mix" {
		args = append(args, "in")
	}
	var stdout, stderr bytes.Buffer
	if status := run(t.Context(), args, strings.NewReader(""), &stdout, &stderr); status != 0 {
		return nil, stderr.String()
	}
	files = map[string]string{"": stdout.String()}
	names, _ = os.ReadDir(".")
	for _, e := range names {
		text, err := os.ReadFile(e.Name())
		if err != nil {
			t.Fatal(err)
		}
		files[e.Name()] = string(text)
	}
	return files, ""
}

// inputOf returns records that the flags can read: of a number, a key that few have and one lacks, and a weight.
func inputOf(flags []string) string {
	layout := map[string]string{"lines": "%s\nx\n", "record-start": "%s\nx\n", "paragraphs": "%s\n\n"}
	format, comma, of, head, end := "%s\n", "\t", "", "", "\n"
	for _, flag := range flags {
		switch flag {
		case "delimiter":
			comma = ";"
		case "header":
			head = "id,key,n,text\n"
		case "zero-terminated":
			end = "\x00"
		case "csv", "jsonl", "tar", "tfrecord", "record-size":
			of = flag
		default:
			if layout[flag] != "" {
				format = layout[flag]
			}
		}
	}
	if of == "csv" && comma == "\t" {
		comma = ","
	}
	var all bytes.Buffer
	archive := tar.NewWriter(&all)
	for i := range 24 {
		n := max(i-3, 0) // the first comes four times
		fields := []string{fmt.Sprintf("r%02d", n), string("abcde"[n%5]), fmt.Sprint(1 + n%3), "\"\nx\""}
		if i == 7 {
			fields[1] = ""
		}
		switch of {
		case "jsonl":
			fmt.Fprintf(&all, strings.ReplaceAll(format, "%s", `{"1":%q,"2":%q,"3":%q}`), fields[0], fields[1],
				fields[2])
		case "csv":
			fmt.Fprintln(&all, strings.Join(fields, comma))
		case "record-size":
			fmt.Fprintf(&all, "%s%03d", fields[0], n)
		case "tfrecord":
			all.Write(frameOf(fields[0]))
		case "tar":
			for column, text := range fields[:3] {
				name := fmt.Sprintf("s%d.%d", i, column+1)
				archive.WriteHeader(&tar.Header{Name: name, Size: int64(len(text)), Mode: 0o600, Typeflag: tar.TypeReg})
				archive.Write([]byte(text))
			}
		default:
			fmt.Fprintf(&all, format, strings.Join(fields[:3], comma))
		}
	}
	if of == "tar" {
		archive.Close()
	}
	text := strings.ReplaceAll(head, ",", comma) + all.String()
	if of != "tar" && of != "tfrecord" {
		text = strings.ReplaceAll(text, "\n", end)
	}
	return text
}

// frameOf returns a record of TFRecord.
func frameOf(text string) []byte {
	sum := func(b []byte) uint32 {
		c := crc32.Checksum(b, crc32.MakeTable(crc32.Castagnoli))
		return (c>>15 | c<<17) + 0xa282ead8
	}
	b := binary.LittleEndian.AppendUint64(nil, uint64(len(text)))
	b = binary.LittleEndian.AppendUint32(b, sum(b))
	return binary.LittleEndian.AppendUint32(append(b, text...), sum([]byte(text)))
}
