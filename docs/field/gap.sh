#!/bin/sh
# GAP `Shuffle`
# fair
# version: echo 'Print(GAPInfo.Version);' | gap -q
exec gap -q <<END
SetPrintFormattingStatus("*stdout*", false);
while true do Print(JoinStringsWithSeparator(Shuffle([1 .. $1]), " "), "\n"); od;
END
