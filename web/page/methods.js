// Shuffles as textbooks show them: swaps of a place with one that is chosen from some to before others.
export const methods = [
  { name: "forward", title: "Fisher–Yates, from the front", fair: true, says: "It swaps each card with itself or one behind it.", count: n => n - 1, step: (n, i) => [i, i, n] },
  { name: "backward", title: "Fisher–Yates, from the back", fair: true, says: "It swaps each card, from the last, with itself or one before it.", count: n => n - 1, step: (n, i) => [n - 1 - i, 0, n - i] },
  { name: "naive", title: "Naive: swap with any place", fair: false, says: "It swaps each card with any card. That looks random.", count: n => n, step: (n, i) => [i, 0, n] },
  { name: "sattolo", title: "Sattolo: never itself", fair: false, says: "It swaps each card, from the last, with one before it, and never with itself.", count: n => n - 1, step: (n, i) => [n - 1 - i, 0, n - 1 - i] },
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

// choices returns among how many places each step chooses.
export const choices = (method, n) => Array.from({ length: method.count(n) }, (_, i) => method.step(n, i)).map(([, from, to]) => to - from);

// paths returns for each order of a deck the paths of choices that lead to it.
export function paths(method, deck) {
  const all = {}, number = choices(method, deck.length).reduce((a, b) => a * b, 1);
  for (let path = 0; path < number; path++) {
    let rest = path;
    const end = [...deck], walked = swaps(method, end, n => { const digit = rest % n; rest = (rest - digit) / n; return digit; });
    (all[end.join("")] ??= []).push(walked.map(({ other }) => other + 1).join(" "));
  }
  return all;
}
