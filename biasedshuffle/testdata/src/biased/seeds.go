package biased

import (
	"encoding/binary"
	"hash/fnv"
	"io"
	"math/rand"
	randv2 "math/rand/v2"
	"os"
	"strconv"
	"time"
)

// Seeds whose generators serve other functions.

//corpus:norun the seed is another's
func shuffleByMixer(a []int) {
	mixer.Shuffle(len(a), func(i, j int) { a[i], a[j] = a[j], a[i] })
}

var mixer = rand.New(rand.NewSource(time.Now().Unix())) // want `seeded from the clock for shuffles or codes`

type croupier struct{ rng *rand.Rand }

//corpus:norun a seed
func newCroupier() *croupier {
	source := rand.NewSource(time.Now().UnixNano()) // want `seeded from the clock for shuffles or codes`
	return &croupier{rng: rand.New(source)}
}

func (c *croupier) shuffle(a []int) {
	for i := len(a) - 1; i > 0; i-- {
		j := c.rng.Intn(i + 1)
		a[i], a[j] = a[j], a[i]
	}
}

//corpus:norun a seed
func generator(seed int64) *rand.Rand {
	if seed == 0 {
		return rand.New(rand.NewSource(time.Now().UnixNano() ^ int64(os.Getpid()))) // want `seeded from the clock for shuffles or codes`
	}
	return rand.New(rand.NewSource(seed))
}

func places(n int) []int { return generator(0).Perm(n) }

//corpus:norun a seed
func shuffleFromReader(a []int, r io.Reader) error {
	var seed int64
	if err := binary.Read(r, binary.LittleEndian, &seed); err != nil {
		return err
	}
	rng := rand.New(rand.NewSource(seed))
	rng.Shuffle(len(a), func(i, j int) { a[i], a[j] = a[j], a[i] })
	return nil
}

//corpus:norun a seed
func newJuggler() *juggler {
	rand.Seed(time.Now().Unix()) // want `seeded from the clock in each call: calls within one tick get the same; leave it out`
	return &juggler{first: rand.Intn(3)}
}

type juggler struct{ first int }

func (j *juggler) shuffle(a []int) { rand.Shuffle(len(a), func(i, j int) { a[i], a[j] = a[j], a[i] }) }

//corpus:norun a seed
func juggle(a []int) time.Duration {
	rand.Seed(time.Now().Unix()) // want `seeded from the clock for shuffles or codes`
	shuffleUnseeded(a)
	return time.Duration(rand.Intn(1000)) * time.Millisecond
}

func shuffleUnseeded(a []int) { rand.Shuffle(len(a), func(i, j int) { a[i], a[j] = a[j], a[i] }) }

//corpus:norun a seed that others use
func seedForOthers() {
	rand.Seed(time.Now().Unix()) // want `seeded from the clock for shuffles or codes`
}

//corpus:norun workers of which each draws once
func rollOfWorkers(n int, rolls chan<- int) {
	for range n {
		go func() {
			r := rand.New(rand.NewSource(time.Now().UnixNano())) // want `seeded from the clock in each call: .*; use rand's functions`
			rolls <- r.Intn(6)
		}()
	}
}

//corpus:norun a seed of two parts that are both the clock
func codeFromClock(n int) string {
	now := uint64(time.Now().UnixNano())
	r := randv2.New(randv2.NewPCG(now, now)) // want `seeded from the clock in each call: .*; use crypto/rand`
	code := make([]byte, n)
	for i := range code {
		code[i] = "ab"[int(2*r.Float64())]
	}
	return string(code)
}

//corpus:norun a seed
func santaFor(names []string) string {
	rand.Seed(time.Now().UnixNano()) // want `seeded from the clock in each call: calls within one tick get the same; leave it out`
	return names[rand.Intn(len(names))]
}

//corpus:norun a seed
func ganador(names []string) string {
	rand.Seed(time.Now().UnixNano()) // want `seeded from the clock in each call: calls within one tick get the same; leave it out`
	return names[rand.Intn(len(names))]
}

