// Who gives to whom, so that each sees their own: slips of which one opens after a tap, or is cut out, and a link for each.
import { byId, copy, el, fill, quiet } from "./dom.js";
import { called } from "./texts.js";
import { addressField, handed, linkOut, local, pack, unpack } from "./link.js";
import { celebrate } from "./reveal.js";

// linkFor returns the link that tells one giver, and nobody else, the name that it has in it.
const linkFor = async pair => linkOut("gift", { slip: await pack(pair.join("\n")) });

// On phones, a link goes to what sends messages, and elsewhere to the clipboard.
const shares = navigator.share && matchMedia("(pointer: coarse)").matches, words = shares ? "Send link" : "Copy link";
const send = (text, button) => shares ? navigator.share({ text }).catch(() => {}) : copy(text, button);

// sized says how long the longest word of a name is, so that it is not cut. Each name has its own: the size of a tag must not
// tell whose name is in the box.
const sized = name => ({ style: `--long: ${Math.max(...name.split(/\s/).map(word => word.length))}` });

// gifts returns a slip for each pair, which closes when another is opened.
export function gifts(pairs) {
  const all = el("ul", { className: "slips" }, ...pairs.map(([giver, receiver]) => el("li", {},
    el("details", { className: "noprint" }, el("summary", sized(giver), el("bdi", {}, giver)), el("span", {}, "gives to "), el("b", { dir: "auto", ...sized(receiver) }, receiver)),
    quiet(words, async ({ target }) => send(handed(await linkFor([giver, receiver])), target), { ariaLabel: `${words} for ${giver}` }),
    el("div", { className: "printonly" }, el("p", {}, el("b", {}, el("bdi", {}, giver))), el("p", {}, "you give to ", el("b", {}, el("bdi", {}, receiver))), el("p", {}, "fold here")))));
  all.addEventListener("click", ({ target }) => {
    const opened = target.closest("summary")?.parentElement;
    if (opened) for (const slip of all.querySelectorAll("[open]")) if (slip !== opened) slip.open = false;
  });
  return all;
}

// slips returns them with what sends or prints them.
export function slips(pairs) {
  const links = async () => (await Promise.all(pairs.map(async pair => `${pair[0]}\t${await linkFor(pair)}\n`))).join("");
  return el("div", {}, el("p", { className: "hint noprint" }, "Tap a present to see its one name, or send each giver their link. The name is in the link, and on no server."), local && addressField("gift-address"),
    el("p", { className: "hint printonly" }, "Let somebody who does not take part do it. Start with the bottom row: fold its lowest part up over the name, cut the row off, and go on."), gifts(pairs),
    el("p", { className: "row noprint" }, quiet("Print the slips", () => print(), { className: "" }),
      quiet("Copy all links", async ({ target }) => copy(handed(await links()), target))));
}

// setUpGift returns what shows the slip of a link.
export function setUpGift() {
  return async given => {
    const [giver, receiver] = given.slip ? await unpack(given.slip).then(blob => blob.text()).then(text => text.split("\n")).catch(() => []) : [];
    if (!receiver) return fill(byId("gift-slip"), el("p", { className: "to" }, "There is no name in this link. Ask the sender for the link again."));
    const plain = name => /^[\p{L}\p{M}'’.-]+( [\p{L}\p{M}'’.-]+){0,3}$/u.test(name) && name.length < 50 ? name : called(name);
    fill(byId("gift-slip"), el("p", { className: "to" }, el("bdi", {}, plain(giver)), ", you give a present to"),
      el("details", { ontoggle: ({ target }) => celebrate(target) }, el("summary", { className: "button" }, "Tap to see the name"), el("b", { dir: "auto" }, plain(receiver))),
      el("p", { className: "hint" }, "Only you should open this link."));
  };
}
