#!/usr/bin/env bash
# Builds a release into release/dist. Flags are those of goreleaser, such as --snapshot and --skip=publish; TOOLS is
# the folder of its programs, if they are built. docs/verify.md shows how to build a release that is out.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")"
if [ -z "${TOOLS:-}" ]; then
	TOOLS=$PWD/bin
	# SBOMs hold the hash of the program that makes them, so it is always built alike.
	GOFLAGS='' CGO_ENABLED=0 GOBIN=$TOOLS go install -trimpath -buildvcs=false tool ./image
fi
PATH=$TOOLS:$PATH
(cd .. && goreleaser release --clean "$@")
image
