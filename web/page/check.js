// Check a draw that somebody made.
import { arrive, attempt, byId, contents, el, fill, here, outdate, prizeCards, quiet, renew, whenFilesDrop } from "./dom.js";
import { fours, sentence } from "./texts.js";
import { call } from "./engine.js";
import { linkButton, linkTo, pack, unpack } from "./link.js";
import { List, kindOf, problemsOf, refuse } from "./list.js";
import { scanButton } from "./scan.js";

export function setUpCheck() {
  const form = byId("check-form"), result = byId("check-result");
  const changed = () => { byId("check-error").textContent = ""; byId("check-list").hidden = !transcript.text && !list.text; outdate(result); };
  // The code is asked for in the form, and again in the verdict that lacks it.
  const announced = byId("check-code"), home = form.querySelector(".act");
  for (const place of [form, announced]) place.addEventListener("input", changed);
  const several = { changed, sort, checked: false, drops: false };
  const transcript = new List("check-transcript", { ...several, label: "What was published", placeholder: "Drop the file you downloaded from\nthe draw’s page, or paste it" });
  const list = new List("check-list", { ...several, label: "The list, if you have it", hint: "With it, winners are shown by name." });
  byId("check-list").hidden = true;
  const dropped = byId("check-dropped"), fillCode = codeField(byId("check-published"), byId("check-error"), changed);
  // Who drops all files at once need not say which is which. Only what is dropped on the code is what the reader saw
  // before the draw.
  async function sort(files, target = null) {
    const taken = new Set(), left = [];
    for (const file of files) {
      const kind = await contents(file).then(kindOf).catch(() => ""); // a box says what is damaged
      const code = kind === "a commitment" || /\.sha256(sums?)?$/i.test(file.name);
      const at = announced.contains(target) ? announced : code ? null
        : kind === "a transcript" || !kind && files.length === 1 && byId("check-transcript").contains(target) ? transcript : list;
      if (!at || taken.has(at)) left.push(code ? `${file.name}, as it says what was announced: if you had it before the draw, drop it on the code below` : file.name);
      else if (at === announced) announced.open = true, await fillCode(await contents(file), false);
      else await at.open(file);
      taken.add(at);
    }
    dropped.textContent = left.length ? `Left out: ${left.join("; ")}.` : "";
  }
  whenFilesDrop(byId("check"), sort);
  form.addEventListener("submit", event => {
    event.preventDefault();
    attempt(byId("check-button"), byId("check-error"), async () => {
      home.before(announced);
      renew(result);
      let [text, names] = [await transcript.given(), await list.given()], { pasted } = transcript;
      if (text && names && await kindOf(names) === "a transcript" && await kindOf(text) !== "a transcript") [text, names, pasted] = [names, text, list.pasted];
      if (text && names && await kindOf(text) === "a transcript") await refuse(names); // else the transcript is what is wrong
      if (!text) {
        transcript.box.focus();
        throw new Error("add the file you downloaded from the draw’s page first");
      }
      if (await kindOf(text) === "a commitment") {
        const draw = await pack((await call("commitment", { pasted }, text)).text);
        throw Object.assign(new Error("this is the commitment of a draw, which has no winners yet; they come on its page"), { offers: [el("a", { className: "button", href: linkTo("event", { draw }) }, "Open its page")] });
      }
      const packed = names?.size < 50_000 && await pack(names), brief = packed?.length < 6_000; // characters of a message
      const { value } = await call("check", { published: byId("check-published").value, pasted, now: new Date() }, text, names);
      showVerdict(result, value, text);
      if (value.compare || value.typing) result.querySelector(".verdict > details").before(announced), announced.open = true;
      if (value.state !== "wrong") result.querySelector(".proof").append(el("p", { className: "row noprint" }, linkButton("check", async () => ({ transcript: await pack(text), ...brief && { list: packed } }), brief ? "Copy a link with the list" : undefined),
        quiet("Print", () => print())));
    });
  });
  // A link brings what somebody drew. What was announced before is what the reader knows, and no link says it.
  return async given => {
    home.before(announced);
    renew(result);
    byId("check-published").value = "";
    await (given.list ? list.put(await unpack(given.list), "The list of the link") : list.clear());
    await transcript.put(await unpack(given.transcript ?? ""), "The transcript of the link");
    form.requestSubmit();
  };
}

// codeField lets a field take what was announced as people have it: a code, a commitment that the reader saved then, or
// a text with its SHA-256, as it is, or a QR code. It returns what fills it in. A field has one line.
export function codeField(code, says, changed) {
  const fillCode = async (blob, pasted) => {
    says.textContent = "";
    try {
      const announced = await kindOf(blob) ? (await call("code", { pasted }, blob)).value : await blob.slice(0, 10_000).text();
      code.value = announced.replace(/\s+/g, " ");
      changed();
    } catch (error) {
      says.textContent = sentence(error.message);
    }
  };
  code.after(scanButton(seen => fillCode(seen, true), words => { says.textContent = words; }));
  code.addEventListener("paste", event => {
    const text = event.clipboardData.getData("text");
    if (!text.trim().includes("\n")) return; // a code, or a part of one
    event.preventDefault();
    fillCode(new Blob([text]), true);
  });
  return fillCode;
}