//corpus:norun a seed
func label(n int) int {
	rng := rand.New(rand.NewSource(int64(time.Now().Nanosecond()))) // want `seeded from the clock in each call: calls within one tick get the same`
	return rng.Intn(n)
}

func init() {
	rand.Seed(time.Now().UnixNano()) // want `seeded from the clock`
}

//corpus:norun the clock is handed on
func orderOfToday(a []int) {
	now := time.Now().UnixNano()
	orderBySeed(a, now)
}

func orderBySeed(a []int, seed int64) {
	from := seed ^ 0x5deece66d
	rng := rand.New(rand.NewSource(from))
	for i := len(a) - 1; i > 0; i-- {
		j := rng.Intn(i + 1)
		a[i], a[j] = a[j], a[i]
	}
}

//corpus:norun the seed is another's
func permutedByStart(n int) []int { return since.Perm(n) }

var (
	start = strconv.FormatInt(time.Now().UnixNano(), 16)
	since = seededBy(start)
)

func seededBy(text string) *rand.Rand {
	h := fnv.New32a()
	h.Write([]byte(text))
	return rand.New(rand.NewSource(int64(h.Sum32()) + int64(len(text))))
}

type guest struct {
	name string
	room int
}

//corpus:norun a seed for each guest
func welcome(names []string, to chan<- guest) {
	rand.Seed(time.Now().UnixNano()) // want `seeded from the clock in each call: calls within one tick get the same; leave it out`
	name := names[rand.Intn(len(names))]
	g := guest{name: name}
	to <- g
}

//corpus:norun a seed for each room
func roomFor(name string, rooms int) *guest {
	rng := rand.New(rand.NewSource(time.Now().UnixNano())) // want `seeded from the clock in each call: .*; use rand's functions`
	var room int
	room = rng.Intn(rooms)
	return &guest{name: name, room: room}
}

var lastTicket int64

//corpus:norun a seed for each ticket
func newTicket(valid bool) {
	if valid {
		rand.Seed(time.Now().Unix()) // want `seeded from the clock in each call: .*; leave it out`
		lastTicket = rand.Int63()
	}
}

//corpus:norun a seed for each number
func roll(sides int, rolls chan<- int) {
	rand.Seed(time.Now().UnixNano()) // want `seeded from the clock in each call: .*; leave it out`
	rolls <- rand.Intn(sides)
}

//corpus:norun a seed for each answer, in a function that a variable of the package holds
func answerTo(question string) string { return answer(question) }

var answer = func(question string) string {
	rand.Seed(time.Now().UnixNano()) // want `seeded from the clock in each call: .*; leave it out`
	return []string{"yes", "no", question}[rand.Intn(3)]
}

//corpus:norun always the same order
func shuffleAgain(a []int) {
	rand.Seed(1) // want `a constant seed: what comes out is the same each time; leave it out`
	rand.Shuffle(len(a), func(i, j int) { a[i], a[j] = a[j], a[i] })
}

//corpus:norun always the same token
func token(n int) string {
	rng := rand.New(rand.NewSource(99)) // want `a constant seed: what comes out is the same each time; use crypto/rand`
	code := make([]byte, n)
	for i := range code {
		code[i] = "abcdefgh"[rng.Intn(8)]
	}
	return string(code)
}

//corpus:norun the number of the process
func shuffleByProcess(a []int) {
	rng := rand.New(rand.NewSource(int64(os.Getpid()))) // want `the number of the process, of which there are few`
	rng.Shuffle(len(a), func(i, j int) { a[i], a[j] = a[j], a[i] })
}

//corpus:norun bytes that nobody must guess
func sessionKey(owner string) []byte {
	seed := time.Now().UnixNano() + int64(len(owner))
	r := rand.New(rand.NewSource(seed)) // want `seeded from the clock in each call: .*; use crypto/rand`
	key := make([]byte, 16)
	for i := range key {
		key[i] = byte(r.Intn(256))
	}
	return key
}
