// The pictures of an audit: the evidence as a curve, and where the items went as a heat map. The page in the browser
// draws them while it deals, and showReport in the file that a report is. They are drawn in the size in which they are
// shown, so that a phone shows readable ones, with their colours in them, so that they can be saved.

const dark = matchMedia("(prefers-color-scheme: dark)");
const inks = [{ ink: "#1c1c1e", soft: "#5a5a60", line: "#d4d4d8", paper: "#fff", alarm: "#b14d00", curve: "#08529c" },
  { ink: "#ececef", soft: "#a9a9b2", line: "#3c3d44", paper: "#17181b", alarm: "#ffa05a", curve: "#8ec5ff" }];
// Orange is more often than fair, blue is less often: each from that of the paper to that of 5 standard errors.
const more = [["#fff", "#fde7cf", "#fdc893", "#fa9d54", "#e26d14", "#b14d00"],
  ["#24252a", "#4a3422", "#784822", "#aa5c22", "#dc7832", "#ffa05a"]];
const less = [["#fff", "#d8e7f5", "#aaceea", "#70aad9", "#347dbd", "#08529c"],
  ["#24252a", "#20364e", "#225076", "#2e6aa0", "#5091cd", "#8ec5ff"]];

// svg makes an element of a picture.
export function svg(name, attributes = {}, ...children) {
  const element = document.createElementNS("http://www.w3.org/2000/svg", name);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
  element.append(...children);
  return element;
}

// picture makes an empty one of a size, which says in words what it shows.
const picture = (width, height, size, label) => svg("svg", { viewBox: `0 0 ${width} ${height}`, width, height,
  role: "img", "aria-label": label, "font-family": "system-ui, sans-serif", "font-size": size,
  fill: inks[+dark.matches].ink });

const rem = () => parseFloat(getComputedStyle(document.documentElement).fontSize);
const number = n => n.toLocaleString("en-US");
const superscript = n => String(n).replace(/./g, c => "⁻⁰¹²³⁴⁵⁶⁷⁸⁹"["-0123456789".indexOf(c)]);
export const raised = text => text.replace(/10\^(\d+)/g, (_, e) => "10" + superscript(e)); // as the axis has powers
export const power = e => e >= 0 && e <= 6 ? number(Math.round(10 ** e)) : "10" + superscript(Math.round(e));

// colourOf returns the colour of what is so many standard errors from fair.
export const colourOf = far => (far < 0 ? less : more)[+dark.matches][Math.min(5, Math.floor(Math.abs(far)))];

// odds returns 10^l in the few digits that the words of a report have, rounded down.
export function odds(l) {
  if (l < -3) return "0.001 or less";
  if (l >= 15) return "10" + superscript(Math.floor(l));
  const unit = 10 ** (l < 0 ? Math.floor(l) : l < 1 ? -2 : Math.max(0, Math.floor(l) - 2));
  return number(Math.floor(10 ** l / unit * (1 + 1e-12)) * unit);
}

// readReport adds to a report in JSON what the pictures of it need.
export function readReport(json) {
  const long = json.order !== undefined, cells = json.positions?.length;
  const names = long ? null : json.names ?? Array.from({ length: json.items }, (_, i) => String(i + 1));
  return { ...json, names, unit: long ? "item" : "deal", take: long ? json.items : json.take,
    part: long && cells ? Math.ceil(json.items / cells) : 1 };
}

// round returns the round number at or above x: 1, 2 or 5, and zeros.
function round(x) {
  const unit = 10 ** Math.max(0, Math.floor(Math.log10(x)));
  return [1, 2, 5, 10].find(n => n * unit >= x) * unit;
}

