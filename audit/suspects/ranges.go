package suspects

// This file has the shuffles that choose from a wrong range.

// naive swaps each place with any place, from the front.
func naive() Suspect {
	return Suspect{
		Name:  "naive",
		Title: "each place is swapped with any of the n places",
		Story: "The mistake that most people make. It has nⁿ equally likely paths, which cannot be spread evenly " +
			"over n! orders: for three items 27 paths lead to 6 orders, 4 to some and 5 to others. The core library " +
			"of the Odin language shuffled this way until 2024, the game server tgstation until 2015.",
		Sources: []string{
			"https://blog.codinghorror.com/the-danger-of-naivete/",
			"https://github.com/odin-lang/Odin/pull/3437",
			"https://github.com/tgstation/tgstation/pull/8809",
		},
		Code: "for i := range s {\n\tj := intn(len(s)) // should be i + intn(len(s)-i)\n\ts[i], s[j] = s[j], s[i]\n}",
	}.bySteps(0, func(n, i int) Step { return Step{i, 0, n} })
}

// naiveBackward swaps each place with any place, from the back.
func naiveBackward() Suspect {
	return Suspect{
		Name:  "naive-backward",
		Title: "each place is swapped with any of the n places, from the last to the second",
		Story: "The naive shuffle in the direction, and with the loop, in which Fisher and Yates' shuffle is mostly " +
			"written. Place 1 has no turn of its own, so the first item stays there if no other place draws it: of " +
			"ten cards in 39 of 100 deals, and not in 10.",
		Sources: []string{"https://en.wikipedia.org/wiki/Fisher%E2%80%93Yates_shuffle#Na%C3%AFve_method"},
		Code: "for i := len(s) - 1; i > 0; i-- {\n\tj := intn(len(s)) // should be intn(i+1)\n\ts[i], s[j] = " +
			"s[j], s[i]\n}",
	}.bySteps(1, func(n, i int) Step { return Step{n - 1 - i, 0, n} })
}

// naiveMirrored swaps each place with any place, from the back.
func naiveMirrored() Suspect {
	return Suspect{
		Name:  "naive-mirrored",
		Title: "each place is swapped with any of the n places, from the last to the first",
		Story: "The naive shuffle from the other end: its deals are those of the naive one, seen in a mirror. The " +
			"naive shuffle brings items to places just before their own too often, this one to those just after.",
		Sources: []string{"https://blog.codinghorror.com/the-danger-of-naivete/"},
		Code: "for i := len(s); i > 0; {\n\ti--\n\tj := intn(len(s)) // should be intn(i+1)\n\ts[i], s[j] = " +
			"s[j], s[i]\n}",
	}.bySteps(0, func(n, i int) Step { return Step{n - 1 - i, 0, n} })
}

// sattolo swaps each place with an earlier one only, never with itself.
func sattolo() Suspect {
	return Suspect{
		Name:  "sattolo",
		Title: "each place is swapped with another one, never with itself",
		Story: "One plus 1 is missing, and the shuffle becomes the algorithm of Sattolo: all items go round in one " +
			"cycle, so none ever stays in its place, and of n! orders only (n−1)! come. BusyBox's shuf never printed " +
			"the first line first, which was seen when people took a random line by shuf | head -n 1.",
		Sources: []string{
			"https://bugs.uclibc.org/show_bug.cgi?id=9971",
			"https://github.com/keybase/client/pull/16122",
			"https://github.com/uiua-lang/uiua/pull/702",
			"https://github.com/dtao/lazy.js/pull/142",
			"Sattolo: An algorithm to generate a random cyclic permutation, Information Processing Letters 22 (1986) " +
				"315–317",
		},
		Code: "for i := len(s) - 1; i > 0; i-- {\n\tj := intn(i) // should be intn(i+1)\n\ts[i], s[j] = s[j], s[i]\n}",
	}.byChoices(func(_, k, self int, intn func(k int) int) int {
		c := intn(k - 1)
		if c >= self {
			c++
		}
		return c
	})
}

