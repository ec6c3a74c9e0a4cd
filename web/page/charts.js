// The pictures of an audit: the evidence as a curve, and where the items went as a heat map.
// They are drawn in the size in which they are shown, so that a phone shows readable ones.
import { svg } from "./dom.js";

const alarm = 6; // the power of ten

// drawEvidence draws the odds over the deals.
export function drawEvidence(place, report) {
  const width = Math.max(280, place.clientWidth), height = 230, left = 62, right = width - 14, top = 14, bottom = height - 34;
  const points = (report.evidence ?? []).filter(p => Number.isFinite(p.log10_e));
  const last = Math.max(1, report.deals), high = Math.max(alarm + 1, ...points.map(p => p.log10_e)), low = Math.min(-1, ...points.map(p => p.log10_e));
  const x = deals => left + (right - left) * deals / last, y = e => bottom - (bottom - top) * (e - low) / (high - low);
  const step = [1, 2, 3, 6, 12, 30, 60, 120, 300, 600, 1200, 3000, 6000].find(s => (high - low) / s <= 5) ?? 12000;
  const picture = svg("svg", { viewBox: `0 0 ${width} ${height}`, width, height, role: "img",
    "aria-label": `The evidence over ${report.deals} ${report.unit}s. The odds against a fair shuffle reached ${report.odds} to 1; a million to 1 is the alarm.` });
  for (let e = Math.ceil(low / step) * step; e <= high; e += step) {
    picture.append(svg("line", { x1: left, x2: right, y1: y(e), y2: y(e), class: "grid" }), svg("text", { x: left - 6, y: y(e) + 4, class: "end" }, power(e)));
  }
  for (let deals = 0, apart = round(last / 5); deals <= last; deals += apart) {
    picture.append(svg("text", { x: x(deals), y: bottom + 17, class: x(deals) > right - 20 ? "end" : "middle" }, deals.toLocaleString("en-US")));
  }
  picture.append(svg("text", { x: (left + right) / 2, y: height - 2, class: "middle soft" }, report.unit + "s"),
    svg("line", { x1: left, x2: right, y1: y(alarm), y2: y(alarm), class: "alarm" }),
    svg("text", { x: right, y: y(alarm) - 5, class: "alarm end" }, "alarm: a million to 1"),
    svg("polyline", { points: points.map(p => `${x(p.deals).toFixed(1)},${y(p.log10_e).toFixed(1)}`).join(" "), class: "curve" }));
  place.replaceChildren(picture);
}

// round returns the round number at or above x: 1, 2 or 5, and zeros.
function round(x) {
  const unit = 10 ** Math.max(0, Math.floor(Math.log10(x)));
  return [1, 2, 5, 10].find(n => n * unit >= x) * unit;
}

const superscript = n => String(n).replace(/./g, c => "⁻⁰¹²³⁴⁵⁶⁷⁸⁹"["-0123456789".indexOf(c)]);
const power = e => e === 0 ? "1" : e === 1 ? "10" : e === 2 ? "100" : e === 3 ? "1,000" : e === 6 ? "million" : "10" + superscript(e);

// The colours of the report: orange is more often than fair, blue is less often. They begin with that of the paper.
const dark = matchMedia("(prefers-color-scheme: dark)");
const more = [["#fff", "#fde7cf", "#fdc893", "#fa9d54", "#e26d14", "#b14d00"], ["#24252a", "#4a3422", "#784822", "#aa5c22", "#dc7832", "#ffa05a"]];
const less = [["#fff", "#d8e7f5", "#aaceea", "#70aad9", "#347dbd", "#08529c"], ["#24252a", "#20364e", "#225076", "#2e6aa0", "#5091cd", "#8ec5ff"]];

