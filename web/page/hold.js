// Hold a draw that anyone can check.
import { arrive, attempt, byId, copy, el, fill, moment, numberIn, outdate, renew, rows, save } from "./dom.js";
import { sentence } from "./texts.js";
import { call } from "./engine.js";
import { cameWords, fetchRound, hostsOf, isTime, showClock } from "./beacon.js";
import { linkTo, pack } from "./link.js";
import { List, refuse } from "./list.js";
import { showVerdict } from "./check.js";

export function setUpHold() {
  const steps = byId("hold-steps").querySelectorAll("input");
  const step = n => {
    steps[n - 1].checked = true;
    for (const i of [1, 2]) byId("hold-step-" + i).hidden = i !== n;
  };
  byId("hold-steps").addEventListener("change", event => step(Number(event.target.value)));
  const prizes = rows(byId("hold-prizes"), "How many", "Name of the prize", "Add a prize");
  prizes.add(3, "Winners");
  const skips = rows(byId("run-skips"), "Line", "Reason", "Add a line");
  skips.add();

  const changed = () => { byId("hold-error").textContent = ""; outdate(byId("hold-result")); };
  byId("hold-form").addEventListener("input", changed);
  const list = new List("hold-list", { label: "The list, one entry a line", changed, read: () => allow() });
  const at = byId("hold-at");
  const soon = new Date(Date.now() + 24 * 3600e3);
  soon.setMinutes(0, 0, 0);
  at.value = localTime(soon);
  byId("hold-zone").textContent = `in your time zone, ${Intl.DateTimeFormat().resolvedOptions().timeZone}`;
  // What is wrong with a list can be meant.
  const allow = () => { byId("hold-allow").hidden = !list.view?.problems?.length; byId("hold-accept").checked = false; };

  byId("hold-form").addEventListener("submit", event => {
    event.preventDefault();
    attempt(byId("hold-button"), byId("hold-error"), async () => {
      renew(byId("hold-result"));
      const text = await list.need();
      const time = new Date(at.value), alternates = numberIn("hold-alternates");
      if (isNaN(time) || time.getFullYear() > 9999) throw new Error("enter the time of the draw");
      if (localTime(time) !== at.value.slice(0, 16)) throw new Error("there is no such time on that day, as the clocks go forward");
      const { value, text: commitmentText } = await call("commit", {
        title: byId("hold-title").value.trim(), prizes: [...prizes.filled(), ...alternates ? [[alternates, "Alternates"]] : []].map(([count, name]) => ({ count, name })),
        hide: byId("hold-hide").checked, at: whole(time), now: whole(new Date()), allow: byId("hold-accept").checked ? list.view?.kinds ?? [] : [],
      }, text);
      const heading = el("h2", { tabIndex: -1 }, "Publish this before the draw");
      const published = value.hidden ? new Blob([value.hidden]) : text;
      const page = linkTo("event", { draw: await pack(commitmentText) }); // without names, as people pass on addresses
      const file = (words, content, name) => el("button", { type: "button", className: "quiet", onclick: () => save(content, name) }, words);
      byId("hold-result").replaceChildren(heading,
        el("p", {}, el("b", {}, value.title), `: ${value.what}, on ${moment(value.at, value.comes)}.`),
        el("p", {}, "Before that time, publish the commitment where others see when you did, and this code, which names it:"),
        el("pre", { className: "code", tabIndex: 0 }, value.name),
        el("p", { className: "row" }, el("button", { type: "button", onclick: () => save(commitmentText, "draw.commit") }, "Download the commitment"),
          el("button", { type: "button", className: "quiet", onclick: event => copy(value.name, event.target) }, "Copy the code")),
        el("p", {}, value.hidden ? "Publish the hidden list, too. Keep the key and your own list secret, and give each entrant their line." : "Keep the list as it is, byte for byte. You need not publish it."),
        el("p", { className: "row" }, file(value.hidden ? "Download the hidden list" : "Download the list", published, value.hidden ? "hidden.txt" : "list.txt"),
          ...value.hidden ? [file("Download the key", value.key, "list.key"), file("Download the lines for entrants", value.lines, "lines.txt")] : []),
        el("p", { className: "row noprint" }, el("a", { className: "button", href: page }, "Open the page of this draw"), el("span", { className: "hint" }, "It has a link and a QR code for everybody, a sheet to print, and from its time on a button that draws. Its link has no names.")),
        el("p", { className: "row noprint" }, el("button", { type: "button", className: "quiet", onclick: () => { step(2); arrive(byId("hold").querySelector("h1")); } }, "Go on to the draw"),
          el("span", { className: "hint" }, "It has both files, until you leave this page.")));
      arrive(heading);
      commitment.put(new Blob([commitmentText]), "draw.commit");
      listed.put(published, "list.txt");
    });
  });

  let beacon, looked; // of the commitment that is there
  const drawing = () => { byId("run-error").textContent = ""; outdate(byId("run-result")); };
  byId("run-form").addEventListener("input", drawing);
  const commitment = new List("run-commitment", { label: "The commitment", hint: "The file draw.commit that you published.", checked: false, changed: () => { drawing(); looked = look(); } });
  const listed = new List("run-list", { changed: drawing, label: "The list", hint: "The same file as in step 1, or the hidden list. Without it, winners are numbers of lines.", checked: false });
  const look = async () => {
    beacon = null;
    byId("run-when").textContent = byId("run-clock").textContent = "";
    byId("run-fetch").hidden = byId("run-page").hidden = true;
    if (!commitment.text) return;
    try {
      const { value } = await call("commitment", { pasted: commitment.pasted }, commitment.text);
      byId("run-page").firstChild.href = linkTo("event", { draw: await pack(commitment.text) });
      byId("run-page").hidden = false;
      if (value.parties) throw new Error("people's secrets decide, and the page of this draw takes them");
      beacon = value;
      byId("run-address").textContent = beacon.urls[0];
      showWhen();
      byId("run-fetch").hidden = false;
    } catch (error) {
      byId("run-when").textContent = sentence(error.message);
    }
  };
  const showWhen = () => {
    if (!beacon) return;
    const words = `${beacon.title}: ${beacon.what}. ${cameWords(beacon)}`;
    if (byId("run-when").textContent !== words) byId("run-when").textContent = words; // else screen readers say it each second
    if (isTime(beacon)) fill(byId("run-clock"));
    else showClock(byId("run-clock"), beacon);
    byId("run-hosts").textContent = hostsOf(beacon);
  };
  setInterval(() => { if (!byId("hold").hidden) showWhen(); }, 1000);

  byId("run-fetch-button").addEventListener("click", event => attempt(event.target, byId("run-error"), async () => {
    await commitment.given();
    await looked;
    if (!beacon) throw new Error(byId("run-when").textContent || "add the commitment first");
    try {
      byId("run-beacon").value = await fetchRound(beacon);
      byId("run-paste").open = false;
    } catch (error) {
      byId("run-paste").open = true;
      throw error;
    }
    await draw();
  }));
  byId("run-form").addEventListener("submit", event => {
    event.preventDefault();
    attempt(byId("run-button"), byId("run-error"), draw);
  });
  async function draw() {
    renew(byId("run-result"));
    const [announced, names] = [await commitment.given(), await listed.given()];
    if (!announced) throw new Error("add the commitment first");
    const text = byId("run-beacon").value;
    if (!text.trim()) throw new Error("fetch the round, or paste it");
    if (names) await refuse(names);
    const drawn = await call("run", { beacon: text, pasted: commitment.pasted, now: new Date(), shown: true, skip: skips.filled().map(([entry, reason]) => ({ entry, reason })) }, announced, names);
    showVerdict(byId("run-result"), drawn.value, "The draw");
    byId("run-result").append(el("p", { className: "row" }, el("button", { type: "button", onclick: () => save(drawn.text, "draw.transcript") }, "Download the transcript")),
      el("p", {}, "Publish it with the commitment. Anyone can check it on this page, under ", el("a", { href: "#check" }, "Check"), "."));
  }
}

const whole = time => new Date(Math.floor(time / 1000) * 1000).toISOString().replace(".000", "");
const localTime = time => new Date(time - time.getTimezoneOffset() * 60e3).toISOString().slice(0, 16);
