// The vectors that all implementations share, mutants, and random comparisons with the command, which YATES names.
import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import test, { after, mock } from 'node:test'
import * as yates from '../yates.js'

const read = name => readFileSync(new URL(name, import.meta.url), 'utf8')
const vectors = JSON.parse(read('../../order/testdata/vectors.json'))
const seedOf = v => new yates.Seed(null, { // of which the empty text is for libraries that take it
  hex: v.seed.length === 64 ? v.seed : createHash('sha256').update(v.seed).digest('hex'),
})
const word = s => { s.next(); return s.hi.toString(16).padStart(8, '0') + s.lo.toString(16).padStart(8, '0') }

test('seeds', () => {
  for (const v of vectors.seeds) if (v.text) assert.equal(new yates.Seed(v.text).hex, v.seed)
  for (const v of vectors.epochs) assert.equal(seedOf(v).epoch(BigInt(v.number)).hex, v.epoch)
  assert.notEqual(new yates.Seed().hex, new yates.Seed().hex)
  for (const hex of ['', '12', 'z'.repeat(64), '0'.repeat(65)]) assert.throws(() => new yates.Seed(null, { hex }))
  assert.throws(() => yates.order(1.5, 5), TypeError)
  for (const seed of [17, 17n]) assert.deepEqual(yates.order(seed, 50), yates.order('17', 50))
})

test('streams', () => {
  for (const v of vectors.streams) {
    const s = new yates.Stream(seedOf(v), v.label, v.number)
    const words = Array.from({ length: 123 + v.words_from_123.length }, () => word(s))
    assert.deepEqual([words.slice(0, v.words.length), words.slice(123)], [v.words, v.words_from_123])
  }
  for (const v of vectors.below) {
    for (const big of BigInt(v.n) < 2n ** 32n ? [true, false] : [true]) {
      const s = new yates.Stream(seedOf(v), v.label, v.number)
      assert.deepEqual(v.values.map(() => String(big ? s.belowBig(BigInt(v.n)) : s.below(Number(v.n)))), v.values)
    }
  }
})

/** Returns a stream that gives words, which are BigInts. */
function streamOf(words) {
  const s = new yates.Stream(new yates.Seed('any'), 'any')
  words.forEach((x, i) => s.out.set([Number(x & 2n ** 32n - 1n), Number(x >> 32n & 2n ** 32n - 1n)], 2 * i))
  s.made = words.length
  return s
}

test('words that are to be drawn again', () => {
  for (const v of vectors.rejections) {
    for (const big of BigInt(v.n) < 2n ** 32n ? [true, false] : [true]) {
      const s = streamOf(v.words.map(x => BigInt('0x' + x)))
      assert.equal(String(big ? s.belowBig(BigInt(v.n)) : s.below(Number(v.n))), v.value)
    }
  }
  for (const n of [1, 2, 3, 6, 7, 1000, 2 ** 31 + 1, 2 ** 32 - 1]) {
    const N = BigInt(n), least = 2n ** 64n % N, words = [0n, 1n]
    for (let x = 0n; x < 40n; x++) words.push(x * (2n ** 64n / N), x * (2n ** 64n / N) + 1n, 2n ** 64n - 1n - x)
    for (const w of words) {
      const s = streamOf([w, 2n ** 63n + 12345n, 2n ** 61n + 987654321n])
      const taken = [w, 2n ** 63n + 12345n, 2n ** 61n + 987654321n]
        .map(x => (x & 2n ** 64n - 1n) * N).find(p => (p & 2n ** 64n - 1n) >= least)
      assert.equal(BigInt(s.below(n)), taken >> 64n, `${w} below ${n}`)
    }
  }
})

test('orders', () => {
  for (const v of vectors.orders.filter(v => v.sources.every(s => 'seq' in s))) {
    const lines = v.sources.flatMap(s => Array.from({ length: s.seq }, (_, i) => `${i + 1}\n`))
    const got = yates.order(seedOf(v), lines.length)
    assert.deepEqual([...got.subarray(0, (v.head ?? v.order).length)].map(i => i + 1), v.head ?? v.order)
    assert.equal(createHash('sha256').update([...got].map(i => lines[i]).join('')).digest('hex'), v.sha256)
  }
  const whole = yates.order('w', 9000)
  for (const [lo, hi] of [[0, 0], [0, 9000], [1, 2], [4000, 4100], [8999, 9000], [9000, 9000], [0, 1]]) {
    assert.deepEqual(yates.window('w', 9000, lo, hi), whole.slice(lo, hi))
  }
  assert.deepEqual([...yates.each('w', 9000, undefined, 700)], [...whole])
  for (const v of vectors.windows) {
    const epoch = v.epoch && BigInt(v.epoch)
    const got = yates.window(seedOf(v), v.records, v.lo, v.lo + v.places.length, epoch)
    assert.deepEqual(Array.from(got, r => r + 1), v.places)
  }
  for (const [lo, hi] of [[-1, 2], [3, 2], [0, 9001], [0.5, 1]]) assert.throws(() => yates.window('w', 9000, lo, hi))
})

