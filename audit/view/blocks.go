package view

// leastBlocks is how many blocks a picture of positions has at least if it can: below, it shows nothing.
const leastBlocks = 8

// Blocks returns how many neighbouring items, and how many places, a picture of the positions in deals joins, so that
// each block gets enough items, if that leaves leastBlocks.
func Blocks(items, places int, deals int64) (high, wide int) {
	// A block should get so many items in fair deals that a bias of 30% shows as 3 standard errors; of few places, that
	// an item that never comes does: errors there often concern single items, and blocks one place wide gain little.
	enough := int64(100)
	if places <= leastBlocks {
		enough = 7
	}
	widest := max(1, (places+leastBlocks-1)/leastBlocks) // of few places, each has its column
	for high, wide = 1, 1; int64(high*wide)*deals < enough*int64(items); wide = min(high, widest) {
		if (items+high)/(high+1) < leastBlocks {
			break
		}
		high++
	}
	return high, wide
}
