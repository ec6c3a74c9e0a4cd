#!/usr/bin/env bash
# Writes what a release holds beside the programs to release/share: manual pages, completions, the page for browsers,
# the packages for Python and JavaScript, and the licences of all that is linked. goreleaser runs it.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
export CGO_ENABLED=0 LC_ALL=C
umask 022 # packages hold the modes of their files
share=release/share
rm -rf "$share"
mkdir -p "$share/man" "$share/completions"

for page in cmd/yates/man/*.1; do
	gzip -9nc "$page" >"$share/man/${page##*/}.gz"
done

go build -o "$share/yates" ./cmd/yates
for shell in bash zsh fish; do
	"$share/yates" completion "$shell" >"$share/completions/yates.$shell"
done
"$share/yates" completion powershell >"$share/completions/yates.ps1"
rm "$share/yates"

go run ./web/build "$share/web" >/dev/null
mv "$share/web/yates.html" "$share"

make packages DIST="$share/packages" PYTHON=/usr/bin/python3 >/dev/null

# licences NAME FOLDER prints the licences in a folder, each under a heading.
licences() {
	mapfile -t files < <(cd "$2" && find . '(' -name 'LICEN[CS]E*' -o -name 'COPYING*' -o -name 'NOTICE*' ')' -type f \
		-not -path '*/testdata/*' | sort)
	test "${#files[@]}" -gt 0 || { echo "prepare: $1 has no licence" >&2; exit 1; }
	for file in "${files[@]#./}"; do
		printf '==== %s: %s ====\n\n%s\n\n' "$1" "$file" "$(cat "$2/$file")"
	done
}
{
	printf '==== The Go standard library, %s ====\n\n%s\n\n' "$(go env GOVERSION)" "$(cat "$(go env GOROOT)/LICENSE")"
	for os in linux darwin windows freebsd; do
		GOOS=$os go list -deps -f '{{with .Module}}{{if not .Main}}{{.Path}} {{.Version}} {{.Dir}}{{end}}{{end}}' ./cmd/...
	done | sort -u | while read -r module version dir; do
		licences "$module $version" "$dir"
	done
} >"$share/LICENSES.txt"

# The auditor for npm: the program of the page, Go's support for it, and all licences.
install -m 644 js/audit/* "$(go env GOROOT)/lib/wasm/wasm_exec.js" "$share/web/site/yates.wasm" "$share/LICENSES.txt" \
	"$share/web"
version=$(sed -n 's/^ *"version": "\(.*\)",$/\1/p' js/audit/package.json)
(cd "$share/web" && npm pack --silent >/dev/null && mv yates-shuffle-audit-*.tgz "../packages/yates-$version-npm-audit.tgz")
rm -r "$share/web"
