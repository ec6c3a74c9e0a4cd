#!/bin/sh
# Tcllib `struct::list shuffle`
# fair
# version: echo 'puts [package require struct::list]' | tclsh
exec tclsh <<END
package require struct::list
for {set i 1} {\$i <= $1} {incr i} {lappend x \$i}
while 1 {puts [struct::list shuffle \$x]}
END
