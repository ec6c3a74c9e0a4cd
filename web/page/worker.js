
// The worker runs the program, so that the page stays awake. It follows Go's wasm_exec.js.
let program;

// start gets the compressed program in base64, or loads it from an address.
async function start({ base64, url }) {
  const type = { headers: { "Content-Type": "application/wasm" } };
  let response;
  if (base64) {
    const bytes = Uint8Array.fromBase64?.(base64) ?? bytesOf(base64);
    response = new Response(new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip")), type);
  } else {
    response = await fetch(url);
    if (!response.ok) throw new Error(`the program cannot be loaded: ${response.status}`);
    response = new Response(response.body, type);
  }
  const go = new Go();
  const { instance } = await WebAssembly.instantiateStreaming(response, go.importObject);
  go.run(instance);
}

// bytesOf is for browsers without Uint8Array.fromBase64.
function bytesOf(base64) {
  const text = atob(base64), bytes = new Uint8Array(text.length);
  for (let i = 0; i < text.length; i++) bytes[i] = text.charCodeAt(i);
  return bytes;
}

onmessage = async ({ data }) => {
  try {
    if (data.start) {
      program = start(data.start);
      await program;
      postMessage({ ready: true });
      return;
    }
    await program;
    const texts = await Promise.all(data.texts.map(async text => text instanceof Blob ? new Uint8Array(await text.arrayBuffer()) : text));
    const result = yates(data.name, data.args, texts);
    postMessage({ id: data.id, ...result }, result.text ? [result.text.buffer] : []);
  } catch (error) {
    postMessage({ id: data.id, error: String(error?.message ?? error), broken: true });
  }
};
