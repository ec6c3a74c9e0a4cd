// The worker that draws winners, orders, teams, presents and cards, without the Go program: for
// a seed, it gives the bytes that the command prints. TestSameAsCommand compares them.
import { Seed, Stream, order, sample, sha256 } from "../../js/yates.js";
import { serve } from "./serve.js";
import { count, decode, encode } from "./texts.js";

const mostLines = 500; // that the page shows; the text has them all
const mostNames = 1e6, mostName = 2 ** 16, mostCards = 1e6, mostChoices = 2 ** 26; // as for the command

const fail = why => { throw new Error(why); };
const length = text => Array.from(text).length;

const graphic = "{{graphic}}"; // the characters that Go counts as such
const unseen = new RegExp(`[^${graphic}]`, "gu"), unseenInPairs = new RegExp(`[^${graphic}\u2068\u2069]`, "gu");

// shown makes a line safe to look at. A tab is a gap between columns.
function shown(line) {
  const all = Array.from(line.slice(0, 402).replace(/^\ufeff|\r$/g, "").replace(unseen, character => character === "\t" ? character : "\ufffd"));
  return all.slice(0, 200).join("") + (all.length > 200 ? "…" : "");
}

// startsOf returns where the lines of a text begin, and where another one would.
function startsOf(text) {
  const starts = [0];
  for (let at = 0; (at = text.indexOf(10, at) + 1) > 0;) starts.push(at);
  if (starts.at(-1) < text.length) starts.push(text.length + 1);
  return starts;
}

const markOf = list => [0xef, 0xbb, 0xbf].every((byte, i) => list[i] === byte) ? 3 : 0;

// doubts says how many lines are blank, which is probably not meant. They can only win: no name is blank, and an order keeps it.
function doubts(what, list) {
  const text = list.subarray(markOf(list)), starts = startsOf(text);
  const blanks = what === "winners" ? starts.slice(1).filter((end, i) => !(text[starts[i]] > 32) && !text.subarray(starts[i], end - 1).some(byte => byte > 32)).length : 0;
  if (blanks) return `${count(blanks, "line is", "lines are")} blank, and can win. Correct the list, or press the button again to draw with ${blanks === 1 ? "it" : "them"}`;
}

// shuffle draws some lines, or puts all in order. Prizes have the first ones each. A byte-order mark stays in front.
function shuffle({ what, count: wanted, prizes }, seed, list) {
  const mark = markOf(list);
  const starts = startsOf(list.subarray(mark)).map(start => start + mark), lines = starts.length - 1, winners = what === "winners";
  if (winners && wanted < 1) fail("the number of winners must be at least 1");
  if (lines === 0) fail("there is nothing to draw from");
  if (list.includes(0)) fail("this is not a text; save the list as plain text, one entry a line");
  const n = winners ? Math.min(lines, wanted) : lines, drawn = n < lines ? sample(seed, lines, n) : order(seed, lines);
  const text = new Uint8Array(drawn.reduce((sum, i) => sum + starts[i + 1] - starts[i], mark)), ends = [mark];
  let at = mark;
  text.set(list.subarray(0, mark));
  for (const i of drawn) {
    for (let from = starts[i]; from < starts[i + 1] - 1; from++) text[at++] = list[from];
    text[at++] = 10;
    if (prizes.length) ends.push(at);
  }
  const front = Array.from(drawn.subarray(0, mostLines), i => decode(list.subarray(starts[i], Math.min(starts[i + 1] - 1, starts[i] + 2000))));
  const groups = [], named = [], short = [];
  let won = 0;
  for (const [of, name] of prizes) {
    const next = Math.min(n, won + of);
    groups.push({ name, lines: front.slice(won, next) });
    if (next - won < of) short.push(`${shown(name)} (${next - won} of ${of})`);
    named.push(encode(name + "\n"), text.subarray(ends[won], ends[next]), encode("\n"));
    won = next;
  }
  return { text, named, from: lines, command: "yates shuffle" + (winners ? ` -n ${wanted}` : ""), more: n - front.length,
    groups: prizes.length ? groups : [{ name: winners ? "Winners" : "The whole list in random order", lines: front }],
    note: n < wanted && winners && `The list has only ${count(n, "line")}: all win.${short.length ? ` Prizes that are left: ${short.join(", ")}.` : ""}` };
}

