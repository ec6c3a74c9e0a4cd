// The slow reveal of a result for an audience: a stage, on which one card comes after the other.
import { byId, el, fill, prizeCards } from "./dom.js";

const beside = 12; // cards that stay below the stage
const still = matchMedia("(prefers-reduced-motion: reduce)"), touched = matchMedia("(pointer: coarse)");

// fit returns the size of letters in which a line fills a third of the screen at most. On phones it has lines, but no
// word of it is cut.
const fit = line => `font-size: min(8rem, max(8vw, min(15vw, ${88 / (.68 * Math.max(...line.split(/\s+/).map(word => word.length)) + 1.5)}vw)), ${Math.sqrt(innerWidth * innerHeight / line.length) / 2.4}px)`;

// namesIn returns some lines of a list, in whatever order, to rush by. They decide nothing.
export async function namesIn(list) {
  const lines = (await list.slice(0, 2 ** 16).text()).split(/\r?\n/).slice(0, -1).filter(line => line.trim() && line.length < 60);
  return lines.sort(() => Math.random() - .5).slice(0, 100); // unfair, and good enough for the eye
}

// celebrate lets scraps of paper in the colour of the prize fly up from behind a card, and fall, unless motion is reduced.
export const celebrate = stage => stage.append(...Array.from({ length: 36 }, () => el("i", { className: "scrap", ariaHidden: "true",
  style: `--x: ${90 * Math.random() - 45}vw; --y: ${-10 - 35 * Math.random()}vh; --turn: ${3 * Math.random()}turn; animation-duration: ${1.6 + Math.random()}s` })));

// reveal shows the lines of groups one after the other, at its pace or with a key, while names rush by and slow down,
// and all of them at the end, until the dialog is closed, with its button or by going back. Winners of one group are
// counted. Without anybody to press, the stage goes on alone.
export function reveal({ title, groups, names, foot, first = "one", alone = false }) {
  const dialog = byId("reveal"), show = byId("reveal-show"), stage = byId("reveal-stage"), all = byId("reveal-all"), pace = byId("reveal-pace");
  const lines = groups.flatMap(({ name, lines }, i) => lines.map((line, at) => ({ name, line, colour: i % 8, which: [name, lines.length > 1 && `${at + 1} of ${lines.length}`].filter(Boolean).join(", ") }))), counted = groups.length === 1;
  let shown = 0, timer, landing; // landing ends the rush
  fill(stage, el("h2", {}, title), el("p", { className: "which" }, alone || pace.value ? "Ready …" : `Press ${touched.matches ? "Next" : "Space"} for the first ${first}`));
  // lay lays the cards from one on to another one, as large as the screen allows.
  const lay = (from, to) => {
    let at = 0;
    const longest = Math.max(0, ...lines.slice(from, to).map(({ line }) => line.length)), prizes = groups.map(({ name, lines }) => {
      const first = Math.max(from - at, 0), card = (line, i) => el("li", { style: `counter-set: place ${first + i + 1}` }, el("bdi", {}, line));
      at += lines.length;
      return { name: !counted && name, cards: lines.slice(first, Math.max(0, to - at + lines.length)).map(card) };
    });
    const cards = prizeCards(prizes);
    for (const one of [...cards.children]) if (!one.querySelector("li")) one.remove();
    cards.style.setProperty("--wide", `${Math.min(longest, 30) * .6 + 4}em`);
    fill(all, cards);
    enlarge();
  };
  const enlarge = () => {
    all.style.overflowWrap = "normal"; // no word is cut while it can be smaller
    const cards = all.firstChild, tried = ["prizes lines", "prizes lines columns", "prizes", "prizes columns"].map(way => {
      cards.className = way;
      let size = dialog.className ? 4 : 1.2;
      while (all.style.fontSize = `${size}rem`, size > .64 && (show.scrollHeight > show.clientHeight || show.scrollWidth > show.clientWidth)) size *= .94;
      return { size, way };
    });
    const larger = (a, b) => b.size > a.size ? b : a, best = [tried.slice(0, 2).reduce(larger), tried.reduce(larger)].find(({ size }, i) => i || size >= 1.75);
    cards.className = best.way;
    all.style.fontSize = `${best.size}rem`;
    if (best.size < .7) all.style.overflowWrap = "";
  };
  const wait = () => {
    clearTimeout(timer);
    if ((alone || pace.value) && !landing && !dialog.className) timer = setTimeout(next, pace.value || 2200);
  };
  const next = () => {
    if (landing) return landing();
    if (shown === lines.length) return finish();
    clearTimeout(timer);
    const { name, line, colour, which } = lines[shown++], who = el("bdi", {}), row = el("p", { className: "who rush", ariaHidden: "true", style: fit(line) }, who);
    stage.dataset.colour = colour;
    fill(stage, el("p", { className: "which" }, counted ? `${shown} of ${lines.length}` : which), row);
    lay(Math.max(0, shown - 1 - beside), shown - 1);
    landing = () => {
      landing = null;
      who.textContent = line;
      row.className = "who";
      row.ariaHidden = null;
      if (shown === lines.length) byId("reveal-next").textContent = "Show the list";
      byId("reveal-said").textContent = `${counted ? shown : name}: ${line}`;
      celebrate(stage);
      wait();
    };
    let pause = names.length > 1 && !still.matches ? 60 : Infinity, at = Math.floor(Math.random() * names.length);
    const rush = () => {
      if (pause > 350) return landing();
      who.textContent = names[at++ % names.length];
      timer = setTimeout(rush, pause *= 1.15);
    };
    rush();
  };
  const finish = () => {
    clearTimeout(timer);
    landing = null;
    fill(stage, el("h2", {}, title));
    fill(byId("reveal-foot"), foot);
    dialog.className = "done";
    lay(0, lines.length);
    celebrate(stage);
    show.focus(); // not Close, which the next press of a clicker would press
  };
  fill(all);
  dialog.className = byId("reveal-foot").textContent = byId("reveal-said").textContent = "";
  byId("reveal-next").textContent = "Next";
  byId("reveal-next").onclick = next;
  byId("reveal-skip").onclick = finish;
  pace.onchange = () => { alone = false; byId("reveal-next").focus(); wait(); }; // where keys go on
  dialog.onkeydown = event => { // as remote controls of projectors send them
    if (event.key === "F5") event.preventDefault(); // which would lose the draw
    const onto = ["ArrowRight", "ArrowDown", "PageDown", ...event.target.matches("button, select") ? [] : [" ", "Enter"]];
    if (!onto.includes(event.key) || event.target === pace || dialog.className) return;
    event.preventDefault();
    next();
  };
  byId("reveal-close").onclick = () => dialog.close();
  const place = { reveal: Date.now() }; // in the history, so that going back does not leave the page
  const closed = new Promise(resolve => {
    const back = () => dialog.close(), turned = () => all.firstChild && enlarge();
    addEventListener("popstate", back);
    addEventListener("resize", turned);
    dialog.onclose = () => {
      clearTimeout(timer);
      removeEventListener("resize", turned);
      removeEventListener("popstate", back);
      if (history.state?.reveal !== place.reveal) return resolve();
      addEventListener("popstate", () => resolve(), { once: true });
      history.back();
    };
  });
  history.pushState(place, "");
  dialog.showModal();
  byId("reveal-next").focus();
  wait();
  return closed;
}
