// A list that people type, paste, drop or choose. Long ones stay out of the text box, which
// would freeze the page.
import { blobOf, byId, contents, count, decode, el, encode, sentence, whenFilesDrop } from "./dom.js";
import { call } from "./engine.js";

const mostTyped = 200_000; // characters in the text box

export class List {
  // A list replaces the element with the id. When it has changed, it calls changed.
  constructor(id, { label, hint = "", changed = () => {}, checked = true }) {
    const place = byId(id);
    this.checked = checked;
    this.changed = changed;
    this.box = el("textarea", { id: id + "-text", rows: 7, spellcheck: false, autocomplete: "off", autocapitalize: "off" });
    this.box.setAttribute("aria-describedby", `${id}-status`);
    this.file = el("input", { type: "file", id: id + "-file", className: "hidden" });
    this.held = el("p", { className: "held", hidden: true });
    this.status = el("p", { id: id + "-status", className: "status", role: "status" });
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
    let timer;
    this.box.addEventListener("input", () => { clearTimeout(timer); timer = setTimeout(() => this.typed(), 250); });
    this.box.addEventListener("change", () => { clearTimeout(timer); this.typed(); });
    this.box.addEventListener("paste", event => {
      const text = event.clipboardData.getData("text");
      if (text.length > mostTyped) {
        event.preventDefault();
        this.opening = blobOf(text).then(blob => this.set(blob, "the pasted list"));
      }
    });
    this.file.addEventListener("change", () => { if (this.file.files.length) this.open(this.file.files[0]); this.file.value = ""; });
    whenFilesDrop(place, files => this.open(files[0]));
    this.text = null; // a Blob
  }

  typed() { return this.set(new Blob([this.box.value]), ""); }

  // open takes what is in a file, and settled waits until it is there.
  open(file) { return this.opening = this.read(file); }
  settled() { return this.opening; }

  // read reads a file. The box shows what is in it if that changes nothing.
  async read(file) {
    try {
      const blob = await contents(file);
      const bytes = new Uint8Array(blob.size <= mostTyped ? await blob.arrayBuffer() : 0), text = decode(bytes);
      const same = text && !/[\0-\x08\x0b-\x1f]/.test(text) && encode(text).every((b, i) => b === bytes[i]) && encode(text).length === bytes.length;
      if (same) this.box.value = text;
      await this.set(blob, same ? "" : file.name);
    } catch (error) {
      this.status.textContent = sentence(error.message);
    }
  }

  clear() {
    this.box.value = "";
    this.typed();
    this.box.focus();
  }

  // set takes a list. If it has a name, it is not in the box.
  async set(text, name) {
    this.text = text.size ? text : null;
    this.held.hidden = !name;
    this.box.hidden = Boolean(name);
    this.held.textContent = name ? `${name}, ${(text.size / 1e6).toFixed(1)} MB. It is not shown here because it is long or holds unusual characters.` : "";
    this.view = null;
    this.error = null;
    this.problems.replaceChildren();
    this.status.textContent = "";
    if (this.text && this.checked) {
      if (name) this.status.textContent = "Reading the list …";
      try {
        const { value } = await call("list", {}, text);
        if (this.text !== text) return; // it has changed meanwhile
        this.view = value;
        this.show();
      } catch (error) {
        if (this.text !== text) return;
        this.error = error;
        this.status.textContent = sentence(error.message);
      }
    } else if (this.text && name) {
      this.status.textContent = name + " is here.";
    }
    this.changed();
  }

  // show shows what is wrong with the list.
  show() {
    const { words, problems, more, tidy } = this.view;
    this.status.textContent = problems?.length ? `${words}. Look at the list again:` : `${words}.`;
    if (!problems?.length) return;
    const items = problems.map(problem => el("li", {}, sentence(problem)));
    if (more) items.push(el("li", {}, `and ${count(more, "more", "more")}.`));
    this.problems.append(el("ul", {}, ...items));
    if (tidy) {
      this.problems.append(el("p", {}, el("button", { type: "button", className: "quiet", onclick: () => this.tidy() }, "Tidy the list"),
        el("span", { className: "hint" }, " Removes blank lines and unneeded spaces. Equal names stay.")));
    }
  }

  async tidy() {
    const { text } = await call("tidy", {}, this.text);
    if (text.length <= mostTyped) {
      this.box.value = decode(text);
      await this.typed();
    } else {
      await this.set(new Blob([text]), "the tidied list");
    }
    this.status.tabIndex = -1;
    this.status.focus(); // the button is gone
  }

  // need returns the list, or says what is wrong with it.
  async need() {
    await this.settled();
    if (this.error) throw this.error;
    if (!this.text) {
      this.box.focus();
      throw new Error("enter a list first, one name a line");
    }
    return this.text;
  }
}
