#!/bin/sh
# Clojure `shuffle`
# fair at 3
# biased at 10 52 500 1000: 18 bits of the generator decide a bit of each choice
# version: clojure -e '(println (clojure-version))'
exec clojure -e "(while true (println (clojure.string/join \" \" (shuffle (range 1 (inc $1))))))"
