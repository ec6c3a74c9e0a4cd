// Draw or shuffle a list.
import { arrive, attempt, byId, copy, el, fill, menu, numberIn, numbered, outdate, prizeCards, quiet, renew, rows, save } from "./dom.js";
import { count } from "./texts.js";
import { draw } from "./engine.js";
import { gifts, slips } from "./gift.js";
import { List } from "./list.js";
import { namesIn, reveal } from "./reveal.js";

const names = "Ada Lovelace\nCarl Friedrich Gauss\nEmmy Noether\nFrank Yates\nRonald Fisher\nSofia Kovalevskaya\n";
const counts = { winners: 3, order: 1, teams: 2, santa: 1, deal: 4 }; // of each kind, unless that is changed
const mostChosen = 20_000; // bytes of a list whose names are offered

export function setUpDraw() {
  const form = byId("draw-form"), result = byId("draw-result");
  let settings = {}, last = null; // last is the result that is shown; it has the settings that it is of
  let tried; // the settings of the last press: another one means all lines
  const promise = () => {
    byId("draw-promise").textContent = byId("draw-seed").value ? "Whoever chooses the seed chooses the result."
      : what() === "teams" && list.table?.strength ? "The strongest are spread evenly; chance decides the rest." : "Every result is equally likely.";
  };
  const changed = () => { settings = {}; promise(); offerPairs(); byId("draw-error").textContent = ""; outdate(result); };
  const list = new List("draw-list", { label: "Your list, one name a line", changed, example: names, use: () => what() });
  const what = () => form.elements.what.value;
  const prizes = rows(byId("draw-prizes").querySelector("fieldset"), "How many", "Prize", "Add a prize");
  prizes.add();
  const fit = () => {
    byId("draw-list").hidden = byId("draw-stays").hidden = what() === "deal";
    byId("draw-alternates").closest(".field").hidden = what() !== "winners";
    form.closest("section").querySelector("h1").textContent = what() === "deal" ? "Deal cards" : "Draw from a list";
    byId("draw-count").closest(".field").hidden = ["order", "santa"].includes(what()) || what() === "winners" && prizes.entered().length > 0;
    byId("draw-by").hidden = what() !== "teams";
    byId("draw-prizes").hidden = what() !== "winners";
    byId("draw-not").hidden = !["santa", "teams"].includes(what());
    byId("draw-circle").hidden = what() !== "santa";
    byId("draw-cards").hidden = what() !== "deal";
    byId("draw-count-label").textContent = { winners: "Winners", teams: "How many?", deal: "Hands" }[what()] ?? "";
    byId("draw-pair-words").textContent = what() === "santa" ? "not to" : "not with";
    byId("draw-pair-both").hidden = what() !== "santa";
    list.offerColumns();
    byId("draw-slowly").hidden = byId("draw-slow-hint").hidden = ["santa", "deal"].includes(what());
    byId("draw-button").textContent = { winners: "Draw the winners", order: "Put in random order", teams: "Make the teams", santa: "Draw who gives to whom", deal: "Deal" }[what()];
  };
  form.addEventListener("input", () => { changed(); fit(); });
  form.addEventListener("change", event => {
    if (event.target.name !== "what") return;
    byId("draw-count").value = counts[what()];
    fit();
    offerSample();
  });
  fit();

  // Until the first draw, one of the sample names stands where its result will come.
  async function offerSample() {
    const kind = what();
    const { value } = await draw({ what: kind, meant: true, count: counts[kind], prizes: [], apart: "", cards: 0, decks: 1, jokers: 0, now: new Date() }, new Blob([names]));
    if (kind === what()) fill(byId("draw-sample"), el("p", { className: "soft" }, "For example"), pictured(kind, [], value));
  }
  offerSample().catch(() => {}); // a draw says what is wrong

  // Those of a list that is not long are chosen, in place of typing their names. A text has what was chosen. Who types may
  // write commas or “and”, and any letter case.
  const apart = byId("draw-apart"), [from, to] = byId("draw-pair").querySelectorAll("select"), [both, add] = byId("draw-pair").querySelectorAll("input, button");
  const listed = async text => [...new Set((await text.text()).split("\n").map(line => line.trim()).filter(Boolean))];
  const signOf = line => what() === "santa" && line.includes(">") ? ">" : "=";
  const keptIn = (line, names) => {
    const sign = signOf(line), known = part => names.find(name => name.toLowerCase() === part.trim().toLowerCase());
    return line.split(sign).flatMap(part => known(part) ?? part.split(/,|\sand\s/i).map(one => known(one) ?? one.trim())).join(` ${sign} `);
  };
  const lines = names => apart.value.split("\n").filter(line => line.trim()).map(line => keptIn(line, names));
  const keep = all => { apart.value = all.map(line => line + "\n").join(""); apart.dispatchEvent(new Event("input", { bubbles: true })); };
  async function offerPairs() {
    const text = list.text ?? new Blob([list.example]);
    const names = text.size < mostChosen ? await listed(text) : [], all = lines(names);
    fill(byId("draw-kept"), ...all.map((line, i) => el("li", { className: "row" }, el("span", {}, signOf(line) === ">" ? line.replace(" > ", " does not give to ")
      : `${line.replaceAll(" = ", ", ")}: ${what() === "santa" ? "never to each other" : "never together"}`),
    quiet("×", () => keep(all.toSpliced(i, 1)), { ariaLabel: "Remove this" }))));
    byId("draw-pair").hidden = names.length < 2;
    for (const [i, select] of [from, to].entries()) {
      const was = select.value;
      fill(select, el("option", { value: "" }, i ? "Whom" : "Who"), ...names.map(value => el("option", { value }, value)));
      select.value = names.includes(was) ? was : "";
    }
  }
  offerPairs();
  add.addEventListener("click", () => {
    if (!from.value || !to.value || from.value === to.value) return void (from.value ? to : from).focus();
    const line = `${from.value} ${what() === "teams" || both.checked ? "=" : ">"} ${to.value}`;
    from.value = to.value = "";
    keep([...apart.value.split("\n").filter(Boolean), line]);
  });

  form.addEventListener("submit", event => {
    event.preventDefault();
    attempt(event.submitter ?? byId("draw-button"), byId("draw-error"), async () => {
      renew(result);
      const text = what() === "deal" ? null : await list.need(), slowly = event.submitter === byId("draw-slowly");
      if (!slowly || last?.settings !== settings) await drawn(text);
      const now = last; // another draw may begin while the stage closes
      if (slowly) await reveal({ title: titleOf(last) + last.again, groups: last.value.groups, names: await namesIn(text), foot: `Drawn from ${count(last.value.from, "entry", "entries")}, ${last.time.toLocaleString(undefined, { dateStyle: "long", timeStyle: "short" })}` });
      if (now === last) show(now);
    });
  });

  // drawn draws. Who draws again from a list with the same settings, or with a seed of their own, sees that.
  const draws = {};
  async function drawn(entries) {
    last = null;
    const of = settings, meant = tried === of, kind = what(), won = kind === "winners" ? prizes.filled() : [], many = numberIn("draw-count"), standBy = kind === "winners" && numberIn("draw-alternates"), seed = byId("draw-seed").value, time = new Date();
    tried = of;
    if (standBy && !won.length && many) won.push([many, many === 1 ? "Winner" : "Winners"]);
    if (standBy && won.length) won.push([standBy, standBy === 1 ? "Alternate" : "Alternates"]);
    const { value, text } = await draw({ what: kind, meant, count: won.length ? won.reduce((sum, [n]) => sum + n, 0) : many, prizes: won, bySize: kind === "teams" && byId("draw-by").value !== "",
      apart: apart.value.trim() && ["santa", "teams"].includes(kind) ? lines(await listed(entries)).join("\n") : "", strength: kind === "teams" ? list.table?.strengths() : undefined, circle: byId("draw-round").checked, cards: numberIn("draw-each"), decks: numberIn("draw-decks"), jokers: numberIn("draw-jokers"), seed, hex: /^[0-9a-f]{64}$/i.test(seed.trim()), now: time }, entries);
    if (value.doubt) throw Object.assign(new Error(value.doubt), { offers: list.offers() });
    last = { settings: of, kind, prizes: won, time, value, text, example: kind !== "deal" && list.example, again: seed ? ", repeated from a chosen seed" : "" };
    if (!seed && (draws[value.of] = (draws[value.of] ?? 0) + 1) > 1) last.again = `, draw ${draws[value.of]}`;
  }

  // show shows what came out.
  function show({ kind, prizes, time, value, text, example, again }) {
    const heading = el("h2", { tabIndex: -1 }, titleOf({ kind, value, prizes }), again), below = ["teams", "deal"].includes(kind);
    const note = value.note && el("p", { className: below ? "hint" : "note" }, value.note);
    const kept = [quiet("Copy", event => copy(text, event.target)), quiet("Download", () => save(text, kind + ".txt"))];
    fill(result, heading,
      example && el("p", { className: "note" }, "These are from the example. Enter your own list to draw from it."),
      !below && note,
      kind === "santa" ? slips(value.pairs) : pictured(kind, prizes, value),
      below && note,
      value.groups[0].strengths && el("p", { className: "noprint" }, el("label", {}, el("input", { type: "checkbox", id: "draw-strengths" }), " Show strength")),
      value.more ? el("p", {}, `and ${count(value.more, "more", "more")}: download the whole result.`) : null,
      kind !== "santa" && el("p", { className: "row" }, kept[0], quiet("Print", () => print()), kept[1]),
      el("p", { className: "printonly hint" }, `${time.toLocaleString()}. Drawn from ${kind === "deal" ? count(value.from, "card") : count(value.from, "entry", "entries")}.${kind === "santa" ? "" : ` Seed ${value.seed}`}`), // on slips, it would tell each name
      menu("More", el("p", { className: "row" },
        ...kind === "santa" ? [quiet("Show all pairs", ({ target }) => {
          const all = result.querySelectorAll(".slips details"), open = target.textContent.startsWith("Show");
          for (const slip of all) slip.open = open;
          target.textContent = open ? "Hide all pairs" : "Show all pairs";
          all[0].scrollIntoView({ block: "center" });
        }), ...kept] : [],
        quiet("Download for later checking", () => save(value.record, kind + "-record.txt"))),
      el("p", { className: "hint" }, `The record has the ${kind === "deal" ? "date and the seed" : "date, the seed and the SHA-256 of the list"}. It repeats the draw, and proves nothing to others. To prove a draw to others, hold a `, el("a", { href: "#hold" }, "public draw"), "."),
        el("h3", {}, "The same result again"),
        el("p", {}, "This number, the seed, decided the result. The same list and the same seed give the same result, here and with the yates command:"),
        el("pre", { tabIndex: 0 }, value.seed + "\n\n" + value.command),
        el("p", {}, "Whoever chooses the seed can try many and keep the one they like.")));
    arrive(heading);
  }
}

