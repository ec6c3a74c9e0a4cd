package draw

import (
	"fmt"
	"iter"
	"maps"
	"math/big"
	"slices"
	"strings"
	"testing"
)

// orders calls do with each order of the tickets from 1 to n.
func orders(n int, do func(iter.Seq[uint64])) {
	var tickets []uint64
	var rest func(int)
	rest = func(at int) {
		if at == n {
			do(slices.Values(tickets))
			return
		}
		for i := at; i < n; i++ {
			tickets[at], tickets[i] = tickets[i], tickets[at]
			rest(at + 1)
			tickets[at], tickets[i] = tickets[i], tickets[at]
		}
	}
	for i := range n {
		tickets = append(tickets, uint64(i)+1)
	}
	rest(0)
}

// successive adds the probabilities of all rankings that begin with some names: of the names that are left, each is
// next by its weight in the first group that has one. It is the law that the tickets must have, without tickets.
func successive(weights []map[string]int64, ranked []string, p *big.Rat, law map[string]*big.Rat) {
	for _, group := range weights {
		left := maps.Clone(group)
		maps.DeleteFunc(left, func(name string, _ int64) bool { return slices.Contains(ranked, name) })
		var sum int64
		for _, w := range left {
			sum += w
		}
		for name, w := range left {
			q := new(big.Rat).Mul(p, big.NewRat(w, sum))
			successive(weights, append(slices.Clone(ranked), name), q, law)
		}
		if len(left) > 0 {
			return
		}
	}
	law[fmt.Sprint(ranked)] = p
}

// TestRankLaw draws each order of the tickets once, and compares the rankings with successive draws by weight, exactly.
func TestRankLaw(t *testing.T) {
	for _, c := range []struct {
		table   string
		tickets int
		law     []map[string]int64
	}{
		{"n\na\nb\nc\nd\n", 4, []map[string]int64{{"a": 1, "b": 1, "c": 1, "d": 1}}},
		{"n,t\na,1\nb,2\nc,4\n", 7, []map[string]int64{{"a": 1, "b": 2, "c": 4}}},
		{"n,t\na,3\nb,1\na,2\nc,1\n", 7, []map[string]int64{{"a": 5, "b": 1, "c": 1}}}, // several rows
		{"n,t,g\na,2,9\nb,1,3\nc,2,9\nd,2,3\n", 7, []map[string]int64{{"b": 1, "d": 2}, {"a": 2, "c": 2}}},
		{"n,g\na,1\na,2\nb,2\nc,2\nd,1\n", 5, []map[string]int64{{"a": 1, "d": 1}, {"b": 1, "c": 1}}}, // several groups
	} {
		ranking := Ranking{Name: "n"}
		header, _, _ := strings.Cut(c.table, "\n")
		if strings.Contains(header, "t") {
			ranking.Tickets = "t"
		}
		if strings.Contains(header, "g") {
			ranking.Group = "g"
		}
		table, err := ranking.Read(strings.NewReader(c.table))
		if err != nil {
			t.Fatal(err)
		}
		counts, all := make(map[string]int64), int64(0)
		orders(c.tickets, func(order iter.Seq[uint64]) {
			var ranked []string
			for _, row := range table.rank(order) {
				ranked = append(ranked, row[0])
			}
			counts[fmt.Sprint(ranked)]++
			all++
		})
		law := make(map[string]*big.Rat)
		successive(c.law, nil, big.NewRat(1, 1), law)
		for ranked, p := range law {
			if got := big.NewRat(counts[ranked], all); got.Cmp(p) != 0 {
				t.Errorf("%q: %s has probability %v, not %v", c.table, ranked, got, p)
			}
		}
		if len(counts) != len(law) {
			t.Errorf("%q: %d rankings, not %d", c.table, len(counts), len(law))
		}
	}
}

