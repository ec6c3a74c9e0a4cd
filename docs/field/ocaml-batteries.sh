#!/bin/sh
# OCaml Batteries `Random.shuffle`
# fair
# version: ocamlfind query -format '%v' batteries
file=$(mktemp) && cat > "$file.ml" <<END || exit
let () = BatRandom.self_init (); while true do
  BatRandom.shuffle (BatEnum.range 1 ~until:$1) |> Array.to_list |> List.map string_of_int |> String.concat " " |> print_endline
done
END
ocamlfind ocamlopt -w -a -package batteries -linkpkg "$file.ml" -o "$file" && exec "$file"
