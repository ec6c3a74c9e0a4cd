// Is this shuffle fair?
import { arrive, attempt, byId, el, fill, numberIn } from "./dom.js";
import { count, sentence } from "./texts.js";
import { call, loaded } from "./engine.js";
import { drawEvidence, drawHeat, odds, power, raised, redrawn } from "../../audit/view/report.js";
import { linkButton, pack, unpack } from "./link.js";
import { List } from "./list.js";
import { drawGallery, showGallery } from "./gallery.js";
import plain from "./plain.json";
import { Test, prepare } from "./test.js";

// Deals: for a verdict, after it, and on demand. However fast the device is, no fewer are a good sign.
const most = 20_000, mostBehind = 10_000, mostMore = 100_000;
const patient = 20_000, patientBehind = 8_000; // milliseconds for each of the first two
const glaring = 5; // standard errors, from which a card that comes too often or seldom is the plainest sign

const examples = {
  "Naive: swap with any place": `// Swaps each place with any place.
function shuffle(deck) {
  for (let i = 0; i < deck.length; i++) {
    const j = Math.floor(Math.random() * deck.length);
    [deck[i], deck[j]] = [deck[j], deck[i]];
  }
}`,
  "Sort with a coin": `// Sorts with a random comparison.
function shuffle(deck) {
  deck.sort(() => Math.random() - 0.5);
}`,
  "Fisher–Yates": `// Fisher and Yates, which is fair.
function shuffle(deck) {
  for (let i = deck.length - 1; i > 0; i--) {
    const j = Math.floor(Math.random() * (i + 1));
    [deck[i], deck[j]] = [deck[j], deck[i]];
  }
}`,
};

// Pieces of the museum that only a browser can show: what its own sort makes of a coin.
const sortStory = "What a sort makes of a coin depends on the browser, and in Chromium on how often it was called. In Chromium 156, with 10 cards, the last card stays last in 12 of 100 deals of the first 500 calls, and in 49 of 100 after some 1,200: the engine has compiled the call by then, and sorts up to 16 items by plain insertion. With 17 cards, nothing changes. Whoever tests only the first deals tests another shuffle than the one that runs all day.";
const pieces = [
  { name: "browser-sort", plain: "Sort with a coin, in this browser", title: "sorted with a coin by this browser, started anew after each 100 calls", story: sortStory, script: examples["Sort with a coin"], fresh: 100 },
  { name: "browser-sort-later", plain: "The same after 5,000 calls", title: "the same after 5,000 calls", story: sortStory, script: examples["Sort with a coin"] + "\nfor (let i = 0; i < 5000; i++) shuffle(Array.from({ length: 10 }, (_, i) => i));" },
];

const fair = { name: "fair", plain: "A fair shuffle" };

const other = "let your program print its deals and test it with “yates audit -- PROGRAM”, or test them here as recorded deals";

