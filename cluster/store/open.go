package store

import (
	"context"
	"fmt"
	"net/http"
	"net/url"
	"os"
	"time"

	"cloud.google.com/go/storage"
	"github.com/aws/aws-sdk-go-v2/aws/ratelimit"
	"github.com/aws/aws-sdk-go-v2/aws/retry"
	awshttp "github.com/aws/aws-sdk-go-v2/aws/transport/http"
	"github.com/aws/aws-sdk-go-v2/service/s3"
	"github.com/aws/smithy-go/logging"
	"github.com/googleapis/gax-go/v2"
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

// open opens the bucket of an object. The clients are those of go-cloud with our ways to connect
// and to try again, and without messages.
func (s *Store) open(ctx context.Context, n Name) (b blobs, err error) {
	ctx = context.WithoutCancel(ctx)
	u, err := url.Parse(n.bucket + "?" + n.query)
	if err == nil && u.Scheme == "gs" {
		b.Bucket, err = s.openGS(ctx, u)
	} else if err == nil {
		b.Bucket, err = s.openS3(ctx, u)
	}
	return b, err
}

func (s *Store) openGS(ctx context.Context, u *url.URL) (*blob.Bucket, error) {
	transport := http.DefaultTransport.(*http.Transport).Clone()
	transport.DialContext = s.dial
	opener := gcsblob.URLOpener{Client: gcp.NewAnonymousHTTPClient(transport)}
	query := u.Query()
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
	u.RawQuery = query.Encode()
	b, err := opener.OpenBucketURL(ctx, u)
	var client *storage.Client
	if err == nil && b.As(&client) {
		client.SetRetry(storage.WithPolicy(storage.RetryAlways), // writes, too: they are the same each time
			storage.WithMaxAttempts(attempts),
			storage.WithBackoff(gax.Backoff{Initial: s.Wait, Multiplier: 4, Max: backoff(s.Wait, attempts-1)}))
	}
	return b, err
}

func (s *Store) openS3(ctx context.Context, u *url.URL) (*blob.Bucket, error) {
	b, err := new(s3blob.URLOpener).OpenBucketURL(ctx, u)
	var client *s3.Client
	if err == nil && b.As(&client) {
		*client = *s3.New(client.Options(), func(o *s3.Options) {
			o.Logger, o.DisableLogOutputChecksumValidationSkipped = logging.Nop{}, true
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
	}
	return b, err
}
