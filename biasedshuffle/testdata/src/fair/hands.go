package fair

import (
	"fmt"
	"math/bits"
	"math/rand"
	"slices"
	"strconv"
	"time"
)

// Near misses of hands, tickets, letters and picks; and rows, which have nothing to do with
// one another.

//corpus:norun cards that are taken out
func handOfSeven(deck []string) (hand []string) {
	for range 7 {
		i := rand.Intn(len(deck))
		hand = append(hand, deck[i])
		deck = slices.Delete(deck, i, i+1)
	}
	return hand
}

//corpus:norun dice
func handOfDice(dice []string) (hand []string) {
	for range 5 {
		hand = append(hand, dice[rand.Intn(len(dice))])
	}
	return hand
}

//corpus:norun digits may repeat
func lotteryDigits() (ticket []int) {
	for range 4 {
		ticket = append(ticket, rand.Intn(10))
	}
	return ticket
}

//corpus:norun numbers that are new
func lottery() (ticket []int) {
	for len(ticket) < 6 {
		n := rand.Intn(49) + 1
		if !slices.Contains(ticket, n) {
			ticket = append(ticket, n)
		}
	}
	return ticket
}

//corpus:norun letters and digits
func plate() string {
	return string(rune('A'+rand.Intn(26))) + string(rune('1'+rand.Intn(9)))
}

//corpus:norun a place between two
func exchangeNeighbours(names []string) {
	i := rand.Intn(len(names) - 1)
	names[i], names[i+1] = names[i+1], names[i]
}

//corpus:norun the last has its own branch
func call(servers []string) {
	if time.Now().Hour() == 0 {
		fmt.Println(servers[len(servers)-1])
	} else {
		fmt.Println(servers[rand.Intn(len(servers)-1)])
	}
}

//corpus:norun one before
func before(goods []string) string {
	n := rand.Intn(len(goods)+1) - 1
	if n < 0 {
		return ""
	}
	return goods[n]
}

//corpus:norun a coin of a kind
func oneInThree() bool { return rand.Intn(100)%3 == 0 }

//corpus:norun a remainder of a multiple
func dieOfTwelve() int { return rand.Intn(12)%6 + 1 }

//corpus:norun time to wait needs no good generator
func randomDelay() time.Duration {
	r := rand.New(rand.NewSource(time.Now().UnixNano()))
	return time.Duration(r.Intn(1000))
}

//corpus:norun rows
func shuffleHands(hands [][]int) {
	for _, h := range hands {
		rand.Shuffle(len(h), func(i, j int) { h[i], h[j] = h[j], h[i] })
	}
}

//corpus:norun rows by hand
func randomizeRows(rows [][]int) {
	for r := range rows {
		for i := len(rows[r]) - 1; i > 0; i-- {
			j := rand.Intn(i + 1)
			rows[r][i], rows[r][j] = rows[r][j], rows[r][i]
		}
	}
}

//corpus:norun rows by name
func shuffleByName(m map[string][]int) {
	for _, h := range m {
		rand.Shuffle(len(h), func(i, j int) { h[i], h[j] = h[j], h[i] })
	}
}

type quiz struct{ questions []struct{ answers []string } }

//corpus:norun the questions, and the answers of each
func (q *quiz) shuffle() {
	rand.Shuffle(len(q.questions), func(i, j int) { q.questions[i], q.questions[j] = q.questions[j], q.questions[i] })
	for _, x := range q.questions {
		a := x.answers
		rand.Shuffle(len(a), func(i, j int) { a[i], a[j] = a[j], a[i] })
	}
}

type casino struct{ shoes []*pack }

type pack struct{ cards []int }

func (p *pack) shuffle() {
	rand.Shuffle(len(p.cards), func(i, j int) { p.cards[i], p.cards[j] = p.cards[j], p.cards[i] })
}

//corpus:norun each shoe
func (c *casino) shuffle() {
	for _, s := range c.shoes {
		s.shuffle()
	}
}

//corpus:run
func naiveAndThenFair(a []int) {
	for i := range a {
		j := rand.Intn(len(a))
		a[i], a[j] = a[j], a[i]
	}
	rand.Shuffle(len(a), func(i, j int) { a[i], a[j] = a[j], a[i] })
}

//corpus:norun masks of the length
func masked(a []int) {
	m := 1<<bits.Len(uint(len(a))) - 1
	for i := len(a) - 1; i > 0; i-- {
		j := rand.Intn(m+1) & m
		for j > i {
			j = rand.Intn(m+1) & m
		}
		a[i], a[j] = a[j], a[i]
	}
}

const alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"

//corpus:norun capitals alone
func capital() byte { return alphabet[rand.Intn(26)] }

//corpus:norun one of nine fields
func field() string { return "field " + strconv.Itoa(rand.Intn(9)) }

//biasedshuffle:ok off-by-one the last is not to be drawn
//corpus:norun the last is not to be drawn
func spare(names []string) string { return names[rand.Intn(len(names)-1)] }

//corpus:norun the high bits of a generator
func shuffleFromSeed(ids []int, seed int64) {
	x := uint64(seed)
	for i := len(ids) - 1; i > 0; i-- {
		x = x*6364136223846793005 + 1
		j := int((x >> 33) % uint64(i+1))
		ids[i], ids[j] = ids[j], ids[i]
	}
}

//corpus:norun no two of an artist in a row, for which the fields of songs are compared
func shuffleArtists(songs []struct{ artist string }) {
	for i := len(songs) - 1; i > 0; i-- {
		j := rand.Intn(i + 1)
		songs[i], songs[j] = songs[j], songs[i]
		if i < len(songs)-1 && songs[i].artist == songs[i+1].artist {
			songs[0], songs[i] = songs[i], songs[0]
		}
	}
}

// sampleOfHour stays the same for an hour.
//
//corpus:norun a seed of the caller's
func sampleOfHour(names []string, now time.Time) string {
	r := rand.New(rand.NewSource(now.Unix() / 3600))
	return names[r.Intn(len(names))]
}

//corpus:norun all but the one that plays
func shuffleQueue(tracks []string) {
	rand.Shuffle(len(tracks[1:]), func(i, j int) { tracks[i+1], tracks[j+1] = tracks[j+1], tracks[i+1] })
}

//biasedshuffle:ok seed an order of servers is not worth a guess
//corpus:norun an order of servers
func balance(all []string) string {
	r := rand.New(rand.NewSource(time.Now().UnixNano()))
	r.Shuffle(len(all), func(i, j int) { all[i], all[j] = all[j], all[i] })
	return all[0]
}

// giveAround returns a random single cycle through all, so that nobody gives to themselves.
//
//corpus:norun cycles, as it says
func giveAround(people []string) []string {
	give := slices.Clone(people)
	for i := len(give) - 1; i > 0; i-- {
		j := rand.Intn(i)
		give[i], give[j] = give[j], give[i]
	}
	return give
}

//corpus:norun one of the others
func pickAnother(a []string, i int) string {
	j := rand.Intn(len(a) - 1)
	if j >= i {
		j++
	}
	return a[j]
}
