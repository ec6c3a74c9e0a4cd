#!/bin/sh
# fair: sort -R sorts by a hash with a random salt.
# needs: sort
echo x | sort -R >/dev/null 2>&1 || exit 77 # sorts of other systems have no -R
exec yates audit "$@" --items 10 -- sort -R