test('mixtures', () => {
  for (const v of vectors.mixtures) {
    const times = v.counts.map((count, i) => v.records[i] ? `${count}/${v.records[i]}` : 0)
    const got = Array.from(yates.mixture(seedOf(v), v.records, times), r => r + 1)
    assert.deepEqual(got.slice(0, (v.head ?? v.order).length), v.head ?? v.order)
    if (v.sha256) assert.equal(createHash('sha256').update(got.map(r => `${r}\n`).join('')).digest('hex'), v.sha256)
    const shares = v.counts.map(count => `${count}/${got.length}`)
    assert.deepEqual(Array.from(yates.mixture(seedOf(v), v.records, shares, got.length), r => r + 1), got)
  }
  assert.deepEqual(yates.mixture('s', [3, 9], [2.5, '1/6'], null, 4), yates.mixture('s', [3, 9], ['80%', 'rest'], 10, 4))
})

test('balances', () => {
  for (const v of vectors.balanced) {
    const names = v.keys.map(key => JSON.stringify(key))
    const classes = [...new Set(names)].map(name => [...names.keys()].filter(r => names[r] === name))
    const sizes = classes.map(c => c.length), records = classes.flat()
    const each = v.each ?? Math.max(...sizes)
    const got = yates.mixture(seedOf(v), sizes, sizes.map(size => `${each}/${size}`))
    assert.deepEqual(Array.from(got, x => records[x] + 1), v.order)
  }
})

test('what has no meaning is refused', () => {
  for (const refused of [
    () => yates.order('s', 3, -1), () => yates.order('s', 3, 2n ** 64n), () => yates.order('s', 3, 1.5),
    () => yates.order('\ud800', 3), () => yates.groups('s', ['a', null]), () => yates.groups('s', [undefined]),
    () => yates.groups('s', [[], []]), () => yates.stratified('s', ['a'], [['a', 1]], null, [[]]),
    () => yates.weighted('s', ['1e99999999', 1]),
    () => yates.weighted('s', ['1e-999999999', 1]), () => yates.weighted('s', [1, 0], 2),
    () => yates.weighted('s', [0], 1, { replace: true }), () => yates.weighted('s', [1, 1], 1.5),
    () => yates.weighted('s', ['1/2']), () => yates.weighted('s', [1], -1), () => yates.perClass('s', ['a'], -1),
    () => yates.perClass('s', ['a'], 0.5), () => yates.sample('s', 3, 4), () => yates.folds('s', 3, 4),
    () => yates.split('s', 1000, { train: 80, test: 20 }), () => yates.split('s', 10, { a: 0.8, b: 0.1 }),
    () => yates.split('s', 10, { a: 0.5, b: 0.500001 }), () => yates.split('s', 10, { a: '1e-999999999', b: 'rest' }),
    () => yates.split('s', 10, { train: 0.8, 1: 0.2 }), () => yates.split('s', 10, [['a', 0.8], ['a', 0.2]]),
    () => yates.stratified('s', [...'abcabc'], { a: 2, b: 3 }),
    () => yates.stratified('s', [...'ab'], { train: 0.5, 1: 0.5 }), () => yates.shuffle({ a: 1 }, 's'),
    () => yates.groups('s', 'ab'), () => yates.groups('s', new Map([['a', 'b']])), () => yates.perClass('s', null, 1),
    () => yates.mixture('s', [1], [1, 1], 3), () => yates.mixture('s', [0], [1], 3), () => yates.mixture('s', [1], [-1]),
    () => yates.mixture('s', [5, 5], [0.5, 0.4], 10), () => yates.mixture('s', [5], [2 ** 33]),
    () => yates.mixture('s', [5], [1], 0.5), () => yates.order('', 3), () => new yates.Seed(''), () => [...yates.each('s', 5, null, 0)],
    () => yates.stratified('s', ['a', 'b'], { a: 0.5 }, null, ['x']), () => yates.split('s', 10, { a: 0.7, b: 0.7 }),
  ]) assert.throws(refused, RangeError, String(refused))
  for (const key of [1.5, true, {}, () => 1, Symbol('a')]) assert.throws(() => yates.groups('s', [key]), TypeError)
  assert.deepEqual(yates.weighted('s', new Float32Array([1, 2])), yates.weighted('s', [1, 2]))
  assert.deepEqual(yates.shuffle(new Set('abc'), 's'), yates.shuffle(['a', 'b', 'c'], 's'))
})