// titleOf returns the heading of a result.
const titleOf = ({ kind, value: { groups }, prizes }) => prizes.length ? "Winners" : kind === "winners" && groups[0].lines.length === 1 ? "The winner"
  : { deal: "The hands", teams: "The teams" }[kind] ?? groups[0].name;

// strength returns what is not seen, as by a class of children, until a box is ticked.
const strength = text => el("span", { className: "strength" }, text);

// pictured shows what was drawn: as cards, gifts or hands.
function pictured(kind, prizes, value) {
  const lines = all => all.map(line => el("li", {}, line.trim() ? el("bdi", {}, line) : el("i", {}, "a blank line")));
  return kind === "winners" ? prizeCards(value.groups.map(({ name, lines: all }) => ({ name: prizes.length ? name : null, cards: lines(all) })))
    : kind === "santa" ? gifts(value.pairs)
    : el("div", { className: kind === "deal" ? "hands" : `groups ${kind}` }, ...value.groups.map((group, i) => el("div", { "data-colour": i % 8 }, kind !== "order" && el("h3", {}, group.name, group.strengths ? strength(` · ${Number(group.strengths.reduce((sum, by) => sum + by, 0).toFixed(6))} in all`) : ""),
      kind === "deal" ? cards(group.lines) : kind === "teams" ? el("ul", {}, ...lines(group.lines).map((line, at) => { if (group.strengths) line.append(strength(`\u00a0(${group.strengths[at]})`)); return line; })) : numbered("", ...lines(group.lines)))));
}

// cards returns a hand, a row for each suit.
function cards(names) {
  const suits = {};
  for (const name of names) (suits[name.replace(/^[0-9AJQK]+/, "")] ??= []).push(name);
  return el("div", {}, ...Object.values(suits).map(suit => el("p", { className: "hand" },
    ...suit.flatMap(name => [el("span", { className: /[♥♦]/.test(name) ? "card red" : "card" }, ...name.match(/^([0-9AJQK]*)(.+)$/u).slice(1, 2), el("i", {}, name.replace(/^[0-9AJQK]+/, ""))), " "]))));
}
