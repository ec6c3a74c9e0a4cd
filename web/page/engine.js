// The page runs before all of it has come. The program is at its end.
export const parsed = new Promise(resolve => document.readyState === "loading" ? addEventListener("DOMContentLoaded", resolve) : resolve());

// An Engine makes calls in a worker of its own: of the program, which the first one compiles
// for all, or of what an element of the page has.
export class Engine {
  static #module;
  #source; #worker; #started; #waiting = new Map(); #calls = 0;

  constructor(source = "worker") { this.#source = source; }

  #start() {
    const source = document.getElementById(this.#source).textContent;
    const worker = this.#worker = new Worker(URL.createObjectURL(new Blob([source], { type: "text/javascript" })));
    this.#started = new Promise((resolve, reject) => {
      worker.onmessage = ({ data }) => {
        if ("module" in data) {
          Engine.#module ??= data.module;
          return resolve();
        }
        const call = this.#waiting.get(data.id);
        if (!call) return reject(new Error(data.error));
        this.#waiting.delete(data.id);
        if (data.broken) this.stop(data.error); // it cannot go on
        if (data.error) call.reject(new Error(data.error));
        else call.resolve({ value: JSON.parse(data.answer), text: data.text });
      };
      worker.onerror = event => { reject(new Error(event.message)); this.stop(event.message); };
    });
    this.#started.catch(error => this.stop(error.message));
    worker.postMessage({ start: this.#source === "worker" ? Engine.#program() : {} });
  }

  // program returns what a worker can start: the compiled program, or what to compile.
  static #program() {
    if (Engine.#module) return { module: Engine.#module };
    const text = document.getElementById("program").textContent;
    return text ? { text } : { url: new URL("yates.wasm", location.href).href };
  }

  // stop ends all calls. The next one starts the program again.
  stop(reason) {
    this.#worker?.terminate();
    this.#worker = undefined;
    for (const { reject } of this.#waiting.values()) reject(new Error(reason));
    this.#waiting.clear();
  }

  // ready waits until the program runs.
  async ready() {
    if (this.#source === "worker") await parsed;
    if (!this.#worker) this.#start();
    return this.#started;
  }

  // call makes a call, and returns its value and its text, if it has one. Texts are Blobs,
  // arrays of bytes, or null. A Blob is read in the worker.
  async call(name, args = {}, ...texts) {
    await this.ready();
    return new Promise((resolve, reject) => {
      const id = ++this.#calls;
      this.#waiting.set(id, { resolve, reject });
      this.#worker.postMessage({ id, name, args: JSON.stringify(args), texts });
    });
  }
}

const engine = new Engine(), drawer = new Engine("drawer");

// The page is usable when it can draw. The program, which is large, comes behind the first picture, or with the first call.
export const ready = () => drawer.ready();
export const loaded = new Promise(resolve => (self.requestIdleCallback ?? setTimeout)(resolve)).then(() => engine.ready());
export const draw = (...all) => drawer.call("draw", ...all);
export const tidied = text => drawer.call("tidy", {}, text);
export const call = (...all) => engine.call(...all);
