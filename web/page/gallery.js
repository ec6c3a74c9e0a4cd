// The gallery of mistakes: for each, where the cards went, in small, as a link to its test.
import { svg } from "../../audit/view/report.js";
import { byId, el, fill } from "./dom.js";
import { call } from "./engine.js";
import { linkTo } from "./link.js";
import plain from "./plain.json";

const items = 10, deals = 5000, most = 6; // standard errors, from which a colour is full
let hung;

// showGallery shows the pictures, or their frames before there is anything in them.
export const showGallery = positions => fill(byId("fair-gallery"), ...Object.entries(plain).map(([name, words]) => el("li", {},
  el("a", { className: "button", href: linkTo("fair", { mistake: name }), title: name }, picture(positions[name] ?? []), words))));

// drawGallery hangs the pictures once, when they come into view.
export async function drawGallery() {
  if (hung) return;
  hung = true;
  showGallery((await call("gallery", { items, deals })).value);
}

function picture(positions) {
  const paths = new Map(), fair = deals / items;
  positions.forEach((row, y) => row.forEach((got, x) => {
    const far = Math.trunc(Math.max(-most, Math.min(most, (got - fair) / Math.sqrt(fair * (1 - 1 / items)))));
    paths.set(far, (paths.get(far) ?? "") + `M${x} ${y}h1v1h-1z`);
  }));
  return svg("svg", { viewBox: `0 0 ${items} ${items}`, "aria-hidden": "true" },
    ...Array.from(paths, ([far, d]) => svg("path", { d, class: far < 0 ? "less" : "more", "fill-opacity": Math.abs(far) / most })));
}