// skipFirst leaves out the first step, so that the last item never moves.
func skipFirst() Suspect {
	return Suspect{
		Name:  "skip-first",
		Title: "the first step is left out: its item never moves",
		Story: "The loop starts one place too late, or is given a length that is one too small. In faker.js the last " +
			"element never moved, until 2019. GloVe called its shuffle with a length that was one, and in other " +
			"places two, too small, until 2025, so the last records of each chunk stayed where they were.",
		Sources: []string{
			"https://github.com/Marak/faker.js/pull/614",
			"https://github.com/stanfordnlp/GloVe/pull/225",
		},
		Code: "for i := len(s) - 2; i > 0; i-- { // should start at len(s) - 1\n\tj := intn(i + 1)\n\ts[i], s[j] = " +
			"s[j], s[i]\n}",
	}.without(func(n int) int { return n })
}

// skipLast leaves out the last step, so that half of the orders never come.
func skipLast() Suspect {
	return Suspect{
		Name:  "skip-last",
		Title: "the last step is left out: half of all orders never come",
		Story: "The loop ends one place too early. The step that is left out has two choices, so exactly half of the " +
			"orders never come. Only the first two items give it away: neither comes to the place of the other.",
		Sources: []string{"https://en.wikipedia.org/wiki/Fisher%E2%80%93Yates_shuffle#Implementation_errors"},
		Code: "for i := len(s) - 1; i > 1; i-- { // should end with i = 1\n\tj := intn(i + 1)\n\ts[i], s[j] = " +
			"s[j], s[i]\n}",
	}.without(func(int) int { return 2 })
}

// without returns the suspect that leaves out the choice among so many of n.
func (s Suspect) without(left func(n int) int) Suspect {
	return s.byChoices(func(n, k, self int, intn func(k int) int) int {
		if k == left(n) {
			return self
		}
		return intn(k)
	})
}

// rounded rounds to the nearest choice instead of down.
func rounded() Suspect {
	return Suspect{
		Name:  "round",
		Title: "choices are rounded to the nearest instead of down",
		Story: "A random fraction times i, rounded, is a number from 0 to i, so the code looks right. But only half " +
			"as many fractions are rounded to 0 and to i as to any number between them, so each step but the last " +
			"favours the places in the middle, and leaves its own item alone too seldom.",
		Sources: []string{"https://developer.mozilla.org/en-US/docs/Web/JavaScript/" +
			"Reference/Global_Objects/Math/random"},
		Code: "for i := len(s) - 1; i > 0; i-- {\n\tj := int(math.Round(rand.Float64() * float64(i))) // should " +
			"be intn(i+1)\n\ts[i], s[j] = s[j], s[i]\n}",
	}.byChoices(func(_, k, _ int, intn func(k int) int) int { return (intn(2*(k-1)) + 1) / 2 })
}

// bySteps returns the suspect that takes these steps, one for each of n items but so many.
func (s Suspect) bySteps(but int, step func(n, i int) Step) Suspect {
	s.Steps = func(n int) (all []Step) {
		for i := range n - but {
			all = append(all, step(n, i))
		}
		return all
	}
	of := s.Steps
	s.Shuffle = func(s []int, intn func(k int) int) {
		for _, step := range of(len(s)) {
			j := step.From + intn(step.To-step.From)
			s[step.Place], s[j] = s[j], s[step.Place]
		}
	}
	return s
}

// byChoices returns the suspect that chooses so, from the back. It asks for one number at most, so
// the law of a choice is how many of these make it.
func (s Suspect) byChoices(choose func(n, k, self int, intn func(k int) int) int) Suspect {
	s.Choose = choose
	s.Shuffle = func(s []int, intn func(k int) int) {
		for k := len(s); k > 1; k-- {
			j := choose(len(s), k, k-1, intn)
			s[k-1], s[j] = s[j], s[k-1]
		}
	}
	s.Choices = func(n, k, self int) []float64 {
		p, numbers := make([]float64, k), 1
		for number := 0; number < numbers; number++ {
			p[choose(n, k, self, func(k int) int { numbers = k; return number })]++
		}
		for c := range p {
			p[c] /= float64(numbers)
		}
		return p
	}
	return s
}
