// What all parts of the page, and its workers, make of texts and numbers.
import headers from "../../draw/headers.json";

export const encode = text => new TextEncoder().encode(text);
export const decode = bytes => new TextDecoder().decode(bytes);
export const size = bytes => bytes < 1000 ? count(bytes, "byte") : bytes < 1e6 ? `${Math.round(bytes / 1000)} kB` : `${(bytes / 1e6).toFixed(1)} MB`;
export const count = (n, thing, things = thing + "s") => `${n.toLocaleString("en-US")} ${n === 1 ? thing : things}`;

// called quotes what others wrote, on one line, so that it cannot be taken for what the page found.
export const called = (text, most = 200) => `“${text.replace(/[“”„‟\p{C}✓✔✅☑🗸🗹✗✘✕✖❌❎☒🗴🗶🗷]/gu, "").replace(/\s+/g, " ").trim().slice(0, most)}”`;

// fours writes a code as people read it out.
export const fours = code => code.match(/.{1,4}/g).join(" ");

// sentence makes a sentence of a message.
export function sentence(message) {
  const text = message.charAt(0).toUpperCase() + message.slice(1);
  return /[.!?…]"?$/.test(text) ? text : text + ".";
}

// isHeader reports whether a line has only words that tables have in their first line, as in draw/entries.go.
export function isHeader(line) {
  const names = line.split(/[,;\t]/, 1)[0].toLowerCase().match(/\p{L}+/gu);
  return Boolean(names?.every(name => headers.includes(name))) && !/[0-9]/.test(line);
}
