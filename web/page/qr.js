// QR codes of bytes, as ISO/IEC 18004 has them, with the least redundancy, level L.
import { svg } from "../../audit/view/report.js";
import { encode } from "./texts.js";

// For each version, the bytes of redundancy in a block, and the blocks.
const redundant = [7, 10, 15, 20, 26, 18, 20, 24, 30, 18, 20, 24, 26, 30, 22, 24, 28, 30, 28, 28, 28, 28, 30, 30, 26, 28, 30, 30, 30, 30, 30, 30, 30, 30, 30, 30, 30, 30, 30, 30];
const blocks = [1, 1, 1, 1, 1, 2, 2, 2, 2, 4, 4, 4, 4, 4, 6, 6, 6, 6, 7, 8, 8, 9, 9, 10, 12, 12, 12, 13, 14, 15, 16, 17, 18, 19, 19, 20, 21, 22, 24, 25];

// Arithmetic of 256 elements, by powers of 2.
const power = [], log = [];
for (let i = 0, x = 1; i < 255; i++, x = x << 1 ^ (x >> 7) * 0x11d) log[power[i] = x] = i;
const times = (a, b) => a && b ? power[(log[a] + log[b]) % 255] : 0;

// redundancy returns the remainder of data as a polynomial.
function redundancy(data, degree) {
  let by = [1];
  for (let i = 0; i < degree; i++) by = [...by, 0].map((c, j) => c ^ times(by[j - 1] ?? 0, power[i]));
  const rest = [...data, ...Array(degree).fill(0)];
  data.forEach((_, i) => { const first = rest[i]; by.forEach((c, j) => { rest[i + j] ^= times(c, first); }); });
  return rest.slice(data.length);
}

const coded = (value, by, bits) => { let rest = value << bits; for (let i = 31; i >= bits; i--) if (rest >>> i & 1) rest ^= by << i - bits; return value << bits | rest; };

// bytesOf returns how many bytes a version has.
function bytesOf(version) {
  const apart = Math.floor(version / 7) + 2;
  return Math.floor(((16 * version + 128) * version + 64 - (version > 1 ? (25 * apart - 10) * apart - 55 : 0) - (version > 6 ? 36 : 0)) / 8);
}

const masks = [(x, y) => (x + y) % 2, (x, y) => y % 2, x => x % 3, (x, y) => (x + y) % 3, (x, y) => (Math.floor(x / 3) + Math.floor(y / 2)) % 2,
  (x, y) => x * y % 2 + x * y % 3, (x, y) => (x * y % 2 + x * y % 3) % 2, (x, y) => ((x + y) % 2 + x * y % 3) % 2];

// squares returns rows of ones and zeros.
function squares(text) {
  const bytes = encode(text), head = version => version < 10 ? 8 : 16, room = version => bytesOf(version) - redundant[version - 1] * blocks[version - 1];
  const version = redundant.findIndex((_, i) => 4 + head(i + 1) + 8 * bytes.length <= 8 * room(i + 1)) + 1;
  if (!version) throw new Error("this is too long for a QR code");
  let bits = "0100" + bytes.length.toString(2).padStart(head(version), "0") + Array.from(bytes, b => b.toString(2).padStart(8, "0")).join("") + "0000";
  bits = bits.slice(0, 8 * room(version));
  const data = bits.padEnd(Math.ceil(bits.length / 8) * 8, "0").match(/.{8}/g).map(b => parseInt(b, 2));
  for (let pad = 0xec; data.length < room(version); pad ^= 0xfd) data.push(pad);
  const number = blocks[version - 1], least = Math.floor(data.length / number), parts = [];
  for (let i = 0, at = 0; i < number; i++) parts.push(data.slice(at, at += least + (i >= number - data.length % number)));
  const woven = all => Array.from({ length: Math.max(...all.map(part => part.length)) }, (_, i) => all.flatMap(part => part[i] ?? [])).flat();
  const stream = [...woven(parts), ...woven(parts.map(part => redundancy(part, redundant[version - 1])))];

  const size = 4 * version + 17, rows = Array.from({ length: size }, () => Array(size)), set = (x, y, bit) => { if (rows[y]?.length > x && x >= 0) rows[y][x] = Number(bit); };
  for (let i = 0; i < size; i++) set(6, i, i % 2 === 0), set(i, 6, i % 2 === 0);
  const ring = (x, y, far, light) => { for (let dx = -far; dx <= far; dx++) for (let dy = -far; dy <= far; dy++) set(x + dx, y + dy, !light.includes(Math.max(Math.abs(dx), Math.abs(dy)))); };
  for (const [x, y] of [[3, 3], [size - 4, 3], [3, size - 4]]) ring(x, y, 4, [2, 4]);
  const apart = Math.floor(version / 7) + 2, step = version === 32 ? 26 : Math.ceil((size - 13) / (2 * apart - 2)) * 2;
  const places = version === 1 ? [] : [6, ...Array.from({ length: apart - 1 }, (_, i) => size - 7 - i * step)];
  for (const x of places) for (const y of places) if (!(x === 6 && y === 6 || x === 6 && y === size - 7 || y === 6 && x === size - 7)) ring(x, y, 2, [1]);
  const format = mask => {
    const bits = coded(8 | mask, 0x537, 10) ^ 0x5412;
    for (let i = 0; i < 15; i++) {
      const bit = bits >> i & 1;
      if (i < 8) set(8, i < 6 ? i : i + 1, bit), set(size - 1 - i, 8, bit);
      else set(i === 8 ? 7 : 14 - i, 8, bit), set(8, size - 15 + i, bit);
    }
    set(8, size - 8, 1);
  };
  format(0);
  for (let i = 0; version > 6 && i < 18; i++) {
    const bit = coded(version, 0x1f25, 12) >> i & 1, a = size - 11 + i % 3, b = Math.floor(i / 3);
    set(a, b, bit), set(b, a, bit);
  }
  const free = [];
  for (let right = size - 1; right > 0; right -= 2) {
    if (right === 6) right = 5;
    for (let i = 0; i < size; i++) for (const x of [right, right - 1]) { const y = (right + 1) & 2 ? i : size - 1 - i; if (rows[y][x] === undefined) free.push([x, y]); }
  }
  const masked = mask => {
    free.forEach(([x, y], i) => set(x, y, (stream[i >> 3] >> 7 - i % 8 & 1) ^ (masks[mask](x, y) === 0)));
    format(mask);
    return rows.reduce((n, row, y) => n + row.filter((bit, x) => y && x && bit === row[x - 1] && bit === rows[y - 1][x] && bit === rows[y - 1][x - 1]).length, 0); // plain squares, which cameras read worse
  };
  const all = masks.map((_, mask) => masked(mask));
  masked(all.indexOf(Math.min(...all)));
  return rows;
}

// codeOf returns a picture of a text for cameras.
export function codeOf(text) {
  const rows = squares(text), size = rows.length + 8;
  const path = rows.flatMap((row, y) => row.map((bit, x) => bit ? `M${x + 4} ${y + 4}h1v1h-1z` : "")).join("");
  const picture = svg("svg", { viewBox: `0 0 ${size} ${size}`, class: "qr", role: "img", "aria-label": "The address of this draw as a QR code" },
    svg("rect", { width: size, height: size, fill: "#fff" }), svg("path", { d: path, fill: "#000" }));
  picture.style.setProperty("--squares", size);
  return picture;
}
