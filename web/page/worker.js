// The worker of the program, which so leaves the page awake. It follows Go's wasm_exec.js.
import { serve } from "./serve.js";

// start runs the program and returns it compiled.
async function start(from) {
  const go = new Go(), module = from.module ?? await WebAssembly.compileStreaming(load(from));
  go.run(await WebAssembly.instantiate(module, go.importObject));
  return module;
}

// load gets the program, which is here, compressed, as a text, or at an address.
async function load({ text, url }) {
  const type = "application/wasm", as = { headers: { "Content-Type": type } };
  if (text) {
    return new Response(new Blob([bytesOf(text)]).stream().pipeThrough(new DecompressionStream("gzip")), as);
  }
  const response = await fetch(url);
  if (!response.ok) throw new Error(`the program cannot be loaded: ${response.status}`);
  // Browsers keep what they compile of a response that is not made here.
  return response.headers.get("Content-Type") === type ? response : new Response(response.body, as);
}

// bytesOf undoes the Ascii85 of the build, which has ~ for <.
function bytesOf(text) {
  const bytes = new Uint8Array(Math.floor(text.length * 4 / 5));
  for (let at = 0, i = 0; at < bytes.length;) {
    let group = 0;
    for (const end = i + 5; i < end; i++) {
      const code = i < text.length ? text.charCodeAt(i) : 117; // u, the last digit
      group = group * 85 + (code === 126 ? 27 : code - 33);
    }
    for (let shift = 24; shift >= 0 && at < bytes.length; shift -= 8) bytes[at++] = group >>> shift;
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
