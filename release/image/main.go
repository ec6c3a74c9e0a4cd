// Image makes the container image of a release from what goreleaser has built: for each Linux, a layer with yates, its
// licences, the roots of certificates, which fetching beacons needs, and /tmp; and an index of them. It writes them to
// dist/image and prints the digest. Arguments are where to push them, such as ghcr.io/yates-shuffle/yates:1.0.0.
package main

import (
	"archive/tar"
	"bytes"
	"encoding/json"
	"encoding/pem"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/google/go-containerregistry/pkg/authn/github"
	"github.com/google/go-containerregistry/pkg/name"
	v1 "github.com/google/go-containerregistry/pkg/v1"
	"github.com/google/go-containerregistry/pkg/v1/empty"
	"github.com/google/go-containerregistry/pkg/v1/layout"
	"github.com/google/go-containerregistry/pkg/v1/mutate"
	"github.com/google/go-containerregistry/pkg/v1/remote"
	"github.com/google/go-containerregistry/pkg/v1/tarball"
	"github.com/google/go-containerregistry/pkg/v1/types"
	"golang.org/x/crypto/x509roots/fallback/bundle"
)

// nobody is the user and group that the program runs as.
const nobody = "65532:65532"

func main() {
	if err := run(os.Args[1:]); err != nil {
		fmt.Fprintln(os.Stderr, "image:", err)
		os.Exit(1)
	}
}

func run(args []string) error {
	text, err := os.ReadFile("dist/artifacts.json")
	if err != nil {
		return err
	}
	type artifact struct{ Name, Path, Goos, Goarch, Type string }
	var artifacts []artifact
	if err := json.Unmarshal(text, &artifacts); err != nil {
		return err
	}
	// goreleaser lists what it has built in the order in which it was done.
	slices.SortFunc(artifacts, func(a, b artifact) int { return strings.Compare(a.Goarch, b.Goarch) })
	index := mutate.IndexMediaType(empty.Index, types.OCIImageIndex)
	for _, a := range artifacts {
		if a.Type != "Binary" || a.Name != "yates" || a.Goos != "linux" {
			continue
		}
		program := filepath.Join("..", a.Path)
		platform := v1.Platform{OS: a.Goos, Architecture: a.Goarch}
		img, err := image(program, platform)
		if err != nil {
			return err
		}
		index = mutate.AppendManifests(index, mutate.IndexAddendum{
			Add: img, Descriptor: v1.Descriptor{Platform: &platform}})
	}
	digest, err := index.Digest()
	if err != nil {
		return err
	}
	if _, err := layout.Write("dist/image", index); err != nil {
		return err
	}
	for _, arg := range args {
		ref, err := name.ParseReference(arg)
		if err != nil {
			return err
		}
		if err := remote.WriteIndex(ref, index, remote.WithAuthFromKeychain(github.Keychain)); err != nil {
			return err
		}
	}
	fmt.Println(digest)
	return nil
}

// image returns the image with a program. Its time is that of the program, which is the commit's.
func image(program string, platform v1.Platform) (v1.Image, error) {
	info, err := os.Stat(program)
	if err != nil {
		return nil, err
	}
	text, err := layer(program, info.ModTime())
	if err != nil {
		return nil, err
	}
	l, err := tarball.LayerFromOpener(func() (io.ReadCloser, error) { return io.NopCloser(bytes.NewReader(text)), nil },
		tarball.WithMediaType(types.OCILayer))
	if err != nil {
		return nil, err
	}
	img := mutate.ConfigMediaType(mutate.MediaType(empty.Image, types.OCIManifestSchema1), types.OCIConfigJSON)
	if img, err = mutate.AppendLayers(img, l); err != nil {
		return nil, err
	}
	file, err := img.ConfigFile()
	if err != nil {
		return nil, err
	}
	file = file.DeepCopy()
	file.OS, file.Architecture, file.Created = platform.OS, platform.Architecture, v1.Time{Time: info.ModTime().UTC()}
	file.Config = v1.Config{Entrypoint: []string{"/yates"}, User: nobody, Labels: map[string]string{
		"org.opencontainers.image.source":   "https://github.com/yates-shuffle/yates",
		"org.opencontainers.image.licenses": "MIT",
	}}
	return mutate.ConfigFile(img, file)
}

// layer returns the archive of the image's files, all as old as the program.
func layer(program string, at time.Time) ([]byte, error) {
	var roots, text bytes.Buffer
	for root := range bundle.Roots() {
		if root.Constraint == nil { // a file has no room for constraints
			pem.Encode(&roots, &pem.Block{Type: "CERTIFICATE", Bytes: root.Certificate})
		}
	}
	w := tar.NewWriter(&text)
	for _, f := range []struct {
		name    string
		mode    int64
		from    string
		content []byte
	}{
		{"tmp/", 0o1777, "", nil}, // for what does not fit into memory
		{"etc/ssl/certs/ca-certificates.crt", 0o644, "", roots.Bytes()},
		{"LICENSE", 0o644, "../LICENSE", nil},
		{"LICENSES.txt", 0o644, "share/LICENSES.txt", nil},
		{"yates", 0o755, program, nil},
	} {
		if f.from != "" {
			var err error
			if f.content, err = os.ReadFile(f.from); err != nil {
				return nil, err
			}
		}
		h := &tar.Header{Name: f.name, Mode: f.mode, Size: int64(len(f.content)), ModTime: at}
		if err := w.WriteHeader(h); err != nil {
			return nil, err
		}
		w.Write(f.content) // into memory
	}
	err := w.Close()
	return text.Bytes(), err
}
