// The slow reveal of a result for an audience.
import { byId, el } from "./dom.js";

const pause = 2200; // milliseconds

// reveal shows one line after the other, until the dialog is closed, with its button or by
// going back. Winners are counted.
export function reveal(lines, counted) {
  const dialog = byId("reveal"), stage = byId("reveal-stage"), all = byId("reveal-all");
  let shown = 0, timer;
  all.style.paddingLeft = `${String(lines.length).length + 2}ch`;
  stage.replaceChildren();
  all.replaceChildren();
  const say = item => {
    stage.replaceChildren(
      el("p", { className: "which" }, counted ? `${shown} of ${lines.length}` : item.group),
      el("p", { className: "who", dir: "auto" }, item.line));
  };
  const add = item => all.append(el("li", { dir: "auto" }, counted ? item.line : `${item.group}: ${item.line}`));
  const next = () => {
    if (shown > 0) add(lines[shown - 1]);
    if (shown === lines.length) return finish();
    shown++;
    say(lines[shown - 1]);
    timer = setTimeout(next, pause);
  };
  const finish = () => {
    clearTimeout(timer);
    stage.replaceChildren(el("p", { className: "which" }, "That is all."));
    all.replaceChildren();
    for (const item of lines) add(item);
    byId("reveal-skip").hidden = true;
    byId("reveal-close").focus();
  };
  byId("reveal-skip").hidden = false;
  byId("reveal-skip").onclick = finish;
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
  byId("reveal-skip").focus();
  stage.replaceChildren(el("p", { className: "which" }, "Ready …"));
  timer = setTimeout(next, pause);
  return closed;
}