// linesOf decodes lines of UTF-8. A byte that is not becomes half of a surrogate pair.
const strict = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });
function linesOf(text) {
  try {
    return strict.decode(text).split("\n");
  } catch {}
  const starts = startsOf(text);
  if (starts.length > 2) return starts.slice(1).flatMap((end, i) => linesOf(text.subarray(starts[i], end - 1)));
  let line = "";
  for (let at = 0; at < text.length;) {
    const size = [0xc0, 0xe0, 0xf0].findIndex(lead => text[at] < lead) + 1 || 4;
    try {
      line += strict.decode(text.subarray(at, at + size));
      at += size;
    } catch {
      line += String.fromCharCode(0xdc00 + text[at++]);
    }
  }
  return [line];
}

// trim removes what Go counts as white space around a name.
const blank = /[\t-\r \x85\xa0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000]/;
function trim(line) {
  let from = 0, to = line.length;
  while (from < to && blank.test(line[from])) from++;
  while (from < to && blank.test(line[to - 1])) to--;
  return line.slice(from, to);
}

// namesOf returns the names in a list.
function namesOf(list) {
  const names = [];
  for (const [i, line] of linesOf(list).entries()) {
    if (line.length > mostName) fail(`line ${i + 1} of the list is longer than 65.5 kB`);
    const name = trim(i === 0 ? line.replace(/^\ufeff/, "") : line);
    if (name && names.push(name) > mostNames) fail(`line ${i + 1} of the list exceeds the limit of ${count(mostNames, "name")}`);
  }
  return names.length ? names : fail("there are no names");
}

// escape writes what cannot be seen as Go does. Marks that isolate letters from the right stay, in pairs.
const letters = { 7: "a", 8: "b", 9: "t", 10: "n", 11: "v", 12: "f", 13: "r" };
function escape(line) {
  const paired = !/[\u2068\u2069]/.test(line.replace(/\u2068[^\u2068\u2069]*\u2069/g, ""));
  return line.replace(paired ? unseenInPairs : unseen, character => {
    const code = character.codePointAt(0), hex = (n, digits) => n.toString(16).padStart(digits, "0");
    if (letters[code]) return "\\" + letters[code];
    if (code >= 0xdc80 && code < 0xdd00) return "\\x" + hex(code - 0xdc00, 2); // which was no UTF-8
    return code < 32 || code === 127 ? "\\x" + hex(code, 2) : code < 65536 ? "\\u" + hex(code, 4) : "\\U" + hex(code, 8);
  });
}

// keptFrom returns from whom each name is kept by the lines of apart, itself among them: from others of a line with =, or
// the first from the second of one with >, if that is meant. It returns the lines, too, for the command.
function keptFrom(apart, names, oneWay) {
  const numbers = new Map(names.map((name, i) => [name, i])), kept = names.map((_, i) => new Set([i])), all = [];
  const lines = apart.split("\n").map(trim).filter(Boolean);
  if (numbers.size < names.length && (oneWay || lines.length)) {
    fail(`“${shown(names.find((name, i) => numbers.get(name) !== i))}” is there twice; add something to tell them apart`);
  }
  for (const text of lines) {
    const sign = oneWay && text.includes(">") ? ">" : "=", at = text.indexOf(sign);
    const line = (sign === ">" ? [text.slice(0, at), text.slice(at + 1)] : text.split("=")).map(trim);
    if (line.includes("") || new Set(line).size < 2) fail(`“${shown(line[0])}” needs another name, as in Ann = Bob${oneWay ? " or Ann > Bob" : ""}`);
    const people = line.map(name => numbers.get(name) ?? fail(`“${shown(name)}” is not in the list`));
    if (sign === ">") kept[people[0]].add(people[1]);
    else for (const i of people) for (const j of people) kept[i].add(j);
    all.push(` --not ${quoted(line.join(sign))}`);
  }
  return [kept, all.join("")];
}

