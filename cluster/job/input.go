package job

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"slices"
	"strings"

	"github.com/yates-shuffle/yates/cluster/store"
	"github.com/yates-shuffle/yates/internal/packing"
)

// An input is a file or object.
type input struct {
	Name store.Name `json:"name"`
	Size int64      `json:"size"`
	Tag  string     `json:"etag"`
}

// fewest is how many bytes are worth a segment or a shard of their own, and most is how
// many of these there are if nobody says otherwise: each run and each shard meet in a
// request. The fewest fit into the memory that a step has if nobody says otherwise, and so
// need no temporary file. In a segment there are up to mostGrouped inputs.
const (
	fewest      = 192 << 20
	most        = 2000
	mostGrouped = 10_000
)

// pieceSize returns a good size of the pieces of n bytes, and pieces their number.
func pieceSize(n int64) int64 { return max(fewest, (n+most-1)/most) }

func pieces(n, size int64) int { return int((n + size - 1) / size) }

// bytes returns the size of all inputs.
func (p *plan) bytes() (n int64) {
	for _, in := range p.Inputs {
		n += in.Size
	}
	return n
}

// findInputs returns the inputs that names and patterns stand for. What several of them
// stand for is there several times.
func findInputs(ctx context.Context, st *store.Store, texts []string) (all []input, err error) {
	given, names := make([]store.Pattern, len(texts)), []store.Name(nil)
	for i, text := range texts {
		if given[i], err = store.ParsePattern(text); err != nil {
			return nil, err
		}
	}
	for _, pattern := range given {
		found, err := st.Find(ctx, pattern)
		if err == nil && !slices.Contains(found, pattern.Name) {
			found, err = data(ctx, st, found)
		}
		if err != nil {
			return nil, err
		}
		names = append(names, found...)
	}
	if len(names) == 0 {
		return nil, errors.New("there are no inputs")
	}
	all = make([]input, len(names))
	err = each(ctx, len(names), func(i int) error {
		info, err := st.Stat(ctx, names[i])
		all[i] = input{names[i], info.Size, info.Tag}
		return err
	})
	return all, err
}

// data returns those of the objects that a pattern stands for which are no manifests, nor in the
// folder of a job whose plan is one of them.
func data(ctx context.Context, st *store.Store, found []store.Name) ([]store.Name, error) {
	jobs, manifests := map[store.Name]bool{}, map[store.Name]bool{}
	for _, n := range found {
		var err error
		switch o := planObject(n.Beside("")); {
		case n == o.Name:
			_, err = o.read(ctx, st, 0, -1, 1)
			jobs[n.Beside("")] = err == nil
		case strings.HasSuffix(n.Base(), ".manifest.json"):
			_, err = manifestOf(ctx, st, n)
			manifests[n] = err == nil
		}
		if err != nil && !errors.Is(err, Damaged) && !errors.Is(err, NotManifest) {
			return nil, err
		}
	}
	return slices.DeleteFunc(found, func(n store.Name) bool { return manifests[n] || jobs[n.Beside("")] }), nil
}

// divide divides the inputs into segments of about size bytes, or of a good size if it is 0.
func (p *plan) divide(ctx context.Context, st *store.Store, size int64) error {
	p.Segment = cmp.Or(size, pieceSize(p.bytes()))
	cut := make([]bool, len(p.Inputs))
	err := each(ctx, len(p.Inputs), func(i int) (err error) {
		cut[i], err = p.cuts(ctx, st, &p.Inputs[i])
		return err
	})
	for i := range cut {
		if cut[i] {
			p.Cut = append(p.Cut, i)
		}
	}
	return err
}

// cuts reports whether an input is to be cut: if it is large, and lines that are not compressed.
func (p *plan) cuts(ctx context.Context, st *store.Store, in *input) (bool, error) {
	if in.Size <= p.Segment || !p.Format.divisible() || p.Format.Raw {
		return in.Size > p.Segment && p.Format.divisible(), nil
	}
	head, err := st.ReadRange(ctx, in.Name, 0, packing.SniffLen)
	if err != nil {
		return false, err
	}
	plain, err := packing.Plain(in.Name.Base(), bytes.NewReader(head), 0)
	return plain && err == nil, nil // the step that reads it says better what is wrong
}
