#!/bin/sh
# Haskell `uniformShuffle` of mwc-random
# fair
# version: ghc-pkg field mwc-random version --simple-output
file=$(mktemp).hs && cat > "$file" <<END && exec runghc -XFlexibleContexts "$file"
import Data.Vector (fromList, toList)
import System.Random.MWC (createSystemRandom)
import System.Random.MWC.Distributions (uniformShuffle)
deal g = uniformShuffle (fromList [1 .. $1]) g >>= putStrLn . unwords . map show . toList >> deal g
main = createSystemRandom >>= deal
END