// drawEvidence draws the odds over the deals.
export function drawEvidence(place, report) {
  const width = Math.max(280, place.clientWidth), height = 230;
  const left = 5.25 * rem(), right = width - 14, top = 14, bottom = height - 34;
  const ink = inks[+dark.matches], alarm = -Math.log10(report.alpha ?? 1e-6);
  const points = (report.evidence ?? []).filter(p => Number.isFinite(p.log10_e));
  const odds = points.map(p => p.log10_e), high = Math.max(alarm + 1, ...odds), low = Math.min(-1, ...odds);
  const last = Math.max(1, report.deals);
  const x = deals => left + (right - left) * deals / last, y = e => bottom - (bottom - top) * (e - low) / (high - low);
  const step = [1, 2, 3, 6, 12, 30, 60, 120, 300, 600, 1200, 3000, 6000].find(s => (high - low) / s <= 5) ??
    round((high - low) / 5);
  const drawn = picture(width, height, 0.82 * rem(), `The odds against a fair shuffle over the ${report.unit}s`);
  const end = { "text-anchor": "end" }, middle = { "text-anchor": "middle" };
  for (let e = Math.ceil(low / step) * step; e <= high; e += step) {
    drawn.append(svg("line", { x1: left, x2: right, y1: y(e), y2: y(e), stroke: ink.line, "stroke-width": 0.6 }),
      svg("text", { x: left - 6, y: y(e) + 4, ...end }, power(e)));
  }
  const labels = Math.max(1, Math.min(5, Math.floor((right - left) / (5 * rem()))));
  for (let deals = 0, apart = round(last / labels); deals <= last; deals += apart) {
    drawn.append(svg("text", { x: x(deals), y: bottom + 17, ...x(deals) > right - 20 ? end : middle }, number(deals)));
  }
  drawn.append(svg("text", { x: (left + right) / 2, y: height - 2, fill: ink.soft, ...middle }, report.unit + "s"),
    svg("line", { x1: left, x2: right, y1: y(alarm), y2: y(alarm), stroke: ink.alarm, "stroke-width": 1.4,
      "stroke-dasharray": "6 4" }),
    svg("text", { x: right, y: y(alarm) - 5, fill: ink.alarm, stroke: ink.paper, "stroke-width": 4,
      "paint-order": "stroke", ...end }, `alarm: ${power(alarm)} to 1`),
    svg("polyline", { points: points.map(p => `${x(p.deals).toFixed(1)},${y(p.log10_e).toFixed(1)}`).join(" "),
      fill: "none", stroke: ink.curve, "stroke-width": 2.2, "stroke-linejoin": "round" }));
  place.replaceChildren(drawn);
}

// distance returns how far from fair the number of items is that a block got in so many deals, in standard errors.
// small and large are the smaller and the larger of its numbers of items and places, of n. One deal gives it a
// hypergeometric number; with one item or place, the sum is binomial. Few are not normal, so it is the signed root of
// the deviance of a binomial with as many items at most, scaled to the hypergeometric variance, with the count taken
// half a step nearer to fair. The tail of the binomial is between those of the normal at a whole step nearer and at
// none (Zubkov and Serov, A complete proof of universal inequalities for the distribution function of the binomial law,
// Theory of Probability and its Applications 57, 2013).
function distance(count, deals, n, small, large) {
  const most = deals * small, mean = deals * small * large / n, off = Math.abs(count - mean) - 0.5;
  if (off <= 0 || large === n) return 0;
  const sign = Math.sign(count - mean), part = (x, fair) => x <= 0 ? 0 : x * Math.log(x / fair);
  const deviance = 2 * (part(mean + sign * off, mean) + part(most - mean - sign * off, most - mean));
  return sign * Math.sqrt(Math.max(0, deviance) * (n - 1) / (n - small));
}

// joined returns how many neighbouring items, and how many places, a block has, so that each gets enough items of these
// deals, if that leaves 8 blocks: below, a picture shows nothing. Enough is that a bias of 30% shows as 3 standard errors;
// of few places, that an item that never comes does: errors there often concern single items, and blocks one place wide
// gain little.
function joined(items, places, deals) {
  const least = 8, enough = places <= least ? 7 : 100, widest = Math.ceil(places / least); // few have a column each
  let high = 1;
  const wide = () => Math.min(high, widest);
  while (high * wide() * deals < enough * items && Math.ceil(items / (high + 1)) >= least) high++;
  return [high, wide()];
}

