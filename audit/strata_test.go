package audit

import (
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/yates-shuffle/yates/audit/internal/fairgame"
)

// After any deals, in whatever strata, the mean of the fortune over all next deals is not
// more than it was, also if the next stratum is new. It is somewhat less, as a few suspects
// do not bet on all deals.
func TestFairStrata(t *testing.T) {
	for _, c := range []struct {
		n int
		o Options
	}{{3, Options{}}, {4, Options{Take: 2}}, {4, Options{Take: 2, Unordered: true}}} {
		every := fairgame.Deals(c.n, max(c.o.Take, c.n*(1-min(c.o.Take, 1))))
		r := rand.New(rand.NewPCG(uint64(c.n), 12))
		for range 5 {
			var history []int
			var where []string
			for range 12 {
				history, where = append(history, r.IntN(len(every))), append(where, string(rune('a'+r.IntN(3))))
			}
			fortune := func(more ...int) float64 {
				c.o.Strata = true
				s := New(c.n, c.o)
				for i, rank := range append(slices.Clone(history), more...) {
					if err := s.ObserveIn(where[i], every[rank]); err != nil {
						t.Fatal(err)
					}
				}
				return math.Exp(s.LogE())
			}
			before := fortune()
			for _, next := range []string{"a", "c", "new"} {
				where = append(where[:12], next)
				mean := 0.0
				for rank := range every {
					mean += fortune(rank) / float64(len(every))
				}
				if mean > before*(1+1e-11) || mean < 0.98*before {
					t.Errorf("%d of %d, in %s: the fortune is %v, and the mean of the next %v", c.o.Take, c.n, next,
						before, mean)
				}
			}
		}
	}
}

// One bad table among fair ones is found and named, and the fair ones are not; a mistake of
// all tables is found by all deals together. The seeds are fixed.
func TestStrata(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 13))
	for name, c := range map[string]struct {
		n, tables, deals int
		bad              func(table int) bool
		want             []string
	}{
		"fair":      {10, 4, 2000, func(int) bool { return false }, nil},
		"one bad":   {10, 4, 400, func(table int) bool { return table == 2 }, []string{"table 3"}},
		"few items": {4, 3, 3000, func(table int) bool { return table == 1 }, []string{"table 2"}},
		"all bad":   {10, 20, 60, func(int) bool { return true }, []string{""}},
	} {
		s := New(c.n, Options{Strata: true})
		for i := range c.deals {
			table := i % c.tables
			d := make([]int, c.n)
			for i := range d {
				d[i] = i
			}
			for i := c.n - 1; i > 0; i-- {
				j := r.IntN(i + 1)
				if c.bad(table) {
					j = r.IntN(i)
				}
				d[i], d[j] = d[j], d[i]
			}
			if err := s.ObserveIn(fmt.Sprint("table ", table+1), d); err != nil {
				t.Fatal(err)
			}
		}
		report := s.Report()
		if biased := report.Verdict == Biased; biased != (c.want != nil) || biased != s.Alarm() ||
			len(report.Strata) != c.tables {
			t.Errorf("%s: %s", name, report)
			continue
		}
		if c.want == nil {
			continue
		}
		if !slices.Equal(report.Causes, []string{"sattolo"}) || report.Findings[0].Stratum != c.want[0] ||
			report.Log10E < report.Findings[0].Log10E-1e-9 {
			t.Errorf("%s: the causes are %v in %s", name, report.Causes, report)
		}
		total := 0.0
		for i, stratum := range report.Strata {
			table, _ := strconv.Atoi(strings.TrimPrefix(stratum.Name, "table "))
			if alarm := stratum.AlarmAt > 0; alarm && !c.bad(table-1) || !alarm && stratum.Name == c.want[0] ||
				stratum.Share != stratumShare(i) {
				t.Errorf("%s: the alarm of %s is %v", name, stratum.Name, alarm)
			}
			total += stratum.Share
		}
		if want := 0.5 - 0.5/float64(c.tables+1); math.Abs(total-want) > 1e-12 {
			t.Errorf("%s: the shares add up to %v, not %v", name, total, want)
		}
		sum := 0.0
		for _, b := range report.Bets {
			sum += b.Weight
		}
		if sum > 1+1e-9 {
			t.Errorf("%s: the weights of all bets add up to %v", name, sum)
		}
	}
}

func TestTooManyStrata(t *testing.T) {
	s := New(3, Options{Strata: true})
	for i := range MostStrata {
		if err := s.ObserveIn(fmt.Sprint(i), []int{2, 0, 1}); err != nil {
			t.Fatal(err)
		}
	}
	err := s.ObserveIn("more", []int{2, 0, 1})
	if e, ok := errors.AsType[*StrataError](err); !ok || e.Name != "more" ||
		!strings.Contains(err.Error(), "more is stratum 101") {
		t.Errorf("one stratum too many: %v", err)
	}
	if s.Deals() != MostStrata {
		t.Errorf("%d deals", s.Deals())
	}
	err = s.ObserveIn("0", []int{2, 2, 1})
	if _, ok := errors.AsType[*BrokenError](err); !ok || !s.Alarm() || s.Report().Verdict != Broken {
		t.Errorf("a broken deal: %v", err)
	}
	if r := New(6, Options{Strata: true}).Conclude(); r.Verdict != TooFew || r.Power == nil {
		t.Errorf("without deals: %+v", r)
	}
	if p := s.Plan(); p.Alpha != 1e-6 || p.Bets[len(p.Bets)-1].Kind != "strata" {
		t.Errorf("the plan is %+v", p)
	}
}