// hostile are tables, and what is wrong with them or the names in their order, sorted.
var hostile = map[string]string{
	"name,g,t\r\n\"a,b\",1,2\r\n\"say \"\"hi\"\"\",1,1\r\n":               `[a,b say "hi"]`,
	"\ufeffname,g,t\na,1,1\n\n\nb,2,1\n":                                  "[a b]",
	"name,g,t\na,1,1\nA,1,1\na ,1,1\n":                                    "[A a a ]", // bytes are compared
	"name,g,t\na,1,1\na,1,1\na,9,9\n":                                     "[a]",
	"name,g,t\na,9223372036854775807,99\nb,1,1":                         "[a b]",
	"name,g,t\na,9223372036854775808,1\n":                                 "row 2 has \"9223372036854775808\" in column \"g\"",
	"name,g,t\na,1,100000000\nb,1,1\n":                                    "more than 100000000 tickets",
	"name,g,t\na,1,9223372036854775807\nb,1,9223372036854775807\nc,1,4\n": "more than 100000000 tickets",
	"name,g,t\na,1,0\n":                                                   "row 2 has \"0\"",
	"name,g,t\na,1,1\nb,1,-3\n":                                           "row 3 has \"-3\"",
	"name,g,t\na,1,+1\n":                                                  "row 2 has \"+1\"",
	"name,g,t\na,1,01\n":                                                  "row 2 has \"01\"",
	"name,g,t\na,1,1.0\n":                                                 "row 2 has \"1.0\"",
	"name,g,t\na,1, 1\n":                                                  "row 2 has \" 1\"",
	"name,g,t\na,,1\n":                                                    "row 2 has \"\" in column \"g\"",
	"name,g,t\na,1,1_000\n":                                               "row 2 has \"1_000\"",
	"name,g,t\na,1\n":                                                     "wrong number of fields",
	"name,g,t\na,1,1,1\n":                                                 "wrong number of fields",
	"name,g,t\n\"a\nb\",1,1\n":                                            "row 2 has a line break",
	"name,g,t\n\"a\r\nb\",1,1\n":                                          "row 2 has a line break",
	"name,g,t\na\rb,1,1\n":                                                "row 2 has a line break",
	"name,g,t\na\"b,1,1\n":                                                "bare \"",
	"name,g,t\n\"a\"b,1,1\n":                                              "extraneous or missing \"",
	"name,g,t\n\"a,1,1\n":                                                 "extraneous or missing \"",
	"name,g,t\n":                                                          "no rows below a header",
	"":                                                                    "no rows below a header",
	"name,g,t,name\na,1,1,b\n":                                            "no single column \"name\"",
	"Name,g,t\na,1,1\n":                                                   "no single column \"name\"",
	"name;g;t\na;1;1\n":                                                   "no single column \"name\", but there are \"name;g;t\"",
	"name,g,t\n,1,1\n\"\",1,1\nb,1,1\n":                                   "[ b]",
}

func TestReadTable(t *testing.T) {
	for text, want := range hostile {
		table, err := Ranking{"name", "g", "t"}.Read(strings.NewReader(text))
		got := fmt.Sprint(err)
		if err == nil {
			var names []string
			for _, row := range table.Rank([32]byte{1}) {
				names = append(names, row[0])
			}
			slices.Sort(names)
			got = fmt.Sprint(names)
		}
		if !strings.Contains(got, want) {
			t.Errorf("%q: %s, not %s", text, got, want)
		}
	}
}

// A commitment fixes a ranking by its first rules, and by no others that look so.
func TestRankingRules(t *testing.T) {
	for _, c := range []struct {
		rules string
		want  Ranking
	}{
		{"--rank=name", Ranking{Name: "name"}},
		{"--rank=name|--tickets=t|4 flats|--", Ranking{}},
		{"--rank=name|--tickets=t|4 flats", Ranking{Name: "name", Tickets: "t"}},
		{"--rank=a=b|--group=g|--tickets=t", Ranking{"a=b", "g", "t"}},
		{"--rank=name|--tickets=t|--group=g", Ranking{}},
		{"4 flats|--rank=name", Ranking{}},
		{"--rank=name|--rank=other", Ranking{}},
		{"--rank=name|--reserve=2", Ranking{}},
		{"--rank=name|--group=", Ranking{}},
		{"--group=g", Ranking{}},
		{"--arms=A,B|--number=60", Ranking{}},
		{"4 flats", Ranking{}},
	} {
		commitment := &Commitment{Rules: strings.Split(c.rules, "|")}
		got, ok := commitment.Ranking()
		if ok != (c.want != Ranking{}) || ok && got != c.want {
			t.Errorf("%s: %+v, %t", c.rules, got, ok)
		}
		if rules := got.Rules(); ok && !slices.Equal(rules, commitment.Rules[:len(rules)]) {
			t.Errorf("%s: %q", c.rules, rules)
		}
		commitment.Prizes = []Prize{{1, "one"}}
		if _, ok := commitment.Ranking(); ok {
			t.Errorf("%s: prizes are drawn, and not a ranking", c.rules)
		}
		commitment.Prizes, commitment.Barred = nil, []Bar{{1, "late"}}
		if _, ok := commitment.Ranking(); ok {
			t.Errorf("%s: an entry is barred", c.rules)
		}
	}
}