// blocks counts what came to each block of neighbouring items and places. Of few deals, several are joined: chance hides
// in a cell what shows in a block. One long order is one deal, and its positions are those of parts.
function blocks({ positions, items, take, names, part, deals }) {
  part ||= 1; // of deals
  const side = 128, dealt = deals / (names ? 1 : items), rows = positions.length;
  const [high, wide] = joined(rows, positions[0].length, names ? deals : Math.floor(deals / rows));
  const down = part * Math.max(high, Math.ceil(items / part / side));
  const across = part * Math.max(wide, Math.ceil(take / part / side)), all = [];
  for (let item = 0; item < items; item += down) {
    for (let place = 0; place < take; place += across) {
      const toItem = Math.min(items, item + down), toPlace = Math.min(take, place + across);
      let got = 0;
      for (let i = item; i < toItem; i += part) {
        for (let j = place; j < toPlace; j += part) got += positions[i / part][j / part];
      }
      const r = toItem - item, c = toPlace - place;
      const far = distance(got, dealt, items, Math.min(r, c), Math.max(r, c));
      all.push({ item, toItem, place, toPlace, got, fair: dealt * r * c / items, far });
    }
  }
  return { all, rows: Math.ceil(items / down), columns: Math.ceil(take / across), down, across };
}

// drawHeat draws how often each item came to each place, and says of the block that is touched how often. It returns what
// it says of the block furthest from fair, and how far that is.
export function drawHeat(place, caption, report, title) {
  const { names, first = 1, thing = "item" } = report;
  place.hidden = caption.hidden = !report.positions || report.deals === 0;
  if (place.hidden) return;
  const { all, rows, columns, down, across } = blocks(report), ink = inks[+dark.matches], one = rem();
  const size = Math.max(140, Math.min(place.clientWidth, 46 * one)), left = 2.8 * one, top = 1.3 * one;
  const cell = Math.min((size - left - 4) / columns, (size - left - 4) / Math.min(rows, 2 * columns));
  const tall = Math.min(cell, 2 * (size - left) / rows);
  const width = left + cell * columns + 4, height = tall * rows + 2 * top;
  const of = (name, from, to, label) =>
    to - from > 1 ? `${name}s ${label(from)} to ${label(to - 1)}` : `${name} ${label(from)}`;
  const item = i => names ? names[i] : number(first + i);
  const placed = b => of("place", b.place, b.toPlace, p => number(p + 1));
  const at = b => `${of(thing, b.item, b.toItem, item)} at ${placed(b)}`;
  const times = b => `${number(b.got)} time${b.got === 1 ? "" : "s"}`, fairly = b => number(b.fair < 10 ? Math.round(10 * b.fair) / 10 : Math.round(b.fair));
  const says = b => `${at(b)}, ${times(b)} where ${fairly(b)} would be fair`;
  const off = ({ far, got, fair }) => 1e6 * Math.abs(far) + Math.abs(got - fair);
  const furthest = all.reduce((a, b) => off(b) > off(a) ? b : a);
  const most = off(furthest) > 1e-9 ? `Furthest from fair: ${says(furthest)}.` : "Every square is as often as is fair.";
  const joins = down > 1 || across > 1 ? ` Each square is ${down} ${thing}s and ${across} places.` : "";
  const words = (title && title + ". ") + most + joins, shown = title ? `${title}.${joins}` : words; // to see
  const drawn = picture(width, height, 0.82 * one, words), paths = new Map();
  const compact = n => n.toLocaleString("en-US", { notation: n < 10_000 ? "standard" : "compact", useGrouping: false });
  const short = i => !names ? compact(first + i) : names[i].length > 5 ? names[i].slice(0, 4) + "…" : names[i];
  const write = (x, y, anchor, text) => drawn.append(svg("text", { x: x.toFixed(1), y: (y + 0.3 * one).toFixed(1),
    "text-anchor": anchor }, text));
  write(left - 5, top / 2, "end", thing);
  for (let row = 0, step = Math.ceil(0.95 * one / tall); row < rows; row += step) {
    write(left - 5, top + tall * (row + 0.5), "end", short(row * down));
  }
  for (let column = 0, step = Math.ceil(1.75 * one / cell); column < columns; column += step) {
    write(left + cell * (column + 0.5), top / 2, "middle", compact(column * across + 1));
  }
  write(left + cell * columns / 2, height - top / 2, "middle", "place");
  all.forEach(({ far }, i) => {
    const colour = colourOf(far);
    const x = left + cell * (i % columns), y = top + tall * Math.floor(i / columns);
    const square = `M${x.toFixed(2)} ${y.toFixed(2)}H${(x + cell).toFixed(2)}v${tall.toFixed(2)}H${x.toFixed(2)}z`;
    paths.set(colour, (paths.get(colour) ?? "") + square);
  });
  for (const [fill, d] of paths) drawn.append(svg("path", { d, fill, "shape-rendering": "crispEdges" }));
  drawn.append(svg("rect", { x: left, y: top, width: cell * columns, height: tall * rows, fill: "none",
    stroke: ink.soft }));
  drawn.onpointermove = drawn.onpointerdown = event => {
    const box = drawn.getBoundingClientRect(), scale = width / box.width;
    const column = Math.floor(((event.clientX - box.left) * scale - left) / cell);
    const row = Math.floor(((event.clientY - box.top) * scale - top) / tall);
    const touched = column >= 0 && column < columns && row >= 0 && row < rows && all[row * columns + column];
    caption.textContent = touched ? `${says(touched)}: ${touched.far.toFixed(1)} standard errors.` : shown;
  };
  drawn.onpointerleave = () => { caption.textContent = shown; };
  place.replaceChildren(drawn);
  caption.textContent = shown;
  const { got, toPlace, far } = furthest, where = toPlace === 1 ? "first" : `to ${placed(furthest)}`;
  const came = got === 0 ? `never came ${where}` : `came ${toPlace === 1 ? "first " : ""}${times(furthest)}` +
    (toPlace === 1 ? "" : " " + where);
  return { far, words: `${of(thing, furthest.item, furthest.toItem, item)} ${came}; fair is ${fairly(furthest)}` };
}

