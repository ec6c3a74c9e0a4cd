package record_test

import (
	"fmt"
	"regexp"

	"github.com/yates-shuffle/yates/internal/engine/record"
)

func ExampleFormat_AppendStarts() {
	f := &record.Format{Sep: '\n', Unit: record.Started, Count: 1, Start: record.NewMatcher(regexp.MustCompile("^>"))}
	starts, n := f.AppendStarts(make([]uint32, 0, 100), []byte(">a\nAC\nGT\n>b\nTT\n"))
	fmt.Println(starts, n)
	// Output: [0 9] 15
}

func ExampleFormat_Length() {
	f := &record.Format{Sep: '\n', Unit: record.Row, Count: 1, Delimiter: ','}
	fmt.Println(f.Length([]byte("1,5\" disk\n2,\"two\nlines\"\n")))
	// Output: 10
}

func ExampleFormat_Header() {
	f := &record.Format{Sep: '\n', Count: 4}
	fmt.Println(f.Header(1).Length([]byte("title\nline\n")))
	// Output: 6
}

func ExampleCutter() {
	cut := record.NewCutter(&record.Format{Sep: '\n', Unit: record.Row, Count: 1, Delimiter: ','})
	for _, piece := range []string{"1,\"two\nli", "nes\"\n2,\"open\n"} {
		for data := []byte(piece); ; {
			end, used := cut.Next(data, false)
			fmt.Printf("%q ends a record: %t\n", data[:used], end >= 0)
			if data = data[used:]; end < 0 {
				break
			}
		}
	}
	if cut.Open() {
		fmt.Println("the quotation mark in line", cut.OpenLine(), "is not closed")
	}
	// Output:
	// "1,\"two\nli" ends a record: false
	// "nes\"\n" ends a record: true
	// "2,\"open\n" ends a record: false
	// the quotation mark in line 3 is not closed
}

func ExampleCutter_NextFrom() {
	cut := record.NewCutter(&record.Format{Sep: '\n', Count: 2})
	fmt.Println(cut.NextFrom([]byte("1\n2\n3\n4\n5\n6\n"), 5, true))
	// Output: 8 8
}

func ExampleFormat_Key() {
	f := &record.Format{Sep: '\n', Unit: record.Row, Count: 1, Delimiter: ','}
	key, err := f.Key([]record.Column{{Name: "city"}, {Number: 1}}, 0, []byte("id,city\n"))
	if err != nil {
		fmt.Println(err)
		return
	}
	text, has, err := key.Append(nil, []byte("7,\"Bern\"\n"))
	fmt.Printf("%q %t %v\n", text, has, err)
	// Output: "\x00\x00\x00\x00\x00\x00\x00\x04Bern\x00\x00\x00\x00\x00\x00\x00\x017" true <nil>
}
