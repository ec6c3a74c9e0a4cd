// Lists that people type, paste, drop or choose.
import { blobOf, byId, contents, el, fill, quiet, released, whenFilesDrop } from "./dom.js";
import { count, decode, encode, isHeader, sentence, size } from "./texts.js";
import { Engine, call, tidied } from "./engine.js";

const mostTyped = 200_000; // characters in the text box
const long = 1_000_000; // bytes, from which a list is checked apart, so that nothing waits for it

const mostTickets = 1_000_000;

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

// What titles of columns with numbers of tickets have in them.
const tickets = /ticket|entries|chance|weight|\blose?\b|anzahl|boleto|billet/i;

// fieldsOf divides a line of CSV. A field in quotes may have what divides fields.
const fieldsOf = (line, by) => [...`${line}${by}`.matchAll(new RegExp(`("(?:[^"]|"")*"|[^${by}]*)${by}`, "g"))].map(([, field]) => field.trim().replace(/^"(.*)"$/, (_, inside) => inside.replaceAll('""', '"')));

// A Table is a list of rows with columns, as spreadsheets have them.
class Table {
  // of returns the table in a text, or nothing if that is none. Tabs divide lines anywhere; commas or semicolons do if there
  // are as many in each line, as a name may have one. Line 1 is a heading, as far as one can see, if it has known words or in
  // some column is unlike all below, which have digits or an @, or few values that come again.
  static async of(blob, known) {
    if (blob.size > long) return;
    const lines = (await blob.text()).replace(/^\ufeff/, "").split(/\r?\n/), filled = lines.filter(line => line.trim());
    const split = by => filled.map(line => by === "\t" ? line.split(by) : fieldsOf(line, by));
    const by = ["\t", ",", ";"].find(by => split(by).every((row, _, all) => row.length > 1 && (by === "\t" || row.length === all[0].length)));
    if (filled.length < 2 || !by) return;
    const rows = split(by);
    const all = Array.from({ length: Math.max(...rows.map(row => row.length)) }, (_, i) => i), columns = all.map(i => rows.map(row => row[i]?.trim() ?? ""));
    const few = below => below.length > 3 && new Set(below).size <= below.length / 2;
    const odd = ([first, ...below]) => [/\d/, /@/].some(sign => !sign.test(first) && below.every(value => sign.test(value))) || few(below) && !below.includes(first);
    const table = Object.assign(new Table(), { blob, rows, known, column: "", each: false, strength: "", few: all.filter(i => few(columns[i].slice(1))),
      measures: all.filter(i => columns[i].slice(1).every(value => /^-?\d+(\.\d+)?$/.test(value))) }).head(known || columns.some(odd));
    table.named = by !== "\t" && table.heading ? table.titles.findIndex(title => /^(name|names|nom|nombre|nome)$/i.test(title)) : -1;
    return table;
  }

  // head takes line 1 for a heading, or not.
  head(heading) {
    const { rows, measures } = this, titles = Array.from({ length: Math.max(...rows.map(row => row.length)) }, (_, i) => heading && rows[0][i]?.trim() || `${i + 1}: ${rows[0][i]?.trim().slice(0, 20) ?? ""} …`);
    const body = heading ? rows.slice(1) : rows, counts = heading ? measures.find(i => tickets.test(titles[i]) && body.every(row => /^\d{1,6}$/.test(row[i].trim()))) : undefined;
    const sum = body.reduce((sum, row) => sum + Number(row[counts] ?? 0), 0);
    return Object.assign(this, { heading, titles, body, sum, counts: sum && sum <= mostTickets ? counts : undefined });
  }

  // list returns a column, or the rows, with a line for each ticket if that is wanted.
  list() {
    if (this.column === "" && !this.each) return this.blob;
    const lines = this.body.flatMap(row => Array(this.each ? Number(row[this.counts]) : 1).fill(this.column === "" ? row.join("\t") : row[this.column]?.trim() ?? ""));
    return new Blob([lines.filter(Boolean).map(line => line + "\n").join("")]);
  }

  // strengths returns the numbers beside the names, if they were chosen.
  strengths() {
    const { strength: by, titles, body, column } = this;
    return by === "" ? undefined : { title: titles[by], numbers: body.filter(row => row[column]?.trim()).map(row => Number(row[by])) };
  }

