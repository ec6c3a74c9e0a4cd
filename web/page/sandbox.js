// The sandbox is a frame without an origin, whose policy forbids every connection. In it,
// somebody's shuffle runs in a worker of its own. The page removes the frame to stop it.
let worker;

// before and after surround the code of the user in the worker, which inherits the policy.
// What the code must not use is removed: the network, which the policy forbids anyway, and
// messages, with which it could flood the page. Large arrays count against a limit; small
// things are left to the browser's own.
const before = `"use strict"; (() => {
  const post = postMessage.bind(self), listen = addEventListener.bind(self), now = performance.now.bind(performance);
  for (const name of ["postMessage", "BroadcastChannel", "MessageChannel", "fetch", "XMLHttpRequest", "WebSocket", "WebSocketStream", "WebTransport", "EventSource", "importScripts", "Worker", "WebAssembly"]) {
    for (let of = self; of; of = Object.getPrototypeOf(of)) Reflect.deleteProperty(of, name);
  }
  const most = 256 << 20; let used = 0;
  for (const name of ["ArrayBuffer", "SharedArrayBuffer", "Int8Array", "Uint8Array", "Uint8ClampedArray", "Int16Array", "Uint16Array", "Int32Array", "Uint32Array", "Float32Array", "Float64Array", "BigInt64Array", "BigUint64Array"]) {
    if (!self[name]) continue;
    self[name] = new Proxy(self[name], { construct(target, args, as) {
      if (typeof args[0] === "number" && (used += args[0] * (target.BYTES_PER_ELEMENT ?? 1)) > most) throw new RangeError("it takes more than 256 MB of memory");
      return Reflect.construct(target, args, as);
    } });
  }
  const numbers = Int32Array;
  self.startToDeal = (...found) => {
    const shuffle = found.find(f => typeof f === "function");
    if (!shuffle) throw new Error("there is no function that shuffles");
    listen("message", ({ data: { items, deals }, isTrusted }) => {
      if (!isTrusted) return;
      const all = [], end = now() + 60;
      for (let d = 0; d < deals && (d === 0 || now() < end); d++) {
        used = 0;
        const deck = Array.from({ length: items }, (_, i) => i);
        const result = shuffle(deck) ?? deck;
        if (typeof result.length !== "number") throw new Error("shuffle must change the array, or return one");
        for (let i = 0; i < items; i++) all.push(i < result.length && result.length <= items && Number.isInteger(result[i]) ? result[i] : -1);
      }
      used = 0;
      post({ deals: numbers.from(all) });
    });
    post({ ready: true });
  };
})();
`;

// surround returns the code with what makes it deal. The code is an expression, or declares
// functions, of which the one that shuffles has that word in its name or is the last.
function surround(code) {
  const bare = code.replace(/\/\*[^]*?\*\/|\/\/.*/g, "").trim();
  if (/^(async\s+)?(function\s*\*?\s*\(|(\([^)]*\)|[\w$]+)\s*=>)/.test(bare)) return [before, "const shuffle = ", code, "\n;startToDeal(shuffle);"];
  const named = [...bare.matchAll(/\b(?:function\s*\*?|const|let|var)\s+([\w$]+)/g)].map(match => match[1]).reverse();
  const rank = name => name === "shuffle" ? 0 : /shuffle/i.test(name) ? 1 : 2;
  const found = named.sort((a, b) => rank(a) - rank(b)).map(name => `typeof ${name} === "function" && ${name}`);
  return [before, code.replace(/^export\s+(default\s+)?/gm, ""), `\n;startToDeal(${found});`];
}

addEventListener("message", ({ data, source }) => {
  if (source !== parent) return;
  if (data.code !== undefined) {
    worker = new Worker(URL.createObjectURL(new Blob(surround(data.code), { type: "text/javascript" })));
    worker.onmessage = ({ data }) => parent.postMessage(data, "*");
    worker.onerror = event => {
      event.preventDefault();
      const line = event.lineno - before.split("\n").length + 1, last = data.code.split("\n").length;
      const where = line > 0 && line <= last ? `line ${line}: ` : "";
      parent.postMessage({ error: where + (event.message || "it cannot be started").replace("Uncaught ", "") }, "*");
    };
  } else {
    worker?.postMessage(data);
  }
});
parent.postMessage({ frame: true }, "*");
