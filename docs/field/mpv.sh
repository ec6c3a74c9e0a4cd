#!/bin/sh
# mpv `playlist-shuffle`
# fair
# version: mpv --version | sed -n '1s/mpv \([^ ]*\).*/\1/p'
dir=$(mktemp -d) && cat > "$dir/deals.lua" <<END && exec mpv --no-config --idle --vo=null --ao=null --really-quiet --script="$dir/deals.lua"
for i = 1, $1 do mp.commandv("loadfile", tostring(i), "append") end
while true do
	mp.commandv("playlist-shuffle")
	local deal = {}
	for i, entry in ipairs(mp.get_property_native("playlist")) do deal[i] = entry.filename end
	io.write(table.concat(deal, " "), "\n")
end
END