  // words says what the list has of the table.
  words() {
    if (this.column === "" && !this.each) return "";
    const empty = this.column === "" ? 0 : this.body.filter(row => !row[this.column]?.trim()).length;
    return ["These lines are drawn from.", this.heading && "The heading is left out.", empty && `${count(empty, "row has", "rows have")} nothing there and ${empty === 1 ? "is" : "are"} left out.`].filter(Boolean).join(" ");
  }
}

// problemsOf lists the first problems of each kind in a list, and how many more there are.
export function problemsOf({ Problems, Counts }) {
  const shown = {}, first = Problems.filter(({ Kind }) => (shown[Kind] = (shown[Kind] ?? 0) + 1) <= 5);
  const more = Object.values(Counts).reduce((sum, n) => sum + n, 0) - first.length;
  return [...first.map(({ Line, Reason }) => `line ${Line} ${Reason}`), ...more ? [`and ${count(more, "more", "more")}`] : []].map(text => el("li", {}, sentence(text)));
}

// A List stays out of the text box if it is long, as it would freeze the page.
export class List {
  // A list replaces the element with the id. It calls changed as soon as there is another
  // text, and read when that has been checked. Until there is one, the example can be drawn from.
  // For winners, tickets can have a line each; for teams, a column can have their strength.
  // Where there are several lists, sort takes the files that are opened at once.
  constructor(id, { label, hint = "", changed = () => {}, read = () => {}, checked = true, drops = true, sort, example = "", placeholder = example, use = () => "winners" }) {
    const place = byId(id);
    Object.assign(this, { id, label, changed, read, checked, example, use });
    this.box = el("textarea", { id: id + "-text", rows: 7, spellcheck: false, autocomplete: "off", autocapitalize: "off", placeholder });
    this.box.setAttribute("aria-describedby", `${id}-status`);
    this.file = el("input", { type: "file", id: id + "-file", className: "hidden", multiple: Boolean(sort) });
    this.held = el("p", { className: "held", hidden: true });
    this.status = el("p", { id: id + "-status", className: "status", role: "status" });
    this.problems = el("div", { className: "problems" });
    this.columns = el("div", { className: "columns" });
    place.append(
      el("label", { htmlFor: id + "-text" }, label),
      hint && el("p", { className: "hint" }, hint),
      this.box, this.held,
      el("div", { className: "bar row" },
        this.file, el("label", { htmlFor: id + "-file", className: "button" }, sort ? "Open files" : "Open a file"),
        quiet("Clear", () => this.clear()), this.status),
      this.columns, this.problems);
    this.box.addEventListener("input", ({ inputType }) => { this.came = inputType === "insertFromPaste"; clearTimeout(this.timer); this.timer = setTimeout(() => this.typed(), 250); });
    this.box.addEventListener("change", () => this.typed());
    this.box.addEventListener("paste", event => {
      const text = event.clipboardData.getData("text");
      if (text.length > mostTyped) {
        event.preventDefault();
        this.opening = blobOf(text).then(blob => this.hold(blob, "The pasted list", true));
      }
    });
    this.file.addEventListener("change", () => { const files = [...this.file.files]; if (sort) sort(files, this.box); else if (files.length) this.open(files[0]); this.file.value = ""; });
    if (drops) whenFilesDrop(place, files => this.open(files[0]));
    this.text = null; // a Blob
    if (example) this.status.textContent = "An example";
    this.pasted = true; // or typed, and not from a file, whose bytes count
    this.shown = ""; // what was taken from the box
  }

  // typed takes what is in the box, if that is something else.
  typed() {
    clearTimeout(this.timer);
    if (this.box.value !== this.shown) return this.show(this.box.value);
  }

  // show puts a text into the box and takes it. It may be from a file, whose bytes count, and not pasted.
  show(text, file, from) {
    if (this.box.value !== text) this.box.value = text; // with line feeds alone
    this.shown = this.box.value;
    this.held.hidden = true;
    this.box.hidden = false;
    this.pasted = !file;
    return this.set(file ?? new Blob([text]), from);
  }

  // hold takes a text that the box does not show.
  hold(text, name, pasted = false, from = {}) {
    this.pasted = pasted;
    this.box.value = this.shown = "";
    this.held.hidden = false;
    this.box.hidden = true;
    this.held.textContent = `${name}, ${size(text.size)}. ` + (text.size ? "It is not shown here because it is long or holds unusual characters." : "It is empty.");
    return this.set(text, from);
  }