// redrawn draws again when the element comes into view, and when its width or the colours change.
export function redrawn(place, draw) {
  let timer;
  const later = () => { clearTimeout(timer); timer = setTimeout(() => place.checkVisibility() && draw(), 100); };
  new ResizeObserver(later).observe(place);
  dark.addEventListener("change", later);
}

// showReport draws the pictures of a report, in the file that it is, and lists its bets.
export function showReport(json) {
  const byId = id => document.getElementById(id), report = readReport(json);
  const draw = () => {
    drawHeat(byId("heat"), byId("touched"), report, "");
    drawEvidence(byId("evidence"), report);
  };
  byId("pictures").hidden = !json.deals;
  byId("cells").hidden = !json.positions;
  byId("save").onclick = () => {
    const text = new XMLSerializer().serializeToString(byId("heat").firstChild);
    const link = Object.assign(document.createElement("a"), { download: "heat.svg",
      href: URL.createObjectURL(new Blob([text], { type: "image/svg+xml" })) });
    link.click();
    URL.revokeObjectURL(link.href);
  };
  const few = x => x.toPrecision(2);
  byId("bets").hidden = !json.bets;
  for (const { text, rows, weight, log10_e = 0, effect } of json.bets ?? []) {
    const found = effect ? (Math.ceil(100 * effect.times) / 100).toFixed(2) + " times" : "";
    const row = byId("bets").querySelector("tbody").insertRow();
    for (const cell of [text, number(rows), few(100 * weight) + "%", odds(log10_e), found]) {
      row.insertCell().textContent = cell;
    }
  }
  draw();
  redrawn(document.querySelector("main"), draw);
  document.documentElement.dataset.ready = "yes";
}
