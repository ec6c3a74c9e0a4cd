// Links to a part of the page with what it shows. What they hold is in the fragment of the
// address, which browsers do not send.
import { copy, el, quiet } from "./dom.js";
import { codeOf } from "./qr.js";

const most = 60_000; // characters

// pack makes a text short enough for a link, and unpack makes a Blob of it again.
export async function pack(text) {
  const bytes = await through(new Blob([text]), new CompressionStream("deflate-raw"));
  return btoa(Array.from(bytes, b => String.fromCharCode(b)).join("")).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}

export async function unpack(text) {
  const bytes = Uint8Array.from(atob(text.slice(0, most).replaceAll("-", "+").replaceAll("_", "/")), c => c.charCodeAt(0));
  return new Blob([await through(new Blob([bytes]), new DecompressionStream("deflate-raw"))]);
}

const through = async (blob, stream) => new Uint8Array(await new Response(blob.stream().pipeThrough(stream)).arrayBuffer());

// asked returns the part of the page that the address names, and what the link gives it.
export function asked(hash = location.hash) {
  const [part, given] = hash.slice(1).split("?");
  return [part, Object.fromEntries(new URLSearchParams(given))];
}

// A link to a file, or to a server on this device, opens nowhere else.
export const local = location.protocol === "file:" || /^(localhost|127\..*|\[::1\])$/.test(location.hostname);

// linkTo returns a link to a part of the page with what it is given.
export const linkTo = (part, given) => `#${part}?${new URLSearchParams(given)}`;

// addressField makes a field for the address at which others open this page, if it is not this one's. All such fields have one address, which
// linkOut puts before a link.
let address = local ? "" : location.href.split("#")[0];
export const addressed = () => /^https?:\/\/./.test(address);
export const linkOut = (part, given) => address + linkTo(part, given);
export function addressField(id, changed = () => {}) {
  const input = el("input", { type: "text", id, className: "address", value: address, placeholder: "https://example.org/yates.html", autocomplete: "off", autocapitalize: "off", spellcheck: false, oninput: () => {
    address = input.value.trim().split("#")[0];
    for (const other of document.querySelectorAll(".address")) if (other !== input) other.value = address;
    changed();
  } });
  return el("p", { className: "noprint", hidden: !local }, el("label", { htmlFor: id }, "Address of this page for others"), " ", input);
}

// pictureOf returns a link for cameras, or says why there is none. From 930 characters on it has over 101 squares a side.
export const pictureOf = (link, names) => addressed() && link.length < 930 ? codeOf(link) : el("p", { className: "hint" }, addressed() ? names ? "With the names there is no QR code: untick for one." : "Too long for a QR code: share the link." : "This page is open on this device alone. Put the file yates.html on any web server, and enter its address: the link and the QR code lead there.");

// handed returns what to give to others: the link, or links behind names, or if they have no address, what to do with it.
export const handed = link => /^(.*\t)?#/.test(link) ? `Open the page of yates, yates.html, and put this behind its address:\n${link}` : link;

// linkButton copies a link to a part of the page with what make returns, and puts it into the address.
export const linkButton = (part, make, words = "Copy a link to this") => quiet(words, async event => {
  const button = event.target, link = linkTo(part, await make());
  if (link.length > most) return void (button.textContent = "Too long for a link");
  history.replaceState(history.state, "", link);
  if (local) await copy(handed(link), button, "Copied, for people who have this page: its address opens on this device alone");
  else await copy(location.href, button);
});
