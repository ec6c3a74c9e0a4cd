// The slow reveal of a result for an audience.
import { byId, el, fill, markerRoom } from "./dom.js";

const colours = 6; // of prizes, in the style sheet
const still = matchMedia("(prefers-reduced-motion: reduce)");

// fit returns the size of letters in which so many fill a third of the screen at most.
const fit = letters => `font-size: min(9rem, 9vw, ${Math.sqrt(innerWidth * innerHeight / letters) / 2}px)`;

// namesIn returns some lines of a list, in whatever order, to rush by. They decide nothing.
export async function namesIn(list) {
  const lines = (await list.slice(0, 2 ** 16).text()).split(/\r?\n/).slice(0, -1).filter(line => line.trim() && line.length < 60);
  return lines.sort(() => Math.random() - .5).slice(0, 100); // unfair, and good enough for the eye
}

// reveal shows the lines of groups one after the other, at its pace or with a key, while names rush by and slow down,
// and all of them at the end, until the dialog is closed, with its button or by going back. Winners of one group are
// counted.
export function reveal({ title, groups, names, foot }) {
  const dialog = byId("reveal"), stage = byId("reveal-stage"), all = byId("reveal-all"), pace = byId("reveal-pace");
  const lines = groups.flatMap(({ name, lines }, i) => lines.map(line => ({ name, line, colour: i % colours }))), counted = groups.length === 1;
  let shown = 0, timer, landing; // landing ends the rush
  fill(stage, el("p", { className: "which" }, "Ready …"));
  fill(all);
  const wait = () => {
    clearTimeout(timer);
    if (pace.value && !landing && !dialog.className) timer = setTimeout(next, pace.value);
  };
  const next = () => {
    if (landing) return landing();
    if (shown === lines.length) return finish();
    clearTimeout(timer);
    const { name, line, colour } = lines[shown++], who = el("bdi", {}), row = el("p", { className: "who rush", ariaHidden: "true", style: fit(line.length) }, who);
    stage.dataset.colour = colour;
    fill(stage, el("p", { className: "which" }, counted ? `${shown} of ${lines.length}` : name), row);
    landing = () => {
      landing = null;
      who.textContent = line;
      row.className = "who";
      row.ariaHidden = null;
      byId("reveal-said").textContent = `${counted ? shown : name}: ${line}`;
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
  // What is there at the end is as large as the screen allows.
  const finish = () => {
    clearTimeout(timer);
    landing = null;
    fill(stage, el("h2", {}, title));
    const items = group => group.map(line => el("li", {}, el("bdi", {}, line)));
    fill(all, ...groups.map(({ name, lines }, i) => {
      const list = el("ol", { className: lines.length > 10 ? "many" : lines.length === 1 ? "single" : "", style: markerRoom(lines.length) }, ...items(lines));
      return el("div", {}, !counted && el("h3", {}, name), list);
    }));
    [...all.children].forEach((group, i) => { group.dataset.colour = i % colours; });
    fill(byId("reveal-foot"), foot);
    dialog.className = "done";
    enlarge();
    byId("reveal-close").focus();
  };
  const enlarge = () => {
    const show = byId("reveal-show");
    for (let size = 7; size > 1.1; size *= .94) {
      all.style.fontSize = `${size}rem`;
      if (show.scrollHeight <= show.clientHeight && show.scrollWidth <= show.clientWidth) break;
    }
  };
  dialog.className = byId("reveal-foot").textContent = byId("reveal-said").textContent = "";
  byId("reveal-next").onclick = next;
  byId("reveal-skip").onclick = finish;
  pace.onchange = () => { byId("reveal-next").focus(); wait(); }; // where keys go on
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
    const back = () => dialog.close();
    addEventListener("popstate", back);
    addEventListener("resize", enlarge);
    dialog.onclose = () => {
      clearTimeout(timer);
      removeEventListener("resize", enlarge);
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
