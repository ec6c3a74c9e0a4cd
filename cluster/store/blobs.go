package store

import (
	"context"
	"errors"
	"io"
	"strconv"
	"strings"
	"time"

	"cloud.google.com/go/storage"
	"github.com/aws/aws-sdk-go-v2/aws"
	"github.com/aws/aws-sdk-go-v2/feature/s3/transfermanager"
	"github.com/aws/aws-sdk-go-v2/service/s3"
	"github.com/aws/smithy-go"
	"github.com/bmatcuk/doublestar/v4"
	"gocloud.dev/blob"
	"gocloud.dev/gcerrors"
)

// blobs are the backend of a bucket.
type blobs struct{ *blob.Bucket }

// stat describes an object. Its tag is what a conditional write compares: the generation in
// Cloud Storage, the entity tag in S3.
func (b blobs) stat(ctx context.Context, key string) (Info, error) {
	a, err := b.Attributes(ctx, key)
	if err != nil {
		return Info{}, err
	}
	var object storage.ObjectAttrs
	if a.As(&object) {
		return Info{a.Size, strconv.FormatInt(object.Generation, 10)}, nil
	}
	return Info{a.Size, strings.Trim(a.ETag, `"`)}, nil
}

func (b blobs) read(ctx context.Context, key string, from, n int64) (io.ReadCloser, int64, error) {
	r, err := b.NewRangeReader(ctx, key, from, n, nil)
	if err != nil {
		return nil, 0, err
	}
	return r, r.Size(), nil
}

func (b blobs) remove(ctx context.Context, key string) error { return b.Delete(ctx, key) }

func (b blobs) list(ctx context.Context, folder string) ([]string, error) {
	return b.keys(ctx, folder+"/", func(string) bool { return true })
}

func (b blobs) match(ctx context.Context, pattern string) ([]string, error) {
	if !doublestar.ValidatePattern(pattern) {
		return nil, doublestar.ErrBadPattern
	}
	// As for shells, no wildcard stands for a dot at the beginning of a name, so that a pattern
	// means the same with and without quotes.
	hidden := func(name string) bool { return strings.Contains("/"+name, "/.") }
	return b.keys(ctx, pattern[:strings.IndexAny(pattern, special)], func(key string) bool {
		return doublestar.MatchUnvalidated(pattern, key) && (hidden(pattern) || !hidden(key))
	})
}

func (b blobs) keys(ctx context.Context, prefix string, fits func(key string) bool) (keys []string, err error) {
	for all := b.List(&blob.ListOptions{Prefix: prefix}); ; {
		o, err := all.Next(ctx)
		if err == io.EOF {
			return keys, nil
		}
		if err != nil {
			return nil, err
		}
		marker := strings.HasSuffix(o.Key, "/") && o.Size == 0 // consoles make them in place of folders
		if !marker && fits(o.Key) {
			keys = append(keys, o.Key)
		}
	}
}

// write returns [ErrChanged] also after a write whose answer was lost: it is tried again,
// and is refused as it succeeded.
func (b blobs) write(ctx context.Context, key string, opt Options, do func(io.Writer) error) (string, error) {
	var made result
	to := &blob.WriterOptions{
		BufferSize: partSize(opt.Size), MaxConcurrency: 2, ContentType: "application/octet-stream",
		IfNotExist: opt.Exact && opt.Tag == "",
	}
	to.BeforeWrite = func(as func(any) bool) error {
		b.abortable(as, to, &made)
		if err := match(opt.Tag, as); err != nil {
			return err
		}
		as(&made.object)
		return nil
	}
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	w, err := b.NewWriter(ctx, key, to)
	if err != nil {
		return "", err
	}
	if err = do(w); err == nil && opt.Guard != nil {
		err = opt.Guard(ctx)
	}
	if err != nil {
		cancel()
		w.Close() // it is aborted
		return "", err
	}
	if err = w.Close(); err == nil {
		return made.tag(), nil
	}
	code := ""
	if api, ok := errors.AsType[smithy.APIError](err); ok {
		code = api.ErrorCode()
	}
	conflict := code == "ConditionalRequestConflict" || code == "NoSuchKey" && opt.Tag != ""
	if opt.Exact && (conflict || gcerrors.Code(err) == gcerrors.FailedPrecondition) {
		return "", ErrChanged
	}
	return "", err
}

// A result has what a store answered to a write. Stat would describe what is there later.
type result struct {
	etag   string          // of S3
	object *storage.Writer // of Cloud Storage
}

// OnObjectTransferComplete is called by the client of S3 before its upload returns.
func (r *result) OnObjectTransferComplete(_ context.Context, e *transfermanager.ObjectTransferCompleteEvent) {
	r.etag = aws.ToString(e.Output.(*transfermanager.UploadObjectOutput).ETag)
}

func (r *result) tag() string {
	if r.object != nil {
		return strconv.FormatInt(r.object.Attrs().Generation, 10)
	}
	return strings.Trim(r.etag, `"`)
}

// abortable makes an upload of several parts to S3 one that is removed also if its context
// ends, which go-cloud has no option for.
func (b blobs) abortable(as func(any) bool, opt *blob.WriterOptions, made *result) {
	var client *s3.Client
	var uploads *transfermanager.Client
	if b.As(&client) && as(&uploads) {
		*uploads = *transfermanager.New(client, func(o *transfermanager.Options) {
			o.FailTimeout = time.Minute
			o.RequestChecksumCalculation = client.Options().RequestChecksumCalculation
			o.ObjectProgressListeners.Register(made)
			o.PartSizeBytes, o.Concurrency = int64(opt.BufferSize), opt.MaxConcurrency
		})
	}
}

// match makes a write depend on the tag of the object that is there, if it is not empty. In
// S3 the request that completes an upload of several parts has the condition, too.
func match(tag string, as func(any) bool) error {
	var toS3 *transfermanager.UploadObjectInput
	var object **storage.ObjectHandle
	switch {
	case tag == "":
	case as(&toS3):
		toS3.IfMatch = aws.String(`"` + tag + `"`)
	case as(&object):
		generation, err := strconv.ParseInt(tag, 10, 64)
		if err != nil {
			return err
		}
		*object = (*object).If(storage.Conditions{GenerationMatch: generation})
	}
	return nil
}

// partSize returns the size of the parts of an object: S3 takes up to 10,000.
func partSize(size int64) int {
	const least, most = 8 << 20, 9000
	return int(max(least, size/most))
}
