package pipeline

import (
	"context"

	"github.com/apache/beam/sdks/v2/go/pkg/beam/x/beamx"
)

// Run runs the job on the runner that Beam's flags name.
func Run(ctx context.Context, s Settings) error { return beamx.Run(ctx, New(s)) }
