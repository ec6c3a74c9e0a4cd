#!/bin/sh
# biased: a sort with a random comparison is no shuffle.
# needs: node
exec yates audit "$@" --stream --items 10 -- node -e '
const print = () => {
	let text = "";
	for (let i = 0; i < 1000; i++)
		text += [1, 2, 3, 4, 5, 6, 7, 8, 9, 10].sort(() => Math.random() - 0.5).join(" ") + "\n";
	process.stdout.write(text, print);
};
print();'
