#!/usr/bin/env bash
# Prints whether a tag is that of the newest release: true for v1.3.0 after v1.2.9, false for v1.2.10 after v1.3.0, and
# for v1.4.0-rc.1, which is no release.
set -euo pipefail
newest=$({ echo "$1"; git tag --list 'v[0-9]*'; } | sed /-/d | sort -V | tail -n 1)
[ "$1" = "$newest" ] && echo true || echo false
