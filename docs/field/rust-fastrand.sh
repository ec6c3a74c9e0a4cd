#!/bin/sh
# Rust `fastrand`
# fair
# version: dpkg-query -Wf '${Version}' librust-fastrand-dev
exec sh "${0%/*}/deals/rust.sh" "$1" fastrand '' 'fastrand::shuffle(&mut x)'
