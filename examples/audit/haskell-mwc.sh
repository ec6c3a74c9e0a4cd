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
cat > examples/audit/redis.sh <<'E'
#!/bin/sh
# Redis `SPOP`
# fair
# version: redis-server --version | sed 's/.* v=\([^ ]*\).*/\1/'
socket=$(mktemp -u)
redis-server --port 0 --unixsocket "$socket" --save '' >&2 &
until redis-cli -s "$socket" ping; do sleep .1; done >&2
deal="for i = 1, $1 do redis.call('SADD', 'x', 'item' .. i) end
	local x = {} for i = 1, $1 do x[i] = string.sub(redis.call('SPOP', 'x'), 5) end return table.concat(x, ' ')"
yes "EVAL \"$(echo $deal)\" 0" | redis-cli -s "$socket"
