// The page of one public draw, which a link opens: what is drawn and when, and at its time the winners. The verdict
// waits for the code that its reader saw published, which no link can say.
import { attempt, byId, copy, el, fill, here, outdate, pause, pills, quiet, renew, rows, save } from "./dom.js";
import { called, fours, sentence } from "./texts.js";
import { call, parsed } from "./engine.js";
import { cameWords, fetchRound, hostsOf, isTime, showClock } from "./beacon.js";
import { codeField, prizesOf, showVerdict, termsList } from "./check.js";
import { addressField, addressed, handed, linkOut, linkTo, pack, pictureOf, unpack } from "./link.js";
import { List, kindOf, refuse } from "./list.js";
import { codeOf } from "./qr.js";
import { namesIn, reveal } from "./reveal.js";

const lists = new Map(); // that this page committed to, by the commitment, until it is left
export const keepList = (commitment, list) => lists.set(commitment, list);

export function setUpEvent() {
  const form = byId("event-form"), result = byId("event-result"), listed = byId("event-listed"), button = byId("event-button"), slowly = byId("event-slowly"), work = byId("event-work");
  // What the commitment says; it and what was drawn, as Blobs; by which skips, if here; whether its time has come, and
  // is waited for; what was shown; whether the list is that of the link.
  let beacon, commitment, drawn, skipped, came, awaited, shown, published, linked;
  // judged says first what this is not, or all of the page stands for what it says. A code may be mistyped, or right, or missing yet.
  const judged = (words, { typing = false, state, compare = false } = {}) => {
    const right = state === "right", open = compare && !words;
    byId("event-verdict").textContent = words;
    byId("event-kind").textContent = right ? "✓ Confirmed" : open ? "Not confirmed yet" : "A public draw";
    work.classList.toggle("confirmed", right);
    work.classList.toggle("open", open);
    work.classList.toggle("invalid", Boolean(words));
    work.classList.toggle("doubtful", typing);
  };

  // stale marks what was shown of a form that has changed since.
  const stale = () => {
    work.classList.remove("confirmed", "open");
    if (result.firstChild) outdate(result.querySelector(".proof"));
  };
  const list = new List("event-list", { label: "The list, if you have it", hint: "With it, winners are shown by name.", checked: false, changed: () => { linked = false; stale(); describe(); } });
  const file = new List("event-file", { label: "The file that was published", checked: false, changed: async () => {
    if (file.text) await open(file.text, file.pasted).catch(error => { byId("event-why").textContent = sentence(error.message); });
  } });
  const skips = rows(byId("event-skips"), "Line", "Reason", "Add a line");
  skips.add();
  byId("event-where").replaceWith(addressField("event-address", () => share()));
  // Typing a code tells how far it agrees. Its button checks with it what was drawn, and draws nothing.
  const code = byId("event-code"), coded = byId("event-coded"), said = byId("event-said"), home = byId("event-announced");
  // What is not complete is no code yet.
  const compare = async () => {
    const typed = code.value, { value } = await call("compare", { typed }, commitment);
    if (typed === code.value) said.textContent = value.words, said.className = value.state;
    return value.code;
  };
  // A whole code is checked at once, where its verdict is asked for.
  const changedCode = async () => {
    if (published) stale();
    if (await compare() && result.firstChild && !button.disabled) form.requestSubmit(button);
  };
  codeField(code, said, changedCode);
  coded.addEventListener("input", changedCode);
  coded.addEventListener("submit", event => {
    event.preventDefault();
    if (drawn) form.requestSubmit(button);
    else if (!code.value) code.focus();
  });
  form.addEventListener("input", () => { byId("event-error").textContent = ""; stale(); });

  // linkOf returns the link to this draw, or to what was drawn.
  const linkOf = async (names, text = commitment) => {
    const packed = names && list.text?.size < 50_000 && await pack(list.text);
    return linkOut("event", { draw: await pack(text), ...packed && { list: packed } });
  };
  // describe tells what makes chances unequal, as the commitment and the list have it, before anybody draws.
  async function describe() {
    if (!beacon) return;
    const { name } = beacon, { value } = await call("commitment", { pasted: false }, commitment, list.text);
    if (beacon?.name !== name) return;
    beacon.lines = value.listed ? (await list.text.text()).replace(/^\ufeff/, "").split(/\r?\n/) : list.text ? [] : undefined;
    const foreign = linked && !value.listed;
    if (!drawn) {
      judged(foreign ? "✗ The list in this link is not the list of this draw. Do not trust this link." : "");
      button.disabled = slowly.disabled = foreign;
    }
    fill(byId("event-terms"), value.terms && el("div", { className: "note" }, termsList(value.terms)));
    share();
    find();
  }

  // share shows the link as a code for cameras, and prepares the sheet.
  async function share() {
    if (!beacon) return;
    listed.parentElement.hidden = !list.text || list.text.size >= 50_000;
    fill(byId("event-picture"), pictureOf(await linkOf(listed.checked && list.text), listed.checked));
    const facts = byId("event-facts").cloneNode(true), link = await linkOf(), given = addressed(), late = drawn || came;
    for (const one of [facts, ...facts.querySelectorAll("[id]")]) one.removeAttribute("id");
    fill(byId("event-sheet"), !drawn && facts, // which else stand above the winners
      given && el("p", {}, late ? "Scan this to see the draw:" : "Scan this to watch the countdown, and at its time the winners:"),
      given && codeOf(link), given && el("p", { className: "hint" }, new URL(link).host),
      el("p", {}, late ? "This sheet was made after the time of the draw, so the code on it is no proof." : "This code names the draw. Keep it: it shows afterwards that nothing was changed."), el("pre", { className: "code" }, fours(beacon.name)));
  }
  listed.addEventListener("input", share);
  byId("event-copy").addEventListener("click", async event => copy(handed(await linkOf(listed.checked && list.text, drawn ?? commitment)), event.target));
  byId("event-print").addEventListener("click", () => print());

  // find says which line of the list its reader is, and afterwards what it won.
  const hint = byId("event-you").textContent, plain = text => text.normalize("NFKC").toLowerCase().trim().replace(/\s+/g, " "), most = 12; // lines to choose from
  function find() {
    const asked = plain(byId("event-name").value), { lines = [], entries } = beacon, by = fits => asked ? lines.flatMap((line, i) => fits(plain(line)) ? i + 1 : []) : [];
    const tell = (words, kind = "", more = "") => { fill(byId("event-you"), words, more && el("span", {}, ...[more].flat())); byId("event-you").className = kind; };
    const exact = by(line => line === asked), all = exact.length ? exact : /^\d+$/.test(asked) ? [Number(asked)] : by(line => line.includes(asked)), line = all[0];
    const nameOf = line => called(lines[line - 1], 80), named = Boolean(lines[line - 1]), who = named ? `${nameOf(line)} is line ${line}` : `That is line ${line}`;
    const was = named ? `${who}. It ` : `Line ${line} `;
    for (const card of result.querySelectorAll("[data-entry]")) card.classList.toggle("mine", all.length === 1 && card.dataset.entry === String(line));
    if (!asked) return tell(hint);
    if (work.matches(".invalid")) return tell(shown?.typing ? "Nothing counts until the code is right." : "Nothing counts: this is not the draw.", "on");
    if (!line) return tell(lines.length ? "Nobody on the list is called that." : beacon.lines ? "The list that is here is not the one of this draw." : "The names are not here. Enter the number of your line, or add the list below.");
    if (line > entries) return tell(`The list ends with line ${entries}.`);
    if (all.length > 1) return tell(`There are ${all.length} such lines. Which is yours?`, "", [...all.slice(0, most).map(i => quiet(`${nameOf(i)}, line ${i}`, () => { byId("event-name").value = i; find(); })), all.length > most && "Type more of the name for the others."]);
    if (!shown?.prizes || result.querySelector(".outdated")) return tell(`${who} of ${entries} on the list.`, "on");
    const prize = shown.prizes.find(({ places }) => places?.some(place => place.entry === line)), place = prize?.places.find(place => place.entry === line), right = shown.state === "right";
    const alternate = prize?.name === "“Alternates”" && prize.places.filter(({ skipped }) => !skipped).indexOf(place) + 1, known = right ? `${who}.` : `${who}. It counts if this is the draw that was announced.`;
    if (alternate) return tell(`You are alternate ${alternate}${right ? "" : ", if confirmed"}`, "on", known);
    if (place) return place.skipped ? tell(`${was}was drawn for ${prize.name}, and skipped: ${place.skipped}`, "on") : tell(`You won: ${prize.name}${right ? "" : ", if confirmed"}`, right ? "won right" : "won", known);
    tell(shown.prizes.some(({ short }) => short?.startsWith("…")) ? `${was}is not among those that are shown: look in the transcript.` : `${was}was not drawn this time.`, "on");
  }
  byId("event-name").addEventListener("input", find);
  byId("event-mine").addEventListener("submit", event => event.preventDefault());

  const wordsOf = ({ round, comes, parties }, past) => [round && `Round ${round} of the public beacon ${past ? "decided" : "decides"}, at ${comes}.`, parties && `The secrets of ${parties.join(", ")} ${past ? "decided" : "decide"}${round ? ", too" : ""}.`].filter(Boolean).join(" ");
  const say = (place, words) => { if (place.textContent !== words) place.textContent = words; }; // else screen readers say it each second
  const tick = () => {
    if (!beacon || byId("event").hidden) return;
    const before = came, { round } = beacon;
    came = Boolean(round) && isTime(beacon);
    const early = round && !came && !drawn;
    say(byId("event-when"), round ? cameWords(beacon, drawn) : "");
    say(byId("event-how"), wordsOf(beacon, drawn));
    work.classList.toggle("drawn", Boolean(drawn));
    if (drawn || !round) fill(byId("event-clock"));
    else showClock(byId("event-clock"), beacon);
    say(button, drawn ? "Check again" : !round ? "Draw" : early ? awaited ? "Waiting for the time" : "Draw when it is time" : "Draw now");
    say(slowly, drawn ? "Show one by one" : "Draw one by one");
    slowly.hidden = !beacon.prizes || Boolean(early);
    button.classList.toggle("quiet", Boolean(drawn || early && awaited));
    say(byId("event-asks"), !round || drawn ? "" : awaited ? "The draw begins here by itself at that time. If the clock of this device is wrong, press again." : "Asks a public random-number service; sends nothing of yours.");
    if (came === before) return;
    byId("event-error").textContent = "";
    share();
    if (came && awaited) form.requestSubmit(beacon.prizes ? slowly : button);
  };
  setInterval(tick, 1000);

  // number returns that of the beacon, which can be pasted where there is no network. At the time that was waited for,
  // the hosts may have it some seconds later.
  async function number() {
    const field = byId("event-beacon");
    for (let tries = awaited && isTime(beacon) ? 10 : 1; beacon.round && !field.value.trim(); tries--) {
      try {
        field.value = await fetchRound(beacon);
      } catch (error) {
        if (tries <= 1) {
          byId("event-paste").open = isTime(beacon);
          throw error;
        }
        await pause(2000);
      }
    }
    return beacon.round ? field.value : "";
  }

  form.addEventListener("submit", event => {
    event.preventDefault();
    const show = event.submitter === slowly;
    attempt(event.submitter ?? button, byId("event-error"), async () => {
      const names = await list.given();
      if (names) await refuse(names);
      if (beacon.round && !drawn && !isTime(beacon) && !awaited && !byId("event-beacon").value.trim()) {
        awaited = true; // the clock may be wrong: who presses again is believed
        navigator.wakeLock?.request("screen").catch(() => {}); // which phones may refuse
        return tick();
      }
      const skip = Object.fromEntries(skips.filled()), by = JSON.stringify(skip);
      if (!drawn || skipped && skipped !== by) {
        drawn = new Blob([(await call("run", { beacon: await number(), secrets: byId("event-secrets").value, skip }, commitment, names)).text]);
        skipped = by;
      }
      const alone = awaited;
      awaited = false;
      const typing = coded.contains(document.activeElement);
      published = await compare();
      const { value } = await call("check", { published, pasted: false, now: new Date() }, drawn, names);
      home.append(coded);
      result.before(byId("event-mine"));
      renew(result);
      const groups = prizesOf(value).map(({ name, places }) => ({ name, lines: places.filter(place => !place.skipped).map(place => place.name || `Line ${place.entry}`) })).filter(({ lines }) => lines.length);
      tick();
      if (show && groups.length && value.state !== "wrong") await reveal({ first: "winner", alone, title: value.title, groups, names: names ? await namesIn(names) : [], foot: el("div", {}, value.state === "right" && el("p", { className: "confirmed" }, "✓ Confirmed"), here(value.stage), value.terms && termsList(value.terms)) });
      showVerdict(result, value, drawn, value.state === "wrong" && !value.prizes ? "The verdict" : "The winners", byId("event-mine"));
      // The code is asked for in the verdict that lacks it.
      const box = result.querySelector(".verdict");
      home.hidden = true;
      judged(value.state === "wrong" ? `✗ ${value.verdict}` : "", value);
      if (value.compare || value.state === "wrong" && published) box.insertBefore(coded, box.querySelector(":scope > details"));
      result.querySelector(".proof").append(el("p", { className: "row noprint" }, quiet("Download the transcript", () => save(drawn, "draw.transcript"))));
      shown = value;
      share();
      find();
      (typing ? code : result.firstChild).focus({ preventScroll: true });
      if (typing) return;
      scrollTo(0, 0); // to what is drawn, the winners, and what its reader won
      if (byId("event-you").matches(".won")) byId("event-you").scrollIntoView({ block: "nearest" });
    });
  });

  const opened = now => {
    for (const part of ["none", "loading", "work"]) byId("event-" + part).hidden = part !== now;
  };

  // open goes to the link of a commitment or a transcript.
  async function open(text, pasted) {
    if (await kindOf(text) !== "a transcript") ({ text } = await call("commitment", { pasted }, text));
    location.hash = linkTo("event", { draw: await pack(text) });
  }
  // A link that leads to no draw says so as a draw does that is not the announced one; why it does is behind that.
  return given => take(given).catch(error => {
    const other = error.message.startsWith("this draw");
    opened("none");
    byId("event-none").classList.add("invalid");
    byId("event-spoiled").textContent = other ? sentence(error.message) : "✗ This link is not complete, or was changed";
    byId("event-spoiled").nextElementSibling.hidden = other;
    byId("event-detail").textContent = sentence(error.message);
  });
  async function take(given) { // a link
    beacon = drawn = skipped = shown = came = awaited = linked = null;
    judged("");
    button.disabled = slowly.disabled = false;
    opened("loading");
    byId("event-none").classList.remove("invalid");
    byId("event-stage").textContent = "The rest of the page is on its way: a program of 1.5 MB.";
    parsed.then(() => { byId("event-stage").textContent = "The program that reads it starts on this device. Nothing is sent."; });
    said.textContent = published = "";
    coded.reset();
    home.append(coded);
    home.hidden = false;
    result.before(byId("event-mine"));
    renew(result);
    form.reset();
    byId("event-mine").reset();
    byId("event-error").textContent = "";
    const text = await unpack(given.draw ?? ""), all = await text.text(), at = all.indexOf("\nyates draw transcript ") + 1;
    const names = given.list ? await unpack(given.list) : lists.get(all);
    listed.checked = Boolean(given.list);
    await (names ? list.put(names, "The list") : list.show(""));
    linked = Boolean(given.list);
    commitment = at ? new Blob([all.slice(0, at - 1)]) : text;
    if (at) drawn = text;
    ({ value: beacon } = await call("commitment", { pasted: false }, commitment));
    opened("work");
    fill(byId("event-title"), el("bdi", {}, beacon.title));
    byId("event-what").textContent = beacon.what;
    byId("event-named").textContent = `Code ${fours(beacon.name.slice(0, 8))} … Compare it with the one that was announced.`;
    fill(byId("event-prizes"), ...pills(beacon.prizes ?? []));
    byId("event-parties").hidden = !beacon.parties;
    byId("event-mine").hidden = !beacon.prizes;
    byId("event-skip").hidden = !beacon.prizes || Boolean(drawn);
    byId("event-paste").hidden = !beacon.round;
    byId("event-number").textContent = beacon.urls?.[0] ?? "";
    byId("event-hosts").lastChild.textContent = beacon.round ? `Hosts: ${hostsOf(beacon)}` : "";
    byId("event-hosts").open = !beacon.round;
    tick();
    describe();
    if (drawn) form.requestSubmit();
  }
}
