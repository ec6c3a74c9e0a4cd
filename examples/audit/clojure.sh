#!/bin/sh
# Clojure `shuffle`
# fair
# version: clojure -e '(println (clojure-version))'
exec clojure -e "(while true (println (clojure.string/join \" \" (shuffle (range 1 (inc $1))))))"
