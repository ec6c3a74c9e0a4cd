// What all parts of the page use to show things.
import { sentence } from "./texts.js";

export const byId = id => document.getElementById(id);

// el makes an element. Texts among the children stay texts, whatever is in them.
export function el(name, props = {}, ...children) {
  const element = document.createElement(name);
  for (const [key, value] of Object.entries(props)) {
    if (key.startsWith("on")) element.addEventListener(key.slice(2), value);
    else if (key in element) element[key] = value;
    else element.setAttribute(key, value);
  }
  fill(element, ...children);
  return element;
}

// quiet makes a button that is not the one of its screen.
export const quiet = (words, onclick, props = {}) =>
  el("button", { type: "button", className: "quiet", onclick, ...props }, words);

// numbered makes an ordered list whose longest number is not cut off. The fewer, the larger.
export const numbered = (className, ...items) => el("ol", { className: `${className} ${items.length === 1 ? "one" : items.length <= 10 ? "few" : "many"}`, style: markerRoom(items.length) }, ...items);
export const markerRoom = n => `--marker: ${String(n).length + 1.2}ch`; // in each column

// prizeCards shows winners as cards, a colour for each prize, which has a name or none.
export const prizeCards = prizes => el("div", { className: "prizes" }, ...prizes.map(({ name, cards }, i) =>
  el("section", { className: "prize", "data-colour": i % 8 }, name && el("h3", {}, el("bdi", {}, name)), numbered("names", ...cards))));

// pills shows which prizes there are.
export const pills = prizes => prizes.map(({ Count, Name }, i) => el("li", { "data-colour": i % 8 }, `${Count} × `, el("bdi", {}, Name)));

// fill replaces what is in an element. It leaves out null, undefined and false.
export const fill = (place, ...children) => place.replaceChildren(...children.filter(child => child !== null && child !== undefined && child !== false));

// numberIn returns the whole number in a field, 0 if there is none.
export const wholeOf = value => {
  if (value % 1) throw new Error(`${value} is not a whole number`);
  return Math.min(1e9, Math.max(0, Number(value) || 0));
};
export const numberIn = id => wholeOf(byId(id).value);

// rows makes lines of a number and a text below their headings, which can be removed, and a button for another one. It
// returns what adds a line, and what gives the lines that are filled in, as they are or with whole numbers.
export function rows(place, number, text, more) {
  const all = el("div");
  const add = (n = "", name = "") => all.append(el("p", { className: "row" }, el("input", { type: "number", min: 1, value: n, ariaLabel: number }),
    el("input", { type: "text", value: name, ariaLabel: text, maxLength: 200 }), quiet("×", remove, { ariaLabel: "Remove this line" })));
  const remove = ({ target }) => {
    target.parentElement.remove();
    place.lastChild.focus();
    place.dispatchEvent(new Event("input", { bubbles: true })); // the form has changed
  };
  place.append(el("p", { className: "row hint", ariaHidden: "true" }, el("span", {}, number), text), all, quiet(more, () => { add(); all.lastChild.firstChild.focus(); }));
  const entered = () => [...all.children].map(row => [...row.querySelectorAll("input")].map(input => input.value.trim())).filter(([n, name]) => n || name);
  return { add, entered, filled: () => entered().map(([n, name]) => [wholeOf(n), name]) };
}

// moment writes a time as people say it here, and here all times of a text so, which has them by the clock of all.
export const moment = (time, weekday) => new Date(time).toLocaleString(undefined, { weekday, year: "numeric", month: "long", day: "numeric", hour: "numeric", minute: "2-digit", timeZoneName: "short" });
export const here = text => text.replace(/\d{4}-\d\d-\d\d \d\d:\d\d:\d\d UTC/g, utc => moment(utc.replace(" UTC", "Z").replace(" ", "T")));

