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

func (b blobs) read(ctx context.Context, key string, from, n int64) (content, error) {
	r, err := b.NewRangeReader(ctx, key, from, n, nil)
	if err != nil {
		return content{}, err
	}
	return content{r, r.Size()}, nil
}

func (b blobs) remove(ctx context.Context, key string) error { return b.Delete(ctx, key) }

func (b blobs) list(ctx context.Context, folder, pattern string, _ bool) (keys []string, err error) {
	if folder != "" {
		folder += "/"
	}
	for all := b.List(&blob.ListOptions{Prefix: folder + pattern[:strings.IndexAny(pattern+"*", special)]}); ; {
		switch o, err := all.Next(ctx); {
		case err == io.EOF:
			return keys, nil
		case gcerrors.Code(err) == gcerrors.NotFound:
			return nil, ErrNoBucket
		case err != nil:
			return nil, err
		case !strings.HasSuffix(o.Key, "/") || o.Size > 0: // consoles make others in place of folders
			keys = append(keys, o.Key[len(folder):])
		}
	}
}

// write returns [ErrChanged] also after a write whose answer was lost: it is tried again,
// and is refused as it succeeded.
func (b blobs) write(ctx context.Context, key string, opt Options, do func(io.Writer) error) (string, error) {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	var made func() string
	to := &blob.WriterOptions{
		BufferSize: partSize(opt.Size), MaxConcurrency: 2, ContentType: "application/octet-stream",
		IfNotExist: opt.Exact && opt.Tag == "",
	}
	to.BeforeWrite = func(as func(any) bool) error { made = b.prepare(as, to, opt.Tag); return nil }
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
		return made(), nil
	}
	api, answered := errors.AsType[smithy.APIError](err)
	switch code := gcerrors.Code(err); {
	case code == gcerrors.FailedPrecondition, code == gcerrors.NotFound && opt.Tag != "",
		answered && api.ErrorCode() == "ConditionalRequestConflict":
		err = ErrChanged
	}
	return "", err
}

// prepare makes a write depend on the tag of the object that is there, if it is not empty. It
// returns what gives the tag of the written one from the store's answer: Stat could describe a
// rival's by then.
func (b blobs) prepare(as func(any) bool, to *blob.WriterOptions, tag string) (made func() string) {
	var client *s3.Client
	var uploads *transfermanager.Client
	var input *transfermanager.UploadObjectInput
	if b.As(&client) && as(&uploads) && as(&input) {
		var etag answer
		*uploads = *transfermanager.New(client, func(o *transfermanager.Options) {
			o.FailTimeout = time.Minute // to remove the parts, for which go-cloud has no option
			o.RequestChecksumCalculation = client.Options().RequestChecksumCalculation
			o.PartSizeBytes, o.Concurrency = int64(to.BufferSize), to.MaxConcurrency
			o.ObjectProgressListeners.Register(&etag)
		})
		if tag != "" { // also for the request that completes an upload of several parts
			input.IfMatch = aws.String(`"` + tag + `"`)
		}
		return func() string { return strings.Trim(string(etag), `"`) }
	}
	var object **storage.ObjectHandle
	if as(&object) && tag != "" {
		generation, _ := strconv.ParseInt(tag, 10, 64) // which stat has formatted
		*object = (*object).If(storage.Conditions{GenerationMatch: generation})
	}
	var w *storage.Writer
	as(&w)
	return func() string { return strconv.FormatInt(w.Attrs().Generation, 10) }
}

// An answer is the entity tag that S3 has given an object.
type answer string

// OnObjectTransferComplete is called before the writer has been closed.
func (a *answer) OnObjectTransferComplete(_ context.Context, e *transfermanager.ObjectTransferCompleteEvent) {
	*a = answer(aws.ToString(e.Output.(*transfermanager.UploadObjectOutput).ETag))
}

// partSize returns the size of the parts of an object: S3 takes up to 10,000.
func partSize(size int64) int { return int(max(8<<20, size/9000)) }
