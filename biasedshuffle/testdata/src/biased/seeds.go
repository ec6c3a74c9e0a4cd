package biased

import (
	"encoding/binary"
	"io"
	"math/rand"
	"os"
	"time"
)

// Seeds whose generators serve other functions.

//corpus:norun the seed is another's
func shuffleByMixer(a []int) {
	mixer.Shuffle(len(a), func(i, j int) { a[i], a[j] = a[j], a[i] })
}

var mixer = rand.New(rand.NewSource(time.Now().Unix())) // want `seeded from the clock, for functions that shuffle`

type croupier struct{ rng *rand.Rand }

//corpus:norun a seed
func newCroupier() *croupier {
	source := rand.NewSource(time.Now().UnixNano()) // want `seeded from the clock, for functions that shuffle`
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
		return rand.New(rand.NewSource(time.Now().UnixNano() ^ int64(os.Getpid()))) // want `seeded from the clock, for functions that shuffle`
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
	rng := rand.New(rand.NewSource(seed)) // want `the seed has fewer bits than the orders need: NewSource knows at most 2\^31-2`
	rng.Shuffle(len(a), func(i, j int) { a[i], a[j] = a[j], a[i] })
	return nil
}

//corpus:norun a seed
func delay() time.Duration {
	rand.Seed(time.Now().Unix()) // want `seeded from the clock, for functions that shuffle`
	return time.Duration(rand.Intn(1000)) * time.Millisecond
}

//corpus:norun a seed
func santaFor(names []string) string {
	rand.Seed(time.Now().UnixNano()) // want `seeded from the clock, for functions that shuffle: the time gives the order away`
	return names[rand.Intn(len(names))]
}

//corpus:norun a seed
func ganador(names []string) string {
	rand.Seed(time.Now().UnixNano()) // want `seeded from the clock, for functions that shuffle`
	return names[rand.Intn(len(names))]
}

//corpus:norun a seed
func label(n int) int {
	rng := rand.New(rand.NewSource(int64(time.Now().Nanosecond()))) // want `seeded from the clock for each draw: those within one tick are the same`
	return rng.Intn(n)
}

func init() {
	rand.Seed(time.Now().UnixNano()) // want `seeded from the clock`
}
