package store

import (
	"context"
	"fmt"
	"net/http"
	"net/url"
	"os"
	"strconv"
	"strings"
	"time"

	"cloud.google.com/go/storage"
	"github.com/aws/aws-sdk-go-v2/aws/ratelimit"
	"github.com/aws/aws-sdk-go-v2/aws/retry"
	awshttp "github.com/aws/aws-sdk-go-v2/aws/transport/http"
	"github.com/aws/aws-sdk-go-v2/service/s3"
	"github.com/aws/smithy-go/logging"
	"github.com/googleapis/gax-go/v2"
	gcaws "gocloud.dev/aws"
	"gocloud.dev/blob"
	"gocloud.dev/blob/gcsblob"
	"gocloud.dev/blob/s3blob"
	"gocloud.dev/gcp"
)

// attempts is how often the clients of the stores try a request.
const attempts = 6

// firstWait is short, as most faults of a store have gone at once. As the wait grows fast,
// one that lasts some seconds does no harm either.
const firstWait = 20 * time.Millisecond

// backoff returns how long to wait before attempt number i, counted from 0, if the wait
// before the second one is first.
func backoff(first time.Duration, i int) time.Duration { return first << (2 * (i - 1)) }

// open opens the bucket of an object.
func (s *Store) open(ctx context.Context, n Name) (b blobs, err error) {
	ctx = context.WithoutCancel(ctx)
	query, _ := url.ParseQuery(n.query) // which Parse has tried
	scheme, bucket, _ := strings.Cut(n.bucket, "://")
	if scheme == "gs" {
		b.Bucket, err = s.openGS(ctx, bucket, query)
	} else {
		b.Bucket, err = s.openS3(ctx, bucket, query)
	}
	return b, err
}

// openGS is what gcsblob does with a URL, without messages about credentials.
func (s *Store) openGS(ctx context.Context, bucket string, query url.Values) (*blob.Bucket, error) {
	transport := http.DefaultTransport.(*http.Transport).Clone()
	transport.DialContext = s.dial
	opener := gcsblob.URLOpener{Client: gcp.NewAnonymousHTTPClient(transport)}
	if !query.Has("anonymous") && os.Getenv("STORAGE_EMULATOR_HOST") == "" {
		c, err := gcp.DefaultCredentials(ctx)
		if err != nil {
			return nil, fmt.Errorf(
				"no credentials; try gcloud auth application-default login, or ?anonymous=true (%w)", err)
		}
		if opener.Client, err = gcp.NewHTTPClient(transport, gcp.CredentialsTokenSource(c)); err != nil {
			return nil, err
		}
	}
	query.Del("anonymous") // or the opener takes a client of its own
	b, err := opener.OpenBucketURL(ctx, &url.URL{Scheme: "gs", Host: bucket, RawQuery: query.Encode()})
	var client *storage.Client
	if err == nil && b.As(&client) {
		last := backoff(s.Wait, attempts-1)
		client.SetRetry(storage.WithPolicy(storage.RetryAlways), // writes, too: they are the same each time
			storage.WithMaxAttempts(attempts),
			storage.WithBackoff(gax.Backoff{Initial: s.Wait, Multiplier: 4, Max: last}))
	}
	return b, err
}

// openS3 is what s3blob does with a URL, without messages of the client.
func (s *Store) openS3(ctx context.Context, bucket string, query url.Values) (*blob.Bucket, error) {
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
		o.HTTPClient = awshttp.NewBuildableClient().WithTransportOptions(func(t *http.Transport) {
			t.DialContext = s.dial
		})
		o.Retryer = retry.NewStandard(func(o *retry.StandardOptions) {
			o.MaxAttempts = attempts
			o.RateLimiter = ratelimit.None // a store that is busy for long is no reason to stop
			o.Retryables = append(o.Retryables,
				retry.RetryableHTTPStatusCode{Codes: map[int]struct{}{http.StatusTooManyRequests: {}}})
			o.Backoff = retry.BackoffDelayerFunc(func(i int, _ error) (time.Duration, error) {
				return backoff(s.Wait, max(i, 1)), nil
			})
		})
	})
	return s3blob.OpenBucket(ctx, client, bucket,
		&s3blob.Options{RequestChecksumCalculation: config.RequestChecksumCalculation})
}
