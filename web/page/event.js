// The page of one public draw, which a link opens: what is drawn and when, and at its time the winners. The verdict
// waits for the code that its reader saw published, which no link can say.
import { attempt, byId, copy, el, fill, outdate, renew, save } from "./dom.js";
import { sentence } from "./texts.js";
import { call } from "./engine.js";
import { cameWords, fetchRound, hostsOf, isTime, showClock } from "./beacon.js";
import { codeField, showVerdict, termsList, verdictBox } from "./check.js";
import { addressField, addressed, handed, linkOut, pack, unpack } from "./link.js";
import { List, refuse } from "./list.js";
import { codeOf } from "./qr.js";
import { namesIn, reveal } from "./reveal.js";

export function setUpEvent() {
  const form = byId("event-form"), result = byId("event-result"), listed = byId("event-listed");
  let beacon, commitment, drawn, came; // what the commitment says; Blobs; whether its time has come
  const list = new List("event-list", { label: "The list, if you have it", hint: "With it, winners are shown by name.", checked: false, changed: () => { byId("event-error").textContent = ""; outdate(result); describe(); } });
  byId("event-where").replaceWith(addressField("event-address", () => share()));
  codeField(byId("event-code"), byId("event-error"), () => outdate(result));
  for (const id of ["event-code", "event-secrets"]) byId(id).addEventListener("input", () => outdate(result));

  // linkOf returns the link to this draw.
  const linkOf = async names => {
    const packed = names && list.text?.size < 50_000 && await pack(list.text);
    return linkOut("event", { draw: await pack(drawn ?? commitment), ...packed && { list: packed } });
  };
  // describe tells what makes chances unequal, as the commitment and the list have it, before anybody draws.
  async function describe() {
    if (!beacon) return;
    const { name } = beacon, { value: { terms } } = await call("commitment", { pasted: false }, commitment, list.text);
    if (beacon?.name !== name) return;
    fill(byId("event-terms"), terms && el("div", { className: "note" }, termsList(terms)));
    share();
  }

  // share shows the link as a code for cameras, and prepares the sheet.
  async function share() {
    if (!beacon) return;
    listed.parentElement.hidden = !list.text || list.text.size >= 50_000;
    const given = addressed(), link = await linkOf(listed.checked && list.text), short = link.length < 2000;
    fill(byId("event-picture"), given && short ? codeOf(link) : el("p", { className: "hint" }, given ? "The link is too long for a QR code." : "This page is open on this device alone. Put the file yates.html on any web server, and enter its address: the link and the QR code lead there."));
    const facts = byId("event-facts").cloneNode(true);
    for (const one of [facts, ...facts.querySelectorAll("[id]")]) one.removeAttribute("id");
    fill(byId("event-sheet"), facts,
      given && short && codeOf(link), given && el("p", { className: "hint" }, link),
      el("p", {}, drawn || came ? "This sheet was made after the time of the draw, so the code on it is no proof." : "This code names the draw. Keep it: it shows afterwards that nothing was changed."), el("pre", { className: "code" }, beacon.name));
  }
  listed.addEventListener("input", share);
  byId("event-copy").addEventListener("click", async event => copy(handed(await linkOf(listed.checked && list.text)), event.target));
  byId("event-print").addEventListener("click", () => print());

  const wordsOf = ({ round, parties }) => [round && cameWords(beacon), parties && `The secrets of ${parties.join(", ")} decide${round ? ", too" : ""}.`].filter(Boolean).join(" ");
  const named = (draw, slowly) => { byId("event-button").textContent = draw; byId("event-slowly").textContent = slowly; };
  const tick = () => {
    if (!beacon || byId("event").hidden) return;
    const words = wordsOf(beacon);
    if (byId("event-when").textContent !== words) byId("event-when").textContent = words; // else screen readers say it each second
    if (drawn || !beacon.round) fill(byId("event-clock"));
    else showClock(byId("event-clock"), beacon);
    byId("event-button").classList.toggle("quiet", Boolean(beacon.round) && !isTime(beacon)); // until it is the next thing to do
    const before = came;
    came = Boolean(beacon.round) && isTime(beacon);
    if (came === before) return;
    byId("event-error").textContent = "";
    share();
  };
  setInterval(tick, 1000);

  // number returns that of the beacon, which can be pasted where there is no network.
  async function number() {
    const pasted = byId("event-beacon").value;
    if (!beacon.round || pasted.trim()) return beacon.round ? pasted : "";
    try {
      return await fetchRound(beacon);
    } catch (error) {
      byId("event-paste").open = isTime(beacon);
      throw error;
    }
  }

  form.addEventListener("submit", event => {
    event.preventDefault();
    const slowly = event.submitter === byId("event-slowly");
    attempt(event.submitter ?? byId("event-button"), byId("event-error"), async () => {
      const names = await list.given();
      if (names) await refuse(names);
      if (!drawn) drawn = new Blob([(await call("run", { beacon: await number(), secrets: byId("event-secrets").value, pasted: false, now: new Date(), skip: [] }, commitment, names)).text]);
      renew(result);
      const { value } = await call("check", { published: byId("event-code").value, pasted: false, now: new Date() }, drawn, names);
      const nameOf = place => place.name || `Line ${place.entry}`;
      const groups = (value.prizes ?? []).map(({ name, places }) => ({ name, lines: (places ?? []).filter(place => !place.skipped).map(nameOf) })).filter(({ lines }) => lines.length);
      if (slowly && groups.length) await reveal({ title: value.title, groups, names: names ? await namesIn(names) : [], foot: verdictBox(value) });
      showVerdict(result, value, "The winners");
      result.append(el("p", { className: "row noprint" }, el("button", { type: "button", className: "quiet", onclick: () => save(drawn, "draw.transcript") }, "Download the transcript"),
        el("button", { type: "button", className: "quiet", onclick: async event => copy(handed(await linkOf(listed.checked && list.text)), event.target) }, "Copy the link with the result")));
      named("Check again", "Show slowly");
      tick();
    });
  });

  const opened = well => { byId("event-none").hidden = well; byId("event-work").hidden = !well; };
  return async given => { // by a link
    beacon = drawn = came = null;
    opened(false);
    renew(result);
    byId("event-error").textContent = byId("event-beacon").value = byId("event-code").value = byId("event-secrets").value = "";
    await (given.list ? list.put(await unpack(given.list), "The list of the link") : list.show(""));
    const text = await unpack(given.draw ?? ""), all = await text.text(), at = all.indexOf("\nyates draw transcript ") + 1;
    commitment = at ? new Blob([all.slice(0, at - 1)]) : text;
    if (at) drawn = text;
    try {
      ({ value: beacon } = await call("commitment", { pasted: false }, commitment));
    } catch (error) {
      return void (byId("event-none").textContent = sentence(error.message));
    }
    opened(true);
    fill(byId("event-title"), el("bdi", {}, beacon.title));
    byId("event-what").textContent = `${beacon.what[0].toUpperCase()}${beacon.what.slice(1)}${beacon.prizes ? ":" : "."}`;
    fill(byId("event-prizes"), ...(beacon.prizes ?? []).map(({ Count, Name }) => el("li", {}, `${Count} × `, el("bdi", {}, Name))));
    byId("event-parties").hidden = !beacon.parties;
    byId("event-slowly").hidden = !beacon.prizes;
    byId("event-asks").hidden = byId("event-paste").hidden = !beacon.round;
    byId("event-number").textContent = beacon.urls?.[0] ?? "";
    byId("event-hosts").textContent = beacon.round ? hostsOf(beacon) : "";
    named(beacon.round ? "Fetch the number and draw" : "Draw", "Draw slowly");
    tick();
    describe();
    if (drawn) form.requestSubmit();
  };
}
