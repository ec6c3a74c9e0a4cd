package engine

// tuning holds the sizes that tests make small; 0 means the usual one. None affects the
// result.
type tuning struct {
	chunk, slab        int
	unitSize, pageSize int
	pages              int // that are written by workers and wait
	starts             int // that an urn knows
	memory, batchSize  int64
	big, bigUnspilled  int64 // of records that were spilled, and that were not
	window             int64 // of zstd
	row                int64 // of a quoted field of CSV
	long               int64 // a record that is longer need not be held in memory
	stream             bool  // read files as streams
	copy               bool  // do not leave records in mapped files
}

// base is the part for the engine of the 64 MiB that it may use beyond the memory
// allowed; the rest is for the Go runtime.
const base = 32 << 20

// leastChunk is the part of the input that a worker takes at a time if the memory is
// small.
const leastChunk = 512 << 10

// setDefaults divides the memory. While records are scattered: seven eighths of
// it for slabs; the rest and most of base for the workers, one of whom may hold a
// record that is not yet a long one twice and put it into a slab of its own (for empty records
// it takes up to 18 times its chunk). While they are
// shuffled: half of all for batches, half for the workers, who need twice the
// size of a bucket.
func (t *tuning) setDefaults(memory int64, workers *int) {
	forWorkers := memory/8 + 24<<20
	*workers = int(min(int64(*workers), max(1, forWorkers/(18*leastChunk))))
	set(&t.chunk, chunkSize(forWorkers/int64(max(*workers, 2))))
	set(&t.memory, memory-memory/8)
	set(&t.slab, t.chunk*int(min(max(t.memory/int64(4*t.chunk), 1), 8))+2<<20)
	set(&t.starts, max(int(memory/8/8), 64))
	set(&t.unitSize, 512<<10)
	set(&t.pageSize, t.unitSize+t.unitSize/4)
	set(&t.pages, int(max(1, min(int64(2**workers), (memory/16+base/8)/int64(t.pageSize)))))
	set(&t.batchSize, min((memory+base)/6, 64<<20))
	set(&t.big, (memory+base)/int64(4+4**workers))
	set(&t.bigUnspilled, min(t.big, (memory/8+base)/int64(4**workers)))
	set(&t.row, max(64<<20, memory/16))
	set(&t.long, max((memory+base)/16, int64(2*t.chunk)))
}

func set[N int | int64](v *N, n N) {
	if *v == 0 {
		*v = n
	}
}

// chunkSize returns the part of the input that a worker with that much memory takes at
// a time. The starts and digits of its records take as much again, and six times as
// much if all records are empty.
func chunkSize(memory int64) int {
	size := leastChunk
	for 4*int64(size) <= memory && size < 4*leastChunk {
		size *= 2
	}
	return size
}
