package app

import (
	"bytes"
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"io"
	"strings"
	"time"

	"github.com/yates-shuffle/yates/internal/deals"
	"github.com/yates-shuffle/yates/internal/drawtext"
	"github.com/yates-shuffle/yates/internal/handout"
	"github.com/yates-shuffle/yates/internal/label"
	"github.com/yates-shuffle/yates/order"
)

// What can be drawn, and what the command calls it.
const (
	winners = "winners"
	whole   = "order"
	teams   = "teams"
	gifts   = "santa"
	hands   = "deal"
)

// A drawArgs says what to draw.
type drawArgs struct {
	What   string `json:"what"`
	Count  int    `json:"count"`  // winners, teams or hands
	BySize bool   `json:"bySize"` // the count is the most names that a team can have
	Cards  int    `json:"cards"`  // in each hand; 0 for as many as possible
	Decks  int    `json:"decks"`
	Jokers int    `json:"jokers"`
	Seed   string `json:"seed"` // a text, or 64 digits with Hex; "" for an unpredictable one
	Hex    bool   `json:"hex"`

	Now time.Time `json:"now"` // by the clock of the page
}

// A drawn is what came out.
type drawn struct {
	Seed    string  `json:"seed"`
	Command string  `json:"command"` // that gives the same, but for the name of the list
	Groups  []group `json:"groups"`
	From    int     `json:"from"` // how many entries or cards
	More    int     `json:"more"` // lines that are in the text, but not in the groups
	Note    string  `json:"note,omitempty"`
	Record  string  `json:"record"` // what to keep, to repeat the draw
}

// A group is the winners, a team or a hand.
type group struct {
	Name  string   `json:"name"`
	Lines []string `json:"lines"`
}

// drawList draws as the command does, with the same text for the same seed.
func drawList(_ *Session, a drawArgs, texts [][]byte) (any, []byte, error) {
	seed := order.NewSeed()
	switch {
	case a.Hex:
		var err error
		if seed, err = order.ParseSeed(strings.TrimSpace(a.Seed)); err != nil {
			return nil, nil, err
		}
	case a.Seed != "":
		seed = order.SeedFromText(a.Seed)
	}
	d := &drawn{Seed: seed.String()}
	var text []byte
	var err error
	switch a.What {
	case winners, whole:
		text, err = d.shuffle(a, seed, given(texts, 0))
	case teams:
		text, err = d.divide(a, seed, given(texts, 0))
	case gifts:
		text, err = d.give(seed, given(texts, 0))
	case hands:
		text, err = d.deal(a, seed)
	default:
		err = fmt.Errorf("there is no %s to draw", a.What)
	}
	if err != nil {
		return nil, nil, err
	}
	d.Command += " --seed-hex " + d.Seed
	d.record(a, given(texts, 0), text)
	return d, text, nil
}

// record writes down what repeats a draw. It cannot show that nobody tried many seeds.
func (d *drawn) record(a drawArgs, list, result []byte) {
	var b strings.Builder
	line := func(name, format string, args ...any) {
		fmt.Fprintf(&b, "%-8s %s\n", name, fmt.Sprintf(format, args...))
	}
	line("Drawn", "%s, by the clock of the device", label.Moment(a.Now))
	if things, ok := map[string]string{winners: "winners", teams: "teams", hands: "hands"}[a.What]; ok && !a.BySize {
		line("Count", "%d %s", a.Count, things)
	}
	command := d.Command
	if a.What == hands {
		line("From", "%s", label.Plural(d.From, "card"))
	} else {
		line("List", "%s, SHA-256 %x", label.Plural(d.From, "entry"), sha256.Sum256(list))
		command += " list.txt"
	}
	line("Seed", "%s", d.Seed)
	line("Result", "SHA-256 %x", sha256.Sum256(result))
	line("Command", "%s", command)
	b.WriteString("\nThe same list and seed give the same result. This proves nothing to others: whoever\nchooses " +
		"the seed can try many. To prove a draw to others, hold a public draw.\n")
	d.Record = b.String()
}

// shuffle draws some lines, or puts all in order.
func (d *drawn) shuffle(a drawArgs, seed order.Seed, list []byte) ([]byte, error) {
	if err := refuse(list); err != nil {
		return nil, err
	}
	lines := linesOf(list)
	d.From = len(lines)
	n, name := len(lines), "The whole list in random order"
	d.Command = "yates shuffle"
	if a.What == winners {
		if a.Count < 1 {
			return nil, errors.New("the number of winners must be at least 1")
		}
		n, name = min(n, a.Count), "Winners"
		d.Command += fmt.Sprint(" -n ", a.Count)
		if n < a.Count {
			d.Note = fmt.Sprintf("The list has only %s: all win.", label.Plural(n, "line"))
		}
	}
	if len(lines) == 0 {
		return nil, errors.New("there is nothing to draw from")
	}
	b := make([]byte, 0, len(list)+1)
	for _, i := range order.Of(seed, len(lines))[:n] {
		b = append(append(b, lines[i]...), '\n')
	}
	d.show(name, firstLines(b))
	d.More = n - len(d.Groups[0].Lines)
	return b, nil
}

