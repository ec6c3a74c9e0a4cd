#!/bin/sh
# Haskell `shuffleM` of random-shuffle
# fair
# version: ghc-pkg field random-shuffle version --simple-output
file=$(mktemp).hs && cat > "$file" <<END && exec runghc "$file"
import System.Random.Shuffle (shuffleM)
main = shuffleM [1 .. $1] >>= putStrLn . unwords . map show >> main
END
