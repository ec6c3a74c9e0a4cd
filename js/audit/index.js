// The auditor of yates: the program behind its page, and Go's support for it.
import './wasm_exec.js'

let program

async function start() {
  const url = new URL('./yates.wasm', import.meta.url), go = new Go()
  const bytes = url.protocol === 'file:' ? (await import('node:fs/promises')).readFile(url)
    : fetch(url).then(response => response.arrayBuffer())
  const { instance } = await WebAssembly.instantiate(await bytes, go.importObject)
  go.run(instance) // which sets globalThis.yates, and does not end
  return globalThis.yates
}

/** Makes a call of the program. */
function call(yates, name, args, ...texts) {
  const { error, answer } = yates(name, JSON.stringify(args), texts)
  if (error) throw new Error(error)
  return JSON.parse(answer)
}

/**
 * Audits shuffle(deal), which shuffles an array of the integers 0..items in place, or returns another, until a bias is
 * clear or so many deals are read. Of a fair shuffle, one audit in a million ends in an alarm.
 */
export async function audit(shuffle, { items = 52, deals = 100_000 } = {}) {
  const yates = await (program ??= start())
  let report = call(yates, 'audit', { items })
  for (let seen = 0; seen < deals && !report.alarm;) {
    const some = Math.min(1000, deals - seen), text = new DataView(new ArrayBuffer(4 * some * (items + 1)))
    for (let d = 0; d < some; d++) {
      const deal = Array.from({ length: items }, (_, i) => i), got = shuffle(deal) ?? deal, at = 4 * d * (items + 1)
      text.setInt32(at, got.length, true)
      for (let i = 0; i < Math.min(items, got.length); i++) text.setInt32(at + 4 * (i + 1), got[i], true)
    }
    report = call(yates, 'observe', {}, new Uint8Array(text.buffer))
    seen += some
  }
  return call(yates, 'conclude', {})
}
