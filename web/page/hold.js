// Hold a draw that anyone can check.
import { arrive, attempt, byId, copy, el, fill, moment, numberIn, outdate, quiet, renew, rows, save } from "./dom.js";
import { decode } from "./texts.js";
import { call } from "./engine.js";
import { keepList } from "./event.js";
import { linkTo, pack } from "./link.js";
import { List } from "./list.js";

export function setUpHold() {
  const prizes = rows(byId("hold-prizes"), "How many", "Prize, in order", "Add a prize");
  prizes.add(3, "Winners");

  const changed = () => { byId("hold-error").textContent = ""; outdate(byId("hold-result")); };
  byId("hold-form").addEventListener("input", changed);
  const list = new List("hold-list", { label: "The list, one entry a line", changed, read: () => allow() });
  const at = byId("hold-at");
  const soon = new Date(Date.now() + 24 * 3600e3);
  soon.setMinutes(0, 0, 0);
  at.value = localTime(soon);
  byId("hold-zone").textContent = `, ${Intl.DateTimeFormat().resolvedOptions().timeZone.split("/").pop().replaceAll("_", " ")} time`;
  // What is wrong with a list can be meant.
  const allow = () => { byId("hold-allow").hidden = !list.view?.Problems; byId("hold-accept").checked = false; };

  byId("hold-form").addEventListener("submit", event => {
    event.preventDefault();
    attempt(byId("hold-button"), byId("hold-error"), async () => {
      renew(byId("hold-result"));
      const text = await list.need();
      const time = new Date(at.value), alternates = numberIn("hold-alternates");
      if (isNaN(time) || time.getFullYear() > 9999) throw new Error("enter the time of the draw");
      if (localTime(time) !== at.value.slice(0, 16)) throw new Error("there is no such time on that day, as the clocks go forward");
      const { value, text: commitmentText } = await call("commit", {
        title: byId("hold-title").value.trim(), prizes: [...prizes.filled(), ...alternates ? [[alternates, "Alternates"]] : []].map(([count, name]) => ({ count, name })),
        hide: byId("hold-hide").checked, at: whole(time), now: whole(new Date()), allow: byId("hold-accept").checked ? Object.keys(list.view?.Counts ?? {}) : [],
      }, text);
      const heading = el("h2", { tabIndex: -1 }, "Publish this before the draw"), p = (...children) => el("p", {}, ...children);
      const published = value.hidden ? new Blob([value.hidden]) : text;
      const draw = await pack(commitmentText), packed = published.size < 50_000 && await pack(published);
      // Without names, as people pass on addresses, unless that is wanted.
      const page = el("a", { className: "button first", href: linkTo("event", { draw }) }, "Open the page");
      const who = (words, hint, list) => el("label", {}, el("input", { type: "radio", name: "hold-link", checked: !list, onchange: () => { page.href = linkTo("event", { draw, ...list && { list } }); } }),
        el("span", {}, el("b", {}, words), el("span", { className: "hint" }, hint)));
      const numbers = "Only numbers: tell each person theirs", line = "It is the number of their line in the list, by which they find themselves.";
      const file = (words, content, name) => quiet(words, () => save(content, name));
      const step = (title, ...children) => el("li", {}, el("h3", {}, title), ...children);
      fill(byId("hold-result"), heading, p(el("b", {}, value.title), `: ${value.what}, on ${moment(value.at, value.comes)}.`),
        el("ol", { className: "steps" },
          step("Open its page", p("Everybody watches the countdown and the draw there. It has a QR code and a sheet to print. What does its link show?"),
            packed ? el("fieldset", { className: "either" }, el("legend", { className: "hidden" }, "What the link shows"),
              value.hidden ? who("Everyone sees the codes of the names", "Only those to whom you give their line find theirs.", packed)
                : who("Everyone sees the names", "Everyone finds their own, and may pass on the list.", packed), who(numbers, line)) : p(`${numbers}. ${line}`),
            el("p", { className: "row noprint" }, page)),
          step("Publish its code", p("Before that time, publish the commitment where others see when you did, and this code, which names it:"),
            el("pre", { className: "code", tabIndex: 0 }, value.name),
            el("p", { className: "row" }, quiet("Copy the code", event => copy(value.name, event.target)), file("Download the commitment", commitmentText, "draw.commit"))),
          step("Keep the list", p(value.hidden ? "Publish the hidden list, too. Keep the key and your own list secret, and give each entrant their line." : "Keep it as it is, byte for byte: the draw is checked with it."),
            el("p", { className: "row" }, file(value.hidden ? "Download the hidden list" : "Download the list", published, value.hidden ? "hidden.txt" : "list.txt"),
              ...value.hidden ? [file("Download the key", value.key, "list.key"), file("Download the lines for entrants", value.lines, "lines.txt")] : []))));
      arrive(heading);
      keepList(decode(commitmentText), published);
    });
  });
}

const whole = time => new Date(Math.floor(time / 1000) * 1000).toISOString().replace(".000", "");
const localTime = time => new Date(time - time.getTimezoneOffset() * 60e3).toISOString().slice(0, 16);
