// Why the naive shuffle is unfair: the paths of its choices onto the orders, and the swaps of
// four shuffles side by side.
import { byId, count, el } from "./dom.js";
import { methodOf, methods, paths, swaps } from "./methods.js";

export function setUpSteps() {
  const method = byId("paths-method"), items = byId("paths-items");
  const showPaths = () => {
    const deck = [..."abcd"].slice(0, Number(items.value)), found = paths(methodOf(method.value), deck);
    const orders = Object.keys(paths(methods[0], deck)).sort().map(order => [order, found[order] ?? []]);
    const lengths = orders.map(([, all]) => all.length), least = Math.min(...lengths), most = Math.max(...lengths);
    const total = lengths.reduce((a, b) => a + b), never = lengths.filter(n => n === 0).length;
    byId("paths-words").textContent = `${count(total, "path")} onto ${orders.length} orders` + (least === most ? `: ${least} each. Fair.`
      : never ? `. They are too few: ${never} orders never come. Unfair.`
      : `. ${total} cannot be divided by ${orders.length}, so some orders must get more than others: from ${least} to ${most}. Unfair.`);
    byId("paths-table").replaceChildren(...orders.map(([order, all]) => {
      const state = least === most ? "even" : all.length === most ? "more" : all.length === least ? "less" : "even";
      return el("tr", { className: state }, el("th", { scope: "row" }, ...[...order].map(letter => tile(letter))),
        el("td", { className: "paths" }, ...all.sort().flatMap(path => [el("span", {}, path), " "])),
        el("td", { className: "n" }, `${all.length} of ${total}`));
    }));
  };
  method.addEventListener("change", showPaths);
  items.addEventListener("change", showPaths);

  let all = [], at = 0, timer = null;
  const stage = byId("steps-stage"), play = byId("steps-play"), one = byId("steps-one");
  const size = 5;
  const tile = letter => el("span", { className: "tile tile-" + letter }, letter);
  const deal = () => {
    stop();
    all = methods.map(m => ({ ...m, steps: swaps(m, Array(size).fill()) }));
    at = 0;
    stage.replaceChildren(...all.map(m => {
      m.deck = [..."abcde"];
      m.row = el("div", { className: "deck", role: "img" });
      m.tiles = m.deck.map(tile);
      m.row.append(...m.tiles);
      m.words = el("p", { className: "hint" });
      return el("div", { className: "method" }, el("h4", {}, m.title, " ", el("span", { className: m.fair ? "fair" : "unfair" }, m.fair ? "fair" : "unfair")), m.row, m.words);
    }));
    draw();
  };
  // draw puts the tiles in their places.
  const draw = () => {
    for (const m of all) {
      const step = m.steps[at], done = !step;
      m.deck.forEach((letter, place) => {
        const t = m.tiles.find(t => t.textContent === letter);
        t.style.transform = `translateX(${place * 2.9}rem)`;
        const candidate = !done && step.from <= place && place < step.to, turn = !done && place === step.place;
        t.classList.toggle("candidate", candidate);
        t.classList.toggle("turn", turn);
        t.classList.toggle("settled", !done && !candidate && !turn);
      });
      m.words.textContent = done ? `Done: ${m.deck.join(" ")}` : `Step ${at + 1} of ${m.steps.length}: place ${step.place + 1} swaps with one of ${count(step.to - step.from, "place")}, ` + (step.other === step.place ? "here with itself" : `here place ${step.other + 1}`);
      m.row.setAttribute("aria-label", `${m.title}: ${m.deck.join(" ")}`);
    }
    one.disabled = all.every(m => at >= m.steps.length);
  };
  const step = () => {
    for (const m of all) {
      const s = m.steps[at];
      if (s) [m.deck[s.place], m.deck[s.other]] = [m.deck[s.other], m.deck[s.place]];
    }
    at++;
    draw();
    if (one.disabled) stop();
  };
  const stop = () => { clearInterval(timer); timer = null; play.textContent = "Play"; };
  play.addEventListener("click", () => {
    if (timer) return stop();
    if (one.disabled) deal();
    play.textContent = "Pause";
    timer = setInterval(step, 1600);
  });
  one.addEventListener("click", step);
  byId("steps-again").addEventListener("click", deal);
  showPaths();
  deal();
}
