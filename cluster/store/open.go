package store

import (
	"context"
	"fmt"
	"net/url"
	"os"
	"strconv"
	"strings"
	"time"

	"cloud.google.com/go/storage"
	"github.com/aws/aws-sdk-go-v2/aws/ratelimit"
	"github.com/aws/aws-sdk-go-v2/aws/retry"
	"github.com/aws/aws-sdk-go-v2/service/s3"
	"github.com/aws/smithy-go/logging"
	"github.com/googleapis/gax-go/v2"
	gcaws "gocloud.dev/aws"
	"gocloud.dev/blob"
	_ "gocloud.dev/blob/gcsblob" // gs://
	"gocloud.dev/blob/s3blob"
	"gocloud.dev/gcp"
)

// open opens the bucket of an object.
func open(ctx context.Context, n Name) (*blob.Bucket, error) {
	ctx = context.WithoutCancel(ctx)
	query, _ := url.ParseQuery(n.query) // which Parse has tried
	scheme, bucket, _ := strings.Cut(n.bucket, "://")
	switch scheme {
	case "file":
		return blob.NewBucket(folder{}), nil
	case "gs":
		if !query.Has("anonymous") && os.Getenv("STORAGE_EMULATOR_HOST") == "" {
			if _, err := gcp.DefaultCredentials(ctx); err != nil { // gcsblob would print it and go on
				return nil, fmt.Errorf("no credentials; try gcloud auth application-default login, or ?anonymous=true (%w)", err)
			}
		}
		b, err := blob.OpenBucket(ctx, n.bucket+"?"+n.query)
		var client *storage.Client
		if err == nil && b.As(&client) {
			client.SetRetry(storage.WithPolicy(storage.RetryAlways), // writes, too: they are the same each time
				storage.WithBackoff(gax.Backoff{Initial: firstWait, Multiplier: 4, Max: backoff(firstWait, attempts-1)}))
		}
		return b, err
	}
	return openS3(ctx, bucket, query)
}

// mostTries is how often the client of S3 tries a request by itself; 0 means as often as it
// likes.
var mostTries = 0

// openS3 is what s3blob does with a URL, without messages of the client.
func openS3(ctx context.Context, bucket string, query url.Values) (*blob.Bucket, error) {
	pathStyle := false
	if text := query.Get("use_path_style"); text != "" {
		var err error
		if pathStyle, err = strconv.ParseBool(text); err != nil {
			return nil, fmt.Errorf("use_path_style is %q, not true or false", text)
		}
	}
	query.Del("use_path_style")
	config, err := gcaws.V2ConfigFromURLParams(ctx, query)
	if err != nil {
		return nil, err
	}
	config.Logger = logging.Nop{}
	client := s3.NewFromConfig(config, func(o *s3.Options) {
		o.UsePathStyle = pathStyle
		o.DisableLogOutputChecksumValidationSkipped = true
		o.Retryer = retry.NewStandard(func(o *retry.StandardOptions) {
			o.MaxAttempts = attempts       // of a part of an object, which nobody else tries again
			o.RateLimiter = ratelimit.None // a store that is busy for long is no reason to stop
			o.Backoff = retry.BackoffDelayerFunc(func(i int, _ error) (time.Duration, error) { return backoff(firstWait, max(i, 1)), nil })
		})
		if mostTries > 0 {
			o.RetryMaxAttempts = mostTries
		}
	})
	return s3blob.OpenBucket(ctx, client, bucket, &s3blob.Options{RequestChecksumCalculation: config.RequestChecksumCalculation})
}
