#!/bin/sh
# Godot `Array.shuffle`
# fair
# version: godot3-server --version
file=$(mktemp).gd && cat > "$file" <<END && exec godot3-server --script "$file" | tail -n +3
extends SceneTree
func _init():
	randomize()
	while true:
		var x = range(1, $1 + 1)
		x.shuffle()
		print(PoolStringArray(x).join(" "))
END
