package fair

import (
	"math/rand"
	randv2 "math/rand/v2"
	"time"
)

// Seeds of what nobody would guess.

var noise = rand.New(rand.NewSource(time.Now().UnixNano()))

//corpus:norun a delay
func backOff(n int) time.Duration { return time.Duration(noise.Intn(n)) }

type prober struct{ rng *rand.Rand }

//corpus:norun a delay
func newProber() *prober {
	return &prober{rng: rand.New(rand.NewSource(time.Now().UnixNano()))}
}

func (p *prober) wait(n int) time.Duration { return time.Duration(p.rng.Intn(n)) }

//corpus:norun the caller's seed
func shuffleFrom(a []int, seed int64) {
	rng := rand.New(rand.NewSource(seed))
	rng.Shuffle(len(a), func(i, j int) { a[i], a[j] = a[j], a[i] })
}

//corpus:norun a delay
func wobble(n int) time.Duration {
	rng := rand.New(rand.NewSource(time.Now().UnixNano()))
	return time.Duration(rng.Intn(n))
}

//corpus:norun a delay
func later(n int) time.Duration {
	rng := rand.New(rand.NewSource(time.Now().UnixNano()))
	return time.Duration(rng.Intn(n)) + time.Duration(time.Now().Nanosecond())
}

//corpus:norun workers, each of which has a seed of its own and draws in a loop
func requests(workers, per int, send func(kind string)) {
	kinds := []string{"get", "put", "post"}
	for i := range workers {
		go func(id int) {
			seed := time.Now().UnixNano() + int64(id)
			r := rand.New(rand.NewSource(seed))
			for range per {
				send(kinds[r.Intn(len(kinds))])
			}
		}(i)
	}
}

//corpus:norun one worker for each host
func findPeers(hosts []string, found func(host string, age int)) {
	for _, host := range hosts {
		go func() {
			r := rand.New(rand.NewSource(time.Now().UnixNano()))
			for range 10 {
				found(host, r.Intn(100))
			}
		}()
	}
}

//corpus:norun a seed that counts
func rollsByRound(n int) (rolls []int) {
	for i := range n {
		r := rand.New(rand.NewSource(time.Now().UnixNano() ^ int64(i)))
		rolls = append(rolls, r.Intn(6))
	}
	return rolls
}

//corpus:norun a seed of which 64 bits are random
func shuffleBySalt(a []int) {
	r := randv2.New(randv2.NewPCG(uint64(time.Now().UnixNano()), randv2.Uint64()))
	r.Shuffle(len(a), func(i, j int) { a[i], a[j] = a[j], a[i] })
}

//corpus:norun a delay, in a package in which others shuffle
func pause() time.Duration {
	rand.Seed(time.Now().Unix())
	return time.Duration(rand.Intn(1000)) * time.Millisecond
}

//corpus:norun colours, in a package in which others shuffle
func colourAtRandom(tries int, try func(colour []int), colour []int) {
	rand.Seed(time.Now().UnixNano())
	for range tries {
		for i := range colour {
			colour[i] = rand.Intn(2)
		}
		try(colour)
	}
}

//corpus:norun the caller's seed is handed on
func orderOf(a []int, seed int64) { shuffleFrom(a, seed^0x5deece66d) }

//corpus:norun the time it took, beside the caller's seed
func timedOrder(a []int, seed int64) time.Duration {
	start := time.Now()
	shuffleFrom(a, seed)
	return time.Since(start)
}

//corpus:norun the clock, and a number for each guest
func greet(names []string, number int, to chan<- string) {
	rng := rand.New(rand.NewSource(time.Now().UnixNano() + int64(number)))
	to <- names[rng.Intn(len(names))]
}

//corpus:norun a port, which any will do
func probe(host string, dial func(host string, port int) error) error {
	rng := rand.New(rand.NewSource(time.Now().UnixNano()))
	port := rng.Intn(65535)
	return dial(host, port)
}

//corpus:norun many things with one seed
func serve(kinds []string, next func() bool, send func(kind string)) {
	rng := rand.New(rand.NewSource(time.Now().UnixNano()))
	for next() {
		send(kinds[rng.Intn(len(kinds))])
	}
}

// The order of the examples is always the same.
const orderOfExamples = 42

//corpus:norun a seed with a name
func examples(a []int) {
	rng := rand.New(rand.NewSource(orderOfExamples))
	rng.Shuffle(len(a), func(i, j int) { a[i], a[j] = a[j], a[i] })
}

//corpus:norun a generator whose caller draws
func fromSeven() *rand.Rand { return rand.New(rand.NewSource(7)) }

//corpus:norun the word of the day
func wordOfDay(words []string) string {
	rng := rand.New(rand.NewSource(int64(time.Now().YearDay())))
	return words[rng.Intn(len(words))]
}

//corpus:norun the order of the day
func orderOfDay(a []int) {
	day := time.Now().Unix() / (24 * 60 * 60)
	shuffleFrom(a, day)
}

//corpus:norun texts to measure with, always the same
func texts(words []string) (all []string) {
	rng := rand.New(rand.NewSource(1))
	for range 10 {
		all = append(all, words[rng.Intn(len(words))])
	}
	return all
}

//corpus:norun one seed for all that is picked
func picker() func(n int) int {
	rng := rand.New(rand.NewSource(time.Now().UnixNano()))
	return func(n int) int {
		return rng.Intn(n)
	}
}

//corpus:norun a number of its options, which need not be unlike those of others
func (g *options) number() error {
	if g.id == 0 {
		rng := rand.New(rand.NewSource(time.Now().UnixNano()))
		g.id = 32768 + uint32(rng.Int31n(1<<31-32768))
	}
	return nil
}

type options struct{ id uint32 }

//corpus:norun one generator for all that a node draws
func (n *node) peer(peers []string) string {
	if n.rand == nil {
		n.rand = rand.New(rand.NewSource(time.Now().UnixNano()))
	}
	return peers[n.rand.Intn(len(peers))]
}

type node struct{ rand *rand.Rand }

var seeded bool

//corpus:norun the generator of the package, seeded once
func ticket() int {
	if !seeded {
		seeded = true
		rand.Seed(time.Now().UnixNano())
	}
	return rand.Intn(1000)
}

//corpus:norun a list that is always the same
func names(n int) []byte {
	rng := rand.New(rand.NewSource(1938))
	var list []byte
	for i := 0; i < n; i++ {
		list = append(list, "abcdefgh"[rng.Intn(8)])
	}
	return list
}
