package view

// leastBlocks is how many blocks a picture of positions has at least if it can: below, it shows nothing.
const leastBlocks = 8

// enough returns how many items a block of a picture of so many places should get in fair deals. It is 100, so that
// a bias of 30% shows as 3 standard errors. For few places it is 7, so that an item that
// never comes shows as 3: errors there often concern single items, and blocks one place
// wide gain little.
func enough(places int) int64 {
	if places <= leastBlocks {
		return 7
	}
	return 100
}

// Blocks returns how many neighbouring items, and how many places, a picture of the positions in deals joins, so that
// each block gets enough items, if that leaves leastBlocks.
func Blocks(items, places int, deals int64) (high, wide int) {
	widest := max(1, (places+leastBlocks-1)/leastBlocks) // of few places, each has its column
	for high, wide = 1, 1; int64(high*wide)*deals < enough(places)*int64(items); wide = min(high, widest) {
		if (items+high)/(high+1) < leastBlocks {
			break
		}
		high++
	}
	return high, wide
}
