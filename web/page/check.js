// Check a draw that somebody made.
import { arrive, attempt, byId, contents, el, fill, numbered, outdate, renew, whenFilesDrop } from "./dom.js";
import { sentence } from "./texts.js";
import { call } from "./engine.js";
import { linkButton, pack, unpack } from "./link.js";
import { List, kindOf, refuse } from "./list.js";

export function setUpCheck() {
  const form = byId("check-form"), result = byId("check-result");
  const changed = () => { byId("check-error").textContent = ""; outdate(result); };
  form.addEventListener("input", changed);
  const transcript = new List("check-transcript", { changed, label: "The transcript", hint: "The file of the draw that was published. It begins with “yates draw commitment”.", checked: false });
  const list = new List("check-list", { changed, label: "The list, if you have it", hint: "With it, winners are shown by name.", checked: false });
  // Who drops both files at once need not say which is which.
  whenFilesDrop(form, async files => {
    for (const file of files) {
      await (/commitment|transcript/.test(await kindOf(await contents(file))) ? transcript : list).open(file);
    }
  });
  form.addEventListener("submit", event => {
    event.preventDefault();
    attempt(byId("check-button"), byId("check-error"), async () => {
      renew(result);
      let [text, names] = [await transcript.given(), await list.given()], { pasted } = transcript;
      if (text && names && await kindOf(names) === "a transcript" && await kindOf(text) !== "a transcript") [text, names, pasted] = [names, text, list.pasted];
      if (text && names && await kindOf(text) === "a transcript") await refuse(names); // else the transcript is what is wrong
      if (!text) {
        transcript.box.focus();
        throw new Error("add the transcript of a draw first");
      }
      const packed = names?.size < 50_000 && await pack(names), brief = packed?.length < 6_000; // characters of a message
      const { value } = await call("check", { published: byId("check-published").value, pasted, now: new Date() }, text, names);
      if (value.compare) byId("check-published").closest("details").open = true;
      showVerdict(result, value);
      result.append(el("p", { className: "row noprint" }, linkButton("check", async () => ({ transcript: await pack(text), ...brief && { list: packed } }), brief ? "Copy a link with the list" : undefined),
        el("button", { type: "button", className: "quiet", onclick: () => print() }, "Print")));
    });
  });
  // A link brings what somebody drew. What was announced before is what the reader knows, and no link says it.
  return async given => {
    renew(result);
    byId("check-published").value = "";
    await (given.list ? list.put(await unpack(given.list), "The list of the link") : list.clear());
    await transcript.put(await unpack(given.transcript ?? ""), "The transcript of the link");
    form.requestSubmit();
  };
}

const marks = { passed: "✓", failed: "✗", "not checked": "–" };

// shown shows a place of a draw.
const shown = p => el("li", { className: p.skipped ? "skipped" : "" }, el("b", { dir: "auto" }, p.name || `Line ${p.entry}`), el("span", { className: "soft" }, p.name ? ` line ${p.entry}` : "", p.skipped ? ` – skipped: ${p.skipped}` : ""));

// showVerdict shows the verdict on a draw.
export function showVerdict(place, v, heading = "Verdict") {
  const title = el("h2", { tabIndex: -1 }, heading);
  const [mark, kind] = { right: ["✓", "good"], wrong: ["✗", "bad"] }[v.state] ?? ["?", "open"];
  fill(place, title,
    el("div", { className: "verdict " + kind }, el("strong", {}, `${mark} ${v.verdict}`), v.skips && el("ul", {}, ...v.skips.map(shown)), el("p", {}, sentence(v.words)),
      v.compare && el("p", {}, "Compare this code with the one that you saw before the draw, where it was announced. What comes with the draw, or in a link to it, is no proof:"),
      v.state !== "wrong" && v.name && el("pre", { className: "code", tabIndex: 0, ariaLabel: "The code" }, v.name)));
  if (v.title) place.append(el("p", {}, el("b", { dir: "auto" }, v.title), `: ${v.what}.`, v.comes ? ` Round ${v.round} of the public beacon decided, at ${v.comes}.` : ""));
  for (const prize of v.prizes ?? []) {
    place.append(el("h3", { dir: "auto" }, prize.name), numbered("names", ...(prize.places ?? []).map(shown)));
    if (prize.short) place.append(el("p", {}, sentence(prize.short)));
  }
  if (v.findings) {
    place.append(el("h3", {}, "What was checked"), el("ul", { className: "findings" }, ...v.findings.map(f =>
      el("li", { className: f.state.replace(" ", "-") }, el("span", { className: "mark", ariaHidden: "true" }, marks[f.state]), el("span", { className: "hidden" }, f.state + ": "), sentence(f.detail)))));
  }
  if (v.state !== "wrong" && v.open) {
    place.append(el("h3", {}, "What no file can prove"), el("ul", {}, ...v.open.map(text => el("li", {}, sentence(text)))));
  }
  if (v.problems) {
    const more = v.more ? [el("li", {}, `… and ${v.more} more`)] : [];
    place.append(el("h3", {}, "What looks wrong in the list"), el("ul", {}, ...v.problems.map(text => el("li", {}, sentence(text))), ...more));
  }
  arrive(title);
}
