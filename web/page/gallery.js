// The gallery of mistakes: for each, where the items went, in small, as a link to its test.
import { svg } from "../../audit/view/report.js";
import { byId, el, fill } from "./dom.js";
import { call } from "./engine.js";
import { linkTo } from "./link.js";

const items = 10, deals = 5000, most = 6; // standard errors, from which a colour is full
let hung;

// drawGallery hangs the pictures once, when they come into view.
export async function drawGallery(museum) {
  if (hung) return;
  hung = true;
  const { value } = await call("gallery", { items, deals });
  fill(byId("fair-gallery"), ...museum.filter(({ name }) => value[name]).map(({ name, title }) => el("li", {},
    el("a", { className: "button", href: linkTo("fair", { mistake: name }), title }, picture(value[name]), name))));
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
