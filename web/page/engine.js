// The engine makes calls of the program in the worker.
let worker, started, waiting = new Map(), calls = 0;

function start() {
  const source = document.getElementById("worker").textContent;
  const base64 = document.getElementById("program").textContent.trim();
  worker = new Worker(URL.createObjectURL(new Blob([source], { type: "text/javascript" })));
  started = new Promise((resolve, reject) => {
    worker.onmessage = ({ data }) => {
      if (data.ready) return resolve();
      const call = waiting.get(data.id);
      if (!call) return reject(new Error(data.error));
      waiting.delete(data.id);
      if (data.broken) stopEngine(data.error); // it cannot go on
      if (data.error) call.reject(new Error(data.error));
      else call.resolve({ value: JSON.parse(data.answer), text: data.text });
    };
    worker.onerror = event => { reject(new Error(event.message)); stopEngine(event.message); };
  });
  started.catch(error => stopEngine(error.message));
  worker.postMessage({ start: base64 ? { base64 } : { url: new URL("yates.wasm", location.href).href } });
}

// stopEngine ends all calls. The next one starts the program again.
function stopEngine(reason) {
  worker?.terminate();
  worker = undefined;
  for (const { reject } of waiting.values()) reject(new Error(reason));
  waiting.clear();
}

// ready waits until the program runs.
export function ready() {
  if (!worker) start();
  return started;
}

// call makes a call, and returns its value and its text, if it has one. Texts are Blobs,
// arrays of bytes, or null. A Blob is read in the worker.
export async function call(name, args = {}, ...texts) {
  await ready();
  return new Promise((resolve, reject) => {
    const id = ++calls;
    waiting.set(id, { resolve, reject });
    worker.postMessage({ id, name, args: JSON.stringify(args), texts });
  });
}
