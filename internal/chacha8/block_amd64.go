package chacha8

// fast reports whether block8 works here.
var fast = hasAVX2()

// block8 makes the words of the blocks counter, …, counter+7. It needs AVX2.
//
//go:noescape
func block8(key *[keyWords]uint64, out *[bufWords]uint64, counter uint32)

// hasAVX2 reports whether the processor has AVX2 and the system saves its registers.
func hasAVX2() bool
