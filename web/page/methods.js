// Shuffles as textbooks show them: swaps of a place with one that is chosen from some to before others.
export const methods = [
  { name: "forward", title: "Fisher–Yates, from the front", fair: true, count: n => n - 1, step: (n, i) => [i, i, n] },
  { name: "backward", title: "Fisher–Yates, from the back", fair: true, count: n => n - 1, step: (n, i) => [n - 1 - i, 0, n - i] },
  { name: "naive", title: "Naive: any place", fair: false, count: n => n, step: (n, i) => [i, 0, n] },
  { name: "sattolo", title: "Sattolo: never itself", fair: false, count: n => n - 1, step: (n, i) => [n - 1 - i, 0, n - 1 - i] },
];

// methodOf returns the method with a name.
export const methodOf = name => methods.find(m => m.name === name);

// swaps shuffles a deck, and returns its swaps. These pictures need no secure random numbers.
export function swaps(method, deck, choose = n => Math.floor(Math.random() * n)) {
  return Array.from({ length: method.count(deck.length) }, (_, i) => {
    const [place, from, to] = method.step(deck.length, i), other = from + choose(to - from);
    [deck[place], deck[other]] = [deck[other], deck[place]];
    return { place, from, to, other };
  });
}

// paths returns for each order of a deck the paths of choices that lead to it.
export function paths(method, deck) {
  const all = {}, length = method.count(deck.length);
  const choices = Array.from({ length }, (_, i) => method.step(deck.length, i)).reduce((n, [, from, to]) => n * (to - from), 1);
  for (let path = 0; path < choices; path++) {
    let rest = path;
    const end = [...deck], walked = swaps(method, end, n => { const digit = rest % n; rest = (rest - digit) / n; return digit; });
    (all[end.join("")] ??= []).push(walked.map(({ other }) => other + 1).join(" "));
  }
  return all;
}
