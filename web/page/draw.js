// Draw or shuffle a list.
import { arrive, attempt, byId, copy, count, el, fill, menu, numberIn, numbered, outdate, renew, rows, save } from "./dom.js";
import { call } from "./engine.js";
import { List } from "./list.js";
import { reveal } from "./reveal.js";

export function setUpDraw() {
  const form = byId("draw-form"), result = byId("draw-result");
  let settings = {}, last = null; // last is the result that is shown; it has the settings that it is of
  const name = () => { byId("draw-slowly").textContent = last?.settings === settings ? "Reveal slowly" : "Draw slowly"; };
  const changed = () => { settings = {}; name(); byId("draw-error").textContent = ""; outdate(result); };
  const list = new List("draw-list", { label: "Your list, one name a line", changed, example: "Ada Lovelace\nCarl Friedrich Gauss\nEmmy Noether\nFrank Yates\nRonald Fisher\nSofia Kovalevskaya\n" });
  const what = () => form.elements.what.value;
  const prizes = rows(byId("draw-prizes").querySelector("fieldset"), "How many", "Name of the prize", "Add a prize");
  prizes.add();
  const fit = () => {
    byId("draw-list").hidden = what() === "deal";
    byId("draw-count").parentElement.hidden = ["order", "santa"].includes(what());
    byId("draw-by").hidden = what() !== "teams";
    byId("draw-prizes").hidden = what() !== "winners";
    byId("draw-cards").hidden = what() !== "deal";
    byId("draw-count-label").textContent = { winners: "How many winners?", teams: "How many?", deal: "How many hands?" }[what()] ?? "";
    byId("draw-slowly").hidden = ["santa", "deal"].includes(what());
    byId("draw-button").textContent = { winners: "Draw the winners", order: "Put in random order", teams: "Make the teams", santa: "Draw who gives to whom", deal: "Deal" }[what()];
  };
  form.addEventListener("input", changed);
  form.addEventListener("change", event => {
    if (event.target.name !== "what") return;
    byId("draw-count").value = { winners: 3, order: 1, teams: 2, santa: 1, deal: 4 }[what()];
    fit();
  });
  fit();

  form.addEventListener("submit", event => {
    event.preventDefault();
    attempt(event.submitter ?? byId("draw-button"), byId("draw-error"), async () => {
      renew(result);
      const text = what() === "deal" ? null : await list.need(), slowly = event.submitter === byId("draw-slowly");
      if (!slowly || last?.settings !== settings) await draw(text);
      if (slowly) await reveal(last.value.groups.flatMap(group => group.lines.map(line => ({ group: group.name, line }))), last.kind === "winners" && !last.named);
      show(last);
    });
  });

  // draw draws. Who draws again sees that it is not the first draw.
  const draws = {};
  async function draw(entries) {
    last = null;
    const of = settings, kind = what(), named = kind === "winners" ? prizes.filled() : [], seed = byId("draw-seed").value, time = new Date();
    const args = { what: kind, count: named.length ? named.reduce((sum, [n]) => sum + n, 0) : numberIn("draw-count"), bySize: kind === "teams" && byId("draw-by").value !== "", cards: numberIn("draw-each"), decks: numberIn("draw-decks"), jokers: numberIn("draw-jokers"),
      seed, hex: /^[0-9a-f]{64}$/i.test(seed.trim()), now: time };
    const { value, text } = await call("draw", args, entries);
    const lines = value.groups[0].lines;
    if (named.length) value.groups = named.map(([n, name]) => ({ name, lines: lines.splice(0, n) }));
    last = { settings: of, kind, named: named.length > 0, time, value, text, example: kind !== "deal" && list.example, again: (draws[kind] = (draws[kind] ?? 0) + 1) > 1 ? `, draw ${draws[kind]}` : "" };
    name();
  }

  // show shows what came out.
  function show({ kind, named, time, value: drawn, text, example, again }) {
    const heading = el("h2", { tabIndex: -1 }, named ? "Winners" : kind === "winners" && drawn.groups[0].lines.length === 1 ? "The winner" : kind === "deal" ? "The hands" : kind === "teams" ? "The teams" : drawn.groups[0].name, again);
    const lines = all => {
      const items = all.map(line => el("li", { dir: "auto" }, line.trim() ? line : el("i", {}, "a blank line")));
      return kind === "teams" ? el("ul", {}, ...items) : numbered(kind === "winners" ? "names" : "", ...items);
    };
    fill(result, heading,
      example && el("p", { className: "note" }, "These are from the example. Enter your own list to draw from it."),
      drawn.note && el("p", { className: "note" }, drawn.note),
      el("div", { className: kind === "deal" ? "hands" : "groups" }, ...drawn.groups.map(group =>
        el("div", {}, named || drawn.groups.length > 1 || kind === "teams" ? el("h3", {}, group.name) : null, kind === "deal" ? cards(group.lines)
          : lines(group.lines)))),
      drawn.more ? el("p", {}, `and ${count(drawn.more, "more", "more")}: download the whole result.`) : null,
      menu("Copy, save or print", el("p", { className: "row" },
        el("button", { type: "button", className: "quiet", onclick: event => copy(named ? drawn.groups.map(group => [group.name, ...group.lines, ""].join("\n")).join("\n") : text, event.target) }, "Copy"),
        el("button", { type: "button", className: "quiet", onclick: () => save(text, kind + ".txt") }, "Download"),
        el("button", { type: "button", className: "quiet", onclick: () => save(drawn.record, kind + "-record.txt") }, "Download the record"),
        el("button", { type: "button", className: "quiet", onclick: () => print() }, "Print")),
      el("p", { className: "hint" }, `The record has the ${kind === "deal" ? "date and the seed" : "date, the seed and the SHA-256 of the list"}. It repeats the draw, and proves nothing to others. To prove a draw to others, hold a `, el("a", { href: "#hold" }, "public draw"), ".")),
      el("p", { className: "printonly hint" }, `${time.toLocaleString()}. Drawn from ${kind === "deal" ? count(drawn.from, "card") : count(drawn.from, "entry", "entries")}. Seed ${drawn.seed}`),
      el("details", { className: "seed" }, el("summary", {}, "How to get the same result again"),
        el("p", {}, "This number, the seed, decided the result. The same list and the same seed give the same result, here and with the yates command:"),
        el("pre", { tabIndex: 0 }, drawn.seed + "\n\n" + drawn.command + (kind === "deal" ? "" : " list.txt")),
        el("p", {}, "Whoever chooses the seed can try many and keep the one they like.")));
    arrive(heading);
  }
}

// cards returns a hand, a row for each suit.
function cards(names) {
  const suits = {};
  for (const name of names) (suits[name.replace(/^[0-9AJQK]+/, "")] ??= []).push(name);
  return el("div", {}, ...Object.values(suits).map(suit => el("p", { className: "hand" },
    ...suit.flatMap(name => [el("span", { className: /[♥♦]/.test(name) ? "card red" : "card" }, name), " "]))));
}