  // open takes what is in a file, and put a Blob, with the table or the correction that it is from. What is still being
  // checked when a file is dropped is forgotten: it would take the file for its own, and choose a column in its place.
  open(file) { this.turn = {}; this.came = true; return this.opening = this.load(file); }
  put(blob, name, from) { return this.opening = this.take(blob, name, from); }

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
  async take(blob, name, from) {
    const bytes = new Uint8Array(blob.size <= mostTyped ? await blob.arrayBuffer() : 0), text = decode(bytes), again = encode(text);
    const same = text && !/[\0-\x08\x0b\x0c\x0e-\x1f]|\r(?!\n)/.test(text) && again.length === bytes.length && again.every((b, i) => b === bytes[i]);
    if (same) this.show(text, new Blob([bytes]), from); // without waiting until it is checked
    else this.hold(blob, name, false, from);
  }

  clear() {
    this.show("");
    this.box.focus();
  }

  // set takes a text and checks it.
  set(...all) { return this.looked = this.look(...all); }
  async look(text, from) {
    const turn = this.turn = {}, first = this.example; // which its status speaks of
    if (first) this.example = this.box.placeholder = "";
    this.text = text = text.size || !this.held.hidden ? text : null; // an empty file is a file
    Object.assign(this, { table: null, did: null, asks: null, ...from });
    this.asks ??= this.heads(text, turn);
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
      this.asks = await this.asks;
      if (this.turn !== turn) return;
      if (this.came && !from && this.table?.named >= 0) { // nobody is typing, so the column of the names can stand in the box
        clearInterval(clock);
        return this.put(Object.assign(this.table, { column: this.table.named }).list(), "The list of the table", { table: this.table, asks: false });
      }
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
    this.problems.replaceChildren(this.asks === true ? el("p", { className: "row asks" }, "Is line 1 a heading?", ...this.answers()) : "", ...problems);
    this.offerColumns();
  }

  // offerColumns shows which columns a table has, and which of them is drawn from.
  offerColumns() {
    const { table } = this, pick = async change => {
      const { id } = document.activeElement;
      const list = Object.assign(table, change).list(); // a column that is chosen by a known title has that as its heading
      await this.put(list, "The list of the table", { table, asks: !table.answered && (table.known ? list === table.blob : this.asks) });
      byId(id)?.focus();
    };
    const may = this.use() === "winners", teams = this.use() === "teams";
    if (!table) return this.columns.replaceChildren();
    if (table.each && !may) return pick({ each: false });
    if (table.strength !== "" && !teams) return pick({ strength: "" });
    const choose = (id, label, none, columns, value, change) => {
      const select = el("select", { id: this.id + id, onchange: event => pick(change(event.target.value)) },
        el("option", { value: "" }, none), ...columns.map(i => el("option", { value: i, disabled: id === "-strength" && !table.measures.includes(i) }, `“${table.titles[i]}”`)));
      select.value = value;
      return el("p", { className: "field" }, el("label", { htmlFor: select.id }, label), select);
    };
    const title = table.titles[table.counts], all = [...table.titles.keys()], words = table.few.filter(i => !table.measures.includes(i)), spread = [...table.measures, ...words];
    // As for the command, the names are in the first column that has not the strength.
    const strong = strength => ({ strength, column: strength === "" ? table.column : String(all.find(i => String(i) !== strength)) });
    fill(this.columns, choose("-column", "Draw from", "whole rows", table.strength === "" ? all : [Number(table.column)], table.column, column => ({ column, ...column === "" && { strength: "" } })),
      teams && spread.length > 0 && choose("-strength", "Spread evenly by", "none", spread, table.strength, strong),
      teams && words.length > 0 && el("p", { className: "hint" }, `To spread evenly by “${table.titles[words[0]]}”, have numbers in it, such as 1 to 3.`),
      title && may && el("p", {}, el("label", {}, el("input", { type: "checkbox", id: this.id + "-tickets", checked: table.each, onchange: event => pick({ each: event.target.checked }) }), ` Count “${title}”: a line for each of ${count(table.sum, "ticket")}`)),
      title && el("p", { className: "hint" }, !may ? `“${title}” does not count here: everybody is there once.` : table.each ? "Each ticket can win, so who has several can win several times." : `Now “${title}” does not count: each row has the same chance.`),
      this.asks !== true && table.words() && el("p", { className: "hint" }, table.words()));
  }

