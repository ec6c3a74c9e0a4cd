// Hold a draw that anyone can check.
import { arrive, attempt, byId, copy, el, fill, moment, numberIn, outdate, pills, quiet, renew, rows, save } from "./dom.js";
import { called, count, decode, fours } from "./texts.js";
import { showClock } from "./beacon.js";
import { call } from "./engine.js";
import { keepList } from "./event.js";
import { addressField, handed, linkOut, linkTo, pack, pictureOf } from "./link.js";
import { List } from "./list.js";

export function setUpHold() {
  const prizes = rows(byId("hold-prizes"), "How many", "Prize", "Add a prize");
  prizes.add(3, "Winners");

  const changed = () => { byId("hold-error").textContent = ""; outdate(byId("hold-result")); preview(); };
  byId("hold-form").addEventListener("input", changed);
  const list = new List("hold-list", { label: "The list, one name a line", changed, read: () => { allow(); preview(); } });
  const at = byId("hold-at");
  const soon = new Date(Date.now() + 24 * 3600e3);
  soon.setMinutes(0, 0, 0);
  at.value = localTime(soon);
  byId("hold-zone").textContent = ` (${Intl.DateTimeFormat().resolvedOptions().timeZone.split("/").pop().replaceAll("_", " ")})`;
  // What is wrong with a list can be meant.
  const allow = () => { byId("hold-allow").hidden = !list.view?.Problems; byId("hold-accept").checked = false; };

  // preview shows in small what the form makes.
  function preview() {
    const [, title, what, which, when, clock] = byId("hold-picture").children, all = prizes.entered().map(([n, name]) => ({ Count: Number(n) || 0, Name: called(name) }));
    title.textContent = called(byId("hold-title").value || byId("hold-title").placeholder);
    what.textContent = `${count(all.reduce((sum, { Count }) => sum + Count, 0), "winner")} of ${list.view ? count(list.view.Count, "entry", "entries") : "your list"}`;
    fill(which, ...pills(all));
    when.textContent = at.value && moment(at.value, "long");
    if (at.value) showClock(clock, { at: at.value });
  }
  preview();
  setInterval(() => byId("hold").hidden || preview(), 1000);

  byId("hold-form").addEventListener("submit", event => {
    event.preventDefault();
    const says = byId("hold-error"), below = id => byId(id).closest(".field, .list, fieldset, p").after(says); // what is wrong there
    attempt(byId("hold-button"), says, async () => {
      renew(byId("hold-result"));
      const time = new Date(at.value), title = byId("hold-title").value.trim();
      below("hold-title");
      if (!title) throw new Error("the draw needs a name");
      below("hold-at");
      if (isNaN(time) || time.getFullYear() > 9999) throw new Error("enter the time of the draw");
      if (localTime(time) !== at.value.slice(0, 16)) throw new Error("there is no such time on that day, as the clocks go forward");
      below("hold-list");
      const text = await list.need();
      below("hold-prizes");
      const won = prizes.filled(), alternates = numberIn("hold-alternates"), whole = won.length && won.every(([n, name]) => n && name);
      below("hold-at");
      if (time <= Date.now()) throw new Error("this time has passed. Choose a later one");
      below(list.view?.Problems ? "hold-accept" : whole ? "hold-at" : "hold-prizes");
      const { value, text: commitmentText } = await call("commit", {
        title, prizes: [...won, ...alternates ? [[alternates, "Alternates"]] : []].map(([count, name]) => ({ count, name })),
        hide: byId("hold-hide").checked, at: second(time), now: second(new Date()), allow: byId("hold-accept").checked ? Object.keys(list.view?.Counts ?? {}) : [],
      }, text).catch(error => {
        if (error.message.includes(", but only ")) below("hold-prizes");
        throw error;
      });
      const heading = el("h2", { tabIndex: -1 }, "Your draw is ready"), p = (...children) => el("p", {}, ...children);
      const published = value.hidden ? new Blob([value.hidden]) : text;
      const draw = await pack(commitmentText), packed = published.size < 50_000 && await pack(published);
      // Without names, as people pass on addresses, unless that is wanted.
      const names = el("input", { type: "checkbox", onchange: () => share() }), link = el("input", { type: "text", id: "hold-link", ariaLabel: "The link", readOnly: true });
      const picture = el("div", { className: "picture" }), page = el("a", { className: "button first" }, "Open the page");
      const share = () => {
        const given = { draw, ...names.checked && { list: packed } }, out = linkOut("event", given);
        page.href = linkTo("event", given);
        link.value = out;
        fill(picture, pictureOf(out, names.checked));
      };
      share();
      const file = (words, content, name) => quiet(words, () => save(content, name));
      const step = (title, ...children) => el("li", {}, el("h3", {}, title), ...children);
      const copier = (words, text) => quiet(words, event => copy(text(), event.target));
      fill(byId("hold-result"), heading, p(el("b", {}, value.title), `: ${value.what}, on ${moment(value.at, "long")}.`), el("p", { className: "row noprint" }, page),
        el("ol", { className: "steps" },
          step("Publish the code", p("Now, where people trust it and see when you did: a chat, a notice board."),
            el("div", { className: "given" }, el("pre", { className: "code", tabIndex: 0, ariaLabel: "The code" }, fours(value.name)), copier("Copy the code", () => value.name))),
          step("Share the link", p("Its page has the countdown, and a sheet to print. Without names, tell each person the number of their line."),
            el("div", { className: "given" }, link, copier("Copy the link", () => handed(link.value))),
            el("div", { className: "made" }, el("div", {}, packed && el("label", {}, names, el("span", {}, value.hidden ? "Put the hidden list in the link" : "Put the names in the link",
              el("span", { className: "hint" }, value.hidden ? "Only those who have their line find theirs." : "Everyone with the link sees them."))), addressField("hold-address", share)), picture)),
          value.hidden && step("Publish the hidden list, too", p("Keep the key and your own list secret, and give each entrant their line."),
            el("p", { className: "row" }, file("Download the hidden list", published, "hidden.txt"), file("Download the key", value.key, "list.key"), file("Download the lines for entrants", value.lines, "lines.txt"))),
          step(`Come back on ${moment(value.at)}`, p(`The page draws the winners. Keep ${value.hidden ? "this file" : "these two files"} unchanged: they prove the draw.`),
            el("p", { className: "row" }, !value.hidden && file("Download the list", published, "list.txt"), file("Download the commitment", commitmentText, "draw.commit")))));
      arrive(heading);
      keepList(decode(commitmentText), published);
    });
  });
}

const second = time => new Date(Math.floor(time / 1000) * 1000).toISOString().replace(".000", "");
const localTime = time => new Date(time - time.getTimezoneOffset() * 60e3).toISOString().slice(0, 16);
