package job

import (
	"context"
	"errors"
	"regexp"
	"slices"
	"strings"

	"github.com/yates-shuffle/yates/cluster/store"
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
	jobs, own := map[store.Name]bool{}, map[store.Name]bool{}
	for _, n := range found {
		var err error
		switch base := n.Base(); {
		case base == "plan.json":
			jobs[n.Beside("")], err = ours(ctx, st, n)
		case strings.HasSuffix(base, ".manifest.json"):
			own[n], err = ours(ctx, st, n)
		}
		if err != nil {
			return nil, err
		}
	}
	return slices.DeleteFunc(found, func(n store.Name) bool { return own[n] || jobs[n.Beside("")] }), nil
}

// program is in the first line of each plan and manifest.
const program = "yates-cluster"

var firstLine = regexp.MustCompile(`^\{\s*"(plan|manifest)": "` + program + `"`)

// ours reports whether an object begins as plans and manifests do, of whatever size it is.
func ours(ctx context.Context, st *store.Store, n store.Name) (bool, error) {
	b, err := st.ReadRange(ctx, n, 0, 64)
	return firstLine.Match(b), err
}