  // findings returns what is wrong with the list.
  findings(found) {
    const words = (this.asks === true && found.Count > 1 ? `${(found.Count - 1).toLocaleString("en-US")} or ` : "") + count(found.Count, "entry", "entries");
    const did = this.did ? [el("p", { className: "row" }, this.did.words, quiet("Undo", () => this.correct(this.did.before, "The earlier list")))] : [];
    if (!found.Problems) return [`${words}.`, ...did];
    const { header, ...Counts } = found.Counts, items = problemsOf({ Problems: found.Problems.filter(({ Kind }) => Kind !== "header"), Counts }), all = this.corrections();
    if (!items.length) return [`${words}.`, ...did];
    return [`${words}. Look at them again.`, all.length ? el("p", { className: "row" }, ...this.offers()) : "", ...did, el("ul", {}, ...items), ...all.map(([,, why]) => el("p", { className: "hint" }, why))];
  }

  // corrections returns those that the list can have: what each is called, does, and is for.
  corrections() {
    const { utf8: broken, ...kinds } = this.view?.Counts ?? {};
    return [
      broken && ["Convert it", () => this.convert(), "To convert is for files of older programs, whose letters are in Windows-1252 or Latin-1."],
      !broken && ["bom", "cr", "blank", "spaces", "nfc"].some(kind => kinds[kind]) && ["Tidy the list", () => this.tidy(), "Tidying removes blank lines and unneeded spaces, also tabs at the edges. Tabs between columns stay, and equal names."],
    ].filter(Boolean);
  }

  // offers returns a button for each of them, which does nothing to another list that does not need it.
  offers() {
    return this.corrections().map(([name]) => quiet(name, async () => {
      await this.looked;
      this.corrections().find(([now]) => now === name)?.[1]();
    }));
  }

  // heads reports whether line 1 of a text may be a heading, which is asked. It finds the table in it, too.
  async heads(text, turn) {
    if (!text?.size || !this.checked) return false;
    const known = isHeader((await text.slice(0, 4096).text()).replace(/^\ufeff/, "").split(/[\r\n]/, 1)[0]), table = await Table.of(text, known);
    if (this.turn === turn) this.table = table;
    return known || Boolean(table?.heading);
  }

  // answers returns the buttons that answer that.
  answers() {
    const answer = async heading => {
      const { table, text } = this, whole = table?.blob ?? text, end = new Uint8Array(await whole.slice(0, 2 ** 16).arrayBuffer()).indexOf(10) + 1;
      const rest = heading ? whole.slice(end || whole.size) : whole;
      if (table) Object.assign(table.head(heading), { blob: rest, answered: true });
      await this.put(table?.list() ?? rest, "The list without its heading", { table, asks: false, did: heading && { words: "The heading is removed.", before: whole } });
      this.status.tabIndex = -1;
      this.status.focus(); // the button is gone
    };
    return [quiet("Yes, leave it out", () => answer(true)), quiet("No", () => answer(false))];
  }

  async convert() {
    await this.correct(encode(new TextDecoder("windows-1252").decode(await this.text.arrayBuffer())), "The converted list", "The letters are converted.");
  }

  async tidy() {
    const { text, value: { blank, changed } } = await tidied(this.text);
    const words = [blank && `removed ${count(blank, "blank line")}`, changed && `corrected spaces or ends of ${count(changed, "line")}`].filter(Boolean).join(", ");
    await this.correct(text, "The tidied list", `Tidied: ${words || "corrected the ends of the list"}.`);
  }

  // correct takes the list with a correction, which can be undone if words say what it did.
  async correct(bytes, name, words) {
    await this.put(new Blob([bytes]), name, words && { did: { words, before: this.text } });
    this.status.tabIndex = -1;
    this.status.focus(); // the button is gone
  }

  // given returns the text, or null if there is none. It says what is wrong with it.
  async given() {
    this.typed();
    await this.opening;
    if (this.error) throw this.error;
    if (this.checked && this.text) await refuse(this.text);
    return this.text ?? (this.example ? new Blob([this.example]) : null);
  }

  // need is given for a text that must be there.
  async need() {
    const text = await this.given();
    if (!text) this.box.focus();
    if (!text?.size) throw new Error(text ? "the file is empty" : `there is nothing in “${this.label}”`);
    if (await this.asks) {
      this.looked.then(() => this.problems.querySelector(".asks button")?.focus()); // the question stays where the table is
      throw new Error("line 1 may be a heading: answer that first");
    }
    return text;
  }
}
