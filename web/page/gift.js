// Who gives to whom, so that each sees their own: slips of which one opens after a tap, or is cut out, and a link for each.
import { svg } from "../../audit/view/report.js";
import { byId, copy, el, fill } from "./dom.js";
import { called } from "./texts.js";
import { addressField, handed, linkOut, local, pack, unpack } from "./link.js";
import { celebrate } from "./reveal.js";

// linkFor returns the link that tells one giver, and nobody else, the name that it has in it.
const linkFor = async pair => linkOut("gift", { slip: await pack(pair.join("\n")) });

// slips returns a slip for each pair, which closes when another is opened.
export function slips(pairs) {
  const all = el("ul", { className: "slips" }, ...pairs.map(([giver, receiver]) => el("li", {},
    el("details", { className: "noprint" }, el("summary", {}, el("bdi", {}, giver)), el("span", { className: "soft" }, "gives to "), el("b", { dir: "auto" }, receiver)),
    el("button", { type: "button", className: "quiet noprint", ariaLabel: `Copy link for ${giver}`, onclick: async ({ target }) => copy(handed(await linkFor([giver, receiver])), target) }, "Copy link"),
    el("p", { className: "printonly" }, el("bdi", {}, giver), ", you give to ", el("b", {}, el("bdi", {}, receiver))))));
  all.addEventListener("click", ({ target }) => {
    const opened = target.closest("summary")?.parentElement;
    if (opened) for (const slip of all.querySelectorAll("[open]")) if (slip !== opened) slip.open = false;
  });
  const links = async () => (await Promise.all(pairs.map(async pair => `${pair[0]}\t${await linkFor(pair)}\n`))).join("");
  return el("div", {}, el("p", { className: "hint noprint" }, "Each slip opens to one name after a tap. A link does the same elsewhere: the name is in the link, and on no server."), local && addressField("gift-address"), all,
    el("p", { className: "row noprint" }, el("button", { type: "button", className: "quiet", onclick: () => print() }, "Print the slips"),
      el("button", { type: "button", className: "quiet", onclick: async ({ target }) => copy(handed(await links()), target) }, "Copy all links"),
      el("button", { type: "button", className: "quiet", onclick: () => { for (const slip of all.querySelectorAll("details")) slip.open = true; } }, "Show all pairs")));
}

// parcel draws a present, whose lid the style sheet lifts.
const parcel = () => svg("svg", { viewBox: "0 0 120 120", class: "parcel", "aria-hidden": "true" },
  svg("path", { d: "M16 54h88v54a6 6 0 0 1-6 6H22a6 6 0 0 1-6-6z", fill: "#d9415f" }), svg("path", { d: "M51 54h18v60H51z", fill: "#ffd98a" }),
  svg("g", { class: "lid" }, svg("rect", { x: 9, y: 36, width: 102, height: 20, rx: 4, fill: "#f0607c" }), svg("path", { d: "M51 36h18v20H51z", fill: "#ffd98a" }),
    svg("path", { d: "M60 35C38 35 24 24 31 13s25-1 29 22c4-23 22-33 29-22s-7 22-29 22z", fill: "none", stroke: "#ffd98a", "stroke-width": 7, "stroke-linejoin": "round" })));

// setUpGift returns what shows the slip of a link.
export function setUpGift() {
  return async given => {
    const [giver, receiver] = (await (await unpack(given.slip)).text()).split("\n");
    if (!receiver) throw new Error("no slip");
    fill(byId("gift-slip"), parcel(), el("p", { className: "to" }, el("bdi", {}, called(giver)), ", you give a present to"),
      el("details", { ontoggle: ({ target }) => celebrate(target) }, el("summary", { className: "button" }, "Tap to see the name"), el("b", { dir: "auto" }, called(receiver))),
      el("p", { className: "hint" }, "Somebody made this link with the page. Whoever has it can see the name, so keep it to yourself."));
  };
}
