// Hold a draw that anyone can check.
import { arrive, attempt, byId, copy, el, numberIn, outdate, renew, save, sentence } from "./dom.js";
import { call } from "./engine.js";
import { List } from "./list.js";
import { showVerdict } from "./check.js";

export function setUpHold() {
  const announcement = () => { byId("hold-error").textContent = ""; outdate(byId("hold-result")); };
  byId("hold-form").addEventListener("input", announcement);
  const list = new List("hold-list", { label: "The list, one entry a line", changed: announcement, read: () => allow() });
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
      const time = new Date(at.value);
      if (isNaN(time)) throw new Error("enter the time of the draw");
      const { value, text: commitmentText } = await call("commit", {
        title: byId("hold-title").value.trim(), winners: numberIn("hold-winners"), alternates: numberIn("hold-alternates"),
        at: whole(time), now: whole(new Date()), allow: byId("hold-accept").checked ? list.view?.kinds ?? [] : [],
      }, text);
      const heading = el("h3", { tabIndex: -1 }, "Publish this before the draw");
      byId("hold-result").replaceChildren(heading,
        el("p", {}, `The draw will take place at ${value.comes} (${new Date(value.at).toLocaleString()} for you). Before that time, publish the file where others see when you did, and this code, which names it:`),
        el("pre", { className: "code", tabIndex: 0 }, value.name),
        el("p", { className: "row" }, el("button", { type: "button", onclick: () => save(commitmentText, "draw.commit") }, "Download the announcement"),
          el("button", { type: "button", className: "quiet", onclick: event => copy(value.name, event.target) }, "Copy the code")),
        el("p", {}, "Keep the list as it is, byte for byte: ", el("button", { type: "button", className: "quiet", onclick: () => save(text, "list.txt") }, "Download the list"),
          " When the time has come, go on with step 2. It has both files already, until you leave this page."));
      arrive(heading);
      commitment.put(new Blob([commitmentText]), "draw.commit");
      listed.put(text, "list.txt");
    });
  });

  let beacon; // of the announcement that is there
  const drawing = () => { byId("run-error").textContent = ""; outdate(byId("run-result")); };
  byId("run-form").addEventListener("input", drawing);
  const commitment = new List("run-commitment", { label: "The announcement", hint: "The file draw.commit that you published.", checked: false, changed: () => { drawing(); look(); } });
  const listed = new List("run-list", { changed: drawing, label: "The list", hint: "The same file as in step 1. Without it, winners are numbers of lines.", checked: false });
  const look = async () => {
    beacon = null;
    byId("run-when").textContent = byId("run-clock").textContent = "";
    byId("run-fetch").hidden = true;
    if (!commitment.text) return;
    try {
      beacon = (await call("commitment", { pasted: commitment.pasted }, commitment.text)).value;
      byId("run-address").textContent = beacon.urls[0];
      showWhen();
      byId("run-fetch").hidden = false;
    } catch (error) {
      byId("run-when").textContent = sentence(error.message);
    }
  };
  // showWhen shows when the round comes. The clock of the page may be wrong, so nothing
  // depends on it.
  const showWhen = () => {
    if (!beacon) return;
    const left = Math.ceil((new Date(beacon.at) - Date.now()) / 1000);
    const clock = `${Math.floor(left / 3600)}:${String(Math.floor(left / 60) % 60).padStart(2, "0")}:${String(left % 60).padStart(2, "0")}`;
    const words = `${beacon.title}: ${beacon.what}. Round ${beacon.round} of the public beacon decides. ` + (left > 0 ? `It comes at ${beacon.comes}.` : `It came at ${beacon.comes}.`);
    if (byId("run-when").textContent !== words) byId("run-when").textContent = words; // else screen readers say it each second
    byId("run-clock").textContent = left > 0 ? `${clock} left` : "";
    byId("run-hosts").textContent = beacon.urls.map(url => new URL(url).host).join(", ");
  };
  setInterval(() => { if (!byId("hold").hidden) showWhen(); }, 1000);

  let told; // the round that was said to be still to come
  byId("run-fetch-button").addEventListener("click", event => attempt(event.target, byId("run-error"), async () => {
    if (new Date(beacon.at) > Date.now() && told !== beacon.name) {
      told = beacon.name; // the clock may be wrong: who presses again is believed
      throw new Error(`round ${beacon.round} comes at ${beacon.comes}, so no host was asked. If the clock of this device is wrong, press the button again`);
    }
    byId("run-paste").open = true; // for whom no host answers
    byId("run-beacon").value = await fetchRound(beacon);
    byId("run-paste").open = false;
    await draw();
  }));
  byId("run-form").addEventListener("submit", event => {
    event.preventDefault();
    attempt(byId("run-button"), byId("run-error"), draw);
  });
  async function draw() {
    renew(byId("run-result"));
    const [announced, names] = [await commitment.given(), await listed.given()];
    if (!announced) throw new Error("add the announcement first");
    const text = byId("run-beacon").value;
    if (!text.trim()) throw new Error("fetch the round, or paste it");
    const drawn = await call("run", { beacon: text, pasted: commitment.pasted, now: new Date() }, announced, names);
    showVerdict(byId("run-result"), drawn.value, "The draw");
    byId("run-result").append(el("p", { className: "row" }, el("button", { type: "button", onclick: () => save(drawn.text, "draw.transcript") }, "Download the transcript")),
      el("p", {}, "Publish it with the announcement. Anyone can check it on this page, under ", el("a", { href: "#check" }, "Check"), "."));
  }
}

// fetchRound asks the hosts of the beacon, one after the other, for the round. This is the
// only place where the page uses the network, and its policy allows no other host.
async function fetchRound(beacon) {
  const failed = [];
  for (const url of beacon.urls) {
    const host = new URL(url).host;
    try {
      const response = await fetch(url, { credentials: "omit", referrerPolicy: "no-referrer", signal: AbortSignal.timeout(10_000) });
      if (response.ok) return await response.text();
      failed.push(`${host}: ${response.status}`);
    } catch (error) {
      failed.push(`${host}: ${error.name === "TimeoutError" ? "no answer in 10 seconds" : "cannot be reached"}`);
    }
  }
  const early = new Date(beacon.at) > Date.now() ? `Round ${beacon.round} comes at ${beacon.comes}. ` : "";
  throw new Error(`${early}No host has given the round (${failed.join("; ")}). Try again later, or paste it`);
}

const whole = time => new Date(Math.floor(time / 1000) * 1000).toISOString().replace(".000", "");
const localTime = time => new Date(time - time.getTimezoneOffset() * 60e3).toISOString().slice(0, 16);
