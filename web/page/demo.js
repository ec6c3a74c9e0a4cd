// What a naive shuffle and a fair one make of the same cards, to look at before a test.
import { byId, el } from "./dom.js";
import { count } from "./texts.js";
import { drawHeat, redrawn } from "../../audit/view/report.js";
import { methodOf, swaps } from "./methods.js";

const items = 10, deals = 10_000, names = Array.from({ length: items }, (_, i) => String(i + 1));

export function setUpDemo() {
  for (const [name, method] of [["Naive", "naive"], ["Fair", "forward"]]) {
    const heat = el("div"), caption = el("figcaption"), positions = names.map(() => Array(items).fill(0));
    byId("demo").firstChild.append(el("figure", {}, heat, caption));
    for (let n = 0; n < deals; n++) {
      const deck = [...names.keys()];
      swaps(methodOf(method), deck);
      deck.forEach((card, at) => positions[card][at]++);
    }
    redrawn(heat, () => {
      drawHeat(heat, caption, { positions, take: items, items, names, deals, thing: "card" }, "");
      caption.textContent = `${name}: ${count(deals, "deal")}`;
    });
  }
}
