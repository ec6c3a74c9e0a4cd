package store

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"os"
	"time"

	"cloud.google.com/go/storage"
	"github.com/aws/aws-sdk-go-v2/aws"
	"github.com/aws/aws-sdk-go-v2/aws/ratelimit"
	"github.com/aws/aws-sdk-go-v2/aws/retry"
	awshttp "github.com/aws/aws-sdk-go-v2/aws/transport/http"
	"github.com/aws/aws-sdk-go-v2/service/s3"
	"github.com/aws/smithy-go"
	"github.com/aws/smithy-go/logging"
	"github.com/googleapis/gax-go/v2"
	"gocloud.dev/blob"
	"gocloud.dev/blob/gcsblob"
	"gocloud.dev/blob/s3blob"
	"gocloud.dev/gcp"
)

// open opens the bucket of an object as go-cloud does with its URL, and gives the client our ways
// to connect and to try again. It prints no messages.
func (r Retry) open(ctx context.Context, n Name) (b blobs, err error) {
	ctx = context.WithoutCancel(ctx)
	u, err := url.Parse(n.bucket + "?" + n.query)
	if err != nil {
		return b, err
	}
	var opener blob.BucketURLOpener = new(s3blob.URLOpener)
	if query := u.Query(); u.Scheme == "gs" {
		client, err := r.google(ctx, query.Has("anonymous"))
		if err != nil {
			return b, err
		}
		query.Del("anonymous") // or the opener takes a client of its own
		u.RawQuery, opener = query.Encode(), &gcsblob.URLOpener{Client: client}
	}
	if b.Bucket, err = opener.OpenBucketURL(ctx, u); err != nil {
		return b, err
	}
	var gs *storage.Client
	if b.As(&gs) {
		gs.SetRetry(storage.WithPolicy(storage.RetryAlways), // writes, too: they are the same each time
			storage.WithMaxAttempts(attempts),
			storage.WithBackoff(gax.Backoff{Initial: r.Wait, Multiplier: 4, Max: backoff(r.Wait, attempts-1)}))
	}
	var client *s3.Client
	if b.As(&client) {
		*client = *s3.New(client.Options(), r.configure)
	}
	return b, nil
}

// configure changes the options of a client of S3.
func (r Retry) configure(o *s3.Options) {
	o.Logger, o.DisableLogOutputChecksumValidationSkipped = logging.Nop{}, true
	o.HTTPClient = awshttp.NewBuildableClient().WithTransportOptions(func(t *http.Transport) { t.DialContext = r.dial })
	o.Retryer = retry.NewStandard(func(o *retry.StandardOptions) {
		o.MaxAttempts = attempts
		o.RateLimiter = ratelimit.None // a store that is busy for long is no reason to stop
		o.Retryables = append(o.Retryables,
			retry.RetryableHTTPStatusCode{Codes: map[int]struct{}{http.StatusTooManyRequests: {}}},
			retry.IsErrorRetryableFunc(func(err error) aws.Ternary { // an answer that was cut or damaged
				return aws.BoolTernary(errors.As(err, new(*smithy.DeserializationError)) || damaged(err))
			}))
		o.Backoff = retry.BackoffDelayerFunc(func(i int, _ error) (time.Duration, error) {
			return backoff(r.Wait, max(i, 1)), nil
		})
	})
}

// google returns what makes requests to Cloud Storage.
func (r Retry) google(ctx context.Context, anonymous bool) (*gcp.HTTPClient, error) {
	transport := http.DefaultTransport.(*http.Transport).Clone()
	transport.DialContext = r.dial
	if anonymous || os.Getenv("STORAGE_EMULATOR_HOST") != "" {
		return gcp.NewAnonymousHTTPClient(transport), nil
	}
	c, err := gcp.DefaultCredentials(ctx)
	if err != nil {
		return nil, fmt.Errorf(
			"no credentials; try gcloud auth application-default login, or ?anonymous=true (%w)", err)
	}
	return gcp.NewHTTPClient(transport, gcp.CredentialsTokenSource(c))
}
