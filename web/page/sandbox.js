// The sandbox is a frame without an origin, whose policy forbids every connection. In it,
// somebody's shuffle runs in a worker of its own. The page removes the frame to stop it.
let worker;

// before stands before the code of the user in the worker, which inherits the policy. It
// removes what a shuffle does not need, so that nothing is left with which to reach a
// network, which the policy forbids anyway, or to flood the page with messages. What
// arrays take is counted; small things are left to the browser's own limit.
const before = `"use strict"; (() => {
  const post = postMessage.bind(self), listen = addEventListener.bind(self), now = performance.now.bind(performance);
  const keep = new Set(("Object Function Array Number String Boolean Symbol BigInt Date Math JSON RegExp Map Set WeakMap WeakSet WeakRef Iterator Promise Proxy Reflect Intl Atomics DataView " +
    "ArrayBuffer Int8Array Uint8Array Uint8ClampedArray Int16Array Uint16Array Int32Array Uint32Array Float16Array Float32Array Float64Array BigInt64Array BigUint64Array " +
    "Error AggregateError EvalError RangeError ReferenceError SyntaxError TypeError URIError Infinity NaN undefined parseInt parseFloat isFinite isNaN " +
    "globalThis self crypto performance setTimeout clearTimeout queueMicrotask").split(" "));
  for (let of = self; of !== Object.prototype; of = Object.getPrototypeOf(of)) {
    for (const name of Reflect.ownKeys(of)) if (!keep.has(name)) Reflect.deleteProperty(of, name);
  }
  self.console = new Proxy({}, { get: () => () => {} }); // the real one tells the page
  const most = 256 << 20; let used = 0;
  const spend = bytes => { if ((used += bytes > 0 ? bytes : 0) > most) throw new RangeError("it takes more than 256 MB of memory"); };
  const typed = Object.getPrototypeOf(Int8Array);
  for (const name of keep) {
    const type = self[name];
    if (type !== ArrayBuffer && Object.getPrototypeOf(type ?? 0) !== typed) continue;
    self[name] = type.prototype.constructor = new Proxy(type, { construct(target, [first, ...others], as) {
      if (type === ArrayBuffer || Object(first) !== first) first = Number(first ?? 0);
      spend((first?.length ?? first) * (type.BYTES_PER_ELEMENT ?? 1));
      return Reflect.construct(target, [first, ...others], as);
    } });
  }
  for (const name of ["with", "toSorted", "toReversed"]) {
    const method = typed.prototype[name];
    if (method) typed.prototype[name] = function (...args) { spend(this.byteLength); return Reflect.apply(method, this, args); };
  }
  for (const name of ["resize", "transfer", "transferToFixedLength"]) delete ArrayBuffer.prototype[name];
  for (const name of ["fromBase64", "fromHex"]) delete Uint8Array[name];
  listen("unhandledrejection", event => event.preventDefault()); // of an import, for one; who shuffles does not wait for it
  const numbers = Int32Array;
  // A class shuffles with a static method.
  const isClass = f => /^class\\b/.test(Function.prototype.toString.call(f));
  const methods = c => Object.getOwnPropertyNames(c).filter(name => typeof c[name] === "function" && name !== "prototype")
    .sort((a, b) => /shuffle/i.test(b) - /shuffle/i.test(a)).map(name => Object.defineProperty(c[name].bind(c), "name", { value: name }));
  self.startToDeal = (...all) => {
    const found = all.filter(f => typeof f === "function"), shuffle = found.flatMap(f => isClass(f) ? methods(f) : [f])[0];
    if (!shuffle) throw new Error(found.length ? "the class has no static method; write a function that calls its methods" : "there is no function that shuffles");
    listen("message", ({ data: { items, deals }, isTrusted }) => {
      if (!isTrusted) return;
      const all = [], end = now() + 60;
      let dealt = 0;
      const note = result => { // its length, and its items
        if (typeof result.length !== "number") throw new Error((shuffle.name || "the function") + " must change the array, or return one");
        all.push(Math.min(result.length, 9999));
        for (let i = 0; i < items; i++) all.push(Number.isInteger(result[i]) ? Math.max(-1, Math.min(result[i], 9999)) : -1);
      };
      const next = () => {
        while (dealt < deals && (dealt === 0 || now() < end)) {
          used = 0;
          dealt++;
          const deck = Array.from({ length: items }, (_, i) => i), result = shuffle(deck);
          if (typeof result?.then === "function") return void Promise.resolve(result).then(got => { note(got ?? deck); next(); }).catch(error => post({ error: String(error) }));
          note(result ?? deck);
        }
        used = 0;
        post({ deals: numbers.from(all) });
      };
      next();
    });
    post({ ready: shuffle.name });
  };
})();
`;

