// Lists that people type, paste, drop or choose.
import { blobOf, byId, contents, el, released, whenFilesDrop } from "./dom.js";
import { count, decode, encode, sentence, size } from "./texts.js";
import { Engine, call } from "./engine.js";

const mostTyped = 200_000; // characters in the text box
const long = 1_000_000; // bytes, from which a list is checked apart, so that nothing waits for it

// kindOf returns what a text of a draw is, or nothing.
export async function kindOf(blob) {
  const front = await blob.slice(0, 4096).text();
  if (/^\s*yates draw hiding /.test(front)) return "the key of a hidden list";
  if (!/^\s*yates draw commitment /.test(front)) return "";
  return (await blob.text()).includes("\nyates draw transcript ") ? "a transcript" : "a commitment";
}

// What else is no list of lines, by its first bytes.
const others = [
  [/^(\xff\xfe|\xfe\xff)/, "this is UTF-16 text; save it as UTF-8"],
  [/^PK\x03\x04/, "this is a spreadsheet, a document or a zip file; save the list as plain text, one entry a line"],
  [/\0/, "this is not a text; save the list as plain text, one entry a line"],
];

// refuse refuses what is not a list of lines.
export async function refuse(blob) {
  const kind = await kindOf(blob), front = new TextDecoder("latin1").decode(await blob.slice(0, 4096).arrayBuffer());
  const why = kind ? `this is ${kind}, and not a list` : others.find(([shows]) => shows.test(front))?.[1];
  if (why) throw new Error(why);
}

// A List stays out of the text box if it is long, as it would freeze the page.
export class List {
  // A list replaces the element with the id. It calls changed as soon as there is another
  // text, and read when that has been checked. Until there is one, the example can be drawn from.
  constructor(id, { label, hint = "", changed = () => {}, read = () => {}, checked = true, drops = true, example = "" }) {
    const place = byId(id);
    Object.assign(this, { label, changed, read, checked, example });
    this.box = el("textarea", { id: id + "-text", rows: 7, spellcheck: false, autocomplete: "off", autocapitalize: "off", placeholder: example });
    this.box.setAttribute("aria-describedby", `${id}-status`);
    this.file = el("input", { type: "file", id: id + "-file", className: "hidden" });
    this.held = el("p", { className: "held", hidden: true });
    this.status = el("p", { id: id + "-status", className: checked ? "status room" : "status", role: "status" });
    this.problems = el("div", { className: "problems" });
    const remove = el("button", { type: "button", className: "quiet", onclick: () => this.clear() }, "Clear");
    place.append(
      el("label", { htmlFor: id + "-text" }, label),
      hint && el("p", { className: "hint" }, hint),
      this.box, this.held,
      el("p", { className: "row" },
        this.file, el("label", { htmlFor: id + "-file", className: "button" }, "Open a file"), remove,
        el("span", { className: "hint wide" }, "or drop one here")),
      this.status, this.problems);
    this.box.addEventListener("input", () => { clearTimeout(this.timer); this.timer = setTimeout(() => this.typed(), 250); });
    this.box.addEventListener("change", () => this.typed());
    this.box.addEventListener("paste", event => {
      const text = event.clipboardData.getData("text");
      if (text.length > mostTyped) {
        event.preventDefault();
        this.opening = blobOf(text).then(blob => this.hold(blob, "The pasted list", true));
      }
    });
    this.file.addEventListener("change", () => { if (this.file.files.length) this.open(this.file.files[0]); this.file.value = ""; });
    if (drops) whenFilesDrop(place, files => this.open(files[0]));
    this.text = null; // a Blob
    if (example) this.status.textContent = "An example: enter your own list.";
    this.pasted = true; // or typed, and not from a file, whose bytes count
    this.shown = ""; // what was taken from the box
  }

  // typed takes what is in the box, if that is something else.
  typed() {
    clearTimeout(this.timer);
    if (this.box.value !== this.shown) return this.show(this.box.value);
  }

  // show puts a text into the box and takes it. It may be from a file, whose bytes count, and not pasted.
  show(text, file) {
    if (this.box.value !== text) this.box.value = text; // with line feeds alone
    this.shown = this.box.value;
    this.held.hidden = true;
    this.box.hidden = false;
    this.pasted = !file;
    return this.set(file ?? new Blob([text]));
  }

  // hold takes a text that the box does not show.
  hold(text, name, pasted = false) {
    this.pasted = pasted;
    this.box.value = this.shown = "";
    this.held.hidden = false;
    this.box.hidden = true;
    this.held.textContent = `${name}, ${size(text.size)}. ` + (text.size ? "It is not shown here because it is long or holds unusual characters." : "It is empty.");
    return this.set(text);
  }

  // open takes what is in a file, put takes a Blob, and settled waits until it is there.
  open(file) { return this.opening = this.load(file); }
  put(blob, name) { return this.opening = this.take(blob, name); }
  settled() { return this.opening; }