test('parts', () => {
  const lengths = (n, parts, more) => [...yates.split('s', n, parts, null, more).values()].map(part => part.length)
  const named = shares => shares.map((share, i) => [i, share])
  for (const [shares, want] of [
    [[0.5, '1/4', '25%'], [5, 3, 2]], [['rest', 1], [9, 1]], [['rest', '1'], [9, 1]], [[1], [10]], [['100%'], [10]],
    [[0.1 + 0.2, 0.7], [3, 7]], [[3, 5, 9].map(x => x / 17), [2, 3, 5]], [[0.1 + 0.2, 0.7, 'rest'], [3, 7, 0]],
  ]) assert.deepEqual(lengths(10, named(shares)), want)
  assert.deepEqual(lengths(1000, new Map([['train', 80], ['test', 20]]), { drop: true }), [80, 20])
  const random = yates.permutation('shares', 2n ** 60n)
  for (let k = 0; k < 300; k++) {
    const counts = Array.from({ length: 1 + k % 12 }, (_, i) => 1 + Number(random(12 * k + i) % 99n))
    const sum = counts.reduce((a, b) => a + b)
    assert.deepEqual(lengths(sum, named(counts.map(count => count / sum))), counts)
  }
  for (const f of [parts => yates.split('s', 10, parts), parts => yates.stratified('s', Array(10).fill('a'), parts)]) {
    const want = Object.values(f({ train: 0.8, one: 0.2 }))
    for (const parts of [[['train', 0.8], ['1', 0.2]], new Map([['train', 0.8], ['1', 0.2]])]) {
      assert.deepEqual([...f(parts)], [['train', want[0]], ['1', want[1]]])
    }
  }
})

test('records without a key are what missing says', () => {
  const plain = Array.from({ length: 60 }, (_, r) => `k${r % 7}`), own = { missing: 'own' }
  for (const absent of [null, undefined, '', NaN]) {
    const some = plain.map((key, r) => r % 4 ? key : absent), have = plain.map((_, r) => r).filter(r => r % 4)
    const halves = keys => more => Object.values(yates.stratified('s', keys, { a: 0.5, b: 'rest' }, null, null, more))
    for (const keys of [some, some.map(key => ['x', key])]) {
      for (const f of [more => yates.groups('s', keys, null, more), more => yates.perClass('s', keys, 2, null, more),
        halves(keys), more => yates.stratified('s', plain, { a: 0.5, b: 'rest' }, null, keys, more)]) {
        assert.throws(f, RangeError)
        assert.throws(() => f({ missing: 'none' }), RangeError)
      }
      const alone = yates.groups('s', keys, null, own).filter(group => group.length === 1).flat()
      assert.deepEqual([...alone].sort((a, b) => a - b), plain.map((_, r) => r).filter(r => r % 4 === 0))
      const one = yates.groups('s', keys, null, { missing: 'one' })
      assert.ok(one.some(group => String(group) === String(alone.sort((a, b) => a - b))))
      const mapped = sets => sets.map(set => Array.from(set, i => have[i]))
      const kept = have.map(r => keys[r]), drop = { missing: 'drop' }
      assert.deepEqual(yates.groups('s', keys, null, drop), mapped(yates.groups('s', kept)))
      assert.deepEqual(halves(keys)(drop).map(part => [...part]), mapped(halves(kept)()))
      assert.equal(yates.perClass('s', keys, 2, null, own).length, 16)
    }
  }
})

test('without a seed and a generator', () => {
  const known = Object.getOwnPropertyDescriptor(globalThis, 'crypto')
  Object.defineProperty(globalThis, 'crypto', { value: undefined, configurable: true })
  try {
    assert.throws(() => yates.order(null, 3), /Node 20/)
    assert.equal(yates.order('s', 3).length, 3)
  } finally {
    Object.defineProperty(globalThis, 'crypto', known)
  }
})

