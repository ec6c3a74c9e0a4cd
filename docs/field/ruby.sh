#!/bin/sh
# Ruby `Array#shuffle`
# fair
# version: ruby -e 'puts RUBY_VERSION'
exec ruby -e 'loop { puts (1..ARGV[0].to_i).to_a.shuffle.join(" ") }' "$1"
