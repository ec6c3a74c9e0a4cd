#!/bin/sh
# biased: equal lines have equal hashes, so sort -R keeps them together. Here the
# even numbers are equal, and the odd ones.
# needs: sort awk cut
echo x | sort -R >/dev/null 2>&1 || exit 77 # sorts of other systems have no -R
exec yates audit "$@" --items 8 -- sh -c "awk '{ print \$1 % 2, \$1 }' | sort -R -k 1,1 | cut -d ' ' -f 2"
