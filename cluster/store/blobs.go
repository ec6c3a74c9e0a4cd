package store

import (
	"context"
	"errors"
	"io"
	"io/fs"
	"strconv"
	"strings"
	"time"

	"cloud.google.com/go/storage"
	"github.com/aws/aws-sdk-go-v2/feature/s3/transfermanager"
	"github.com/aws/aws-sdk-go-v2/service/s3"
	"github.com/aws/smithy-go"
	"gocloud.dev/blob"
	"gocloud.dev/gcerrors"
)

// blobs are the backend of a bucket.
type blobs struct{ *blob.Bucket }

// stat describes an object. Its tag is the generation in Cloud Storage, the entity tag in S3.
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

func (b blobs) read(ctx context.Context, key string, from, n int64) (content, error) {
	r, err := b.NewRangeReader(ctx, key, from, n, nil)
	if err != nil {
		return content{}, err
	}
	return content{r, r.Size()}, nil
}

func (b blobs) remove(ctx context.Context, key string) error { return b.Delete(ctx, key) }

func (b blobs) list(ctx context.Context, folder, pattern string, _ bool) (found []listed, err error) {
	if folder != "" {
		folder += "/"
	}
	for all := b.List(&blob.ListOptions{Prefix: folder + pattern[:strings.IndexAny(pattern+"*", special)]}); ; {
		switch o, err := all.Next(ctx); {
		case err == io.EOF:
			return found, nil
		case gcerrors.Code(err) == gcerrors.NotFound:
			return nil, ErrNoBucket
		case err != nil:
			return nil, err
		case !strings.HasSuffix(o.Key, "/") || o.Size > 0: // consoles make others in place of folders
			found = append(found, listed{o.Key[len(folder):], o.ModTime})
		}
	}
}

// create returns fs.ErrExist also after a write whose answer was lost: it is tried again, and is
// refused as it succeeded.
func (b blobs) create(ctx context.Context, key string, size int64, do func(io.Writer) error) error {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	to := &blob.WriterOptions{
		BufferSize: partSize(size), MaxConcurrency: 2, ContentType: "application/octet-stream", IfNotExist: true,
	}
	to.BeforeWrite = func(as func(any) bool) error { b.prepare(as, to); return nil }
	w, err := b.NewWriter(ctx, key, to)
	if err != nil {
		return err
	}
	if err = do(w); err != nil {
		cancel()
		w.Close() // it is aborted
		return err
	}
	err = w.Close()
	api, answered := errors.AsType[smithy.APIError](err)
	if gcerrors.Code(err) == gcerrors.FailedPrecondition ||
		answered && api.ErrorCode() == "ConditionalRequestConflict" {
		return fs.ErrExist
	}
	return err
}

// prepare sets what go-cloud has no options for.
func (b blobs) prepare(as func(any) bool, to *blob.WriterOptions) {
	var client *s3.Client
	var uploads *transfermanager.Client
	if b.As(&client) && as(&uploads) {
		*uploads = *transfermanager.New(client, func(o *transfermanager.Options) {
			o.FailTimeout = time.Minute // to remove the parts
			o.RequestChecksumCalculation = client.Options().RequestChecksumCalculation
			o.PartSizeBytes, o.Concurrency = int64(to.BufferSize), to.MaxConcurrency
		})
	}
}

// partSize returns the size of the parts of an object: S3 takes up to 10,000.
func partSize(size int64) int { return int(max(8<<20, size/9000)) }