const quoted = text => `'${text.replaceAll("'", "'\\''")}'`; // for a shell

// possible reports whether any order of a small list fits, as far as a million steps can tell.
function possible(n, first, fits, pot) {
  const all = Array.from({ length: n }, (_, i) => i), swap = (i, j) => { [all[i], all[j]] = [all[j], all[i]]; };
  let left = n < 1000 ? 1e6 : 0;
  const from = i => {
    for (let j = i; j < Math.min(n, (Math.floor(i / pot) + 1) * pot); j++) {
      if (left-- <= 0) return true;
      swap(i, j);
      if (fits(i, all) && from(i + 1)) return true;
      swap(i, j);
    }
    return i === n;
  };
  return from(first);
}

// tried shuffles numbers below n from a place on, within each pot, until each place fits, and begins again at one that
// does not.
function tried(n, first, seed, label, fits, pot = n) {
  if (!possible(n, first, fits, pot)) fail("no draw is possible: too many are kept apart");
  const all = Array.from({ length: n }, (_, i) => i), stream = new Stream(seed, label);
  for (let i = first, choices = 0; i < n; choices++) {
    if (choices === mostChoices) fail("no draw was found: too many are kept apart");
    const j = i + stream.below(Math.min(n, (Math.floor(i / pot) + 1) * pot) - i), chosen = all[j];
    all[j] = all[i];
    all[i] = chosen;
    i = fits(i, all) ? i + 1 : first;
  }
  return all;
}

// divide divides names into teams: parts of the order, or if some are kept apart or it goes by strength, name after name
// into team after team, the strongest first; lots decide who of equals comes first.
function divide({ count: wanted, bySize, apart, strength }, seed, list) {
  let names = namesOf(list);
  const n = names.length, number = bySize ? Math.ceil(n / wanted) : wanted;
  if (wanted < 1) fail("the number of teams must be at least 1");
  if (n < number) fail(`${count(n, "name")} cannot be divided into ${count(number, "team")}`);
  const ranked = strength && Array.from(order(seed, n)).sort((i, j) => strength.numbers[j] - strength.numbers[i]), by = ranked?.map(i => strength.numbers[i]);
  if (strength) names = ranked.map(i => names[i]);
  const [kept, not] = strength || trim(apart) ? keptFrom(apart, names) : [null, ""];
  const alone = (i, all) => { for (let j = i - number; j >= 0; j -= number) if (kept[all[i]].has(all[j])) return false; return true; };
  const places = kept ? tried(n, 0, seed, "teams", alone, strength ? number : n) : order(seed, n), teams = [];
  for (let k = 0, at = 0; k < number; k++) {
    const size = Math.floor((n + number - 1 - k) / number);
    const team = kept ? places.filter((_, i) => i % number === k) : places.subarray(at, at += size);
    const name = `Team ${k + 1}`, sized = by ? `${name} · ${count(team.length, "player")}` : `${name} · ${team.length}`;
    teams.push({ name, lines: Array.from(team, i => names[i]), shown: { name: sized, lines: Array.from(team, i => names[i]), strengths: by && Array.from(team, i => by[i]) } });
  }
  const text = teams.map(({ name, lines }) => [name, ...lines.map(escape), ""].join("\n")).join("\n");
  return { text: encode(text), groups: teams.map(team => team.shown), from: n, command: `yates teams ${bySize ? "--size" : "-n"} ${wanted}${strength ? ` --strength ${quoted(strength.title)}` : ""}${not}`,
    note: strength && `Teams by strength: the ${number} with the most of “${shown(strength.title)}” are in different teams, so are the next ${number}, and so on. All such teams are equally likely.` };
}