// surround returns the code with what makes it deal. The code is an expression, or declares
// functions and classes, of which the one that is exported by default shuffles, or has that
// word in its name, or is the last.
function surround(code) {
  // What is in quotes stays, as it can look like a comment.
  const bare = code.replace(/("(?:\\.|[^"\\\n])*"|'(?:\\.|[^'\\\n])*'|`(?:\\[^]|[^`\\])*`)|\/\*[^]*?\*\/|\/\/.*/g, "$1").trim();
  if (/^(async\s+)?(function\s*\*?\s*\(|(\([^)]*\)|[\w$]+)\s*=>)/.test(bare)) return [before, "const shuffle = ", code, "\n;startToDeal(shuffle);"];
  const declared = /\b(?:function\s*\*?|class|const|let|var)\s+(?!extends\b)([\w$]+)/g;
  const ofDefault = /^export\s+default\s+(?=(?:async\s+)?(?:function\s*\*?|class)\s+(?!extends\b)([\w$]+))/gm;
  const chosen = [...bare.matchAll(ofDefault)][0]?.[1];
  const named = [...bare.matchAll(declared)].map(match => match[1]).reverse();
  const rank = name => name === chosen ? 0 : name === "shuffle" ? 1 : /shuffle/i.test(name) ? 2 : 3;
  const found = ["exported", ...named.sort((a, b) => rank(a) - rank(b))].map(name => `typeof ${name} === "function" && ${name}`);
  const plain = code.replace(ofDefault, "").replace(/^export\s+default\s/gm, "exported = ").replace(/^export\s*\{.*$|^export\s+/gm, "");
  return [before, "let exported; ", plain, `\n;startToDeal(${found});`];
}

// The code can change what the worker answers with. So the page gets no more than it asked
// for: whole deals, or a short text.
let asked;
const tell = answer => parent.postMessage(answer, "*");
const fail = message => tell({ error: message.slice(0, 300) });

addEventListener("message", ({ data, source }) => {
  if (source !== parent) return;
  if (data.code === undefined) {
    asked = data;
    worker?.postMessage(data);
    return;
  }
  worker = new Worker(URL.createObjectURL(new Blob(surround(data.code), { type: "text/javascript" })));
  worker.onmessage = ({ data: { deals, error, ready } }) => {
    if (typeof error === "string") return fail(error);
    if (!asked) return tell({ ready: String(ready).slice(0, 60) });
    if (!(deals instanceof Int32Array) || deals.length === 0 || deals.length % (asked.items + 1) || deals.length > (asked.items + 1) * asked.deals) return fail("it gave something else than deals");
    tell({ deals: deals.slice() }); // without what else its buffer may hold
  };
  worker.onerror = event => {
    event.preventDefault();
    const line = event.lineno - before.split("\n").length + 1, last = data.code.split("\n").length;
    const where = line > 0 && line <= last ? `line ${line}: ` : "";
    fail(where + (event.message || "it cannot be started").replace("Uncaught ", ""));
  };
});
tell({ frame: true });
