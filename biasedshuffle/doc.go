// Package biasedshuffle finds shuffles in Go code that cannot be fair, by an [Analyzer] for
// go vet and other drivers. In the sections below, WRONG is reported and RIGHT is not.
//
//	go install github.com/yates-shuffle/yates/cmd/biasedshuffle@latest
//
// # Analyzer biasedshuffle
//
// biasedshuffle: report shuffles that cannot be fair
//
//	biasedshuffle ./...                           # checks the packages in this folder and below
//	go vet -vettool=$(which biasedshuffle) ./...  # as the tool of go vet
//	biasedshuffle -fix ./...                      # makes the safe corrections; -diff shows them
//	biasedshuffle -json ./...                     # with the corrections
//
// The biasedshuffle analyzer reports code in which some orders, or some indices,
// are more likely than others: naive shuffles, shuffles that are off by one, sorts
// with a random comparison, remainders of random words, scaled floats, seeds that
// are too small or come from the clock, swaps by XOR, and the like. It runs loops
// through all their random choices for 3 items, so that what it says about them is
// proved, with the numbers. What it does not understand it lets alone.
//
// Code alone decides: types, values and control flow. The only words that are read
// are in the names of functions: a function called shuffle, permute, barajar or
// sample means to shuffle or to sample, and one called sattolo or derange does
// not, nor one whose comment says so. Names silence or sharpen a finding. To accept one, write a directive with its
// category, and the reason if you like, at the end of its line, on the line before,
// or in the comment of the function:
//
//	//biasedshuffle:ok naive the auditor must find this one
//
// The exit status of the command is
//
//   - 0 if all packages were checked and nothing was found
//   - 1 if a package was not given, cannot be read or does not compile
//   - 2 if a flag is wrong
//   - 3 if something was found
//
// With -json and -fix, findings do not change it. Build tags go into GOFLAGS, as in GOFLAGS=-tags=cards.
//
// # naive
//
// The index is drawn from the whole slice in each step.
//
//	for i := range a {
//		j := rand.Intn(len(a))   // WRONG: "for 3 items 3 orders come with 5/27, 3 with 4/27"
//		j := rand.Intn(i + 1)    // RIGHT
//		a[i], a[j] = a[j], a[i]
//	}
//
// # cycle
//
// Each item must move: a single cycle (Sattolo).
//
//	for i := len(a) - 1; i > 0; i-- {
//		j := rand.Intn(i)       // WRONG: "a single cycle (Sattolo): for 3 items only 2 of the 6 orders can come out"
//		j := rand.Intn(i + 1)   // RIGHT
//		a[i], a[j] = a[j], a[i]
//	}
//
// # off-by-one
//
// A bound or a limit of a loop is one too small or too large, or a sample is not fair.
//
//	n := len(a)
//	for i := 0; i < n-1; i++ {
//		j := rand.Intn(n-i-1) + i   // WRONG: "the last item never moves: for 3 items only 2 of the 6 orders …"
//		j := rand.Intn(n-i) + i     // RIGHT
//		a[i], a[j] = a[j], a[i]
//	}
//
// Nor must an index that is drawn leave out an item:
//
//	return cards[rand.Intn(len(cards)-1)]   // WRONG: "the last item is never drawn; draw below the length of cards"
//	return cards[rand.Intn(len(cards))]     // RIGHT
//
// Nor a letter, or a number of so many digits, and what comes first from a map is none that is drawn:
//
//	return 'a' + byte(rand.Intn(25))              // WRONG: "the last letter is never drawn; draw below 26"
//	return 'a' + byte(rand.Intn(26))              // RIGHT
//	return fmt.Sprintf("%04d", rand.Intn(9999))   // WRONG: "9999 is never drawn; draw below one more"
//
// A place where the function cuts, and an item that it overwrites, may be any but the last. An index that may not
// stay must not be moved to the one beside it, which takes its chance:
//
//	i, j := rand.Intn(len(cards)), rand.Intn(len(cards))
//	if i == j { j = (j + 1) % len(cards) }              // WRONG: "the next one is twice as likely"
//	for i == j { j = rand.Intn(len(cards)) }            // RIGHT
//	return cards[i] + cards[j]
//
// In a choice by weights, what is drawn is one of as many numbers as their sum, from 0 on for <, and from 1 on for <=:
//
//	for _, w := range order { n += w }
//	r := rand.Intn(n + 1)   // WRONG: "not each weight counts as it is"
//	r := rand.Intn(n)       // RIGHT
//	for i, w := range order { if r < w { return cards[i] }; r -= w }
//
// # lost
//
// A shuffle loses items, where the name of the function says that it is one: the same code may mean draws with
// replacement.
//
//	rand.Shuffle(len(a), func(i, j int) {
//		a[i] = a[j]; a[j] = a[i]   // WRONG, in a shuffle: "items are lost, and others are there twice"
//		a[i], a[j] = a[j], a[i]    // RIGHT
//	})
//
// So does a lottery, a raffle or a deal that draws one twice:
//
//	for i := range a {
//		a[i] = b[rand.Intn(len(b))]   // WRONG, in a lottery: "one can be drawn twice"
//		a[i] = b[order[i]]            // RIGHT, with order := rand.Perm(len(b))
//	}
//
// # comparison
//
// A sort by a random comparison, or by keys that stay in their places.
//
//	sort.Slice(a, func(i, j int) bool { return rand.Intn(2) == 0 })   // WRONG: "a random comparison is no shuffle"
//	rand.Shuffle(len(a), func(i, j int) { a[i], a[j] = a[j], a[i] })  // RIGHT
//
// Keys that are drawn once for each item must move with the items, and be too many to be equal: of 20
// keys below 1,000 two are equal in 17 % of the shuffles, and below 2²⁰ in 0.02 %. That is not reported.
//
// # modulo
//
// The remainder of a random word is biased.
//
//	rand.Read(b)
//	return letters[b[0]%62]         // WRONG: "8 random bits % 62: 8 values come with 5/256, 54 with 4/256"
//	return letters[rand.Intn(62)]   // RIGHT
//	return rand.Uint32() % 16       // RIGHT: a power of two
//
// That of the time is no random number, nor are the low bits of a linear congruential generator:
//
//	return cards[time.Now().UnixNano()%int64(len(cards))]   // WRONG: "the clock is no random number"
//
// # float
//
// A scaled random float that is rounded is biased.
//
//	return int(math.Round(rand.Float64() * float64(n-1)))   // WRONG: "rounding gives the first and the last …"
//	return rand.Intn(n)                                     // RIGHT
//
// # seed
//
// A seed that can be guessed or repeated.
//
//	r := rand.New(rand.NewSource(time.Now().UnixNano()))   // WRONG: "the time gives the order away"
//	r := rand.New(rand.NewSource(1))                       // WRONG, in a shuffle: "a constant seed"
//	r.Shuffle(len(deck), swap)
//
// A function called after a code, a token, a password and the like, which returns a text, is as one that shuffles.
// The system seeds the generator of the package:
//
//	rand.Shuffle(len(deck), swap)   // RIGHT
//
// A function of at most 24 statements that seeds from the clock each time that it draws an item, an integer or a
// string (no bool, float or duration) is reported, too, but for what is drawn by the day. In main and init, which run
// once, a constant is right, and the time is not if something shuffles.
//
// # xor
//
// A swap by XOR or sums clears an item that is swapped with itself.
//
//	for i := len(a) - 1; i > 0; i-- {
//		j := rand.Intn(i + 1)
//		a[i] ^= a[j]; a[j] ^= a[i]; a[i] ^= a[j]   // WRONG: "this clears an item that is swapped with itself"
//		a[i], a[j] = a[j], a[i]                    // RIGHT
//	}
//
// # random-swaps
//
// Swaps of random pairs are no shuffle.
//
//	for range a {
//		i, j := rand.Intn(len(a)), rand.Intn(len(a))   // WRONG, in a shuffle: "orders come with 12/81 to 15/81"
//		a[i], a[j] = a[j], a[i]
//	}
//
// # reuse
//
// The random choices are too few for a shuffle.
//
//	for i, j := range rand.Perm(len(a)) {
//		a[i], a[j] = a[j], a[i]   // WRONG: "for 3 items only 3 of the 6 orders can come out"
//		b[i] = a[j]               // RIGHT
//	}
//
// # What it does not see
//
// Goroutines, channels, input, strings, maps whose keys are no integers, switch statements, ranges over functions such
// as slices.Values, boards, whose items are slices, and functions of other packages that are handed the slice; keys
// that may be equal; shuffles that draw nothing, panic, or shuffle a copy that nobody gets; seeds of few bits, or
// handed on by functions. Generated files, with those that import "C", are passed over, and so are seeds in tests and
// small biases, below 2^-50, or of words of 24 bits and more where nothing is shuffled, and of floats.
// docs/analyser.md says how much it finds in public code.
package biasedshuffle