// firstLines returns as many lines as the page shows.
func firstLines(text []byte) []string {
	var lines []string
	for line := range bytes.Lines(text) {
		if len(lines) == mostLines {
			break
		}
		lines = append(lines, string(bytes.TrimSuffix(line, []byte{'\n'})))
	}
	return lines
}

// show adds a group, with its lines made safe to look at.
func (d *drawn) show(name string, lines []string) {
	g := group{Name: name, Lines: make([]string, len(lines))}
	for i, line := range lines {
		g.Lines[i] = label.Clean(drawtext.Unmarked(line), 200)
	}
	d.Groups = append(d.Groups, g)
}

// divide divides names into teams.
func (d *drawn) divide(a drawArgs, seed order.Seed, list []byte) ([]byte, error) {
	names, err := namesOf(list)
	switch {
	case err != nil:
		return nil, err
	case len(names) == 0:
		return nil, errors.New("there are no names")
	case a.Count < 1:
		return nil, errors.New("the number of teams must be at least 1")
	}
	d.From = len(names)
	number, command := a.Count, "yates teams -n "
	if a.BySize {
		number, command = (len(names)-1)/a.Count+1, "yates teams --size "
	}
	divided, err := handout.Teams(names, number, seed)
	if err != nil {
		return nil, err
	}
	left := mostLines
	for k, team := range divided {
		show := team[:min(len(team), left)]
		left -= len(show)
		if len(show) > 0 {
			d.show(fmt.Sprint("Team ", k+1), show)
		}
	}
	d.More = max(0, len(names)-mostLines)
	d.Command = command + fmt.Sprint(a.Count)
	return handout.TeamsText(divided), nil
}

// give draws who gives a present to whom, as "yates santa" writes it.
func (d *drawn) give(seed order.Seed, list []byte) ([]byte, error) {
	names, err := namesOf(list)
	if err != nil {
		return nil, err
	}
	known := make(map[string]bool)
	for _, name := range names {
		if known[name] {
			return nil, fmt.Errorf("%s is there twice; add something to tell them apart", label.Name(name))
		}
		known[name] = true
	}
	if len(names) < 2 {
		return nil, errors.New("there must be at least two names")
	}
	to, err := handout.Gifts(len(names), func(giver, receiver int) bool { return giver != receiver }, seed)
	if err != nil {
		return nil, err
	}
	b := handout.GiftsText(names, to)
	d.From, d.Command = len(names), "yates santa"
	d.show("Who gives to whom", firstLines(b))
	d.More = len(names) - len(d.Groups[0].Lines)
	return b, nil
}

// namesOf returns the names in a list, as "yates teams" reads them.
func namesOf(list []byte) ([]string, error) {
	if err := refuse(list); err != nil {
		return nil, err
	}
	lines := deals.ReadFile(io.NopCloser(bytes.NewReader(list)), "the list", deals.MostName)
	defer lines.Close()
	var names []string
	err := lines.Names(context.Background(), deals.MostNames, func(name, _ string) { names = append(names, name) })
	return names, err
}

// deal deals cards.
func (d *drawn) deal(a drawArgs, seed order.Seed) ([]byte, error) {
	to := &handout.Deal{Hands: a.Count, Cards: a.Cards, Decks: a.Decks, Jokers: a.Jokers}
	dealt, left, err := to.Deal(seed)
	if err != nil {
		return nil, err
	}
	d.From = left + to.Hands*to.Cards
	d.Command = fmt.Sprintf("yates deal --hands %d --cards %d --decks %d --jokers %d", to.Hands, to.Cards,
		to.Decks, to.Jokers)
	var b bytes.Buffer
	if err := to.Write(&b, dealt, left); err != nil {
		return nil, err
	}
	shown := 0
	for k, hand := range dealt {
		if shown+len(hand) > mostLines {
			d.More += len(hand)
			continue
		}
		shown += len(hand)
		var names []string
		for _, c := range hand {
			names = append(names, c.String())
		}
		d.show(fmt.Sprint("Hand ", k+1), names)
	}
	if left > 0 {
		d.Note = label.Plural(left, "card") + " left."
	}
	return b.Bytes(), nil
}
