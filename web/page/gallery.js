// The gallery of mistakes: for each, where the cards went, in small, as a link to its test.
import { colourOf, svg } from "../../audit/view/report.js";
import { byId, el, fill } from "./dom.js";
import { call } from "./engine.js";
import { linkTo } from "./link.js";
import plain from "./plain.json";

const items = 10, deals = 5000;
const visible = "naive naive-backward naive-mirrored sattolo skip-first skip-last round sort-insertion sort-tim sort-merge transpositions seed-8 xor-swap".split(" ");
let hung;

// showGallery shows the pictures, or their frames before there is anything in them.
export const showGallery = positions => fill(byId("fair-gallery"), ...[["Visible in the picture", true], ["Looks fair, but is not", false]].flatMap(([title, seen]) => [el("h3", {}, title),
  el("ul", {}, ...Object.entries(plain).filter(([name]) => visible.includes(name) === seen).map(([name, words]) => el("li", {},
    el("a", { className: "button", href: linkTo("fair", { mistake: name }), title: name }, picture(positions[name] ?? []), words))))]));

// drawGallery hangs the pictures when they come into view, in the colours of that moment.
export async function drawGallery() {
  hung ??= call("gallery", { items, deals });
  showGallery((await hung).value);
}

function picture(positions) {
  const fair = deals / items, one = Math.sqrt(fair * (1 - 1 / items));
  return svg("svg", { viewBox: `0 0 ${items} ${items}`, "aria-hidden": "true" },
    ...positions.flatMap((row, y) => row.map((got, x) => svg("path", { d: `M${x} ${y}h1v1h-1z`, fill: colourOf((got - fair) / one) }))));
}
