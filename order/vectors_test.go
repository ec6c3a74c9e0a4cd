package order_test

import (
	"bytes"
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"fmt"
	"maps"
	"math/big"
	"reflect"
	"slices"
	"strconv"
	"testing"

	"github.com/yates-shuffle/yates/internal/feistel"
	"github.com/yates-shuffle/yates/internal/handout"
	"github.com/yates-shuffle/yates/internal/ranges"
	"github.com/yates-shuffle/yates/internal/stream"
	"github.com/yates-shuffle/yates/internal/vectors"
	"github.com/yates-shuffle/yates/order"
)

// data is testdata/vectors.json. SPEC.md says what each member means.
type data struct {
	Seeds []struct{ Text, Seed string }

	Streams []struct {
		Seed, Label  string
		Number       uint64 `json:",string"`
		Key          string
		Words        []string
		WordsFrom123 []string `json:"words_from_123"`
	}

	Digits []struct {
		Seed   string
		Record uint64 `json:",string"`
		Digits []uint16
	}

	BucketStarts []struct {
		Seed            string
		Records, Bucket int
		Starts          []int
		SHA256          string
	} `json:"bucket_starts"`

	Shards []struct {
		Records, Shards int
		Starts          []int
	}

	Below []struct {
		Seed, Label string
		Number      uint64 `json:",string"`
		N           uint64 `json:",string"`
		Values      []string
	}

	Rejections []struct {
		N     uint64 `json:",string"`
		Words []string
		Value uint64 `json:",string"`
	}

	Repeats []struct {
		Seed    string
		Records uint64 `json:",string"`
		Draws   []uint64
	}

	Groups []struct {
		Seed    string
		Columns []string
		Bucket  int
	}

	Fields []struct{ Line, Field, Text string } // which package records tests

	Grouped, Sorted []struct {
		Seed           string
		Keys           [][]string
		Cycle, Records int
		Order, Head    []int
		SHA256         string
	}

	Alone []struct {
		Seed           string
		Keys           []*string // nil: no value
		Cycle, Records int
		Order, Head    []int
		SHA256         string
	} // see TestTwin

	Epochs []struct {
		Seed   string
		Number uint64 `json:",string"`
		Epoch  string
	}

	Weighted []struct {
		Seed           string
		Weights        []string
		Draws, Repeats []int
	}

	Apart []struct {
		Seed                string
		Keys                []*string // nil: no value
		Cycle, Records, Run int
		Order, Head         []int
		SHA256              string
	}

	Strata []struct {
		Seed    string
		Columns []string
		Hash    string
	}

	Stratified []struct {
		Seed         string
		Keys, Groups [][]string
		Sizes        []int64
		Parts        [][]int
	}

	ByKey []struct {
		Seed   string
		Shares []string
		Keys   []string
		Parts  []*int // nil: none
	} `json:"by_key"`

	Windows []struct {
		Seed        string
		Epoch       *uint64 `json:",string"`
		Records, Lo int
		Places      []int
	}

	Mixtures []struct {
		Seed            string
		Records, Counts []int
		Order, Head     []int
		SHA256          string
	}

	Balanced []struct {
		Seed  string
		Keys  [][]string
		Each  *int
		Order []int
	}

	Gifts []struct {
		Seed             string
		People, Together int
		Not              [][]int
		To, Head         []int
		SHA256           string
	}

	Samples, Permutations []struct {
		Seed   string
		N      uint64 `json:",string"`
		Values []string
	}

	Orders []struct {
		Seed      string
		Sources   []source
		Separator string
		CSV       string
		Header    int
		Order     []int
		Records   int
		Head      []int
		SHA256    string
	}
}

type source struct {
	Seq  int
	Text string
}

func (s source) bytes() []byte {
	b := []byte(s.Text)
	for i := range s.Seq {
		b = append(strconv.AppendInt(b, int64(i+1), 10), '\n')
	}
	return b
}

