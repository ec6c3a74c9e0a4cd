package order_test

import (
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"fmt"
	"reflect"
	"slices"
	"strconv"
	"testing"

	"github.com/yates-shuffle/yates/internal/feistel"
	"github.com/yates-shuffle/yates/internal/handout"
	"github.com/yates-shuffle/yates/internal/ranges"
	"github.com/yates-shuffle/yates/internal/stream"
	"github.com/yates-shuffle/yates/internal/twin"
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
		ordered
		Seed           string
		Keys           [][]string
		Cycle, Records int
	}

	Alone []struct {
		ordered
		Seed           string
		Keys           []*string // nil: no value
		Cycle, Records int
	}

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
		ordered
		Seed                string
		Keys                []*string // nil: no value
		Cycle, Records, Run int
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
		ordered
		Seed            string
		Records, Counts []int
	}

	Balanced []struct {
		Seed  string
		Keys  [][]string
		Each  *int
		Order []int
	}

	Gifts []struct {
		ordered
		Seed             string
		People, Together int
		Not              [][]int
		To               []int
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

// An ordered is an order of records, numbered from 1 on; of a long one, its head and the hash of its lines.
type ordered struct {
	Order, Head []int
	SHA256      string
}

func (o ordered) check(t *testing.T, got []int, what string, of ...any) {
	t.Helper()
	want := o.Order
	if o.SHA256 != "" {
		if linesOf(got) != o.SHA256 {
			t.Errorf("%s: another order", fmt.Sprintf(what, of...))
		}
		want, got = o.Head, got[:len(o.Head)]
	}
	if !slices.Equal(got, want) {
		t.Errorf("%s: got %v, want %v", fmt.Sprintf(what, of...), got, want)
	}
}

// linesOf returns the hash of a file that has numbers as its lines.
func linesOf(numbers []int) string {
	hash := sha256.New()
	for _, n := range numbers {
		fmt.Fprintln(hash, n)
	}
	return hex.EncodeToString(hash.Sum(nil))
}

// fromOne returns numbers that count from 1 in place of 0.
func fromOne(numbers []int) []int {
	counted := []int{}
	for _, n := range numbers {
		counted = append(counted, n+1)
	}
	return counted
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

// TestVectors holds the specification's page, the data file and the code against
// each other. The vectors came from another implementation, written from the
// specification; they are frozen. What records are grouped, sorted and divided by
// several of these functions, is the engine's, and [TestTwin] has it.
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
		check(linesOf(got[:]), c.SHA256, "all starts of buckets of %d records", c.Records)
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
	for _, c := range v.Epochs {
		check(order.SeedFromText(c.Seed).Epoch(c.Number).String(), c.Epoch, "epoch %d of %q", c.Number, c.Seed)
	}
	for _, c := range v.Weighted {
		tickets := twin.Tickets(twin.Shares(c.Weights...))
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
		check(err, error(nil), "%d records apart", len(classes))
		c.check(t, fromOne(got), "the records of %.80q apart", classes)
	}
	for _, c := range v.ByKey {
		shares := twin.Shares(c.Shares...)
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
		hash := order.ClassHash(order.SeedFromText(c.Seed), key(c.Columns))
		check(hex.EncodeToString(hash[:]), c.Hash, "stratum %q", c.Columns)
	}
	for _, c := range v.Mixtures {
		got := order.Mixture(order.SeedFromText(c.Seed), c.Records, c.Counts)
		c.check(t, fromOne(got), "mixture of %d of %d", c.Counts, c.Records)
	}
	for _, c := range v.Windows {
		seed := order.SeedFromText(c.Seed)
		if c.Epoch != nil {
			seed = seed.Epoch(*c.Epoch)
		}
		check(fromOne(order.Window(seed, c.Records, c.Lo, c.Lo+len(c.Places))), c.Places, "places from %d on of %d", c.Lo, c.Records)
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
		c.Order = c.To
		check(err, error(nil), "gifts of %d", c.People)
		c.check(t, fromOne(got), "gifts of %d", c.People)
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
		got := fromOne(order.Of(order.SeedFromText(c.Seed), max(c.Records, len(c.Order))))
		if c.Order == nil {
			c.Order, got = c.Head, got[:len(c.Head)]
		}
		check(got, c.Order, "order %d", i)
	}
}
