#!/bin/sh
# Build the Dockerfile and shuffle in the image; where no daemon of docker runs, put the same
# files into a folder and shuffle with that as the root. Compare the output with what yates
# writes. It needs yates and yates-cluster (static: CGO_ENABLED=0) on the PATH, and root.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
mkdir -p "$dir/image/bin" "$dir/image/etc/ssl/certs" "$dir/data"
mkdir -m 1777 "$dir/image/tmp"
seq 1 200000 >"$dir/data/in.txt"
chmod -R a+rwX "$dir/data" "$dir/image"
chmod a+x "$dir"
yates shuffle --seed image "$dir/data/in.txt" >"$dir/want"
if docker info >/dev/null 2>&1; then
	docker build -q -t yates-cluster-test -f "$here/Dockerfile" "$here/../.."
	trap 'docker rmi -f yates-cluster-test >/dev/null; rm -rf "$dir"' EXIT
	with="docker run --rm -v $dir/data:/data yates-cluster-test"
else
	cp "$(command -v yates-cluster)" "$dir/image/bin/"
	cp /etc/ssl/certs/ca-certificates.crt "$dir/image/etc/ssl/certs/"
	mv "$dir/data" "$dir/image/data"
	ln -s image/data "$dir/data"
	with="chroot --userspec=65534:65534 $dir/image /bin/yates-cluster"
fi
$with run /data/in.txt -o '/data/out-{}' --seed image --shards 3 --segment 100K
cat "$dir"/data/out-[0-2] | cmp - "$dir/want"
echo "image: the same bytes"