// key returns the key that the texts of columns make.
func key(columns []string) []byte {
	if len(columns) == 1 {
		return []byte(columns[0])
	}
	var k []byte
	for _, c := range columns {
		k = append(binary.BigEndian.AppendUint64(k, uint64(len(c))), c...)
	}
	return k
}

// grouped returns the groups of records with these keys in their order: the numbers, from 1 on.
func grouped(seed order.Seed, keys [][]string) (ordered [][]int) {
	members := map[string][]int{}
	var buckets [order.Buckets][]string
	for i, columns := range keys {
		k := key(columns)
		if members[string(k)] == nil {
			b := order.GroupBucket(seed, k)
			buckets[b] = append(buckets[b], string(k))
		}
		members[string(k)] = append(members[string(k)], i+1)
	}
	var sh order.Shuffler
	for b, groups := range buckets {
		order.ShuffleBucket(&sh, seed, b, groups)
		for _, k := range groups {
			ordered = append(ordered, members[k])
		}
	}
	return ordered
}

// sorted returns the numbers, from 1 on, of records with these keys in their order by key.
func sorted(seed order.Seed, keys [][]string) (numbers []int) {
	hashes := make([][32]byte, len(keys))
	for i, columns := range keys {
		hashes[i], numbers = order.KeyHash(seed, key(columns)), append(numbers, i+1)
	}
	slices.SortStableFunc(numbers, func(a, b int) int { return bytes.Compare(hashes[a-1][:], hashes[b-1][:]) })
	return numbers
}

// stratified returns the numbers, from 1 on, of the records in each part. The units are the records, or the groups, in
// their order.
func stratified(seed order.Seed, keys [][]string, units [][]int, sizes []int64) [][]int {
	hash := func(unit []int) [32]byte { return order.StratumHash(seed, key(keys[unit[0]-1])) }
	counts := map[[32]byte]int64{}
	for _, unit := range units {
		counts[hash(unit)]++
	}
	hashes := slices.SortedFunc(maps.Keys(counts), func(a, b [32]byte) int { return bytes.Compare(a[:], b[:]) })
	var classes []int64
	for _, h := range hashes {
		classes = append(classes, counts[h])
	}
	allotted := order.Allot(classes, sizes)
	parts := make([][]int, len(sizes))
	for p := range parts {
		parts[p] = []int{}
	}
	for _, unit := range units {
		shares := allotted[slices.Index(hashes, hash(unit))]
		if p := slices.IndexFunc(shares, func(n int64) bool { return n > 0 }); p >= 0 {
			shares[p]--
			parts[p] = append(parts[p], unit...)
		}
	}
	return parts
}

// balanced returns the numbers, from 1 on, of records with so many of each class, or as many as the largest has.
func balanced(seed order.Seed, keys [][]string, each *int) (records []int) {
	var all []string
	classes, sizes := map[string][]int{}, []int(nil)
	for i, texts := range keys {
		k := string(key(texts))
		if classes[k] == nil {
			all = append(all, k)
		}
		classes[k] = append(classes[k], i+1)
	}
	for _, k := range all {
		records, sizes = append(records, classes[k]...), append(sizes, len(classes[k]))
	}
	if each == nil {
		each = new(slices.Max(sizes))
	}
	places := order.Mixture(seed, sizes, slices.Repeat([]int{*each}, len(sizes)))
	for p, x := range places {
		places[p] = records[x]
	}
	return places
}

