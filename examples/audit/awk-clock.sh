#!/bin/sh
# biased: srand() takes the clock's seconds, so all shuffles of a second are the same.
# needs: awk sort cut
exec yates audit "$@" --items 8 -- sh -c "awk 'BEGIN { srand() } { print rand() \"\t\" \$0 }' | sort -n | cut -f 2"
