// Why the naive shuffle is unfair: the paths of its choices onto the orders, and the swaps of
// four shuffles side by side.
import { byId, count, el } from "./dom.js";
import { call } from "./engine.js";

export function setUpSteps() {
  const method = byId("paths-method"), items = byId("paths-items");
  const showPaths = async () => {
    const { value } = await call("paths", { method: method.value, items: Number(items.value) });
    const [least, most] = [Math.min, Math.max].map(f => f(...value.orders.map(o => o.paths?.length ?? 0)));
    const orders = value.orders.length, never = value.orders.filter(o => !o.paths).length;
    byId("paths-words").textContent = `${count(value.paths, "path")} onto ${orders} orders` + (value.fair ? `: ${least} each. Fair.`
      : never ? `. They are too few: ${never} orders never come. Unfair.`
      : `. ${value.paths} cannot be divided by ${orders}, so some orders must get more than others: from ${least} to ${most}. Unfair.`);
    byId("paths-table").replaceChildren(...value.orders.map(o => {
      const paths = o.paths ?? [];
      const state = value.fair ? "even" : paths.length === most ? "more" : paths.length === least ? "less" : "even";
      return el("tr", { className: state }, el("th", { scope: "row" }, ...[...o.order].map(letter => tile(letter))),
        el("td", { className: "paths" }, ...paths.flatMap(path => [el("span", {}, [...path].join(" ")), " "])),
        el("td", { className: "n" }, `${paths.length} of ${value.paths}`));
    }));
  };
  method.addEventListener("change", showPaths);
  items.addEventListener("change", showPaths);

  let all = [], at = 0, timer = null;
  const stage = byId("steps-stage"), play = byId("steps-play"), one = byId("steps-one");
  const size = 5;
  const tile = letter => el("span", { className: "tile tile-" + letter }, letter);
  const deal = async () => {
    stop();
    all = (await call("steps", { items: size })).value;
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
      m.words.textContent = done ? `Done: ${m.deck.join(" ")}` : `Step ${at + 1} of ${m.steps.length}: place ${step.place + 1} swaps with one of ${count(step.to - step.from, "place")}, ` + (step.with === step.place ? "here with itself" : `here place ${step.with + 1}`);
      m.row.setAttribute("aria-label", `${m.title}: ${m.deck.join(" ")}`);
    }
    one.disabled = all.every(m => at >= m.steps.length);
  };
  const step = () => {
    for (const m of all) {
      const s = m.steps[at];
      if (s) [m.deck[s.place], m.deck[s.with]] = [m.deck[s.with], m.deck[s.place]];
    }
    at++;
    draw();
    if (one.disabled) stop();
  };
  const stop = () => { clearInterval(timer); timer = null; play.textContent = "Play"; };
  play.addEventListener("click", async () => {
    if (timer) return stop();
    if (one.disabled) await deal();
    play.textContent = "Pause";
    timer = setInterval(step, 1600);
  });
  one.addEventListener("click", step);
  byId("steps-again").addEventListener("click", deal);
  return Promise.all([showPaths(), deal()]);
}