// ticketsOf returns the tickets of weights.
func ticketsOf(weights []string) []uint64 {
	ten := big.NewInt(10)
	scale, unit := new(big.Int).Exp(ten, big.NewInt(100), nil), new(big.Int).Exp(ten, big.NewInt(200), nil)
	scaled, tickets := make([]*big.Int, len(weights)), make([]uint64, len(weights))
	for i, text := range weights {
		w, _ := new(big.Rat).SetString(text)
		scaled[i] = w.Mul(w, new(big.Rat).SetInt(scale)).Num()
		for new(big.Int).Rem(scaled[i], unit).Sign() != 0 {
			unit.Quo(unit, ten)
		}
	}
	for sum := new(big.Int).Lsh(ten, 64); sum.BitLen() > 63; unit.Mul(unit, ten) {
		sum.SetUint64(0)
		for i, w := range scaled {
			ticket := new(big.Int).Add(w, new(big.Int).Sub(unit, big.NewInt(1)))
			tickets[i] = ticket.Quo(ticket, unit).Uint64()
			sum.Add(sum, ticket)
		}
	}
	return tickets
}

// TestVectors holds the specification's page, the data file and the code against
// each other. The vectors came from another implementation, written from the
// specification; they are frozen.
func TestVectors(t *testing.T) {
	var v data
	vectors.Read(t, "../docs/SPEC.md", &v)
	check := func(got, want any, what string, of ...any) {
		t.Helper()
		if !reflect.DeepEqual(got, want) {
			t.Errorf("%s: got %v, want %v", fmt.Sprintf(what, of...), got, want)
		}
	}

	for _, c := range v.Seeds {
		check(order.SeedFromText(c.Text).String(), c.Seed, "seed of %q", c.Text)
	}
	for _, c := range v.Streams {
		seed := order.SeedFromText(c.Seed)
		key := stream.Key(seed, c.Label, c.Number)
		check(hex.EncodeToString(key[:]), c.Key, "key of stream(%s, %d)", c.Label, c.Number)
		var s stream.Stream
		s.Reset(seed, c.Label, c.Number)
		var words []string
		for range 123 + len(c.WordsFrom123) {
			words = append(words, fmt.Sprintf("%016x", s.Uint64()))
		}
		check(words[:len(c.Words)], c.Words, "words of stream(%s, %d)", c.Label, c.Number)
		check(words[123:], c.WordsFrom123, "words from 123 on of stream(%s, %d)", c.Label, c.Number)
	}
	for _, c := range v.Digits {
		got := make([]uint16, len(c.Digits))
		var d order.Digits
		d.Seek(order.SeedFromText(c.Seed), c.Record)
		d.Fill(got)
		check(got, c.Digits, "digits from record %d on of %q", c.Record, c.Seed)
	}
	for _, c := range v.BucketStarts {
		got := order.BucketStarts(order.SeedFromText(c.Seed), c.Records)
		check(got[c.Bucket:][:len(c.Starts)], c.Starts, "starts of buckets of %d records", c.Records)
		hash := sha256.New()
		for _, start := range got {
			fmt.Fprintln(hash, start)
		}
		check(hex.EncodeToString(hash.Sum(nil)), c.SHA256, "all starts of buckets of %d records", c.Records)
	}
	for _, c := range v.Shards {
		check(order.Shards(c.Records, c.Shards), c.Starts, "%d shards of %d records", c.Shards, c.Records)
	}
	for _, c := range v.Below {
		var s stream.Stream
		s.Reset(order.SeedFromText(c.Seed), c.Label, c.Number)
		got := make([]string, len(c.Values))
		for i := range got {
			got[i] = strconv.FormatUint(s.Below(c.N), 10)
		}
		check(got, c.Values, "below(%d)", c.N)
	}
	for _, c := range v.Rejections {
		var got uint64
		for _, w := range c.Words {
			x, err := strconv.ParseUint(w, 16, 64)
			if err != nil {
				t.Fatal(err)
			}
			var ok bool
			if got, ok = stream.Scale(x, c.N); ok {
				break
			}
		}
		check(got, c.Value, "below(%d) of %v", c.N, c.Words)
	}
	for _, c := range v.Repeats {
		r := order.NewChoices(order.SeedFromText(c.Seed), c.Records)
		got := make([]uint64, len(c.Draws))
		for i := range got {
			got[i] = 1 + r.Next()
		}
		check(got, c.Draws, "repeat of %d", c.Records)
	}
	for _, c := range v.Groups {
		check(order.GroupBucket(order.SeedFromText(c.Seed), key(c.Columns)), c.Bucket, "group %q", c.Columns)
	}
	for i, c := range slices.Concat(v.Grouped, v.Sorted) {
		for i := range c.Records {
			c.Keys = append(c.Keys, []string{strconv.Itoa(i % c.Cycle)})
		}
		got := slices.Concat(grouped(order.SeedFromText(c.Seed), c.Keys)...)
		if i >= len(v.Grouped) {
			got = sorted(order.SeedFromText(c.Seed), c.Keys)
		}
		if c.Records == 0 {
			check(got, c.Order, "records grouped, or sorted, by %q", c.Keys)
			continue
		}
		check(got[:len(c.Head)], c.Head, "the head of %d grouped records", c.Records)
		hash := sha256.New()
		for _, r := range got {
			fmt.Fprintln(hash, r)
		}
		check(hex.EncodeToString(hash.Sum(nil)), c.SHA256, "%d grouped records", c.Records)
	}
	for _, c := range v.Epochs {
		check(order.SeedFromText(c.Seed).Epoch(c.Number).String(), c.Epoch, "epoch %d of %q", c.Number, c.Seed)
	}
	for _, c := range v.Weighted {
		tickets := ticketsOf(c.Weights)
		weight := func(i int) uint64 { return tickets[i] }
		draws, n := []int{}, len(c.Weights)
		w := order.NewWeighted(order.SeedFromText(c.Seed), n, weight)
		for i, ok := w.Next(); ok; i, ok = w.Next() {
			draws = append(draws, i+1)
		}
		check(draws, c.Draws, "draws by weights %v", c.Weights)
		repeats := []int{}
		for w := order.NewWeightedChoices(order.SeedFromText(c.Seed), n, weight); len(repeats) < len(c.Repeats); {
			i, _ := w.Next()
			repeats = append(repeats, i+1)
		}
		check(repeats, c.Repeats, "choices by weights %v", c.Weights)
	}
	for _, c := range v.Apart {
		for i := range c.Records {
			c.Keys = append(c.Keys, new(strconv.Itoa(i%c.Cycle)))
		}
		classes := make([]string, len(c.Keys))
		for i, key := range c.Keys {
			if classes[i] = fmt.Sprint("of its own: ", i); key != nil {
				classes[i] = *key
			}
		}
		got, err := order.Apart(order.SeedFromText(c.Seed), classes, c.Run)
		hash := sha256.New()
		for i := range got {
			got[i]++
			fmt.Fprintln(hash, got[i])
		}
		if check(err, error(nil), "%d records apart", len(classes)); c.Records == 0 {
			check(got, c.Order, "the records of %q apart", classes)
			continue
		}
		check(got[:len(c.Head)], c.Head, "the head of %d records apart", c.Records)
		check(hex.EncodeToString(hash.Sum(nil)), c.SHA256, "%d records apart", c.Records)
	}
	for _, c := range v.ByKey {
		var shares []*big.Rat
		for _, share := range c.Shares {
			r, ok := new(big.Rat).SetString(share)
			check(ok, true, "the share %q", share)
			shares = append(shares, r)
		}
		parts := order.NewParts(shares...)
		for i, key := range c.Keys {
			want := len(shares)
			if c.Parts[i] != nil {
				want = *c.Parts[i]
			}
			check(parts.Of(order.SeedFromText(c.Seed), []byte(key)), want, "the part of %q by %v", key, c.Shares)
		}
	}
	for _, c := range v.Strata {
		hash := order.StratumHash(order.SeedFromText(c.Seed), key(c.Columns))
		check(hex.EncodeToString(hash[:]), c.Hash, "stratum %q", c.Columns)
	}
	for _, c := range v.Stratified {
		seed := order.SeedFromText(c.Seed)
		units := grouped(seed, c.Groups)
		if c.Groups == nil {
			for _, i := range order.Of(seed, len(c.Keys)) {
				units = append(units, []int{i + 1})
			}
		}
		check(stratified(seed, c.Keys, units, c.Sizes), c.Parts, "parts of %d by %q", c.Sizes, c.Keys)
	}
	for _, c := range v.Mixtures {
		got := order.Mixture(order.SeedFromText(c.Seed), c.Records, c.Counts)
		hash := sha256.New()
		for p := range got {
			got[p]++
			fmt.Fprintln(hash, got[p])
		}
		if c.SHA256 != "" {
			check(hex.EncodeToString(hash.Sum(nil)), c.SHA256, "mixture of %d", c.Counts)
			c.Order, got = c.Head, got[:len(c.Head)]
		}
		check(got, c.Order, "mixture of %d of %d", c.Counts, c.Records)
	}
	for _, c := range v.Balanced {
		check(balanced(order.SeedFromText(c.Seed), c.Keys, c.Each), c.Order, "balance of %q", c.Keys)
	}
	for _, c := range v.Windows {
		seed := order.SeedFromText(c.Seed)
		if c.Epoch != nil {
			seed = seed.Epoch(*c.Epoch)
		}
		places := order.Window(seed, c.Records, c.Lo, c.Lo+len(c.Places))
		for i := range places {
			places[i]++
		}
		check(places, c.Places, "places from %d on of %d", c.Lo, c.Records)
	}
	for _, c := range v.Gifts {
		for i := 0; i < c.People && c.Together > 0; i += c.Together {
			var together []int
			for p := i; p < min(i+c.Together, c.People); p++ {
				together = append(together, p+1)
			}
			c.Not = append(c.Not, together)
		}
		got, err := handout.Gifts(c.People, func(i, j int) bool {
			return i != j && !slices.ContainsFunc(c.Not, func(not []int) bool {
				return slices.Contains(not, i+1) && slices.Contains(not, j+1)
			})
		}, order.SeedFromText(c.Seed))
		if err != nil {
			t.Errorf("gifts of %d: %v", c.People, err)
			continue
		}
		hash := sha256.New()
		for i := range got {
			got[i]++
			fmt.Fprintln(hash, got[i])
		}
		if c.SHA256 == "" {
			check(got, c.To, "gifts of %d", c.People)
			continue
		}
		check(got[:len(c.Head)], c.Head, "the head of gifts of %d", c.People)
		check(hex.EncodeToString(hash.Sum(nil)), c.SHA256, "gifts of %d", c.People)
	}
	for _, c := range v.Samples {
		s := ranges.NewSample(order.SeedFromText(c.Seed), c.N, len(c.Values))
		got := make([]string, len(c.Values))
		for i := range got {
			got[i] = strconv.FormatUint(s.Next(), 10)
		}
		check(got, c.Values, "sample of %d", c.N)
	}
	for _, c := range v.Permutations {
		var words stream.Stream // SPEC.md defines it; what uses it is in Python and JavaScript
		words.Reset(order.SeedFromText(c.Seed), "permutation", 0)
		p := feistel.New(c.N, words.Uint64)
		got := make([]string, len(c.Values))
		for i := range got {
			got[i] = strconv.FormatUint(p.At(uint64(i)), 10)
		}
		check(got, c.Values, "permutation of %d", c.N)
	}
	for i, c := range v.Orders { // whose texts the twin compares
		n := max(c.Records, len(c.Order))
		got := []int{}
		for _, record := range order.Of(order.SeedFromText(c.Seed), n) {
			got = append(got, 1+record)
		}
		if c.Order == nil {
			c.Order, got = c.Head, got[:len(c.Head)]
		}
		check(got, c.Order, "order %d", i)
	}
}
