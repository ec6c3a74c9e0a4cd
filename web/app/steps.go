package app

import (
	"fmt"
	"math/rand/v2"
	"slices"

	"github.com/yates-shuffle/yates"
	"github.com/yates-shuffle/yates/audit/exact"
	"github.com/yates-shuffle/yates/internal/label"
	"github.com/yates-shuffle/yates/order"
)

// A method is a shuffle as a textbook shows it: a number of swaps, each of a place with
// one that is drawn.
type method struct {
	Name, Title string
	Fair        bool
	step        func(n, i int) (place, lo, hi int) // of step i: swap with a place in [lo, hi)
	steps       func(n int) int
}

// methods are the fair shuffles, forward and backward, and their nearest mistakes.
var methods = []method{
	{"forward", "Fisher–Yates, from the front", true, func(n, i int) (int, int, int) {
		return i, i, n
	}, func(n int) int { return n - 1 }},
	{"backward", "Fisher–Yates, from the back", true, func(n, i int) (int, int, int) {
		return n - 1 - i, 0, n - i
	}, func(n int) int { return n - 1 }},
	{"naive", "Naive: any place", false, func(n, i int) (int, int, int) {
		return i, 0, n
	}, func(n int) int { return n }},
	{"sattolo", "Sattolo: never itself", false, func(n, i int) (int, int, int) {
		return n - 1 - i, 0, n - 1 - i
	}, func(n int) int { return n - 1 }},
}

// shuffle shuffles s and reports each swap.
func (m *method) shuffle(s []int, intn func(k int) int, swapped func(step, place, with int)) {
	for i := range m.steps(len(s)) {
		place, lo, hi := m.step(len(s), i)
		with := lo + intn(hi-lo)
		s[place], s[with] = s[with], s[place]
		swapped(i, place, with)
	}
}

// A stepView is one swap.
type stepView struct {
	Place int `json:"place"`
	With  int `json:"with"`
	From  int `json:"from"` // the places to choose from, [From, To)
	To    int `json:"to"`
}

// A methodView is a shuffle step by step.
type methodView struct {
	Name  string     `json:"name"`
	Title string     `json:"title"`
	Fair  bool       `json:"fair"`
	Steps []stepView `json:"steps"`
}

type stepsArgs struct {
	Items int `json:"items"`
}

// steps shuffles a few items by each method.
func steps(_ *Session, a stepsArgs, _ [][]byte) (any, []byte, error) {
	if a.Items < 2 || a.Items > 10 {
		return nil, nil, fmt.Errorf("the number of items must be from 2 to 10")
	}
	random := rand.New(rand.NewChaCha8(order.NewSeed()))
	var all []methodView
	for _, m := range methods {
		v := methodView{Name: m.Name, Title: m.Title, Fair: m.Fair}
		m.shuffle(make([]int, a.Items), random.IntN, func(i, place, with int) {
			_, lo, hi := m.step(a.Items, i)
			v.Steps = append(v.Steps, stepView{place, with, lo, hi})
		})
		all = append(all, v)
	}
	return all, nil, nil
}

// A pathsView shows which paths of choices lead to which order.
type pathsView struct {
	Paths  int         `json:"paths"`
	Fair   bool        `json:"fair"` // each order has as many
	Orders []orderView `json:"orders"`
}

type orderView struct {
	Order string   `json:"order"` // as letters: "bca"
	Paths []string `json:"paths"` // the choices, counted from 1: "312"
}

type pathsArgs struct {
	Method string `json:"method"`
	Items  int    `json:"items"`
}

// paths follows every path of the choices of a method.
func paths(_ *Session, a pathsArgs, _ [][]byte) (any, []byte, error) {
	if a.Items < 2 || a.Items > 4 {
		return nil, nil, fmt.Errorf("the number of items must be from 2 to 4")
	}
	for _, m := range methods {
		if m.Name == a.Method {
			v, err := m.paths(a.Items)
			return v, nil, err
		}
	}
	return nil, nil, fmt.Errorf("there is no method %s", a.Method)
}

// paths runs the method once for each path of its choices.
func (m *method) paths(n int) (*pathsView, error) {
	v := &pathsView{Fair: true}
	index := make(map[string]int)
	orders := uint64(1)
	for i := range n {
		orders *= uint64(i + 1)
	}
	for rank := range orders {
		name := label.Letters(yates.Unrank(n, rank))
		index[name] = len(v.Orders)
		v.Orders = append(v.Orders, orderView{Order: name})
	}
	_, err := exact.Enumerate(n, func(s []int, intn func(k int) int) {
		path := ""
		m.shuffle(s, intn, func(_, _, with int) { path += fmt.Sprint(with + 1) })
		o := &v.Orders[index[label.Letters(s)]]
		if !slices.Contains(o.Paths, path) { // some are run again, to see that nothing else is random
			o.Paths = append(o.Paths, path)
			v.Paths++
		}
	}, exact.Limits{})
	for _, o := range v.Orders {
		v.Fair = v.Fair && len(o.Paths) == len(v.Orders[0].Paths)
	}
	return v, err
}
