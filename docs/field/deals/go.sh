# go.sh N MODULE@VERSION PACKAGE "STATEMENT" runs a program in Go that prints decks of the numbers from 1 to N, one a
# line, for ever. STATEMENT shuffles the deck x, a []int, with the package p. Without MODULE, it takes what Go and the
# working directory have.
dir=$(mktemp -d)
cat > "$dir/main.go" <<END
package main

import (
	"bufio"
	"fmt"
	"os"

	p "$3"
)

func main() {
	out := bufio.NewWriter(os.Stdout)
	for {
		x := make([]int, $1)
		for i := range x {
			x[i] = i + 1
		}
		$4
		for _, i := range x {
			fmt.Fprint(out, i, " ")
		}
		if _, err := fmt.Fprintln(out); err != nil {
			os.Exit(1)
		}
	}
}
END
[ -z "$2" ] || { cd "$dir" && go mod init deals && go get "$2"; } 2> "$dir/log" || exit
exec go run "$dir/main.go"
