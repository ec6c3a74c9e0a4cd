// Why the naive shuffle is unfair: the paths of its choices onto the orders, and the swaps of
// four shuffles side by side.
import { byId, el } from "./dom.js";
import { count } from "./texts.js";
import { choices, methodOf, methods, paths, swaps } from "./methods.js";

const tile = (letter, state = "") => el("span", { className: `tile ${state}` }, letter);

const judged = fair => el("span", { className: fair ? "fair" : "unfair" }, fair ? "Fair" : "Unfair");

export function setUpSteps() {
  const method = byId("paths-method"), items = byId("paths-items");
  const showPaths = () => {
    const deck = [..."abcd"].slice(0, Number(items.value)), chosen = methodOf(method.value), found = paths(chosen, deck);
    const orders = Object.keys(paths(methods[0], deck)).sort().map(order => [order, found[order] ?? []]).sort(([, a], [, b]) => b.length - a.length);
    const lengths = orders.map(([, all]) => all.length), least = Math.min(...lengths), most = Math.max(...lengths);
    const total = lengths.reduce((a, b) => a + b), never = lengths.filter(n => n === 0).length;
    const words = `${chosen.says} ${choices(chosen, deck.length).join(" × ")} = ${count(total, "path")} onto ${orders.length} orders` + (least === most ? `: ${least} each. `
      : never ? `. They are too few: ${never} orders never come. `
      : `. ${total} cannot be divided by ${orders.length}, so some orders must get more than others: from ${least} to ${most}. `);
    byId("paths-words").replaceChildren(words, judged(least === most));
    byId("paths-mean").textContent = `${orders[0][1][0]} = the places chosen in steps ${choices(chosen, deck.length).map((_, i) => i + 1).join(", ")}`;
    byId("paths-table").replaceChildren(...orders.map(([order, all]) => {
      const state = least === most ? "even" : all.length === most ? "more" : all.length === least ? "less" : "even";
      return el("tr", { className: state }, el("th", { scope: "row" }, ...[...order].map(letter => tile(letter))),
        el("td", { className: "paths" }, ...all.sort().flatMap(path => [el("span", {}, path), " "])),
        el("td", { className: "n" }, `${all.length} of ${total}`));
    }));
  };
  method.addEventListener("change", showPaths);
  items.addEventListener("change", showPaths);

  // Each row is a deck before a swap, and the last one what came out.
  const deal = () => byId("steps-stage").replaceChildren(...methods.map(m => {
    const deck = [..."abcde"];
    const rows = swaps(m, [...deck]).map(({ place, from, to, other }) => {
      const tiles = deck.map((letter, at) => tile(letter, at === place ? "turn" : from <= at && at < to ? "candidate" : "settled"));
      [deck[place], deck[other]] = [deck[other], deck[place]];
      return el("p", { className: "deck" }, ...tiles, ` ${place + 1} ↔ ${other + 1}`);
    });
    return el("div", {}, el("h3", {}, m.title, " ", judged(m.fair)),
      ...rows, el("p", { className: "deck" }, ...deck.map(letter => tile(letter))));
  }));
  byId("steps-again").addEventListener("click", deal);
  showPaths();
  deal();
}
