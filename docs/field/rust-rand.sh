#!/bin/sh
# Rust `rand`
# fair
# version: dpkg-query -Wf '${Version}' librust-rand-dev
exec sh "${0%/*}/deals/rust.sh" "$1" rand 'use rand::seq::SliceRandom;' 'x.shuffle(&mut rand::thread_rng())'
