// The page of one public draw, which a link opens: what is drawn and when, and at its time the winners. The verdict
// waits for the code that its reader saw published, which no link can say.
import { attempt, byId, copy, el, fill, outdate, renew, save } from "./dom.js";
import { sentence } from "./texts.js";
import { call } from "./engine.js";
import { cameWords, clockWords, fetchRound, hostsOf } from "./beacon.js";
import { showVerdict } from "./check.js";
import { handed, linkTo, local, pack, unpack } from "./link.js";
import { List, kindOf, refuse } from "./list.js";
import { codeOf } from "./qr.js";
import { namesIn, reveal } from "./reveal.js";

export function setUpEvent() {
  const form = byId("event-form"), result = byId("event-result"), address = byId("event-address"), listed = byId("event-listed");
  let beacon, commitment, drawn; // what the commitment says; Blobs
  const list = new List("event-list", { label: "The list, if you have it", hint: "With it, winners are shown by name.", checked: false, changed: () => { byId("event-error").textContent = ""; outdate(result); share(); } });
  address.value = local ? "" : location.href.split("#")[0];
  for (const id of ["event-code", "event-secrets"]) byId(id).addEventListener("input", () => outdate(result));

  // linkOf returns the link to this draw.
  const linkOf = async names => {
    const packed = names && list.text?.size < 50_000 && await pack(list.text);
    return `${address.value.trim().split("#")[0]}${linkTo("event", { draw: await pack(drawn ?? commitment), ...packed && { list: packed } })}`;
  };
  // share shows the link as a code for cameras, and prepares the sheet.
  async function share() {
    if (!beacon) return;
    listed.parentElement.hidden = !list.text || list.text.size >= 50_000;
    const given = /^https?:\/\/./.test(address.value.trim()), link = await linkOf(listed.checked && list.text), short = link.length < 2000;
    fill(byId("event-picture"), given && short ? codeOf(link) : el("p", { className: "hint" }, given ? "The link is too long for a QR code." : "This page is open on this device alone. Put the file yates.html on any web server, and enter its address: the link and the QR code lead there."));
    const facts = byId("event-facts").cloneNode(true);
    for (const one of [facts, ...facts.querySelectorAll("[id]")]) one.removeAttribute("id");
    fill(byId("event-sheet"), facts,
      given && short && codeOf(link), given && el("p", { className: "hint" }, link),
      el("p", {}, "This code names the draw. Keep it: it shows afterwards that nothing was changed."), el("pre", { className: "code" }, beacon.name));
  }
  for (const input of [address, listed]) input.addEventListener("input", share);
  byId("event-copy").addEventListener("click", async event => copy(handed(await linkOf(listed.checked && list.text)), event.target));
  byId("event-print").addEventListener("click", () => print());

  const wordsOf = ({ round, parties }) => [round && cameWords(beacon), parties && `The secrets of ${parties.join(", ")} decide${round ? ", too" : ""}.`].filter(Boolean).join(" ");
  const named = (draw, slowly) => { byId("event-button").textContent = draw; byId("event-slowly").textContent = slowly; };
  const tick = () => {
    if (!beacon || byId("event").hidden) return;
    const words = wordsOf(beacon);
    if (byId("event-when").textContent !== words) byId("event-when").textContent = words; // else screen readers say it each second
    byId("event-clock").textContent = drawn ? "" : clockWords(beacon);
  };
  setInterval(tick, 1000);

  form.addEventListener("submit", event => {
    event.preventDefault();
    const slowly = event.submitter === byId("event-slowly");
    attempt(event.submitter ?? byId("event-button"), byId("event-error"), async () => {
      const names = await list.given();
      if (names) await refuse(names);
      if (!drawn) drawn = new Blob([(await call("run", { beacon: beacon.round ? await fetchRound(beacon) : "", secrets: byId("event-secrets").value, pasted: false, now: new Date(), skip: [] }, commitment, names)).text]);
      renew(result);
      const { value } = await call("check", { published: byId("event-code").value, pasted: false, now: new Date() }, drawn, names);
      const nameOf = place => place.name || `Line ${place.entry}`;
      const groups = (value.prizes ?? []).map(({ name, places }) => ({ name, lines: (places ?? []).filter(place => !place.skipped).map(nameOf) })).filter(({ lines }) => lines.length);
      if (slowly && groups.length) await reveal({ title: value.title, groups, names: names ? await namesIn(names) : [], foot: `${value.what}. ${value.verdict}` });
      showVerdict(result, value, "The winners");
      result.append(el("p", { className: "row noprint" }, el("button", { type: "button", className: "quiet", onclick: () => save(drawn, "draw.transcript") }, "Download the transcript"),
        el("button", { type: "button", className: "quiet", onclick: async event => copy(handed(await linkOf(listed.checked && list.text)), event.target) }, "Copy the link with the result")));
      named("Check again", "Show slowly");
      tick();
    });
  });

  const opened = well => { byId("event-none").hidden = well; byId("event-work").hidden = !well; };
  return async given => { // by a link
    beacon = drawn = null;
    opened(false);
    renew(result);
    byId("event-error").textContent = byId("event-code").value = byId("event-secrets").value = "";
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
    fill(byId("event-title"), "“", el("bdi", {}, beacon.title), "”");
    byId("event-what").textContent = `${beacon.what[0].toUpperCase()}${beacon.what.slice(1)}${beacon.prizes ? ":" : "."}`;
    fill(byId("event-prizes"), ...(beacon.prizes ?? []).map(({ Count, Name }) => el("li", {}, `${Count} × `, el("bdi", {}, Name))));
    byId("event-parties").hidden = !beacon.parties;
    byId("event-slowly").hidden = !beacon.prizes;
    byId("event-asks").hidden = !beacon.round;
    byId("event-hosts").textContent = beacon.round ? hostsOf(beacon) : "";
    named(beacon.round ? "Fetch the number and draw" : "Draw", "Draw slowly");
    tick();
    share();
    if (drawn) form.requestSubmit();
  };
}
