// Package biasedshuffle finds shuffles in Go code that cannot be fair. Its
// [Analyzer] runs the loops of a program through all their random choices, for 3
// and 4 items, so that what it says about a loop is proved, with the numbers, and
// what it doesn't understand it says nothing about.
//
//	go install github.com/yates-shuffle/yates/cmd/biasedshuffle@latest
//	biasedshuffle ./...                               # alone; -json, -sarif, -fix
//	go vet -vettool=$(which biasedshuffle) ./...      # as go vet's tool
//
// Each diagnostic has one of the categories below, in which WRONG is reported, in
// the words in quotes, and RIGHT is not. The generators are those of math/rand,
// math/rand/v2 and crypto/rand, methods of other types with the names of theirs
// (Intn, IntN, …), a function that is called intn, functions of this or of other
// packages that return what these draw, golang.org/x/exp/rand, and generators that the
// package writes itself: a state that is multiplied, or shifted and XORed with itself. A
// variable or a field that is a function stands for Intn if it is called intn. In
// functions with the name of a shuffle, so are functions of the caller that are called
// rnd, randInt, next and the like, if the loop is biased whether or not they may return
// their bound.
//
// # naive
//
// The index is drawn from the whole slice in each step.
//
//	for i := range a {
//		j := rand.Intn(len(a))   // WRONG
//		a[i], a[j] = a[j], a[i]
//	}
//
// "a naive shuffle: 27 equally likely paths cannot fall evenly on 6 orders: for 3
// items three orders come with probability 5/27 and three with 4/27"
//
//	for i := range a {
//		j := rand.Intn(i + 1)   // RIGHT
//		a[i], a[j] = a[j], a[i]
//	}
//
// # cycle
//
// The item itself is left out, so that no item can stay in its place: Sattolo's
// algorithm. Code that says that it makes a cycle, by a name or a comment (cycle,
// Sattolo, derangement, …), is not reported.
//
//	for i := len(a) - 1; i > 0; i-- {
//		j := rand.Intn(i)       // WRONG
//		j := rand.Intn(i + 1)   // RIGHT
//		a[i], a[j] = a[j], a[i]
//	}
//
// "this makes a single cycle (Sattolo), no shuffle: for 3 items only 2 of the 6
// orders can come out, and no item stays in its place"
//
// # off-by-one
//
// A bound or a limit of the loop is one too small or too large, or the choice is
// unfair in another way. An end that never moves is not reported if the code says
// that it means that (keep, except, all but, shuffle the rest, …), nor is a deal: a
// constant number of items, each with its fair chance, that are put at one end.
//
//	for i := 0; i < n-1; i++ {
//		j := rand.Intn(n-i-1) + i   // WRONG
//		j := rand.Intn(n-i) + i     // RIGHT
//		a[i], a[j] = a[j], a[i]
//	}
//
// "off by one: the last item never moves: for 3 items only 2 of the 6 orders can
// come out"
//
// Picks that leave out the last item are reported unless names or comments speak of pivots,
// cuts, neighbours and the like, or the last item is taken or compared elsewhere; in tests, only
// where they speak of drawing. So are letters and digits without the last, such as
// byte('A' + rand.Intn(25)).
//
//	card := cards[rand.Intn(len(cards)-1)]   // WRONG
//	card := cards[rand.Intn(len(cards))]     // RIGHT
//
// "off by one: the last item of cards is never drawn; draw below len(cards)"
//
// So are reservoirs and other samples, in functions that say so, that do not draw each item with
// the same probability, and rand.Intn(1), which always is 0.
//
// "a sample that is not fair: with 1 drawn, the items come with probabilities 1/2, 1/2,
// and 1 never"
//
// # lost
//
// A function with the name of a shuffle loses items, leaves all where they are,
// panics, returns nothing, or shuffles a copy that nobody gets, such as an array of its receiver. A
// swap function that is given to rand.Shuffle is run, too. Elsewhere, what is drawn is
// dropped: by rand.Perm as a statement, by a function that calls itself to draw again, by a
// loop that waits for another number and draws none, or where the item that was drawn is removed
// from a parameter, or the shorter slice is dropped, so that the slice keeps its length.
//
//	rand.Shuffle(len(a), func(i, j int) {
//		t := a[i]; a[i] = a[j]; a[i] = t    // WRONG
//		a[i], a[j] = a[j], a[i]             // RIGHT
//	})
//
// "the swap changes nothing: each item stays in its place"
//
// # map
//
// A function with the name of a shuffle takes the order of a range over a map for random.
// It is not the same each time, but small maps only begin at a random entry and go round.
//
//	for _, name := range byNumber {   // WRONG
//		out = append(out, name)
//	}
//
// "the order in which a range goes over a map is not fair: for 3 items only 3 of the 6
// orders can come out"
//
// # comparison
//
// A sort is given a comparison that draws: in sort.Slice, sort.SliceStable,
// slices.SortFunc, slices.SortStableFunc (also of golang.org/x/exp), and methods that are called Less. Keys
// that are drawn once for each item, before the sort or at the first use, are fair if they
// move with the items. In functions with the name of a shuffle they must not be of so few
// values that some may be equal, below 2²⁰. For a comparison that only breaks ties at random,
// shuffle first, and sort by a stable sort.
//
//	sort.Slice(a, func(i, j int) bool { return rand.Intn(2) == 0 })                // WRONG
//	rand.Shuffle(len(a), func(i, j int) { a[i], a[j] = a[j], a[i] })               // RIGHT
//
// "a sort with a random comparison is no shuffle: for 3 items two orders come with
// probability 2/8 and four with 1/8"
//
// # modulo
//
// A random word is divided, and its range is no multiple of the divisor. Words of
// 51 bits and more are passed over unless the flag -strict is given, and so are those
// of 24 bits and more where nothing is shuffled or drawn for value, as are words that
// are compared with a limit, as those are that are drawn again above it. Numbers that were drawn
// below another constant, such as rand.Intn(10) % 6, are no better, nor are the low bits of a
// linear congruential generator, where names or comments speak of shuffling. The
// clock is no random number at all, and a word that is converted to a signed type of the same size
// is negative in half of the calls, as an index then is.
//
//	letters[b[0]%62]            // WRONG, where b is from crypto/rand
//	letters[rand.IntN(62)]      // RIGHT
//	rand.Uint32() % 16          // RIGHT: a power of two
//
// "the remainder of a random number of 8 bits is biased: 8 of 62 values come with
// probability 5/256 and 54 with 4/256"
//
// # float
//
// A random float is scaled to an integer. Rounding is much worse than cutting off,
// and Float32 than Float64, of which the bias is too small to be seen and reported only if the
// flag -strict is given, as are numbers of 2³⁰ values and more, such as times.
//
//	int(rand.Float32() * float32(n))                  // WRONG
//	int(math.Round(rand.Float64() * float64(n-1)))    // WRONG
//	rand.Intn(n)                                      // RIGHT
//
// "rounding gives the first and the last number half the chance of the others: of
// 3 numbers those two come with probability 1/4 and the others with 1/2"
//
// # seed
//
// A generator is seeded from the clock in a loop or where it shuffles, or where a
// function that shuffles gets it from (a variable, a field, a result, or the generator
// of the package), in each call of a small function that draws one thing, from the clock in
// seconds where it draws, or from
// anything of too few bits where names or comments speak of cards, lotteries,
// passwords or tokens, or from a constant where they speak of secrets. Tests may seed as they like, and rand.Seed does nothing in modules of
// Go 1.24 and later. A generator that is seeded and used nowhere is told as such.
//
//	r := rand.New(rand.NewSource(time.Now().UnixNano()))   // WRONG
//	r.Shuffle(len(deck), swap)
//	rand.Shuffle(len(deck), swap)                          // RIGHT: seeded by the system
//
// "seeded from the clock where it shuffles: calls within one tick give the same
// order, and the time of the call gives it away; NewSource knows at most 2^31-2
// seeds; use the functions of the package itself, such as rand.Shuffle, which the system seeds"
//
// # xor
//
// Items are swapped by XOR or sums, which makes an item 0 where both indices are
// the same.
//
//	j := rand.Intn(i + 1)
//	a[i] ^= a[j]; a[j] ^= a[i]; a[i] ^= a[j]           // WRONG
//	if i != j { a[i] ^= a[j]; … }                      // RIGHT
//	a[i], a[j] = a[j], a[i]                            // RIGHT
//
// "a swap by XOR or sums clears an item that is swapped with itself: for 3 items
// the chance that at least one is lost is 2/3"
//
// # random-swaps
//
// Pairs of random items are swapped some number of times. It is reported only where names
// or comments speak of shuffling and not of transpositions, mutations and the like.
//
//	func shuffle(a []int) {
//		for range a {
//			i, j := rand.Intn(len(a)), rand.Intn(len(a))   // WRONG
//			a[i], a[j] = a[j], a[i]
//		}
//	}
//
// "swaps of two random items each are no shuffle, however many: for 3 items and 3
// swaps the orders come with probabilities from 12/81 to 15/81 instead of 1/6"
//
// Of another number of swaps than there are items, and of loops that go through several
// rounds, no numbers are told.
//
// # reuse
//
// One random number serves several swaps, or the random choices of a shuffle are so few that
// they cannot give all orders; or each card of a hand, or number of a lottery's ticket, is drawn
// from all of them, so that one may come twice.
//
//	for i, j := range rand.Perm(len(a)) {
//		a[i], a[j] = a[j], a[i]   // WRONG
//		b[i] = a[j]               // RIGHT
//	}
//
// "swaps by a permutation, one after the other, are not that permutation: for 3 items
// only 4 of the 6 orders can come out"
//
// # Fixes
//
// A fix is suggested where it changes nothing but the law: a bound or a limit,
// when the machine has proved that the loop is fair with it, for all values of what it
// doesn't know; rand.Shuffle in place
// of a sort; a plain swap; a bounded integer in place of a remainder or a float by
// a positive constant. A sequence from a seed changes with any of them.
//
// # What is meant
//
// Code that says in a name or a comment of the function that it is biased or naive
// is left alone. So is what a directive accepts, with the reason, at the end of the
// line, on the line before, or in the comment of the function:
//
//	//biasedshuffle:ok the auditor must find this one
//	j := rand.Intn(len(a))
//
// # Restrictions
//
// A loop is run as it stands, through swaps by temporaries, closures, methods and
// pointers, shrinking slices, and functions of the package. It isn't understood if
// it needs what the machine doesn't know: goroutines, channels, input, functions of
// other packages that are handed the slice, strings. Slices are taken to be as long
// as one another, and unknown integers to be the length, or one less, or 0 or 1:
// what is reported is biased with all values that make the loop draw most. Of
// arrays and decks of a constant size, 3 and 4 stand for that size.
//
// Of boards, 2 rows of 2 stand for all. A function with the name of a shuffle is run as
// a whole if nothing is found in its loops.
//
// Known to be missed are shuffles that draw nothing, shuffles of strings as they are put together,
// random places with a search for the next free one, numbers of a lottery that leave one out, and
// samples of which a bound is wrong by more than one. Swaps of neighbours by coins, and merges by
// them, are reported only where names or comments speak of shuffling.
//
// Generated files are passed over; in files that import "C", no fix is suggested.
//
// On the corpus in testdata, written for this package, with each snippet proved by
// exact.Enumerate where all its paths can be followed: 294 biased and 309 fair shuffles,
// precision 100.0 %, recall 100.0 %. On code of public repositories it does worse. Each of these
// sets was collected and judged by others before the analyser was run, and read and mended for
// afterwards, so that only the first figures count:
//
//	set            shuffles and deals   single draws   seeds       false alarms
//	1              17 of 19             with them      27 of 28    4
//	2              9 of 11              with them      25 of 26    none
//	3, first half  24 of 35             with them      24 of 29    3
//	3, second      28 of 33             with them      19 of 22    none in 28
//	4              38 of 48             9 of 12        20 of 25    1 in 35
//	5              49 of 56             35 of 59       17 of 18    none in 66
//	6              37 of 49             5 of 15        57 of 66    1 in 44
//	7              86 of 95             6 of 8         94 of 100   2 in 82
//
// Most single draws that it missed in set 5 were x[rand.Intn(len(x)-1)] without a word of a draw,
// which it reports now; with that, a third of set 5 that was held back until then had 14 of 17
// shuffles and 17 of 21 draws. In set 6, no shape comes more than
// three times; set 7 has shuffles and deals as searches bring them.
//
// It reports nothing on the standard library and golang.org/x/tools. Of 13 modules (memberlist 0.7.0, serf 0.11.0, nats-server 2.15.2, nats.go
// 1.55.0, grpc 1.85.0, gonum 0.17.0, prometheus 0.55.1, client-go 0.37.2, etcd server 3.7.3, hugo
// 0.140.0, cometbft 1.0.1, pebble/v2 2.1.7, caddy 2.11.9), it was run on the packages that name a
// package of random numbers or a shuffle: it reported a seed from the clock that shuffles a pool
// of servers (nats.go), a byte % 63 in a random string of a test (caddy), both true and harmless,
// and one false alarm each in cometbft and pebble, which are mended.
//
// # Where it runs
//
//	go get -tool github.com/yates-shuffle/yates/cmd/biasedshuffle   # then: go tool biasedshuffle ./...
//
// Build tags are given by -tags or GOFLAGS, and to go vet by its own flag -tags. With -json and
// -sarif, findings go to standard output, and otherwise to standard error. In SARIF, paths are
// relative to the root of the Git repository.
//
// Package biasedshuffle/golangci is a module plugin of golangci-lint. The folder
// examples/lint has the files for that, for pre-commit, and for a GitHub Action whose
// findings show in pull requests (biasedshuffle -sarif). The linter was built with
// golangci-lint 2.15.0 and the hook run with pre-commit 3.0.4, from these files; of the action,
// the command was run and its output validated by the schema of SARIF 2.1.0.
//
// # Exit status
//
//   - 0 if all packages were checked and nothing was found, or with -fix, nothing is left
//   - 1 if a package cannot be read or does not compile, and nothing was found in the others,
//     or if the output cannot be written
//   - 2 if the command line is wrong; then nothing was done
//   - 3 if something was found, or with -fix, is left, even if other packages do not compile
//   - 129, 130, 131 or 143 if SIGHUP, SIGINT, SIGQUIT or SIGTERM ended it
//
// With -json and -sarif, findings do not count: the status is 0 with them, and 1 if a package
// does not compile. SARIF then has executionSuccessful false; do not upload it as complete.
// The status of go vet and go run is 1 in place of all but 0, and that of go vet -json is 0
// with findings.
package biasedshuffle
