// The first picture: what a naive shuffle and a fair one make of the same cards, live.
import { byId, el } from "./dom.js";
import { count } from "./texts.js";
import { drawHeat, redrawn } from "../../audit/view/report.js";
import { methodOf, swaps } from "./methods.js";

const items = 10, begin = 2_000, most = 10_000; // deals: fewer than the first look alike
const names = Array.from({ length: items }, (_, i) => String(i + 1));

export function setUpDemo() {
  const place = byId("demo").firstChild;
  const all = [["Naive", "naive"], ["Fair", "forward"]].map(([name, method]) => {
    const heat = el("div"), caption = el("figcaption");
    place.append(el("figure", {}, heat, caption));
    const positions = names.map(() => Array(items).fill(0));
    return { name, method: methodOf(method), heat, caption, report: { positions, take: items, items, names, deals: 0 } };
  });
  const deal = ({ method, report }) => {
    const deck = names.map((_, i) => i);
    swaps(method, deck);
    deck.forEach((card, at) => report.positions[card][at]++);
    report.deals++;
  };
  for (const one of all) for (let n = 0; n < begin; n++) deal(one);
  let timer;
  const show = () => {
    for (const one of all) {
      drawHeat(one.heat, one.caption, one.report, "");
      one.caption.textContent = `${one.name}: ${count(one.report.deals, "deal")}`;
    }
    const dealt = all[0].report.deals, still = matchMedia("(prefers-reduced-motion: reduce)").matches;
    if (dealt === most || !place.checkVisibility()) return;
    clearTimeout(timer);
    timer = setTimeout(() => {
      for (const one of all) for (let n = Math.min(most - dealt, still ? most : Math.ceil(dealt / 12)); n > 0; n--) deal(one);
      show();
    }, 80);
  };
  redrawn(place, show);
}
