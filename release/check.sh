#!/usr/bin/env bash
# Builds a release of what is committed twice, compares the two, and tries what users get. TARGETS="linux_amd64"
# builds for that alone, without the recipes of package managers, which need all. Nothing is published, and nothing is
# left behind.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
umask 022
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
chmod 711 "$dir" # for the second user
has() { command -v "$1" >/dev/null; }
say() { printf '\n== %s\n' "$*"; }
root=$(test "$(id -u)" != 0 || echo yes)

say "release-check needs bash, gzip, GNU coreutils, findutils, sed and tar, make, npm, Python with setuptools and wheel,
and 4 GB in ${dir%/*}"
echo "It uses, if they are there:"
for tool in setpriv chroot dpkg rpm apk man zsh fish nix-hash; do
	echo "  $tool: $(command -v "$tool" || echo no)"
done
test "$root" || echo "Not root: both builds have the same user, packages are unpacked instead of installed."

commit=$(git rev-parse HEAD) skip=publish config=.goreleaser.yaml
if [ "${TARGETS:-}" ]; then
	skip=publish,homebrew,scoop,winget,nix,aur config=$dir/config.yaml
	grep -vE '^ +- (linux|darwin|windows|freebsd)_' .goreleaser.yaml |
		sed "s/^    targets:\$/    targets: [${TARGETS// /, }]/" >"$config"
fi

# build FOLDER UMASK TIME VARIABLE... builds a release in a clone whose files have this time. Home is new, and so are
# the caches in it, unless variables name others.
build() {
	(
		umask "$2"
		mkdir -p "$dir/$1/tmp"
		export HOME=$dir/$1 TMPDIR=$dir/$1/tmp GOFLAGS=''
		git clone -q "file://$PWD" "$HOME/yates"
		cd "$HOME/yates"
		git checkout -q --detach "$commit"
		env "${@:4}" GOPROXY="$proxy" go mod download -modcacherw
		find . -path ./.git -prune -o -exec touch -d "$3" {} +
		as=()
		if [ "$root" ] && [ "$1" = second ] && has setpriv; then
			chown -R 65534:65534 "$HOME"
			as=(setpriv --reuid=65534 --regid=65534 --clear-groups)
		fi
		"${as[@]}" env "${@:4}" release/build.sh --snapshot --parallelism 1 --config "$config" --skip="$skip"
		cd release # three files say how goreleaser was run, the fourth, for winget, on which day
		find dist share -type f ! -name artifacts.json ! -name config.yaml ! -name metadata.json ! -name '*.installer.yaml' \
			-exec sha256sum {} + | LC_ALL=C sort -k2 >"$dir/$1.sums"
	)
}

say "The first build; goreleaser takes minutes to compile for the first time"
cache=$(go env GOCACHE) modules=$(go env GOMODCACHE) proxy=file://$(go env GOMODCACHE)/cache/download,$(go env GOPROXY)
build first 022 '2001-02-03 04:05' TZ=UTC GOCACHE="$cache" GOMODCACHE="$modules"

say "The second, by another user, with another umask, time zone and home, other times of files, and nothing compiled"
build second 077 '2020-12-31 23:59' TZ=Asia/Kathmandu TOOLS="$dir/first/yates/release/bin"
rm -rf "$dir/second/.cache"

say "Is all the same in both, $(wc -l <"$dir/first.sums") files?"
diff "$dir/first.sums" "$dir/second.sums"
dist=$dir/first/yates/release/dist
find "$dist" -maxdepth 1 -type f -name 'yates*' -printf '%9s  %f\n' | LC_ALL=C sort -k2
(cd "$dist" && sha256sum --quiet --check --ignore-missing checksums.txt)

# works COMMAND... runs yates, which must say the commit, and shuffle as everywhere.
works() {
	"$@" --version | tee "$dir/version"
	grep -q "^yates v.*(commit ${commit:0:12}, go" "$dir/version"
	test "$("$@" shuffle --seed 'May 2026' -i 1-49 -n 6 | tr '\n' ' ')" = '1 26 40 28 10 20 '
}
arch=$(go env GOHOSTARCH)
if [ "$(go env GOHOSTOS)" != linux ] || ! ls "$dist"/yates_*_linux_"$arch".tar.gz >/dev/null 2>&1; then
	say "Nothing to run on $(go env GOHOSTOS)/$arch"
	exit
fi

say "The archive"
mkdir "$dir/archive" "$dir/deb" "$dir/rpm" "$dir/apk" "$dir/image"
tar -xzf "$dist"/yates_*_linux_"$arch".tar.gz -C "$dir/archive" --strip-components 1
cd "$dir/archive"
works ./yates
./biasedshuffle -V=full
grep -q '^==== ' LICENSES.txt
! has man || man -l man/yates-shuffle.1 2>/dev/null | grep -A1 SYNOPSIS || echo "(man shows no page here)"
PATH=$PWD:$PATH bash -ec 'source completions/yates.bash; complete -p yates'
! has zsh || zsh -n completions/yates.zsh
! has fish || fish -n completions/yates.fish

# installed FOLDER: what a package must have put there.
installed() {
	works "$1/usr/bin/yates"
	gzip -t "$1"/usr/share/man/man1/yates*.gz
	{ timeout 2 "$1/usr/bin/yates" web || true; } | grep -q '^http://127' # it finds its page
	test -s "$1/usr/share/bash-completion/completions/yates" -a -s "$1/usr/share/doc/yates/LICENSES.txt"
}
say "The deb"
if [ "$root" ] && has dpkg; then
	mkdir -p "$dir/deb/var/lib/dpkg/info" "$dir/deb/var/lib/dpkg/updates"
	touch "$dir/deb/var/lib/dpkg/status"
	dpkg --root="$dir/deb" --log=/dev/null --install "$dist"/yates_*_"$(dpkg --print-architecture)".deb
	installed "$dir/deb"
elif has dpkg-deb; then
	dpkg-deb -x "$dist"/yates_*_"$(dpkg --print-architecture)".deb "$dir/deb"
	installed "$dir/deb"
fi
say "The rpm"
if [ "$root" ] && has rpm; then
	rpm --root "$dir/rpm" --nodeps --install "$dist"/yates-*."$(uname -m)".rpm
	installed "$dir/rpm"
fi
say "The apk"
if [ "$root" ] && has apk; then
	apk --root "$dir/apk" --initdb --no-network --allow-untrusted add "$dist"/yates_*_"$(uname -m)".apk
else
	tar -xzf "$dist"/yates_*_"$(uname -m)".apk --ignore-zeros --warning=no-unknown-keyword -C "$dir/apk"
fi
installed "$dir/apk"

say "The wheel, and the command for npm"
if /usr/bin/python3 -c 'import ensurepip' 2>/dev/null; then
	/usr/bin/python3 -m venv "$dir/venv"
	"$dir/venv/bin/pip" install -q --no-index --find-links "$dir/first/yates/release/share/packages" yates
	works "$dir/venv/bin/yates"
	"$dir/venv/bin/python" -c 'import yates; assert yates._command.command(); assert len(yates.order(7, 10**5)) == 10**5'
fi
mkdir "$dir/npm"
(cd "$dir/npm" && echo '{}' >package.json && packages=$dir/first/yates/release/share/packages &&
	npm install --silent --offline "$packages"/*-npm.tgz "$packages"/*-npm-{cli,audit,"linux-${arch/amd64/x64}"}.tgz)
works "$dir/npm/node_modules/.bin/yates"
node --input-type=module -e "process.chdir('$dir/npm')
	const { audit } = await import('$dir/npm/node_modules/yates/audit.js')
	process.exit((await audit(() => {}, { items: 5 })).verdict === 'biased' ? 0 : 1)"

say "The image"
blob() { sed -nE "s/.*\"digest\":\"sha256:([0-9a-f]+)\"$2.*/\1/p" "$dist/image/$1"; }
manifest=$(blob index.json ",\"platform\":\{\"architecture\":\"$arch\"")
layer=$(blob "blobs/sha256/$manifest" '\}\]')
tar -xzf "$dist/image/blobs/sha256/$layer" -C "$dir/image"
if [ "$root" ] && has chroot; then
	works chroot --userspec=65532:65532 "$dir/image" /yates
else
	works "$dir/image/yates"
fi
grep -q '^-----BEGIN' "$dir/image/etc/ssl/certs/ca-certificates.crt"

say "Which tag is that of the newest release?"
newest=
git init -q "$dir/tags"
cd "$dir/tags"
git -c user.name=x -c user.email=x commit -q --allow-empty -m x
for tag in v1.0.0 v1.2.9 v1.2.10 v1.3.0 v1.4.0-rc.1 v1.10.0 v1.9.0; do
	git tag "$tag"
	newest+=" $("$dir/first/yates/release/newest.sh" "$tag")"
done
test "$newest" = ' true true true true false true false'

say "A release of ${commit:0:12} can be made, and anyone gets the same"