// Lines that show that a function is in a language that no browser runs.
const languages = [
  ["Python", /^\s*(def \w+\(.*:$|from \S+ import |import \w+$|(for|while|if) .*:$|random\.shuffle\()/],
  ["Ruby", /^\s*(def \w+[^:{]*$|end$|[\w.]+\.shuffle!?$)/],
  ["Rust", /^\s*((pub )?fn \w+|use \w+::|let mut )/],
  ["PHP", /^\s*(<\?php|\$\w+ *=[^>].*;|(public )?function \w+\(.*\$\w+\))/],
  ["Go", /^\s*(package \w+$|func\b.*\{$|import (\(|"))|^[^"'`]*\w\s*:=/],
  ["Java or C", /^\s*(Collections\.shuffle\(|import java|#include|((public|private|static|final|void|int|unsigned)\s+)+[\w<>[\]]+.*[;({])/],
  ["TypeScript", /^\s*(export\s+)?(interface|type|enum|declare)\s+\w+|^\s*import type|[\w)\]]\??:\s*(readonly\s+)?(number|string|boolean|void|any|unknown|[A-Z]\w*(<|\[|[,)]))|\w<[A-Z]\w*>\(|\bas (any|unknown|const|number|string|[A-Z]\w*)\b/],
];

// foreign says which line of a function is in another language, and what to do; nothing if none is.
function foreign(code) {
  for (const [i, line] of code.split(/\r?\n/).entries()) {
    const language = languages.find(([, shows]) => shows.test(line.trimEnd()))?.[0];
    if (language) return `Line ${i + 1} is ${language}, which the browser cannot run: ${language === "TypeScript" ? "remove the types" : other}.`;
  }
}

// The page has plain names for the mistakes, in place of those of the command.
const asPlain = text => Object.entries(plain).reduce((words, [name, as]) =>
  words.replace(new RegExp(`\\b((?:is|are|mistake|like) )${name}(?: \\([^()]*(?:\\([^()]*\\)[^()]*)*\\)|: .*)?(?=[,.;]|$)`), `$1“${as}”`), text);

// signsOf lists what is wrong. Above the alarm, each sign would be enough by itself.
function signsOf({ findings, suspicion, alpha }, text) {
  const all = suspicion ? [suspicion] : findings ?? [], alarm = suspicion ? -Infinity : -Math.log10(alpha);
  const name = f => sentence(asCards(text, all.length > 1 && !f.suspect ? f.text.split(/[:;(]/)[0].trim() : raised(asPlain(f.text)))).slice(0, -1);
  const [clear, weak] = [all.filter(f => f.log10_e >= alarm), all.filter(f => f.log10_e < alarm)];
  return [...clear.map(f => el("li", {}, name(f), el("span", { className: "hint" }, ` (odds ${power(Math.floor(f.log10_e))} to 1)`))),
    ...weak.length ? [el("li", { className: "soft" }, `${clear.length ? "Weaker signs" : "Only together beyond the alarm"}: ${weak.map(name).join("; ")}.`)] : []];
}

// The page deals cards. What others recorded may be anything, which the audit calls items.
const asCards = (text, words) => text ? words : words.replaceAll("an item", "a card").replaceAll("item", "card").replaceAll("Item", "Card");

// wordsOf returns the words of a report, with what is to be known of an alarm, or of a known mistake without one.
function wordsOf({ report, shuffle, text }) {
  const { verdict, alarm_at, unit, deals } = report, known = report.power?.find(p => p.suspect === shuffle.name && !p.found);
  const takes = known && (!known.needed ? `more than ${count(Math.max(known.tried ?? 0, deals), "deal")}` : `about ${odds(Math.log10(known.needed))} deals`);
  return raised(sentence(asCards(text, asPlain(report.words.replace(/ The odds against one are 0\..*? to 1; the alarm is at [\d,]+ to 1\./, ""))))) + (takes ? ` Finding this mistake takes ${takes}.` : "") +
    (verdict === "biased" ? ` It was clear after ${count(alarm_at, unit)}: a fair shuffle reaches ${odds(6)} to 1 in at most one of a million audits.` : "");
}

// hints say what the command has flags for.
const hints = ({ report, text }) => [
  report.findings?.[0]?.kind === "ascending" && "This page needs the order of a deal; the command “yates audit --unordered” audits sets.",
  report.broken && text && "On this page, a deal of its own is on a line of its own, and numbers one a line are one long order."].filter(Boolean);

export function setUpFair() {
  const form = byId("fair-form"), select = byId("fair-mistake"), code = byId("fair-code"), status = byId("fair-status"), beside = byId("fair-beside");
  const deals = new List("fair-deals", { label: "Recorded deals, one a line", hint: "Each line has the items in their new order, with spaces or commas between them: numbers, names or cards. One long order, such as that of a data set, has one number a line, from 0 or 1.", checked: false });
  const source = () => form.elements.source.value;
  const fit = () => {
    for (const kind of ["mistake", "function", "deals"]) byId("fair-" + kind + "-part").hidden = source() !== kind;
    byId("fair-shuffle-part").hidden = source() === "deals";
  };
  form.addEventListener("change", event => { if (event.target.name === "source") fit(); });
  fit();

  let museum = [];
  const story = () => {
    const s = museum.find(s => s.name === select.value);
    if (s) byId("fair-story").replaceChildren(el("p", {}, el("b", {}, raised(sentence(s.title)))), el("p", {}, s.story), el("pre", { tabIndex: 0 }, s.code ?? s.script), sources(s.sources) ?? "");
  };
  const sources = all => all?.length ? el("p", { className: "hint" }, "See ", ...all.flatMap((s, i) => [i ? "; " : "", /^https:/.test(s) ? el("a", { href: s, rel: "noreferrer", target: "_blank" }, s) : s])) : null;
  const hung = loaded.then(() => call("museum")).then(({ value }) => {
    museum = [...value.map(s => ({ ...s, plain: plain[s.name] })), ...pieces];
    const options = () => museum.map(s => el("option", { value: s.name }, s.plain));
    select.replaceChildren(...options());
    beside.append(...options());
    story();
  });
  hung.then(() => redrawn(form, () => { if (!tests.length) prepare(); })).catch(() => {}); // the page says why
  showGallery({}); // frames of the right size
  hung.then(() => redrawn(byId("fair-gallery"), drawGallery)).catch(() => {});
  select.addEventListener("change", story);
  code.value = examples["Naive: swap with any place"];
  for (const [name, text] of Object.entries(examples)) {
    byId("fair-examples").append(el("button", { type: "button", className: "quiet", onclick: () => { code.value = text; code.dispatchEvent(new Event("input", { bubbles: true })); code.focus(); } }, name), " ");
  }
  code.addEventListener("keydown", event => { // Tab goes on to the next field, as everywhere
    if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) form.requestSubmit();
  });

  // The tests that run or have run: that of the form, and perhaps one beside it.
  let concluded, shortly; // the words of the verdict, and what one can see of an alarm
  let tests = [], running = false, stopped = false, concluding = false, ended = false, behind;
  form.addEventListener("input", () => { if (!running) clear(); });
  // The first press waits for the deals that are being looked at, and concludes. Another one,
  // or one during the conclusion, ends all at once.
  byId("fair-stop").addEventListener("click", () => {
    ended = stopped || concluding;
    for (const test of tests) test.stop(ended);
    stopped = true;
  });
  redrawn(byId("fair-evidence"), () => { if (tests[0]?.report) pictures(); });

  form.addEventListener("submit", event => {
    event.preventDefault();
    if (running) return;
    run(byId("fair-button"), async () => {
      clear();
      byId("fair-came").hidden = true;
      await hung;
      const items = numberIn("fair-items"), of = name => museum.find(s => s.name === name) ?? fair;
      const text = source() === "deals" ? await deals.need() : null;
      const shuffle = { mistake: () => of(select.value), function: () => ({ plain: "Your function", script: code.value, own: true }), deals: () => ({ plain: "The deals" }) }[source()]();
      tests = [new Test(shuffle, { items, text, cards: byId("fair-cards").checked })];
      if (!text && beside.value) tests.push(new Test(of(beside.value), { items }));
      await Promise.all(tests.map(test => test.start()));
      byId("fair-links").replaceChildren();
      if (!text) {
        const link = async () => ({ items, ...shuffle.own ? { code: await pack(shuffle.script) } : { mistake: shuffle.name }, beside: beside.value });
        byId("fair-links").append(el("button", { type: "button", onclick: event => run(event.target, () => deal(tests[0].report.deals + mostMore, Infinity, true)) }, "Keep dealing"), linkButton("fair", link));
      }
      await deal(text ? Infinity : most, text ? Infinity : patient);
    });
  });

  // run runs a test, or goes on with it.
  const run = (button, work) => attempt(button, byId("fair-error"), async () => {
    running = stopped = true;
    await behind;
    stopped = concluding = ended = false;
    byId("fair-stop").hidden = false;
    byId("fair-links").hidden = true;
    try {
      await work();
      await finish();
    } catch (error) {
      if (!stopped || concluding || !tests[0]?.report?.deals) {
        clear(); // what an error leaves unfinished
        const language = /SyntaxError|ReferenceError/.test(error.message) && foreign(code.value);
        throw new Error(`✗ Not tested. ${language || sentence(error.message)}`);
      }
      await finish(); // of a function that was stopped with the button
    } finally {
      running = false;
      status.textContent = byId("fair-count").textContent = "";
      byId("fair-stop").hidden = true;
      byId("fair-links").hidden = false;
    }
    // The pictures get sharper behind the verdict, which stays.
    const { text, report } = tests[0] ?? {};
    if (report && !text && !stopped && report.verdict !== "broken") behind = go(report.alarm ? mostBehind : 0, patientBehind, true).catch(() => {}); // who goes on sees why
  });

  // clear takes away an earlier test and its report.
  function clear() {
    for (const test of tests) test.end();
    tests = [];
    concluded = null;
    byId("fair-error").textContent = "";
    byId("fair-report").hidden = true;
    for (const part of ["verdict", "words", "signs", "findings", "heats"]) byId("fair-" + part).replaceChildren();
  }

  // deal shows how many deals are made.
  function deal(until, time, on) {
    status.textContent = tests[0].report.unit === "item" ? "Reading …" : "Dealing …";
    show();
    arrive(byId("fair-heading"));
    return go(until, time, on);
  }

  // go deals until there are so many deals or it takes too long, and no longer than to the alarm if it is not to go on.
  async function go(until, time, on) {
    const [test, other] = tests, start = performance.now();
    const more = () => {
      const { alarm, done, deals } = test.report;
      return !stopped && tests[0] === test && !done && deals < until && performance.now() - start < time && (on || !alarm);
    };
    const follow = async deals => { while (other && !stopped && other.report.deals < deals) await other.more(Math.min(4000, Math.ceil(deals - other.report.deals)), true); };
    for (let batch = on ? 1000 : 16; more(); batch = Math.min(3 * batch, 4000)) {
      const began = performance.now();
      await Promise.all([test.more(Math.min(batch, until - test.report.deals), on), follow(test.report.deals / (on ? 1 : 4))]); // the verdict comes first
      if (tests[0] === test) show();
      await new Promise(resolve => setTimeout(resolve, Math.max(0, 60 - (performance.now() - began)))); // for the eye
    }
    if (!on) return;
    await follow(test.report.deals);
    if (tests[0] === test) show();
  }

  // show shows what is known so far.
  function show() {
    const { report, name, text } = tests[0];
    byId("fair-report").hidden = false;
    byId("fair-pictures").hidden = report.verdict === "broken" && !report.deals;
    byId("fair-seen").textContent = asCards(text, sentence(report.seen + (name ? " by the function " + name : "")));
    byId("fair-count").textContent = running ? count(report.deals, report.unit) : "";
    pictures();
  }

  function pictures() {
    drawEvidence(byId("fair-evidence"), tests[0].report);
    const place = byId("fair-heats");
    if (place.childElementCount !== tests.length) fill(place, ...tests.map(() => el("figure", {}, el("div"), el("figcaption"))));
    const signOf = ({ verdict, log10_e }) => verdict === "biased" ? "biased" // the words have the odds
      : log10_e < 1 ? "no sign against it" : `odds against it: ${odds(log10_e)} to 1`;
    const [furthest] = tests.map(({ report, text, shuffle }, i) =>
      drawHeat(...place.children[i].children, { ...report, thing: asCards(text, "item") }, `${shuffle.plain} (${signOf(report)})`));
    if (!concluded || tests[0].report.verdict !== "biased") return;
    concluded.textContent = wordsOf(tests[0]); // as many deals as the pictures have
    const { text, report: { findings: [first] } } = tests[0], seen = Math.abs(furthest?.far) >= glaring && first?.kind !== "repeats";
    const { best_log10_e: best, findings } = tests[0].report, like = plain[findings.find(({ suspect }) => plain[suspect])?.suspect];
    shortly.textContent = sentence(seen ? furthest.words : first?.kind === "together" ? "no single sign stands out; all together do"
      : asCards(text, first?.text ?? "it goes on for too long to be chance").split(/[:;(]/)[0].trim()) +
      (seen && like ? ` It is like “${like}”.` : "") + ` Odds against chance: ${best < 10 ? odds(best) : power(Math.floor(best))} to 1.`;
  }

  async function finish() {
    const { text, shuffle } = tests[0], enough = !text && tests[0].report.deals >= most;
    const look = !enough || !shuffle.own; // enough deals would have shown all common mistakes
    if (look) status.textContent = "Looking what would have been found …";
    concluding = true;
    try {
      if (look && !ended) await tests[0].conclude();
    } catch (error) {
      if (!ended) throw error;
    }
    const { report } = tests[0], { unit, deals } = report, thing = unit === "item" ? "order" : "shuffle";
    const words = { biased: `✗ This ${thing} is biased`, broken: `✗ This ${thing} is broken`, "nothing found": "✓ No bias found", "too few deals": `… Too few ${unit}s to tell`, "stopped": "… Stopped" };
    if (ended && !report.suspicion && !["biased", "broken"].includes(report.verdict)) {
      report.verdict = "stopped";
      report.words = `there was no alarm in ${count(deals, unit)}; what would have been found by then is not known`;
    } else if (!text && !enough && report.verdict === "nothing found") {
      report.verdict = "too few deals";
      report.words = `there was no alarm in ${count(deals, unit)}. The page looks at ${count(most, unit)} before it says that nothing was found`;
    }
    const looks = report.suspicion ? "open" : { "nothing found": "plain", "too few deals": "open", "stopped": "open" }[report.verdict] ?? "bad";
    if (report.verdict === "broken") byId("fair-links").firstChild?.remove(); // more deals say no more
    byId("fair-verdict").className = "verdict " + looks;
    concluded = el("p", {}, wordsOf(tests[0]));
    byId("fair-verdict").replaceChildren(el("strong", {}, report.suspicion ? "? No alarm, but suspicious" : words[report.verdict]), report.verdict === "biased" ? shortly = el("p") : concluded,
      report.verdict === "nothing found" ? el("p", {}, `${unit === "item" ? "" : "This is no proof: a small bias takes more deals to see. "}Not tested: whether it can be predicted${text ? "" : ", or acts otherwise later, or with your names"}.`) : "");
    const signs = signsOf(report, text), remedy = [asCards(text, report.remedy ?? ""), ...hints(tests[0])].join(" ").trim();
    if (report.verdict === "biased") fill(byId("fair-words"), concluded);
    const code = shuffle.script ?? shuffle.code, when = new Date().toLocaleString("en-US", { dateStyle: "long", timeStyle: "short" });
    fill(byId("fair-made"), el("p", {}, `${shuffle.plain}, tested with yates on ${when}`), code && el("pre", {}, code));
    fill(byId("fair-signs"), signs.length > 0 && el("h3", {}, report.suspicion ? "What is suspicious" : `What was wrong, clearest first${report.from ? ` (listed after ${count(report.from, unit)})` : ""}`), signs.length > 0 && el("ul", {}, ...signs));
    fill(byId("fair-findings"), remedy && el("h3", {}, "How to fix it"), remedy && el("p", {}, remedy));
    pictures();
    arrive(byId("fair-heading"));
  }

  return async given => { // by a link
    await hung;
    if (running) return;
    if (given.code) code.value = await (await unpack(given.code)).text();
    else select.value = given.mistake;
    beside.value = given.beside ?? "fair";
    if (!select.value || beside.selectedIndex < 0) throw new Error("there is no such shuffle");
    form.elements.source.value = given.code ? "function" : "mistake";
    byId("fair-items").value = given.items ?? 10;
    story();
    fit();
    byId("fair-came").hidden = !given.code;
    if (given.code) clear(); // somebody else's code waits for a press
    else form.requestSubmit();
  };
}
