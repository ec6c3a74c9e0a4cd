// The worker of the program, which so leaves the page awake. It follows Go's wasm_exec.js.
import { unpacked } from "./lzma.js";
import { serve } from "./serve.js";

// start runs the program and returns it compiled.
async function start(from) {
  const go = new Go(), module = from.module ?? await WebAssembly.compileStreaming(load(from));
  go.run(await WebAssembly.instantiate(module, go.importObject));
  return module;
}

// load gets the program, which is here, packed, as a text, or at an address.
async function load({ text, url }) {
  const type = "application/wasm";
  if (text) return new Response(unpacked(bytesOf(text)), { headers: { "Content-Type": type } });
  const response = await fetch(url);
  if (!response.ok) throw new Error(`the program cannot be loaded: ${response.status}`);
  // Browsers keep what they compile of a response that is not made here.
  return response.headers.get("Content-Type") === type ? response : new Response(response.body, { headers: { "Content-Type": type } });
}

// bytesOf undoes the text of the build, which has seven bits in a character.
function bytesOf(text) {
  const bytes = new Uint8Array(text.length * 7 >> 3);
  for (let i = 0, at = 0, bits = 0, count = 0; i < text.length; i++) {
    bits = bits << 7 | text.charCodeAt(i) & 127;
    count += 7;
    if (count >= 8) bytes[at++] = bits >> (count -= 8);
  }
  return bytes;
}

// called makes a call. It returns nothing if that ends the program, as only a lack of memory
// does: package app returns its errors.
function called(...call) {
  try {
    return yates(...call);
  } catch {}
}

serve(start, called);
