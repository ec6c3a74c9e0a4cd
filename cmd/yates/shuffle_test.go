package main

import (
	"bytes"
	"fmt"
	"strings"
	"testing"
)

// The arguments of -e have the order that they have as lines.
func TestArgumentsAreLines(t *testing.T) {
	for _, flags := range []string{"", "-z", "-n 1", "-n 7", "-z -n 100", "-n 300", "-n 10%", "-r -n 500"} {
		args := append([]string{"shuffle", "--seed", "yates"}, strings.Fields(flags)...)
		end := "\n"
		if strings.Contains(flags, "-z") {
			end = "\x00"
		}
		var lines string
		echo := append(args, "-e", "--")
		for i := range 300 {
			arg := strings.Repeat("x", i%7*i%50) + fmt.Sprint(i)
			echo = append(echo, arg)
			lines += arg + end
		}
		var got, want, stderr bytes.Buffer
		status := run(t.Context(), echo, strings.NewReader(""), &got, &stderr)
		status += run(t.Context(), args, strings.NewReader(lines), &want, &stderr)
		if status != 0 || stderr.Len() > 0 || got.String() != want.String() {
			t.Errorf("%s: %q\nis not\n%q\n(%s)", flags, got.String(), want.String(), stderr.String())
		}
	}
}