// give draws who gives a present to whom. In a circle, each gives to the one behind them, and the first stands still.
function give({ apart, circle }, seed, list) {
  const names = namesOf(list), n = names.length, [kept, not] = keptFrom(apart, names, true);
  if (n < 2) fail("there must be at least two names");
  const nobody = kept.findIndex(from => from.size === n);
  if (nobody >= 0) fail(`no draw is possible: “${shown(names[nobody])}” may give to nobody`);
  const round = (i, all) => !kept[all[i - 1]].has(all[i]) && (i < n - 1 || !kept[all[i]].has(all[0]));
  const drawn = circle ? tried(n, 1, seed, "circle", round) : tried(n, 0, seed, "santa", (i, all) => !kept[i].has(all[i]));
  const to = circle ? [] : drawn;
  if (circle) drawn.forEach((giver, i) => { to[giver] = drawn[(i + 1) % n]; });
  const width = names.reduce((most, name) => Math.max(most, length(name)), 0);
  const lines = names.map((name, i) => escape(`${name}${" ".repeat(width - length(name))} -> ${names[to[i]]}`));
  const groups = [{ name: "Who gives to whom", lines: names.map((name, i) => `${name} → ${names[to[i]]}`) }];
  return { text: encode(lines.join("\n") + "\n"), groups, pairs: to.map((j, i) => [names[i], names[j]]), from: n, command: `yates santa${circle ? " --circle" : ""}${not}` };
}

// Cards are numbers: the place in a new deck, 52 for a joker.
const ranks = ["A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K"], suits = ["♠", "♥", "♦", "♣"], joker = 52;
const suitOf = card => Math.floor(card / 13), rankOf = card => ranks[card % 13];
const height = card => card === joker ? 0 : (card + 12) % 13; // aces are high
const nameOf = card => card === joker ? "🃏" : rankOf(card) + suits[suitOf(card)];

// deal deals cards, which it prints by suit.
function deal({ count: hands, cards, decks, jokers }, seed) {
  if (hands < 1 || decks < 1) fail("the hands and the decks must be at least 1, and the cards and the jokers 0 or more");
  const each = 52 + jokers, total = decks * each;
  if (total > mostCards) fail(`${count(decks, "deck")} with ${count(jokers, "joker")} each are more than ${count(mostCards, "card")}`);
  cards ||= Math.max(Math.floor(total / hands), 1);
  if (cards * hands > total) fail(`${count(hands, "hand")} of ${count(cards, "card")} need ${(hands * cards).toLocaleString("en-US")}, and there are ${total.toLocaleString("en-US")}`);
  const deck = Array.from(order(seed, total), i => Math.min(i % each, joker)), left = total - hands * cards;
  const dealt = Array.from({ length: hands }, (_, hand) => Array.from({ length: cards }, (_, i) => deck[i * hands + hand])
    .sort((a, b) => suitOf(a) - suitOf(b) || height(b) - height(a)));
  const width = `hand ${hands}`.length, title = name => name.padEnd(width);
  const lines = dealt.map((hand, k) => {
    const rows = Object.values(Object.groupBy(hand, suitOf)).map(row => row.map((card, i) => card === joker ? nameOf(card) : i ? rankOf(card) : `${suits[suitOf(card)]} ${rankOf(card)}`).join(" "));
    return cards <= 16 ? `${title(`hand ${k + 1}`)}  ${rows.join("   ")}\n` : [`hand ${k + 1}`, ...rows.map(row => "  " + wrap(row)), "", ""].join("\n");
  });
  const text = lines.join("") + `${title("left")}  ${left ? count(left, "card") : "no cards"}\n`;
  return { text: encode(text), groups: dealt.map((hand, k) => ({ name: `Hand ${k + 1}`, lines: hand.map(nameOf) })), from: total, note: left && `${count(left, "card")} left.`,
    command: `yates deal --hands ${hands} --cards ${cards} --decks ${decks} --jokers ${jokers}` };
}

// wrap breaks a row of cards into lines of 78 characters, all but the first indented by 4.
function wrap(row) {
  let column = 3; // after the indent and the suit
  return row.split(" ").reduce((text, word) => {
    const size = length(word), fits = column + 1 + size <= 78;
    column = fits ? column + 1 + size : 4 + size;
    return text + (fits ? " " : "\n    ") + word;
  });
}

