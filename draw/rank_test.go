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
		rows    [][]string
		tickets int
		law     []map[string]int64
	}{
		{[][]string{{"a", "", "1"}, {"b", "", "1"}, {"c", "", "1"}, {"d", "", "1"}}, 4,
			[]map[string]int64{{"a": 1, "b": 1, "c": 1, "d": 1}}},
		{[][]string{{"a", "", "1"}, {"b", "", "2"}, {"c", "", "4"}}, 7, []map[string]int64{{"a": 1, "b": 2, "c": 4}}},
		{[][]string{{"a", "9", "2"}, {"b", "3", "1"}, {"c", "9", "2"}, {"d", "3", "2"}}, 7,
			[]map[string]int64{{"b": 1, "d": 2}, {"a": 2, "c": 2}}},
		{[][]string{{"a", "3", "3"}, {"b", "2", "1"}, {"c", "1", "3"}}, 7,
			[]map[string]int64{{"c": 3}, {"b": 1}, {"a": 3}}},
		{[][]string{{"a", "1", ""}, {"b", "2", ""}, {"c", "1", ""}, {"d", "2", ""}, {"e", "1", ""}}, 5,
			[]map[string]int64{{"a": 1, "c": 1, "e": 1}, {"b": 1, "d": 1}}},
	} {
		columns := []string{"name", "group", "tickets"}
		for i := range columns {
			if c.rows[0][i] == "" {
				columns[i] = ""
			}
		}
		rows := append([][]string{{"name", "group", "tickets"}}, c.rows...)
		counts, all := make(map[string]int64), int64(0)
		orders(c.tickets, func(order iter.Seq[uint64]) {
			ranked, err := rank(rows, columns, func(tickets uint64) iter.Seq[uint64] {
				if tickets != uint64(c.tickets) {
					t.Errorf("%v: %d tickets", c.rows, tickets)
				}
				return order
			})
			if err != nil || !slices.Equal(ranked[0], rows[0]) {
				t.Fatalf("%v: %v, %v", c.rows, ranked, err)
			}
			var names []string
			for _, row := range ranked[1:] {
				names = append(names, row[0])
			}
			counts[fmt.Sprint(names)]++
			all++
		})
		law := make(map[string]*big.Rat)
		successive(c.law, nil, big.NewRat(1, 1), law)
		for ranked, p := range law {
			if got := big.NewRat(counts[ranked], all); got.Cmp(p) != 0 {
				t.Errorf("%v: %s has probability %v, not %v", c.rows, ranked, got, p)
			}
		}
		if len(counts) != len(law) {
			t.Errorf("%v: %d rankings, not %d", c.rows, len(counts), len(law))
		}
	}
}

// A table is refused if it could be ranked in two ways.
func TestRankRefuses(t *testing.T) {
	header := []string{"name", "g", "t"}
	for _, c := range []struct {
		rows [][]string
		want string
	}{
		{[][]string{header, {"a", "9223372036854775807", "9999"}, {"b", "1", "1"}, {"", "1", "1"}}, "<nil>"},
		{[][]string{header}, "<nil>"},
		{[][]string{header, {"a", "1", "99999999"}, {"b", "1", "2"}}, "more than 100000000 tickets"},
		{[][]string{header, {"a", "1", "9223372036854775807"}, {"b", "1", "9223372036854775807"}, {"c", "1", "4"}},
			"more than 100000000 tickets"},
		{[][]string{header, {"a", "9223372036854775808", "1"}}, `row 2: "g" is "9223372036854775808", not a whole`},
		{[][]string{header, {"a", "1", "1"}, {"b", "1", "0"}}, `row 3: "t" is "0"`},
		{[][]string{header, {"a", "1", "+1"}}, `"t" is "+1"`},
		{[][]string{header, {"a", "1", "01"}}, `"t" is "01"`},
		{[][]string{header, {"a", "1", "1"}, {"b", "1", "1"}, {"a", "2", "1"}}, `rows 2 and 4 have the same "name"`},
		{[][]string{header, {"Zoë  Ruß", "1", "1"}, {"ZOE\u0308 RUSS", "2", "1"}}, `rows 2 and 3 have the same "name"`},
		{[][]string{{"name", "g", "t", "name"}, {"a", "1", "1", "b"}}, `no column "name", or several`},
		{[][]string{{"Name", "g", "t"}, {"a", "1", "1"}}, `no column "name", or several: "Name,g,t"`},
		{[][]string{{"name;g;t"}, {"a;1;1"}}, `no column "name", or several: "name;g;t"`},
		{nil, `no column "name"`},
		{[][]string{header, {"a", "1", "1"}, {"b", "1"}}, "row 3 has 2 fields, and the header 3"},
		{[][]string{header, {"a", "1", "1", "1"}}, "row 2 has 4 fields, and the header 3"},
	} {
		tr := &Transcript{Commitment: &Commitment{Rules: []string{"--rank=name,g,t"}}, Seed: [32]byte{1}}
		ranked, err := tr.Rank(c.rows)
		if got := fmt.Sprint(err); !strings.Contains(got, c.want) || err == nil && len(ranked) != len(c.rows) {
			t.Errorf("%q: %s, not %s", c.rows, got, c.want)
		}
	}
}

