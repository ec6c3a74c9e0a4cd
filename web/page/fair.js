// Is this shuffle fair?
import { arrive, attempt, byId, count, el, numberIn, sentence } from "./dom.js";
import { Engine, call, ready } from "./engine.js";
import { drawEvidence, drawHeat, redrawn } from "./charts.js";
import { linkButton, pack, unpack } from "./link.js";
import { List } from "./list.js";
import { Sandbox } from "./sandboxed.js";

const most = { mistake: 20_000, function: 20_000, deals: Infinity }; // deals

const examples = {
  "naive": `// Swaps each place with any place.
function shuffle(deck) {
  for (let i = 0; i < deck.length; i++) {
    const j = Math.floor(Math.random() * deck.length);
    [deck[i], deck[j]] = [deck[j], deck[i]];
  }
}`,
  "sort": `// Sorts with a random comparison.
function shuffle(deck) {
  deck.sort(() => Math.random() - 0.5);
}`,
  "off by one": `// One letter is wrong: i should be i + 1.
function shuffle(deck) {
  for (let i = deck.length - 1; i > 0; i--) {
    const j = Math.floor(Math.random() * i);
    [deck[i], deck[j]] = [deck[j], deck[i]];
  }
}`,
  "fair": `// Fisher and Yates, which is fair.
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
  { name: "browser-sort", title: "sorted with a coin by this browser, its first 100 calls", story: sortStory, code: examples.sort, fresh: 100 },
  { name: "browser-sort-later", title: "the same after 5,000 calls", story: sortStory, code: examples.sort + "\nfor (let i = 0; i < 5000; i++) shuffle(Array.from({ length: 10 }, (_, i) => i));" },
];

export function setUpFair() {
  const form = byId("fair-form"), select = byId("fair-mistake"), code = byId("fair-code"), status = byId("fair-status");
  const deals = new List("fair-deals", { label: "Recorded deals, one a line", hint: "Each line has the items in their new order, with spaces or commas between them: numbers, names or cards.", checked: false });
  const source = () => form.elements.source.value;
  const fit = () => {
    for (const kind of ["mistake", "function", "deals"]) byId("fair-" + kind + "-part").hidden = source() !== kind;
    byId("fair-items-part").hidden = source() === "deals";
  };
  form.addEventListener("change", event => { if (event.target.name === "source") fit(); });
  fit();

  let museum = [];
  const story = () => {
    const s = museum.find(s => s.name === select.value);
    if (s) byId("fair-story").replaceChildren(el("p", {}, s.story), el("pre", { tabIndex: 0 }, s.code), sources(s.sources));
  };
  const sources = all => all?.length ? el("p", { className: "hint" }, "See ", ...all.flatMap((s, i) => [i ? "; " : "", /^https:/.test(s) ? el("a", { href: s, rel: "noreferrer" }, s) : s])) : null;
  const loaded = ready().then(() => call("museum")).then(({ value }) => {
    museum = [...value, ...pieces];
    for (const s of museum) select.append(el("option", { value: s.name }, `${s.name}: ${s.title}`));
    story();
  }).catch(() => {}); // the page says why
  select.addEventListener("change", story);
  code.value = examples.naive;
  for (const [name, text] of Object.entries(examples)) {
    byId("fair-examples").append(el("button", { type: "button", className: "quiet", onclick: () => { code.value = text; code.focus(); } }, name), " ");
  }
  code.addEventListener("keydown", event => { // Tab goes on to the next field, as everywhere
    if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) form.requestSubmit();
  });

  let stopped = true, concluding = false, ended = false, report = null, sandbox = null;
  let auditor = null; // an engine of its own, so that draws do not wait, whatever is tested
  form.addEventListener("input", () => { if (stopped) clear(); });
  // The first press waits for the deals that are being looked at, and concludes. Another one,
  // or one during the conclusion, ends all at once.
  byId("fair-stop").addEventListener("click", () => {
    ended = stopped || concluding;
    if (ended) auditor.stop("it was stopped");
    stopped = true;
    sandbox?.stop("it was stopped");
  });
  redrawn(() => { if (report && !byId("fair").hidden) pictures(); });
  addEventListener("hashchange", () => { if (report && location.hash === "#fair") requestAnimationFrame(pictures); });

  form.addEventListener("submit", event => {
    event.preventDefault();
    attempt(byId("fair-button"), byId("fair-error"), async () => {
      stopped = concluding = ended = false;
      clear();
      auditor = new Engine();
      byId("fair-stop").hidden = false;
      try {
        await audit();
        await finish();
      } catch (error) {
        if (!stopped || concluding || !report?.deals) throw notTested(error);
        await finish(); // of a function that was stopped with the button
      } finally {
        stopped = true;
        status.textContent = "";
        byId("fair-stop").hidden = true;
        sandbox?.stop();
        sandbox = null;
        auditor.stop("the test has ended");
      }
    });
  });

  // clear takes away the report of an earlier test.
  function clear() {
    report = null;
    byId("fair-error").textContent = "";
    byId("fair-report").hidden = true;
    byId("fair-verdict").replaceChildren();
    byId("fair-links").replaceChildren();
    byId("fair-findings").replaceChildren();
  }

  // notTested takes away what an error leaves unfinished, and says so.
  function notTested(error) {
    clear();
    return new Error(`✗ Not tested. ${sentence(error.message)}`);
  }

  async function audit() {
    const items = numberIn("fair-items"), piece = source() === "mistake" && pieces.find(p => p.name === select.value);
    const kind = piece ? "function" : source(), tested = piece?.code ?? code.value;
    const args = { items, suspect: kind === "mistake" ? select.value : "", pasted: kind === "deals", cards: byId("fair-cards").checked };
    status.textContent = "Auditing …";
    const text = kind === "deals" ? await deals.need() : null;
    if (kind === "function") { // so that errors in it come first
      sandbox = new Sandbox();
      await sandbox.start(tested);
    }
    report = (await auditor.call("audit", args, text)).value;
    show();
    arrive(byId("fair-heading"));
    for (let batch = 4; !stopped && !report.alarm && !report.done && report.deals < most[kind]; batch = Math.min(2 * batch, 500)) {
      const began = performance.now();
      if (piece?.fresh) {
        batch = piece.fresh;
        sandbox.stop();
        await sandbox.start(tested);
      }
      const dealt = kind === "function" ? await sandbox.deal(items, batch) : null;
      report = (await auditor.call("observe", { deals: batch }, dealt)).value;
      show();
      await new Promise(resolve => setTimeout(resolve, Math.max(0, 60 - (performance.now() - began)))); // for the eye
    }
  }

  // show shows what is known so far.
  function show() {
    byId("fair-report").hidden = false;
    byId("fair-seen").textContent = `${count(report.deals, "deal")} of ${report.take === report.items ? "" : report.take + " of "}${report.items} items. Odds against a fair shuffle: ${report.odds} to 1.`;
    pictures();
  }

  function pictures() {
    drawEvidence(byId("fair-evidence"), report);
    drawHeat(byId("fair-heat"), byId("fair-heat-caption"), report);
  }

  async function finish() {
    const words = { biased: "✗ This shuffle is biased", broken: "✗ This shuffle is broken", "nothing found": "○ Nothing found", "too few deals": "… Too few deals to tell", "stopped": "… Stopped" };
    status.textContent = "Looking what would have been found …";
    concluding = true;
    try {
      if (!ended) report = (await auditor.call("conclude")).value;
    } catch (error) {
      if (!ended) throw error;
    }
    if (ended && !report.suspected && !["biased", "broken"].includes(report.verdict)) {
      report.verdict = "stopped";
      report.words = `there was no alarm in ${count(report.deals, "deal")}; what would have been found by then is not known`;
    }
    const looks = report.suspected ? "open" : { "nothing found": "good", "too few deals": "open", "stopped": "open" }[report.verdict] ?? "bad";
    byId("fair-verdict").className = "verdict " + looks;
    byId("fair-verdict").replaceChildren(el("strong", {}, report.suspected ? "? No alarm, but suspicious" : words[report.verdict]), el("p", {}, sentence(report.words)));
    if (report.findings) {
      byId("fair-findings").append(el("h3", {}, report.suspected ? "What is suspicious" : "What is wrong, clearest first"), el("ul", {}, ...report.findings.map(f => el("li", {}, sentence(f.text).slice(0, -1), el("span", { className: "hint" }, ` (odds ${f.odds} to 1)`)))));
    }
    if (report.remedy) byId("fair-findings").append(el("h3", {}, "How to fix it"), el("p", {}, report.remedy));
    const kind = source(), items = numberIn("fair-items"), tested = code.value;
    if (kind !== "deals") byId("fair-links").append(linkButton("fair", async () => ({ items, ...kind === "mistake" ? { mistake: select.value } : { code: await pack(tested) } })));
    arrive(byId("fair-heading"));
  }

  return async ({ mistake, code: packed, items }) => { // by a link
    await loaded;
    if (!stopped) return;
    if (mistake) select.value = mistake;
    else code.value = await unpack(packed);
    form.elements.source.value = mistake ? "mistake" : "function";
    byId("fair-items").value = items;
    story();
    fit();
    form.requestSubmit();
  };
}