test('folds', () => {
  const whole = [...yates.order('f', 103)]
  const folds = yates.folds('f', 103, 10)
  assert.deepEqual(folds.flatMap(fold => [...fold.test]), whole)
  for (const { train, test } of folds) assert.deepEqual([...train], whole.filter(r => !test.includes(r)))
  assert.throws(() => yates.folds('f', 103, 1), RangeError)
})

test('groups, weights and permutations', () => {
  for (const v of [...vectors.grouped, ...vectors.sorted]) {
    const keys = v.keys ?? Array.from({ length: v.records }, (_, r) => [String(r % v.cycle)])
    const arrange = vectors.sorted.includes(v) ? yates.byKey : yates.groups
    const got = arrange(seedOf(v), keys, null, { missing: 'one' }).flat().map(r => r + 1)
    assert.deepEqual(got.slice(0, (v.head ?? v.order).length), v.head ?? v.order)
  }
  for (const v of vectors.stratified) {
    const got = yates.stratified(seedOf(v), v.keys, [...v.sizes.entries()], undefined, v.groups, { drop: true })
    assert.deepEqual(Array.from(got.values(), part => Array.from(part, r => r + 1)), v.parts)
  }
  for (const v of vectors.by_key) {
    const got = yates.byKey(seedOf(v), v.keys, [...v.shares.entries()], { missing: 'one', drop: true }), parts = {}
    for (const [p, records] of got) for (const r of records) parts[r] = p
    assert.deepEqual(v.keys.map((_, r) => parts[r] ?? null), v.parts)
  }
  for (const parts of [{ a: 0.5 }, { a: 0.5, b: 0.6 }, { a: 'rest', b: 'rest' }, {}]) {
    assert.throws(() => yates.byKey('s', ['a'], parts), RangeError)
  }
  const warn = mock.method(console, 'warn', () => {}), numbers = Array.from({ length: 1000 }, (_, i) => i)
  const once = yates.byKey('7', numbers, { train: 0.8, test: 0.2 }).train
  yates.byKey('8', once, { train: 0.9, val: 0.1 })
  yates.byKey('7', [...Array(200).fill('often'), ...numbers.slice(100)], { train: 0.8, test: 0.2 })
  assert.equal(warn.mock.callCount(), 0)
  yates.byKey('7', once, { train: 0.9, val: 0.1 })
  yates.byKey('7', once, [['a', 0.25], ['b', 0.25], ['c', 0.25], ['d', 0.25]])
  assert.equal(warn.mock.callCount(), 2)
  assert.match(warn.mock.calls[0].arguments[0], /take another seed/)
  warn.mock.restore()
  for (const v of vectors.apart) {
    const keys = v.keys ?? Array.from({ length: v.records }, (_, r) => r % v.cycle)
    const got = yates.apart(seedOf(v), keys, v.run, null, { missing: 'own' }).map(r => r + 1)
    assert.deepEqual(got.slice(0, (v.head ?? v.order).length), v.head ?? v.order)
    if (v.sha256) assert.equal(createHash('sha256').update(got.map(r => `${r}\n`).join('')).digest('hex'), v.sha256)
  }
  for (const keys of [['a', 'a', 'a', 'b'], Array(20001).fill('a')]) assert.throws(() => yates.apart('s', keys), RangeError)
  for (const v of vectors.weighted) {
    assert.deepEqual(yates.weighted(seedOf(v), v.weights, v.draws.length).map(i => i + 1), v.draws)
    const replaced = yates.weighted(seedOf(v), v.weights, v.repeats.length, { replace: true })
    assert.deepEqual(replaced.map(i => i + 1), v.repeats)
  }
  for (const v of vectors.permutations) {
    const p = yates.permutation(seedOf(v), v.n)
    assert.deepEqual(v.values.map((_, i) => String(p(i))), v.values)
  }
})