// A ranking leaves the rows behind those that are ranked as they are.
func TestRankLeavesRows(t *testing.T) {
	rows := [][]string{{"name"}, {"a"}, {"b"}, {"c"}}
	tr := &Transcript{Commitment: &Commitment{Rules: []string{"--rank=name"}}}
	if _, err := tr.Rank(rows[:3]); err != nil || rows[3] == nil {
		t.Errorf("%q, %v", rows, err)
	}
	if _, err := tr.Rank(rows[:0]); err == nil || rows[0] == nil {
		t.Errorf("%q, %v", rows, err)
	}
	defer func() {
		if got := fmt.Sprint(recover()); got != "draw: Rank of a commitment that ranks nothing" {
			t.Error(got)
		}
	}()
	(&Transcript{Commitment: new(Commitment)}).Rank(rows)
}

// RankBy writes the rules that Ranking and First read, or changes nothing.
func TestRankBy(t *testing.T) {
	for _, c := range []struct {
		before  Commitment
		first   uint64
		columns []string
		want    []string // rules; nil if it is an error
	}{
		{Commitment{}, 0, []string{"name"}, []string{"--rank=name"}},
		{Commitment{}, 0, []string{"name", "", ""}, []string{"--rank=name"}},
		{Commitment{Rules: []string{"no pets"}}, 4, []string{"name", "", "t"},
			[]string{"--rank=name,,t", "--first=4", "no pets"}},
		{Commitment{}, 0, nil, nil},
		{Commitment{}, 0, []string{""}, nil},
		{Commitment{}, 0, []string{"", "g"}, nil},
		{Commitment{}, 0, []string{"Ada, Countess"}, nil},
		{Commitment{}, 0, []string{"name", "g", "t", "x"}, nil},
		{Commitment{}, 1 << 63, []string{"name"}, nil},
		{Commitment{Rules: []string{"--rank=name"}}, 0, []string{"name"}, nil},
		{Commitment{Prizes: []Prize{{1, "one"}}}, 0, []string{"name"}, nil},
		{Commitment{Barred: []Bar{{1, "late"}}}, 0, []string{"name"}, nil},
	} {
		got := c.before
		err := got.RankBy(c.first, c.columns...)
		switch {
		case (err == nil) != (c.want != nil), err != nil && !slices.Equal(got.Rules, c.before.Rules):
			t.Errorf("%d, %q: %v, rules %q", c.first, c.columns, err, got.Rules)
		case err == nil && (!slices.Equal(got.Rules, c.want) || got.First() != c.first ||
			!slices.Equal(got.Ranking(), append(slices.Clone(c.columns), "", "")[:3])):
			t.Errorf("%d, %q: %q, %d", c.first, c.columns, got.Rules, got.First())
		}
	}
}

// A commitment fixes a ranking by its first rule, and with no others that look so.
func TestRankingRules(t *testing.T) {
	for _, c := range []struct {
		rules []string
		want  []string
	}{
		{[]string{"--rank=name"}, []string{"name", "", ""}},
		{[]string{"--rank=name,g,t", "4 flats"}, []string{"name", "g", "t"}},
		{[]string{"--rank=name", "--first=4", "no pets"}, []string{"name", "", ""}},
		{[]string{"--rank=name", "no pets", "--first=4"}, nil},
		{[]string{"--rank=name", "--first=4", "--first=5"}, nil},
		{[]string{"--rank=name", "--first=0"}, nil},
		{[]string{"--first=4", "--rank=name"}, nil},
		{[]string{"--rank=name,,t"}, []string{"name", "", "t"}},
		{[]string{"--rank=name", "--"}, nil},
		{[]string{"--rank=name", "--reserve=2"}, nil},
		{[]string{"--rank=name,g,"}, nil},
		{[]string{"--rank=,g"}, nil},
		{[]string{"--rank="}, nil},
		{[]string{"--rank=name,g,t,x"}, nil},
		{[]string{"4 flats", "--rank=name"}, nil},
		{[]string{"--arms=A,B", "--number=60"}, nil},
		{nil, nil},
	} {
		commitment := &Commitment{Rules: c.rules}
		if got := commitment.Ranking(); !slices.Equal(got, c.want) || (got == nil) != (c.want == nil) {
			t.Errorf("%q: %q, not %q", c.rules, got, c.want)
		}
		for _, other := range []*Commitment{
			{Rules: c.rules, Prizes: []Prize{{1, "one"}}}, {Rules: c.rules, Barred: []Bar{{1, "late"}}},
		} {
			if got := other.Ranking(); got != nil {
				t.Errorf("%+v: %q", other, got)
			}
		}
	}
}
