package biased

// Orders of maps.

//corpus:norun the runtime draws where a range begins
func shuffleByMap(names []string) (out []string) {
	byNumber := make(map[int]string)
	for i, name := range names {
		byNumber[i] = name
	}
	for _, name := range byNumber { // want `the order in which a range goes over a map is not fair: for 3 items only 3 of the 6 orders can come out`
		out = append(out, name)
	}
	return out
}

//corpus:norun the runtime draws where a range begins
func shuffleBySet(names []string) []string {
	set := map[string]struct{}{}
	for _, name := range names {
		set[name] = struct{}{}
	}
	i := 0
	for name := range set { // want `the order in which a range goes over a map`
		names[i] = name
		i++
	}
	return names
}

//corpus:norun the runtime draws where a range begins
func shuffledKeys(scores map[string]int) []string {
	keys := make([]string, 0, len(scores))
	for k := range scores { // want `the order in which a range goes over a map`
		keys = append(keys, k)
	}
	return keys
}