  // load reads a file. The box shows what is in it if that changes nothing.
  async load(file) {
    try {
      await this.take(await contents(file), file.name);
    } catch (error) {
      this.hold(new Blob(), file.name);
      this.error = error;
      this.say(sentence(error.message));
    }
  }

  // take takes a text, and shows it if it is short.
  async take(blob, name) {
    const bytes = new Uint8Array(blob.size <= mostTyped ? await blob.arrayBuffer() : 0), text = decode(bytes), again = encode(text);
    const same = text && !/[\0-\x08\x0b\x0c\x0e-\x1f]|\r(?!\n)/.test(text) && again.length === bytes.length && again.every((b, i) => b === bytes[i]);
    if (same) this.show(text, new Blob([bytes])); // without waiting until it is checked
    else this.hold(blob, name);
  }

  clear() {
    this.show("");
    this.box.focus();
  }

  // set takes a text and checks it.
  async set(text) {
    const turn = this.turn = {}, first = this.example; // which its status speaks of
    this.example = this.box.placeholder = "";
    this.text = text = text.size || !this.held.hidden ? text : null; // an empty file is a file
    this.view = this.error = null;
    this.changed();
    this.checker?.stop("there is another list");
    clearInterval(this.clock);
    if (!text?.size || !this.checked) return this.say(text?.size && !this.held.hidden ? "It is here." : "");
    if (!this.held.hidden || first) this.say("Checking the list …");
    const began = Date.now(), checker = this.checker = text.size > long ? new Engine() : null;
    const clock = this.clock = setInterval(() => this.say(`Checking the list … ${Math.round((Date.now() - began) / 1000)} s. You need not wait for it.`), 1000);
    let words = "", problems = [];
    try {
      await refuse(text);
      const { value } = await (checker ? checker.call("list", {}, text) : call("list", {}, text));
      if (this.turn !== turn) return; // it has changed meanwhile
      this.view = value;
      [words, ...problems] = this.findings(value);
    } catch (error) {
      if (this.turn !== turn) return;
      this.error = error;
      words = sentence(error.message);
    }
    clearInterval(clock);
    checker?.stop();
    await this.say(words, ...problems);
    if (this.turn === turn) this.read();
  }

  // say shows what is known of the list.
  async say(words, ...problems) {
    const turn = this.turn;
    await released();
    if (this.turn !== turn) return;
    this.status.textContent = words;
    this.problems.replaceChildren(...problems);
  }

  // findings returns what is wrong with the list.
  findings({ words, problems, more }) {
    if (!problems?.length) return [`${words}.`];
    const items = problems.map(problem => el("li", {}, sentence(problem)));
    if (more) items.push(el("li", {}, `and ${count(more, "more", "more")}.`));
    const all = this.corrections();
    return [`${words}. Look at the list again:`, all.length ? el("p", { className: "row" }, ...this.offers()) : "", el("ul", {}, ...items), ...all.map(([,, why]) => el("p", { className: "hint" }, why))];
  }

  // corrections returns those that the list can have: what each is called, does, and is for.
  corrections() {
    const { kinds, tidy } = this.view ?? {}, broken = kinds?.includes("utf8");
    return [
      kinds?.includes("header") && ["Remove the heading", () => this.behead(), "The heading is line 1."],
      broken && ["Convert it", () => this.convert(), "To convert is for files of older programs, whose letters are in Windows-1252 or Latin-1."],
      tidy && !broken && ["Tidy the list", () => this.tidy(), "Tidying removes blank lines and unneeded spaces, also tabs at the edges. Tabs between columns stay, and equal names."],
    ].filter(Boolean);
  }

  // offers returns a button for each of them.
  offers() { return this.corrections().map(([name, onclick]) => el("button", { type: "button", className: "quiet", onclick }, name)); }

  async behead() {
    const end = new Uint8Array(await this.text.slice(0, 2 ** 16).arrayBuffer()).indexOf(10) + 1;
    await this.correct(this.text.slice(end || this.text.size), "The list without its heading");
  }

  async convert() {
    await this.correct(encode(new TextDecoder("windows-1252").decode(await this.text.arrayBuffer())), "The converted list");
  }

  async tidy() {
    await this.correct((await call("tidy", {}, this.text)).text, "The tidied list");
  }

  async correct(bytes, name) {
    await this.put(new Blob([bytes]), name);
    this.status.tabIndex = -1;
    this.status.focus(); // the button is gone
  }

  // given returns the text, or null if there is none. It says what is wrong with it.
  async given() {
    this.typed();
    await this.settled();
    if (this.error) throw this.error;
    if (this.checked && this.text) await refuse(this.text);
    return this.text ?? (this.example ? new Blob([this.example]) : null);
  }

  // need is given for a text that must be there.
  async need() {
    const text = await this.given();
    if (!text) this.box.focus();
    if (!text?.size) throw new Error(text ? "the file is empty" : `there is nothing in “${this.label}”`);
    return text;
  }
}