// drawHeat draws how often each item came to each place. The colour is the distance from
// fair in standard errors. Of few deals, neighbours are joined, as many as the report says: chance hides in a cell what
// shows in a block. Of one long order, there is one deal, and the positions are those of parts.
export function drawHeat(canvas, caption, report, title) {
  const { positions, take, items, names, first } = report, part = report.part || 1, deals = report.deals / (names ? 1 : items);
  canvas.hidden = caption.hidden = !positions || deals === 0;
  if (canvas.hidden) return;
  const down = part * report.high, across = part * report.wide;
  const rows = Math.ceil(items / down), columns = Math.ceil(take / across);
  const rem = parseFloat(getComputedStyle(document.documentElement).fontSize);
  const size = Math.max(140, Math.min(canvas.parentElement.clientWidth, 34 * rem)), scale = devicePixelRatio || 1;
  const left = 2.8 * rem, top = 1.3 * rem, cell = Math.max(1, Math.floor((size - left - 4) / Math.max(rows, columns)));
  const wide = left + cell * columns + 4, high = top + cell * rows + top;
  canvas.width = wide * scale;
  canvas.height = high * scale;
  canvas.style.width = wide + "px";
  const c = canvas.getContext("2d"), style = getComputedStyle(canvas);
  c.scale(scale, scale);
  c.fillStyle = style.color;
  c.font = `${0.82 * rem}px system-ui, sans-serif`;
  c.textBaseline = "middle";
  const compact = n => n.toLocaleString("en-US", { notation: n < 10_000 ? "standard" : "compact", useGrouping: false });
  const short = item => !names ? compact(first + item) : names[item].length > 5 ? names[item].slice(0, 4) + "…" : names[item];
  c.textAlign = "right";
  c.fillText("item", left - 5, top / 2);
  const every = Math.max(1, Math.ceil(0.95 * rem / cell));
  for (let row = 0; row < rows; row += every) c.fillText(short(row * down), left - 5, top + cell * (row + 0.5));
  c.textAlign = "center";
  const apart = Math.max(1, Math.ceil(1.75 * rem / cell));
  for (let column = 0; column < columns; column += apart) c.fillText(compact(column * across + 1), left + cell * (column + 0.5), top / 2);
  c.fillText("place", left + cell * columns / 2, high - top / 2);
  let furthest = { far: 0 };
  for (let row = 0; row < rows; row++) {
    for (let column = 0; column < columns; column++) {
      let got = 0;
      const toRow = Math.min(items, (row + 1) * down), toColumn = Math.min(take, (column + 1) * across);
      for (let i = row * down; i < toRow; i += part) for (let j = column * across; j < toColumn; j += part) got += positions[i / part][j / part];
      const ofItems = (toRow - row * down) / items, ofPlaces = (toColumn - column * across) / items, fair = deals * items * ofItems * ofPlaces;
      const far = (got - fair) / Math.sqrt(Math.max(1e-9, fair * (1 - ofItems) * (1 - ofPlaces) * items / (items - 1))); // of hypergeometric numbers
      if (Math.abs(far) > Math.abs(furthest.far)) furthest = { far, got, fair, item: row * down, place: column * across };
      c.fillStyle = (far < 0 ? less : more)[Number(dark.matches)][Math.min(5, Math.floor(Math.abs(far)))];
      c.fillRect(left + column * cell, top + row * cell, cell, cell);
    }
  }
  c.strokeStyle = style.color;
  c.strokeRect(left - 0.5, top - 0.5, cell * columns + 1, cell * rows + 1);
  const block = down > 1 ? ` Each square is ${down} items and ${across} places.` : "";
  const where = furthest.far ? `Furthest from fair: ${down > 1 ? "around item" : "item"} ${names ? names[furthest.item] : first + furthest.item} at place ${furthest.place + 1}, ${furthest.got.toLocaleString("en-US")} times where ${furthest.fair.toFixed(1)} would be fair.` : "";
  caption.textContent = `${title && title + ". "}${where}${block}`;
  canvas.setAttribute("aria-label", caption.textContent);
}

// redrawn draws again when the element comes into view, and when its width or the colours change.
export function redrawn(place, draw) {
  let timer;
  const later = () => { clearTimeout(timer); timer = setTimeout(() => place.checkVisibility() && draw(), 100); };
  new ResizeObserver(later).observe(place);
  dark.addEventListener("change", later);
}