test('mutants are caught', async () => {
  const source = read('../yates.js')
  for (const [from, to] of [
    ['0x61707865, b = 0x3320646e', '0x3320646e, b = 0x61707865'],
    ['low >= n || low >= Number', 'low >= n || low > Number'],
    ['digits[i + 4] = hi >>> 16 & 4095\n', '\n'], ['m << 8 | m >>> 24', 'm << 9 | m >>> 23'],
  ]) {
    assert.ok(source.includes(from))
    const mutant = await import('data:text/javascript,' + encodeURIComponent(source.replace(from, to)))
    // Times 6 it is 2⁶⁴ mod 6, the least that is taken.
    const edge = 2n ** 64n % 6n * 12297829382473034411n / 2n & 2n ** 63n - 1n
    const s = new mutant.Stream(new mutant.Seed('any'), 'any')
    const give = [edge, 2n ** 63n + 5n]
    s.next = () => { const x = give.shift(); s.hi = Number(x >> 32n); s.lo = Number(x & 2n ** 32n - 1n) }
    const differs = String(mutant.order('yates', 3000)) !== String(yates.order('yates', 3000))
    assert.ok(differs || BigInt(s.below(6)) !== edge * 6n >> 64n, `${to} is not caught`)
  }
})

test('the command agrees', { skip: !process.env.YATES }, () => {
  const cases = Number(process.env.CASES ?? 60)
  const run = (args, input = '') => execFileSync(process.env.YATES,
    [...args[0].startsWith('--') ? ['shuffle'] : [], ...args.map(String)],
    { input, maxBuffer: 2 ** 30, stdio: ['pipe', 'pipe', 'ignore'] }).toString().trimEnd()
  const numbers = (...args) => run(args).split('\n').map(Number)
  const random = yates.permutation('cases', 2n ** 60n)
  let at = 0
  const below = n => Number(random(at++) % BigInt(Math.floor(n)))
  const folder = mkdtempSync(join(tmpdir(), 'yates-'))
  after(() => rmSync(folder, { recursive: true }))
  for (let k = 0; k < cases; k++) {
    const seed = `case ${k} é`, n = Math.floor(3e6 ** (below(1e6) / 1e6)), epoch = [undefined, 0, 1, 2 ** 40][below(4)]
    const flags = ['--seed', seed, '-i', `0-${n - 1}`, ...epoch == null ? [] : ['--epoch', epoch]]
    assert.deepEqual([...yates.order(seed, n, epoch)], numbers(...flags))
    const lo = below(n), hi = lo + 1 + below(n - lo)
    assert.deepEqual([...yates.window(seed, n, lo, hi, epoch)], numbers(...flags, '--skip', lo, '-n', hi - lo))
    const keys = Array.from({ length: Math.min(n, 2000) }, () => String(below(1 + n / 3)))
    const grouped = run(['--seed', seed, '--group-by', 1], keys.map((key, r) => `${key}\t${r}\n`).join(''))
    assert.deepEqual(yates.groups(seed, keys).flat(), grouped.split('\n').map(line => Number(line.split('\t')[1])))
    const classes = keys.map(() => String(below(1 + n / 5)))
    const table = classes.map((c, r) => `${c}\t${keys[r]}\t${r}\n`).join('')
    const group = below(2) ? ['--group-by', 2] : []
    const last = text => text ? text.split('\n').map(line => Number(line.split('\t')[2])) : []
    run(['split', 'a=0.7,b=rest', '--seed', seed, '--stratify', 1, ...group, '-o', join(folder, '{}')], table)
    const divided = yates.stratified(seed, classes, { a: 0.7, b: 'rest' }, undefined, group.length ? keys : undefined)
    for (const name of ['a', 'b']) {
      assert.deepEqual([...divided[name]], last(readFileSync(join(folder, name), 'utf8').trimEnd()))
    }
    assert.deepEqual([...yates.perClass(seed, classes, 2)], last(run(['sample', 2, '--seed', seed, '--per', 1], table)))
    const holes = keys.map(key => below(5) ? key : ''), rows = holes.map((key, r) => `${key}\t${r}\n`).join('')
    for (const missing of ['own', 'one', 'drop']) {
      const lines = run(['--seed', seed, '--group-by', 1, '--missing', missing], rows)
      assert.deepEqual(yates.groups(seed, holes, null, { missing }).flat(),
        lines ? lines.split('\n').map(line => Number(line.split('\t')[1])) : [])
    }
    const parts = [{ a: 0.8, b: 0.1, c: 0.1 }, { a: 'rest', b: '1/3' }, { a: '33.3%', b: 'rest' },
      { a: 'rest', b: Math.min(7, n) }][below(4)]
    run(['split', Object.entries(parts).map(part => part.join('=')), ...flags, '-o', join(folder, '{}')])
    for (const [name, places] of Object.entries(yates.split(seed, n, parts, epoch))) {
      assert.equal(places.join('\n'), readFileSync(join(folder, name), 'utf8').trimEnd())
    }
  }
})
