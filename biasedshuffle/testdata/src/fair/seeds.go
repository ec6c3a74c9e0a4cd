package fair

import (
	"math/rand"
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
