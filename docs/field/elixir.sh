#!/bin/sh
# Elixir `Enum.shuffle`
# fair
# version: elixir --version | sed -n 's/^Elixir \([^ ]*\).*/\1/p'
exec elixir -e "Stream.repeatedly(fn -> IO.puts(Enum.join(Enum.shuffle(1..$1), \" \")) end) |> Stream.run()"