// attempt runs what a button does. While it runs the button rests; what goes wrong is said
// in the element for it, with what the error offers.
export async function attempt(button, says, work) {
  button.disabled = button.ariaBusy = true;
  says.textContent = "";
  try {
    await work();
  } catch (error) {
    says.replaceChildren(sentence(error.message), el("span", { className: "row" }, ...error.offers ?? []));
    says.scrollIntoView({ block: "nearest" });
  } finally {
    button.disabled = false;
    button.ariaBusy = null;
  }
}

// outdate marks a result of something that has changed since.
export function outdate(place) {
  if (!place.hasChildNodes() || place.classList.contains("outdated")) return;
  place.classList.add("outdated");
  place.prepend(el("p", { className: "note" }, "This is the earlier result. The form has changed since."));
}

// menu hides what is seldom needed.
export const menu = (name, ...children) => el("details", { className: "menu noprint" }, el("summary", {}, name), ...children);

// arrive goes to the heading of a result, which comes into view unless it is in the upper half of it.
export function arrive(heading) {
  heading.focus({ preventScroll: true });
  const { top } = heading.getBoundingClientRect();
  if (top < document.querySelector("nav").getBoundingClientRect().bottom || top > innerHeight / 2) heading.scrollIntoView();
}

// renew empties the place of a result.
export function renew(place) {
  place.className = "result begun";
  place.replaceChildren();
}

// A click is lost if its button moves between the press and the release. So what changes
// the page by itself waits until released, while a pointer is down.
let down = null;
addEventListener("pointerdown", () => {
  down ??= new Promise(resolve => {
    const up = () => {
      for (const end of ["pointerup", "pointercancel"]) removeEventListener(end, up, true);
      setTimeout(() => { down = null; resolve(); }); // after the click
    };
    for (const end of ["pointerup", "pointercancel"]) addEventListener(end, up, true);
  });
}, true);
export const released = () => down;

// save offers a text as a file.
export function save(text, name) {
  const link = el("a", { href: URL.createObjectURL(new Blob([text], { type: "application/octet-stream" })), download: name });
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}

// copy copies a text to the clipboard, and says so on the button.
export async function copy(text, button, done = "Copied") {
  const was = button.textContent;
  try {
    const blob = new Blob([text], { type: "text/plain" });
    await navigator.clipboard.write([new ClipboardItem({ "text/plain": blob })]);
    button.textContent = done;
  } catch {
    button.textContent = "Select it and copy it";
  }
  setTimeout(() => { button.textContent = was; }, 1500 + 50 * done.length);
}

// whenFilesDrop calls a function with the files that are dropped on an element, and where in it.
export function whenFilesDrop(element, take) {
  element.addEventListener("dragover", event => { event.preventDefault(); element.classList.add("over"); });
  element.addEventListener("dragleave", () => element.classList.remove("over"));
  element.addEventListener("drop", event => {
    event.preventDefault();
    element.classList.remove("over");
    if (event.dataTransfer.files.length) take([...event.dataTransfer.files], event.target);
  });
}

// contents returns what is in a file as a Blob, decompressed if gzip compressed it.
export async function contents(file) {
  const front = new Uint8Array(await file.slice(0, 2).arrayBuffer());
  const packed = front[0] === 0x1f && front[1] === 0x8b;
  return packed ? new Response(file.stream().pipeThrough(new DecompressionStream("gzip"))).blob() : file;
}

export const pause = milliseconds => new Promise(resolve => setTimeout(resolve, milliseconds));

// blobOf makes a Blob of a text piece by piece, so that a long one does not stop the page.
export async function blobOf(text) {
  const pieces = [];
  for (let from = 0; from < text.length;) {
    let to = Math.min(text.length, from + (1 << 20));
    if (to < text.length && /[\ud800-\udbff]/.test(text[to - 1])) to--; // half a character
    pieces.push(new Blob([text.slice(from, to)]));
    from = to;
    await pause();
  }
  return new Blob(pieces);
}
