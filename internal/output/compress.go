package output

import (
	"cmp"
	"runtime"

	"github.com/yates-shuffle/yates/internal/memory"
	"github.com/yates-shuffle/yates/internal/packing"
)

// fewMembers is the number of members that compressed files may have however small the
// memory is: one being filled and two being compressed. If more files than that are
// written together, each has one.
const fewMembers = 3

// members returns the number of members that a compressed file may have at a time: one for
// each worker and one being filled, in an eighth of the memory.
func (o Options) members() int {
	workers := cmp.Or(o.Workers, runtime.GOMAXPROCS(0))
	all := max(cmp.Or(o.Memory, memory.Default())/8/packing.MemberMemory, fewMembers)
	return int(min(int64(workers)+1, max(all/int64(max(o.Together, 1)), 1)))
}

// CompressionMemory returns the number of bytes of opt.Memory that files with these names
// take if they are compressed and written together.
func CompressionMemory(opt Options, names ...string) int64 {
	opt.Together = len(names)
	members := 0
	for _, name := range names {
		if packing.Named(name) != packing.None {
			members += opt.members()
		}
	}
	return int64(max(members-fewMembers, 0)) * packing.MemberMemory
}