const marks = { passed: "✓", failed: "✗", "not checked": "–" };

// shown shows a place of a draw, and prizesOf the prizes with their places.
const shown = p => el("li", { className: p.skipped ? "skipped" : "", "data-entry": p.entry }, el("div", {}, el("b", { dir: "auto" }, p.name || `Line ${p.entry}`), el("span", { className: "soft" }, p.name ? ` line ${p.entry}` : "", p.skipped ? ` – skipped: ${p.skipped}` : "")));
export const prizesOf = v => (v.prizes ?? []).map(({ places, ...prize }) => ({ ...prize, places: places ?? [] }));

// verdictBox makes the box of a verdict. What only people can confirm is in one sentence with what is correct, and what
// makes chances unequal stands in the box, however right the draw is.
function verdictBox(v, ...more) {
  const [mark, kind] = { right: ["✓ ", "good"], wrong: ["✗ ", "bad"] }[v.state] ?? ["", "open"];
  return el("div", { className: "verdict " + kind }, el("strong", {}, mark + v.verdict),
    ...v.terms ? [el("p", {}, "But look at who can win:"), termsList(v.terms)] : [], ...more);
}
export const termsList = terms => el("ul", { className: "terms" }, ...terms.map(term => el("li", {}, el("bdi", {}, sentence(term)))));

// shower shows the code of a transcript to who has none: then it is no evidence.
const shower = transcript => el("details", { ontoggle: async ({ target }) => {
  if (target.children.length < 3) target.append(el("pre", { className: "code", tabIndex: 0, ariaLabel: "The code" }, fours((await call("show", {}, transcript)).value)));
} }, el("summary", {}, "I have none here: show the code"), el("p", {}, "Compare it with what was announced. Typed from here, or from what came with the draw, it is no evidence."));

// showVerdict shows the verdict on a transcript, and the winners: before it, if it stands below something.
export function showVerdict(place, v, transcript, heading = "Verdict", above = null) {
  const title = el("h2", { tabIndex: -1 }, heading), prizes = prizesOf(v);
  const winners = [prizes.length > 0 && prizeCards(prizes.map(({ name, places }) => ({ name, cards: places.map(shown) }))), ...prizes.map(({ short }) => short ? el("p", {}, sentence(short)) : null)];
  const list = (title, items, className = "") => [el("h3", {}, title), el("ul", { className }, ...items)], conditional = v.state === "right, if";
  const words = el("p", {}, here(sentence(v.words))), more = [conditional && words, v.compare && shower(transcript),
    ...v.findings ? list("What was checked", v.findings.map(f =>
      el("li", { className: f.state.replace(" ", "-") }, el("span", { className: "mark", ariaHidden: "true" }, marks[f.state]), el("span", { className: "hidden" }, f.state + ": "), here(sentence(f.detail)))), "findings") : [],
    ...v.state !== "wrong" && v.open ? list("What no file can prove", v.open.map(text => el("li", {}, here(sentence(text))))) : [],
    ...v.problems?.Problems ? list("What looks wrong in the list", problemsOf(v.problems)) : []];
  const verdict = [verdictBox(v, v.note && el("p", {}, here(v.note.trim())), v.skips && el("ul", {}, ...v.skips.map(shown)), !conditional && words,
    v.state !== "wrong" && !v.compare && v.name && el("pre", { className: "code", tabIndex: 0, ariaLabel: "The code" }, fours(v.name)),
    el("details", {}, el("summary", {}, "How this was checked"), ...more.filter(Boolean))),
  !above && v.title && el("p", {}, "The organizer calls the draw ", el("b", { dir: "auto" }, v.title), `: ${v.what}.`, v.comes ? ` Its time was ${here(v.comes)}.` : "")];
  const won = el("div", { className: "winners stage" }), proof = el("div", { className: "proof panel" });
  fill(place, title, ...above ? [won, el("div", { className: "side" }, above, proof)] : [proof, won]);
  place.classList.toggle("invalid", v.state === "wrong");
  for (const [where, parts] of [[proof, verdict], [won, winners]]) where.append(...parts.filter(Boolean));
  if (v.ranked) {
    const [header, ...rows] = v.ranked, cells = (name, row) => row.map(cell => el(name, { dir: "auto" }, cell));
    won.append(el("h3", {}, v.first ? `The order of the list: the first ${v.first === 1 ? "wins" : `${v.first} win`}` : "The order of the list"), el("div", { className: "scroll", tabIndex: 0 }, el("table", { className: "ranked" },
      el("thead", {}, el("tr", {}, el("th", {}, "Rank"), ...cells("th", header))),
      el("tbody", {}, ...rows.map((row, i) => el("tr", { className: i < v.first ? "wins" : "" }, el("th", { scope: "row" }, String(i + 1)), ...cells("td", row)))))));
    if (v.below) won.append(el("p", {}, `… and ${v.below} more; the command “yates draw verify --ranked” writes all.`));
  }
  if (!above) arrive(title);
}
