#!/bin/sh
# rust-coreutils `shuf`
# fair
# version: dpkg-query -Wf '${Version}' rust-coreutils
while :; do echo $(coreutils shuf -i 1-"$1"); done
