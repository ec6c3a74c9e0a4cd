// node deals.mjs N MODULE FUNCTION prints decks of the numbers from 1 to N, one a line, for ever. FUNCTION, as
// (m, x) => m.shuffle(x), shuffles the deck x with the module m, and gives it back or changes it.
const [n, name, text] = process.argv.slice(2)
const deal = eval(text)
const m = await import(name)
for (;;) {
	let lines = ''
	for (let i = 0; i < 100; i++) {
		const x = Array.from({ length: n }, (_, i) => i + 1)
		lines += [...((await deal(m, x)) ?? x)].join(' ') + '\n'
	}
	await new Promise(resume => process.stdout.write(lines, resume))
}