const digits = bytes => Array.from(sha256(bytes), x => x.toString(16).padStart(2, "0")).join("");

// record writes down what repeats a draw. It cannot show that nobody tried many seeds.
function record({ what, count: wanted, bySize, now, seed: chosen }, { text, command, from, groups, named }, seed, list) {
  const things = !bySize && { winners: "winners", teams: "teams", deal: "hands" }[what];
  return [["Drawn", `${now.slice(0, 19).replace("T", " ")} UTC, by the clock of the device`],
    things && ["Count", `${wanted} ${things}`],
    list ? ["List", `${count(from, "entry", "entries")}, SHA-256 ${digits(list)}`] : ["From", count(from, "card")],
    ["Seed", seed.hex], chosen && ["Chosen", "The seed was entered, so this is repeated from a chosen seed."], ["Result", `SHA-256 ${digits(text)}${named?.length ? ", of the winners, one a line" : ""}`], ["Command", command],
    ...named?.length ? groups.map(({ name, lines }) => ["Prize", `${name}: ${lines.map(shown).join(", ")}`]) : [],
  ].filter(Boolean).map(([name, value]) => `${name.padEnd(8)} ${value}\n`).join("") + `
The same list and seed give the same result. This proves nothing to others: whoever
chooses the seed can try many. To prove a draw to others, hold a public draw.
`;
}

// draw draws, and shows as much as the page does.
function draw(json, [list]) {
  try {
    const args = JSON.parse(json), seed = new Seed(args.hex ? null : args.seed || null, args.hex ? { hex: args.seed.trim() } : {});
    const how = { teams: divide, santa: give, deal }[args.what] ?? shuffle, drawn = how(args, seed, list);
    const doubt = list && !args.meant && doubts(args.what, list);
    if (doubt) return { answer: JSON.stringify({ doubt }) };
    const of = `${drawn.command} ${JSON.stringify(args.prizes)} ${list && digits(list)}`; // what is drawn, and from what
    drawn.command += ` --seed-hex ${seed.hex}${args.what === "deal" ? "" : args.strength ? " list.csv" : " list.txt"}`;
    let left = mostLines, more = drawn.more ?? 0;
    const groups = drawn.groups.map(({ name, lines, strengths }) => {
      const some = lines.slice(0, args.what === "deal" && lines.length > left ? 0 : left);
      left -= some.length;
      more += lines.length - some.length;
      return { name, lines: some.map(shown), strengths };
    });
    const { command, from } = drawn, value = { of, seed: seed.hex, command, from, more, note: drawn.note || undefined, pairs: drawn.pairs?.slice(0, mostLines).map(pair => pair.map(shown)), groups: groups.filter(group => group.lines.length), record: record(args, drawn, seed, list) };
    return { answer: JSON.stringify(value), text: drawn.named?.length ? joined(drawn.named) : drawn.text };
  } catch (error) {
    return { error: error.message };
  }
}

function joined(pieces) {
  const all = new Uint8Array(pieces.reduce((sum, piece) => sum + piece.length, 0));
  pieces.reduce((at, piece) => { all.set(piece, at); return at + piece.length; }, 0);
  return all;
}

// tidy corrects what has one obvious correction in a list: blank lines go, and what is at the edges of lines and not seen
// there. Each line is in normal form C and ends in a line feed. Tabs between columns stay, and equal entries: only people
// know whether they are one.
function tidy([list]) {
  let blank = 0, changed = 0;
  const text = decode(list).replace(/\n$/, "").split("\n").map(line => {
    const columns = line.normalize("NFC").split("\t").map(column => column.split(/\p{White_Space}+/u).filter(Boolean).join(" "));
    const entry = columns.join("\t").replace(/^\t+|\t+$/g, "");
    if (!entry) blank++;
    else if (entry !== line) changed++;
    return entry && entry + "\n";
  }).join("");
  return { answer: JSON.stringify({ blank, changed }), text: encode(text) };
}

serve(() => null, (name, json, texts) => name === "tidy" ? tidy(texts) : draw(json, texts));
