// The slow reveal of a result for an audience.
import { byId, el } from "./dom.js";

// fit returns the size of letters in which so many fill a third of the screen at most.
const fit = letters => Math.sqrt(innerWidth * innerHeight / letters) / 2;

// reveal shows one line after the other, at its pace or with a key, and all of them at the end, until the dialog is
// closed, with its button or by going back. Winners are counted.
export function reveal(lines, counted) {
  const dialog = byId("reveal"), stage = byId("reveal-stage"), all = byId("reveal-all"), pace = byId("reveal-pace");
  let shown = 0, timer;
  stage.replaceChildren(el("p", { className: "which" }, "Ready …"));
  all.replaceChildren();
  const wait = () => {
    clearTimeout(timer);
    if (pace.value && all.childElementCount === 0) timer = setTimeout(next, pace.value);
  };
  const next = () => {
    if (shown === lines.length) return finish();
    const { group, line } = lines[shown++];
    stage.replaceChildren(
      el("p", { className: "which" }, counted ? `${shown} of ${lines.length}` : group),
      el("p", { className: "who", style: `font-size: min(9rem, 9vw, ${fit(line.length)}px)` }, el("bdi", {}, line)));
    wait();
  };
  // What is there at the end is as large as the screen allows.
  const finish = () => {
    clearTimeout(timer);
    stage.replaceChildren();
    const teams = counted ? [] : Object.entries(Object.groupBy(lines, ({ group }) => group));
    all.className = teams.length > 1 ? "teams" : "";
    all.style.fontSize = `clamp(1.15rem, min(7.5vw, ${fit(lines.reduce((sum, { line }) => sum + line.length + 8, 0))}px, ${Math.floor(56 / (teams.length > 1 ? 1.5 * Math.max(...teams.map(([, team]) => team.length + 1)) : lines.length))}vh), 7rem)`;
    all.style.paddingLeft = teams.length > 1 ? 0 : `${String(lines.length).length + 1.2}ch`;
    all.replaceChildren(...teams.length > 1 ? teams.map(([name, team]) => el("li", {}, el("b", {}, name), ...team.map(({ line }) => el("p", {}, el("bdi", {}, line)))))
      : lines.map(({ line }) => el("li", {}, el("bdi", {}, line))));
    dialog.className = "done";
    byId("reveal-close").focus();
  };
  dialog.className = "";
  byId("reveal-next").onclick = next;
  byId("reveal-skip").onclick = finish;
  pace.onchange = () => { byId("reveal-next").focus(); wait(); }; // where keys go on
  dialog.onkeydown = event => { // as remote controls of projectors send them
    if (["ArrowRight", "PageDown"].includes(event.key) && event.target !== pace && !dialog.className) next();
  };
  byId("reveal-close").onclick = () => dialog.close();
  const place = { reveal: Date.now() }; // in the history, so that going back does not leave the page
  const closed = new Promise(resolve => {
    const back = () => dialog.close();
    addEventListener("popstate", back);
    dialog.onclose = () => {
      clearTimeout(timer);
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
