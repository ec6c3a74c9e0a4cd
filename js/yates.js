// Order 1 of yates: the order depends on the seed and the number of records alone. SPEC.md of the project
// defines it, and "yates shuffle --seed SEED" gives it.

const BLOCK = 4096, BUCKETS = 4096, WORDS = 124 // a generator gives out so many words for a key
function refuse(why) { throw new RangeError(why) }

function utf8(text) {
  if (/\p{Cs}/u.test(text)) refuse('a text has half a surrogate pair')
  return new TextEncoder().encode(text)
}

// The constants of SHA-256 are the first 32 bits of fractions of roots of primes.
const primes = []
for (let n = 2; primes.length < 64; n++) if (primes.every(p => n % p)) primes.push(n)
const fraction = x => (x - Math.floor(x)) * 2 ** 32 | 0
const K = Int32Array.from(primes, p => fraction(Math.cbrt(p)))
const H = Int32Array.from(primes.slice(0, 8), p => fraction(Math.sqrt(p)))

const rotated = (x, n) => x >>> n | x << 32 - n
const w = new Int32Array(64)

const short = new Uint8Array(128), shortView = new DataView(short.buffer) // for the names of streams, which are many

// Returns SHA-256 of bytes; for the page, so it is not in yates.d.ts.
export function sha256(bytes) {
  const size = (bytes.length + 72) >> 6 << 6, kept = size === short.length
  const data = kept ? short.fill(0) : new Uint8Array(size), view = kept ? shortView : new DataView(data.buffer)
  data.set(bytes)
  data[bytes.length] = 0x80
  view.setUint32(size - 8, Math.floor(bytes.length / 2 ** 29))
  view.setUint32(size - 4, bytes.length << 3)
  const h = H.slice()
  for (let at = 0; at < size; at += 64) {
    for (let i = 0; i < 16; i++) w[i] = view.getInt32(at + 4 * i)
    for (let i = 16; i < 64; i++) {
      const x = w[i - 15], y = w[i - 2]
      w[i] = w[i - 16] + w[i - 7] + (rotated(x, 7) ^ rotated(x, 18) ^ x >>> 3) +
        (rotated(y, 17) ^ rotated(y, 19) ^ y >>> 10)
    }
    let a = h[0], b = h[1], c = h[2], d = h[3], e = h[4], f = h[5], g = h[6], k = h[7]
    for (let i = 0; i < 64; i++) {
      const t = k + (rotated(e, 6) ^ rotated(e, 11) ^ rotated(e, 25)) + (e & f ^ ~e & g) + K[i] + w[i] | 0
      const u = (rotated(a, 2) ^ rotated(a, 13) ^ rotated(a, 22)) + (a & b ^ a & c ^ b & c) | 0
      k = g; g = f; f = e; e = d + t | 0; d = c; c = b; b = a; a = t + u | 0
    }
    h[0] += a; h[1] += b; h[2] += c; h[3] += d; h[4] += e; h[5] += f; h[6] += g; h[7] += k
  }
  for (let i = 0; i < 8; i++) view.setInt32(4 * i, h[i])
  return data.slice(0, 32)
}

/** 32 bytes: of a text that is not empty, of 64 hexadecimal digits, or of the system's generator. */
export class Seed {
  constructor(text, { hex } = {}) {
    if (Number.isSafeInteger(text) || typeof text === 'bigint') text = String(text)
    if (text != null && typeof text !== 'string') throw new TypeError('a seed is a text, an integer, a Seed or nothing')
    if (hex != null && !/^[0-9a-f]{64}$/i.test(hex)) refuse('a seed has 64 hexadecimal digits')
    if (hex != null && text != null) throw new TypeError('a seed is a text or hexadecimal digits, not both')
    if (hex != null) this.bytes = Uint8Array.from(hex.match(/../g), x => parseInt(x, 16))
    else if (text === '') refuse('the seed is empty, as an unset variable is; everybody knows the order that it gives')
    else if (text != null) this.bytes = sha256(utf8(text))
    else if (globalThis.crypto) this.bytes = crypto.getRandomValues(new Uint8Array(32))
    else {
      throw new Error('there is no generator for a seed: give one, or use Node 20; before, put before all else: ' +
        "import { webcrypto } from 'node:crypto'; globalThis.crypto = webcrypto")
    }
  }

  get hex() { return Array.from(this.bytes, x => x.toString(16).padStart(2, '0')).join('') }

  /** Returns the seed of an epoch, from 0 on, which is never this seed: epoch 0 is not no epoch. */
  epoch(number) {
    if (number < 0 || number >= 2 ** 64) refuse(`there is no epoch ${number}`)
    return this.derived('epoch', number)
  }

  /** Returns the seed that a label and a number make of this one. */
  derived(label, number) {
    const s = new Seed(null, { hex: '0'.repeat(64) })
    s.bytes = this.hash(label, eightBytes(number))
    return s
  }

  /** Returns what is hashed: a label, the seed, and the rest. */
  message(label, rest) {
    const name = utf8(`yates order 1\0${label}\0`), all = new Uint8Array(name.length + 32 + rest.length)
    all.set(name)
    all.set(this.bytes, name.length)
    all.set(rest, name.length + 32)
    return all
  }

  /** Returns the hash of a label and what follows the seed. */
  hash(label, rest) { return sha256(this.message(label, rest)) }
}

function eightBytes(number) {
  const view = new DataView(new ArrayBuffer(8))
  if (Number.isSafeInteger(number)) { // without a BigInt for each bucket
    view.setUint32(0, Math.floor(number / 2 ** 32))
    view.setUint32(4, number)
  } else view.setBigUint64(0, BigInt(number))
  return new Uint8Array(view.buffer)
}

function seedOf(seed, epoch) {
  const s = seed instanceof Seed ? seed : new Seed(seed)
  return epoch == null ? s : s.epoch(epoch)
}

/** The words of a stream: next makes them the fields hi and lo. */
export class Stream {
  constructor(seed, label, number = 0) {
    this.message = seed.message(label, new Uint8Array(8))
    this.key = new Int32Array(8)
    this.out = new Uint32Array(256)
    this.hi = this.lo = 0
    this.start(number)
  }

  /** Begins the stream with the same label and another number. */
  start(number) {
    this.message.set(eightBytes(number), this.message.length - 8)
    const key = sha256(this.message)
    for (let i = 0; i < 8; i++) {
      this.key[i] = key[4 * i] | key[4 * i + 1] << 8 | key[4 * i + 2] << 16 | key[4 * i + 3] << 24
    }
    this.at = this.made = 0 // words that were given, and that are there
  }

  /** Makes more words. */
  fill() {
    if (this.at === WORDS) {
      this.key.set(this.out.subarray(2 * WORDS))
      this.at = this.made = 0
    }
    for (let j = 0; j < 4; j++) core(this.key, this.made / 8 + j, this.out, 2 * this.made + j)
    this.made += 32
  }

  next() {
    if (this.at === this.made || this.at === WORDS) this.fill()
    this.lo = this.out[2 * this.at]
    this.hi = this.out[2 * this.at++ + 1]
  }

  /** Returns a uniform integer in 0..n, for 1 ≤ n < 2³². */
  below(n) {
    if (n <= 2 ** 20) {
      if (this.at === this.made || this.at === WORDS) this.fill()
      // The lower half of a word adds less than n to what its upper half gives, which is exact. So this is as a rule
      // enough to know the result, and that it is taken.
      const p = this.out[2 * this.at + 1] * n, q = p * 2 ** -32 | 0, rest = p - q * 2 ** 32
      if (rest > 0 && rest < 2 ** 32 - n) {
        this.at++
        return q
      }
    }
    for (;;) {
      this.next()
      const { hi, lo } = this, low = Math.imul(lo, n) >>> 0, middle = high(lo, n) + (Math.imul(hi, n) >>> 0)
      const carry = middle >= 2 ** 32 ? 1 : 0
      // The lower word of the product is at least 2⁶⁴ mod n, which is below n.
      if (middle % 2 ** 32 > 0 || low >= n || low >= Number(2n ** 64n % BigInt(n))) return high(hi, n) + carry
    }
  }

  /** Is below for 1 ≤ n < 2⁶⁴, a BigInt. */
  belowBig(n) {
    const word = () => { this.next(); return BigInt(this.hi) << 32n | BigInt(this.lo) }
    for (;;) {
      const product = word() * n
      if ((product & 2n ** 64n - 1n) >= 2n ** 64n % n) return product >> 64n
    }
  }
}

/** Returns the upper 32 bits of the product of two words of 32 bits. */
function high(a, b) {
  const al = a & 0xffff, ah = a >>> 16, bl = b & 0xffff, bh = b >>> 16
  const middle = ah * bl + (al * bl >>> 16)
  return ah * bh + (middle >>> 16) + (al * bh + (middle & 0xffff) >>> 16)
}

/** Puts a block of ChaCha8Rand into out, each fourth word from at on. Its 16 numbers are variables, which is fast. */
function core(key, counter, out, at) {
  let a = 0x61707865, b = 0x3320646e, c = 0x79622d32, d = 0x6b206574
  let e = key[0], f = key[1], g = key[2], h = key[3], i = key[4], j = key[5], k = key[6], l = key[7]
  let m = counter, n = 0, o = 0, p = 0
  for (let rounds = 0; rounds < 4; rounds++) {
    a = a + e | 0; m ^= a; m = m << 16 | m >>> 16; i = i + m | 0; e ^= i; e = e << 12 | e >>> 20
    a = a + e | 0; m ^= a; m = m << 8 | m >>> 24; i = i + m | 0; e ^= i; e = e << 7 | e >>> 25
    b = b + f | 0; n ^= b; n = n << 16 | n >>> 16; j = j + n | 0; f ^= j; f = f << 12 | f >>> 20
    b = b + f | 0; n ^= b; n = n << 8 | n >>> 24; j = j + n | 0; f ^= j; f = f << 7 | f >>> 25
    c = c + g | 0; o ^= c; o = o << 16 | o >>> 16; k = k + o | 0; g ^= k; g = g << 12 | g >>> 20
    c = c + g | 0; o ^= c; o = o << 8 | o >>> 24; k = k + o | 0; g ^= k; g = g << 7 | g >>> 25
    d = d + h | 0; p ^= d; p = p << 16 | p >>> 16; l = l + p | 0; h ^= l; h = h << 12 | h >>> 20
    d = d + h | 0; p ^= d; p = p << 8 | p >>> 24; l = l + p | 0; h ^= l; h = h << 7 | h >>> 25
    a = a + f | 0; p ^= a; p = p << 16 | p >>> 16; k = k + p | 0; f ^= k; f = f << 12 | f >>> 20
    a = a + f | 0; p ^= a; p = p << 8 | p >>> 24; k = k + p | 0; f ^= k; f = f << 7 | f >>> 25
    b = b + g | 0; m ^= b; m = m << 16 | m >>> 16; l = l + m | 0; g ^= l; g = g << 12 | g >>> 20
    b = b + g | 0; m ^= b; m = m << 8 | m >>> 24; l = l + m | 0; g ^= l; g = g << 7 | g >>> 25
    c = c + h | 0; n ^= c; n = n << 16 | n >>> 16; i = i + n | 0; h ^= i; h = h << 12 | h >>> 20
    c = c + h | 0; n ^= c; n = n << 8 | n >>> 24; i = i + n | 0; h ^= i; h = h << 7 | h >>> 25
    d = d + e | 0; o ^= d; o = o << 16 | o >>> 16; j = j + o | 0; e ^= j; e = e << 12 | e >>> 20
    d = d + e | 0; o ^= d; o = o << 8 | o >>> 24; j = j + o | 0; e ^= j; e = e << 7 | e >>> 25
  }
  out[at] = a; out[at + 4] = b; out[at + 8] = c; out[at + 12] = d
  out[at + 16] = e + key[0]; out[at + 20] = f + key[1]; out[at + 24] = g + key[2]; out[at + 28] = h + key[3]
  out[at + 32] = i + key[4]; out[at + 36] = j + key[5]; out[at + 40] = k + key[6]; out[at + 44] = l + key[7]
  out[at + 48] = m; out[at + 52] = n; out[at + 56] = o; out[at + 60] = p
}

/** Calls take for each block: with the buckets of its records, the number of the first one, and how many there are. */
function scatter(seed, n, take) {
  const s = new Stream(seed, 'scatter'), digits = new Uint16Array(BLOCK + 4)
  for (let first = 0; first < n; first += BLOCK) {
    const count = Math.min(BLOCK, n - first)
    s.start(first / BLOCK)
    for (let i = 0; i < count; i += 5) {
      s.next()
      const lo = s.lo | 0, hi = s.hi | 0
      digits[i] = lo & 4095
      digits[i + 1] = lo >>> 12 & 4095
      digits[i + 2] = lo >>> 24 | (hi & 15) << 8
      digits[i + 3] = hi >>> 4 & 4095
      digits[i + 4] = hi >>> 16 & 4095
    }
    take(digits, first, count)
  }
}

/** Shuffles a bucket by a stream with the label shuffle. */
function shuffleBucket(s, bucket, items, from, to) {
  if (to - from < 2) return
  s.start(bucket)
  for (let i = from; i < to - 1; i++) {
    const j = i + s.below(to - i), item = items[i]
    items[i] = items[j]
    items[j] = item
  }
}

function check(n) {
  if (!Number.isInteger(n) || n < 0 || n > 2 ** 32) refuse(`there cannot be ${n} records`)
}

// In all that follows, epoch is a number from 0 on. Epoch 0 has another order than no epoch (undefined or null).

/** Returns the order of n ≤ 2³² records: their numbers, from 0 on. */
export const order = (seed, n, epoch) => window(seed, n, 0, n, epoch)

/** Returns places lo..hi of the order: it takes time for n records, but memory for those that it returns. */
export function window(seed, n, lo, hi, epoch) {
  check(n)
  if (!Number.isInteger(lo) || !Number.isInteger(hi) || lo < 0 || hi < lo || hi > n) {
    refuse(`there is no window ${lo}..${hi} of ${n} records`)
  }
  const s = seedOf(seed, epoch), starts = new Float64Array(BUCKETS + 1), sizes = new Uint32Array(BUCKETS)
  const known = lo === 0 && hi === n ? new Uint16Array(n) : null // one pass is enough
  scatter(s, n, (digits, at, count) => {
    for (let i = 0; i < count; i++) sizes[digits[i]]++
    if (known) known.set(digits.subarray(0, count), at)
  })
  for (let b = 0; b < BUCKETS; b++) starts[b + 1] = starts[b] + sizes[b]
  let first = 0, last = BUCKETS // buckets first..last have the window
  while (first < BUCKETS && starts[first + 1] <= lo) first++
  while (last > first && starts[last - 1] >= hi) last--
  const base = starts[first], records = new Uint32Array(starts[last] - base)
  const next = Uint32Array.from(starts, start => start - base) // of the buckets first..last
  const place = (digits, at, count) => {
    for (let i = 0; i < count; i++) {
      const b = digits[i]
      if (b >= first && b < last) records[next[b]++] = at + i
    }
  }
  if (known) place(known, 0, n)
  else scatter(s, n, place)
  const stream = new Stream(s, 'shuffle')
  for (let b = first; b < last; b++) shuffleBucket(stream, b, records, starts[b] - base, starts[b + 1] - base)
  return records.subarray(lo - base, hi - base)
}

/** Yields the order in windows, so that it takes little memory at a time. */
export function* each(seed, n, epoch, size = 2 ** 22) {
  if (!(size >= 1)) refuse(`there are no windows of ${size}`)
  const s = seedOf(seed, epoch)
  for (let lo = 0; lo < n; lo += size) yield* window(s, n, lo, Math.min(n, lo + size))
}

/** Returns the first k ≤ n records of the order: a sample without replacement. */
export const sample = (seed, n, k, epoch) => window(seed, n, 0, k, epoch)

/** Returns the items in the order of the seed. */
export function shuffle(items, seed, epoch) {
  const all = listed(items)
  return Array.from(order(seed, all.length, epoch), i => all[i])
}

/** Returns an array of what has an order and a place for each record. */
function listed(items) {
  if (typeof items !== 'object' || items instanceof Map || items?.[Symbol.iterator] == null && !(items?.length >= 0)) {
    refuse('give an array, or what can be read as one: a record or a key for each place')
  }
  return Array.from(items)
}

/** Returns a share or weight as a fraction of integers. */
function fractionOf(share) {
  const [, whole, part = '', exponent = '0', below = '1', percent] =
    /^(\d*)\.?(\d*)(?:e([+-]?\d+))?(?:\/(\d+))?(%?)$/i.exec(String(share)) ?? []
  if (!(whole + part) || whole == null || below === '0') refuse(`${share} is not a number of 0 or more`)
  if (Math.abs(exponent) > 999) refuse(`${share} is too large or too small`)
  const power = part.length - Number(exponent) + (percent ? 2 : 0)
  return [BigInt(whole + part) * 10n ** BigInt(Math.max(-power, 0)), BigInt(below) * 10n ** BigInt(Math.max(power, 0))]
}

/** Divides n by largest remainders: shares, sizes, which are whole numbers above 1, and 'rest'. */
function sizes(n, parts, drop) {
  const whole = parts.map(p => /^\d+$/.test(p) ? BigInt(p) : 0n)
  const rests = parts.filter(p => p === 'rest').length, counted = rests || whole.some(size => size > 1n)
  if (rests > 1) refuse('there are two parts that take the rest')
  const of1 = parts.map((p, i) => p === 'rest' || counted && whole[i] ? null : fractionOf(p))
  let [above, below] = of1.reduce(([a, b], q) => q ? [a * q[1] + q[0] * b, b * q[1]] : [a, b], [0n, 1n])
  // Shares that should come to 1 may miss it by what floats are rounded by.
  if (above <= below || (above - below) * 10n ** 9n > below) above = below = 1n
  const quotas = of1.map((q, i) => q ? [q[0] * BigInt(n) * below, q[1] * above] : [whole[i], 1n])
  const rest = quotas.reduce(([a, b], [c, d]) => [a * d - c * b, b * d], [BigInt(n), 1n])
  if (rest[0] < 0n) refuse(`the parts need more than ${n}`)
  if (rests) quotas[parts.indexOf('rest')] = rest
  else quotas.push(rest)
  const out = quotas.map(([a, b]) => a / b), more = BigInt(n) - out.reduce((a, b) => a + b, 0n)
  const byRemainder = quotas.map((_, i) => i).sort((i, j) => {
    const [[a, b], [c, d]] = [quotas[i], quotas[j]], difference = c % d * b - a % b * d
    return difference > 0n ? 1 : difference < 0n ? -1 : i - j
  })
  for (const i of byRemainder.slice(0, Number(more))) out[i]++
  const left = rests ? 0n : out.pop()
  if (left && !drop) refuse(`${left} of ${n} would be in no part: let a part be 'rest', or set drop`)
  return out.map(Number)
}

/** Returns the parts as a Map, and what makes the result of another one: a Map too, or an object if they are one. */
function partsOf(parts) {
  const object = !(parts instanceof Map || Array.isArray(parts)), map = new Map(object ? Object.entries(parts) : parts)
  if (map.size < parts.length) refuse('two parts have the same name')
  for (const name of object ? map.keys() : []) {
    if (/^\d+$/.test(name)) refuse(`objects put the part ${name} first: give parts as a Map or as [name, share] pairs`)
  }
  return [map, object ? Object.fromEntries : pairs => new Map(pairs)]
}

/**
 * Returns the parts of an order by name: shares such as 0.8, '1/3' or '10%', sizes above 1, and 'rest'. Parts are an
 * object, a Map or [name, share] pairs; for these it returns a Map. Floats may come to 1 + 1e-9; they are divided by
 * their sum then. It is an error if records are in no part, unless drop is set.
 */
export function split(seed, n, parts, epoch, { drop = false } = {}) {
  const [map, make] = partsOf(parts), places = order(seed, n, epoch), counts = sizes(n, [...map.values()], drop)
  let at = 0
  return make([...map.keys()].map((name, i) => [name, places.subarray(at, at += counts[i])]))
}

/** Returns k folds, 2 ≤ k ≤ n: of each the records to train on and those to test on. */
export function folds(seed, n, k, epoch) {
  if (!Number.isInteger(k) || k < 2 || k > n) refuse(`there cannot be ${k} folds of ${n} records`)
  const places = order(seed, n, epoch)
  let at = 0
  return Array.from({ length: k }, (_, i) => {
    const from = at, to = at += Math.floor(n / k) + (i < n % k ? 1 : 0)
    return { train: places.filter((_, p) => p < from || p >= to), test: places.subarray(from, to) }
  })
}

/** Returns the text of a column of a key: it is empty if it is missing. */
function textOf(value) {
  if (typeof value === 'string') return value
  if (Number.isSafeInteger(value) || typeof value === 'bigint') return String(value)
  if (value == null || Number.isNaN(value)) return ''
  throw new TypeError(`the key ${String(value)} is neither a text nor an integer, so what a file says is not known`)
}

/** Returns the bytes of the texts of a key's columns: of several each with its length before it. */
function keyBytes(key) {
  const texts = key.map(utf8)
  const size = n => [0, 0, 0, 0, n >>> 24, n >>> 16, n >>> 8, n] // modulo 256
  return texts.length === 1 ? texts[0] : Uint8Array.from(texts.flatMap(t => [...size(t.length), ...t]))
}

/** Returns the records that count, and the texts of the keys. */
function readKeys(missing, ...columns) {
  if (!['own', 'one', 'drop', 'error'].includes(missing)) refuse(`missing is own, one, drop or error, not ${missing}`)
  const read = columns.map(keys => listed(keys).map(key => [key].flat().map(textOf)))
  if (read.some(keys => keys.length !== read[0].length)) refuse('there are not as many groups as keys')
  if (read.some(keys => keys.some(key => !key.length))) refuse('a key has no columns')
  const all = read[0].map((_, r) => r), have = all.filter(r => !read.some(keys => keys[r].includes('')))
  if (missing === 'error' && have.length < all.length) {
    refuse(`${all.length - have.length} of ${all.length} records have no key: missing, which is own, one or drop, ` +
      'says what becomes of them')
  }
  return [missing === 'drop' ? have : all, ...read]
}

/** Returns the groups of keys, in their order. With alone, each record without a key is one by itself. */
function grouped(s, keys, alone) {
  const buckets = new Map(), digits = []
  if (alone && keys.some(key => key.includes(''))) {
    scatter(s, keys.length, (some, _, count) => digits.push(...some.subarray(0, count)))
  }
  keys.forEach((key, r) => {
    const own = alone && key.includes(''), h = own ? null : s.hash('group', keyBytes(key))
    const b = own ? digits[r] : h[0] << 4 | h[1] >> 4, name = own ? r : JSON.stringify(key)
    if (!buckets.has(b)) buckets.set(b, new Map())
    const bucket = buckets.get(b)
    if (!bucket.has(name)) bucket.set(name, [])
    bucket.get(name).push(r)
  })
  const stream = new Stream(s, 'shuffle')
  return [...buckets].sort(([a], [b]) => a - b).flatMap(([b, bucket]) => {
    const all = [...bucket.values()]
    shuffleBucket(stream, b, all, 0, all.length)
    return all
  })
}

/**
 * Returns the groups of records with equal keys, in their order. A key is a text or an integer (its decimal digits),
 * or an array of these for several columns; keys are equal if these texts are. A key is missing if it, or one of its
 * columns, is empty, null, undefined or NaN. That is an error, unless missing says that each such record is a group of
 * its 'own', that all with the same texts are 'one', as other groups, or to 'drop' them.
 */
export function groups(seed, keys, epoch, { missing = 'error' } = {}) {
  const [kept, read] = readKeys(missing, keys)
  return grouped(seedOf(seed, epoch), kept.map(r => read[r]), missing === 'own').map(group => group.map(i => kept[i]))
}

/** Divides classes of these sizes among parts: returns, for each part, how many of each class it gets. */
function allot(left, counts) {
  let total = BigInt(left.reduce((a, b) => a + b, 0))
  return counts.map(count => {
    const exact = left.map(n => BigInt(n) * BigInt(count)), rest = c => exact[c] % (total || 1n)
    const shares = exact.map(n => Number(n / (total || 1n)))
    const byRest = left.map((_, c) => c).sort((a, b) => Number(rest(b) - rest(a)))
    for (const c of byRest.slice(0, count - shares.reduce((a, b) => a + b, 0))) shares[c]++
    left = left.map((n, c) => n - shares[c])
    total -= BigInt(count)
    return shares
  })
}

/**
 * Is split for records with keys: each part has its share of each class of equal keys. With groupBy, groups are
 * divided, and the class of a group is that of its first record. Keys, and missing ones, are as for groups, but a class
 * may be empty.
 */
export function stratified(seed, keys, parts, epoch, groupBy, { missing = 'error', drop = false } = {}) {
  const s = seedOf(seed, epoch), [kept, read, by] = readKeys(missing, keys, ...groupBy ? [groupBy] : [])
  const [map, make] = partsOf(parts), classes = new Map()
  const units = groupBy ? grouped(s, kept.map(r => by[r]), missing === 'own')
    : Array.from(order(s, kept.length), i => [i])
  const of = units.map(([i]) => {
    const key = read[kept[i]], name = JSON.stringify(key)
    const hash = () => String.fromCharCode(...s.hash('stratum', keyBytes(key)))
    if (!classes.has(name)) classes.set(name, { hash: hash(), size: 0 })
    classes.get(name).size++
    return classes.get(name)
  })
  const known = [...classes.values()].sort((a, b) => a.hash < b.hash ? -1 : 1)
  const shares = allot(known.map(c => c.size), sizes(units.length, [...map.values()], drop)), out = shares.map(() => [])
  known.forEach((c, i) => { c.left = shares.map(share => share[i]) })
  units.forEach((unit, i) => {
    const p = of[i].left.findIndex(n => n > 0)
    if (p < 0) return // it is in no part
    of[i].left[p]--
    for (const i of unit) out[p].push(kept[i])
  })
  return make([...map.keys()].map((name, p) => [name, Uint32Array.from(out[p])]))
}

/**
 * Without parts, returns the records of each key, in input order, the keys in an order that stays if others come or go.
 * Else it is split for records with keys, where its key alone decides the part of a record, whatever others there are:
 * equal keys are in one part, and sizes are random. Parts have shares, or one is 'rest'. Keys, and missing ones, are as for
 * stratified. It is an error if shares come to less than 1, unless drop is set. Take another seed for the next split of
 * the same keys: a size that is too far from its share is a warning on the console.
 */
export function byKey(seed, keys, parts, { missing = 'error', drop = false } = {}) {
  const s = seedOf(seed), [kept, read] = readKeys(missing, keys)
  if (parts == null) {
    const known = new Map()
    for (const r of kept) {
      const hash = String.fromCharCode(...s.hash('part', keyBytes(read[r])))
      if (!known.has(hash)) known.set(hash, [])
      known.get(hash).push(r)
    }
    return [...known].sort(([a], [b]) => a < b ? -1 : 1).map(([, records]) => records)
  }
  const [map, make] = partsOf(parts)
  const shares = [...map.values()].map(p => p === 'rest' ? null : fractionOf(p))
  const add = ([a, b], share) => share ? [a * share[1] + share[0] * b, b * share[1]] : [a, b]
  const [above, below] = shares.reduce(add, [0n, 1n]), rest = [below - above, below]
  let end = [0n, 1n]
  const bounds = shares.map(share => {
    end = add(end, share ?? rest)
    return ((end[0] << 64n) + end[1] - 1n) / end[1]
  })
  if (above > below || shares.filter(share => !share).length > 1 || bounds.at(-1) !== 2n ** 64n && !drop) {
    refuse("the shares do not come to 1: let a part be 'rest', or set drop")
  }
  const out = bounds.map(() => [])
  for (const i of order(s, kept.length)) {
    const h = s.hash('part', keyBytes(read[kept[i]])), u = new DataView(h.buffer).getBigUint64(0)
    out[bounds.findIndex(bound => u < bound)]?.push(kept[i])
  }
  const times = new Map()
  for (const i of kept) {
    const name = JSON.stringify(read[i])
    times.set(name, (times.get(name) ?? 0) + 1)
  }
  let most = 0, squares = 0
  for (const n of times.values()) [most, squares] = [Math.max(most, n), squares + n * n]
  const odds = Math.log(200 * bounds.length)
  const far = out.findIndex((part, p) => { // Bernstein's inequality: all hold 99 times in 100
    const share = Number(bounds[p] - (bounds[p - 1] ?? 0n)) / 2 ** 64, a = odds * most / 3
    const within = a + Math.sqrt(a ** 2 + 2 * odds * squares * share * (1 - share))
    return Math.abs(part.length - share * kept.length) > within
  })
  if (far >= 0) {
    console.warn(`yates: a part has ${out[far].length} of ${kept.length} records, which is far from its share: ` +
      'were these keys divided by this seed before? take another seed')
  }
  return make([...map.keys()].map((name, p) => [name, Uint32Array.from(out[p])]))
}

/** Returns the first k records of each class of equal keys, in the order: all of a class with fewer. */
export function perClass(seed, keys, k, epoch, { missing = 'error' } = {}) {
  if (!Number.isInteger(k) || k < 0) refuse(`there cannot be ${k} records of each class`)
  const [kept, read] = readKeys(missing, keys), left = new Map()
  return order(seed, kept.length, epoch).map(i => kept[i]).filter(r => {
    const name = JSON.stringify(read[r]), n = left.get(name) ?? k
    left.set(name, n - 1)
    return n > 0
  })
}

const ZERO = [0n, 0] // counts are m · 2^e, where m has 64 bits if e > 0: all are rounded down
const bitsOf = n => n.toString(16).length * 4 - Math.clz32(parseInt(n.toString(16)[0], 16)) + 28
function count(m, e = 0) {
  const more = m >> 64n ? bitsOf(m) - 64 : 0
  return [m >> BigInt(more), m ? e + more : 0]
}
function plus(a, b) {
  if (a[1] < b[1]) [a, b] = [b, a]
  return count(a[0] + (b[0] >> BigInt(a[1] - b[1])), a[1])
}
const times = (a, b) => count(a[0] * b[0], a[1] + b[1])
const at = (row, i) => row[i] ?? ZERO

/** Returns an index, with a probability in proportion to its weight. */
function pick(s, weights) {
  let sum = ZERO
  const sums = weights.map(w => { sum = plus(sum, w); return sum }), t = s.belowBig(sum[0])
  return sums.findIndex(([m, e]) => m >> BigInt(sum[1] - e) > t)
}

/** Yields the counts with 1, 2, … n groups in gaps of m runs, by the gaps that are left to fill. */
function* place(row, m, n, left) {
  for (let s = 1; s <= n; s++) {
    const small = x => [BigInt(Math.max(x, 0)), 0]
    row = Array.from({ length: Math.min(row.length, left + n - s + 1) },
      (_, x) => plus(times(at(row, x + 1), small(x + 1)), times(row[x], small(m + 2 - s - x))))
    yield [s, row]
  }
}

/** Returns the class at each place, for classes of these sizes: see SPEC.md, which has it in the same steps. */
function drawApart(sizes, run, s) {
  const units = sizes.map((n, c) => [n, c]).sort(([n], [m]) => n - m)
    .flatMap(([n, c]) => n <= run ? Array.from({ length: n }, () => [1, c]) : [[n, c]])
  const all = sizes.reduce((a, b) => a + b, 0), ways = [[[1n, 0]]], product = (a, b) => a * b
  const falling = (n, k) => Array.from({ length: k }, (_, i) => BigInt(n - i)).reduce(product, 1n)
  for (let r = 1; r <= units.reduce((most, [n]) => Math.max(most, n), 0); r++) {
    ways.push(Array.from({ length: Math.min(r * (run - 1), units.at(-1)[0] - r) + 1 }, (_, i) =>
      Array.from({ length: Math.min(run, i + 1) }, (_, k) => at(ways[r - 1], i - k)).reduce(plus, ZERO)))
  }
  const least = n => Math.ceil(n / run), weights = (n, r) => {
    const out = Array(r + 1).fill(ZERO)
    let v = falling(n, n - r)
    for (let s = r; s > 0; s--) {
      out[s] = times(count(v), at(ways[r], n - r))
      v = v * BigInt(s) * BigInt(s - 1) / BigInt(r - s + 1)
    }
    return out
  }
  const states = [[[[1n, 0]]]]
  let done = 0, left = all
  for (const [n] of units) {
    const state = states.at(-1), sum = Array.from({ length: state.length + n - least(n) }, () => [])
    const forms = Array.from({ length: n + 1 }, (_, r) => r < least(n) ? null : weights(n, r)), most = []
    left -= n
    state.forEach((row, f) => {
      for (const [s, placed] of place(row, done - f, n, left)) {
        for (let r = Math.max(s, least(n)); r <= n; r++) {
          const to = sum[f + n - r]
          for (let x = 0; x < Math.min(placed.length, left + 1 - r + s); x++) {
            if (placed[x][0]) to[x + r - s] = plus(at(to, x + r - s), times(placed[x], forms[r][s]))
          }
        }
      }
    })
    for (const row of sum) {
      for (let b = 0, top = 0; b < row.length; b++) {
        const [m, e] = at(row, b), size = m ? bitsOf(m) + e : 0
        top = most[b] = Math.max(top, most[b] ?? 0, size)
        row[b] = size < top - 80 ? ZERO : [m, e]
      }
      while (row.length && !row.at(-1)[0]) row.pop()
    }
    while (!sum.at(-1).length) sum.pop()
    states.push(sum)
    done += n
  }
  let f = pick(s, states.at(-1).map(row => at(row, 0))), b = 0
  const plans = units.map(([n], i) => [n, states[i]]).reverse().map(([n, state]) => {
    const options = []
    done -= n
    for (let r = Math.max(least(n), n - f); r <= Math.min(n, n - f + state.length - 1); r++) {
      const forms = weights(n, r)
      for (const [s, placed] of place(state[f - n + r], done - f + n - r, n, left)) {
        if (s <= r) options.push([r, s, times(at(placed, b - r + s), forms[s])])
      }
    }
    const [r, groups] = options[pick(s, options.map(([, , weight]) => weight))]
    f -= n - r
    b -= r - groups
    const gaps = done - f + 1 - b
    let v = falling(gaps, groups)
    const q = pick(s, state[f].slice(b, b + groups + 1).map((some, q) => {
      if (q) v = v * BigInt(groups - q + 1) * BigInt(b + q) / (BigInt(q) * BigInt(gaps + 1 - q))
      return times(some, count(v))
    }))
    b += q
    left += n
    return [r, groups, q]
  }).reverse()
  const runs = [[null, 0]], after = [0], lists = [[0], []], out = [] // free gaps, and those to be filled
  units.forEach(([n, c], i) => {
    let [r, groups, q] = plans[i]
    const filled = [], between = []
    for (let j = groups; j > 0; j--) {
      const list = lists[groups - j < q ? 1 : 0], k = s.below(list.length)
      let here = list[k]
      list[k] = list.at(-1)
      list.pop()
      filled.push(here)
      for (;;) {
        const lengths = Array.from({ length: Math.min(run, n) }, (_, k) => at(ways[r - 1], n - k - r))
        const length = 1 + pick(s, lengths)
        n -= length
        runs.push([c, length])
        after.push(after[here])
        here = after[here] = runs.length - 1
        if (--r === 0 || s.below(r) < j - 1) break
        between.push(here)
      }
      filled.push(here)
    }
    lists[0].push(...filled)
    lists[1].push(...between)
  })
  for (let here = after[0]; here; here = after[here]) out.push(...Array(runs[here][1]).fill(runs[here][0]))
  return out
}

/**
 * Returns an order of the records with these keys in which no more than run equal keys stand in a row. All such orders
 * are equally likely, as nearly as SPEC.md says; if there is none, it is an error. Keys, and missing ones, are as for
 * groups. At most 20,000 records, or 1,000 with a run above 1, are taken.
 */
export function apart(seed, keys, run = 1, epoch, { missing = 'error' } = {}) {
  const [kept, read] = readKeys(missing, keys), s = seedOf(seed, epoch), classes = new Map(), n = kept.length
  if (!Number.isInteger(run) || run < 1) refuse(`there cannot be runs of ${run}`)
  if (n > (run > 1 ? 1000 : 20000)) refuse(`${n} records are too many to keep apart with runs of ${run}`)
  const name = r => missing === 'own' && read[r].includes('') ? r : JSON.stringify(read[r])
  run = Math.min(run, n)
  for (const r of kept) classes.set(name(r), [])
  for (const i of order(s, n)) classes.get(name(kept[i])).push(kept[i])
  for (const [key, { length }] of classes) {
    const fit = run * (n - length + 1)
    if (length > fit) refuse(`${length} records have the key ${key}, of which no more than ${fit} can be kept apart`)
  }
  const members = [...classes.values()].map(all => all.values())
  return drawApart([...classes.values()].map(all => all.length), run, new Stream(s, 'apart'))
    .map(c => members[c].next().value)
}

/** Returns k draws in proportion to the weights, numbers or decimal texts; without k, all that can be drawn. */
export function weighted(seed, weights, k, { replace = false, epoch } = {}) {
  if (replace && k == null) refuse('draws with replacement need k')
  const exact = Array.from(weights, w => /[/%]/.test(w) ? refuse(`${w} is no weight`) : fractionOf(w))
  const scale = exact.reduce((most, [, b]) => b > most ? b : most, 1n)
  let left = exact.map(([a, b]) => a * scale / b) // the denominators are powers of ten
  const sum = () => left.reduce((a, b) => a + b, 0n)
  while (sum() && left.every(w => w % 10n === 0n)) left = left.map(w => w / 10n)
  while (sum() >> 63n) left = left.map(w => (w + 9n) / 10n)
  let total = sum()
  const tree = [0n, ...left], n = left.length // Fenwick's
  for (let i = 1; i <= n; i++) if (i + (i & -i) <= n) tree[i + (i & -i)] += tree[i]
  const some = left.filter(w => w).length
  k ??= some
  if (!Number.isInteger(k) || k < 0 || k > some && !(replace && some)) {
    refuse(`there cannot be ${k} draws of ${some} with a weight above 0`)
  }
  const s = new Stream(seedOf(seed, epoch), replace ? 'weighted repeat' : 'weighted'), out = []
  while (out.length < k) {
    let t = s.belowBig(total), i = 0
    for (let step = 2 ** Math.floor(Math.log2(n)); step >= 1; step /= 2) {
      if (i + step <= n && tree[i + step] <= t) { i += step; t -= tree[i] }
    }
    out.push(i)
    if (replace) continue
    total -= left[i]
    for (let at = i + 1; at <= n; at += at & -at) tree[at] -= left[i]
  }
  return out
}

/**
 * Returns the order of a mixture: the record at each of n places, counted from 0 through all sources, of which records
 * gives the sizes. Each source has its share, as in split; or without n it is used so many times, such as 2.5. Each is
 * in an order of its own, epoch after epoch: no record of it comes again before all its others have come.
 */
export function mixture(seed, records, shares, n, epoch) {
  if (records.length !== shares.length) refuse(`${shares.length} shares are not for ${records.length} sources`)
  records.forEach(check)
  const rounded = ([a, b], size) => Number((2n * a * BigInt(size) + b) / (2n * b)) // a half is rounded up
  if (n != null) check(n)
  const counts = n == null ? shares.map((t, i) => rounded(fractionOf(t), records[i])) : sizes(n, shares, false)
  if (counts.some((count, i) => count > 0 && records[i] === 0)) refuse('a source of the mixture has no records')
  const s = seedOf(seed, epoch), sources = []
  let total = 0, base = 0
  counts.forEach((count, i) => {
    total += count
    sources.push({ size: records[i], count, end: total, base, seed: s.derived('mixture', i), used: 0, places: null })
    base += records[i]
  })
  return Float64Array.from(order(s, total), x => {
    const one = sources.find(one => one.end > x), at = one.used % one.size
    if (at === 0) {
      const most = Math.min(one.size, one.count - one.used)
      one.places = window(one.seed, one.size, 0, most, one.used / one.size)
    }
    one.used++
    return one.base + one.places[at]
  })
}

const MASK = 2n ** 64n - 1n
const turn = (v, n) => (v << n | v >> 64n - n) & MASK

/** Returns SipHash-2-4 of a message of eight bytes. */
function sipHash([k0, k1], message) {
  let v0 = k0 ^ 0x736f6d6570736575n, v1 = k1 ^ 0x646f72616e646f6dn
  let v2 = k0 ^ 0x6c7967656e657261n, v3 = k1 ^ 0x7465646279746573n
  for (const [word, rounds] of [[message, 2], [8n << 56n, 2], [null, 4]]) {
    if (word == null) v2 ^= 0xffn
    else v3 ^= word
    for (let i = 0; i < rounds; i++) {
      v0 = v0 + v1 & MASK; v1 = turn(v1, 13n) ^ v0; v0 = turn(v0, 32n)
      v2 = v2 + v3 & MASK; v3 = turn(v3, 16n) ^ v2
      v0 = v0 + v3 & MASK; v3 = turn(v3, 21n) ^ v0
      v2 = v2 + v1 & MASK; v1 = turn(v1, 17n) ^ v2; v2 = turn(v2, 32n)
    }
    if (word != null) v0 ^= word
  }
  return v0 ^ v1 ^ v2 ^ v3
}

/** Returns what gives place i of a pseudo-random permutation of 0..n, BigInts below 2⁶⁴. It is not Order 1. */
export function permutation(seed, n, epoch) {
  n = BigInt(n)
  if (n < 0n || n >> 64n) refuse(`n is ${n}, not in 0..2⁶⁴`)
  const s = new Stream(seedOf(seed, epoch), 'permutation')
  const word = () => { s.next(); return BigInt(s.hi) << 32n | BigInt(s.lo) }
  const keys = Array.from({ length: 10 }, () => [word(), word()])
  let a = BigInt(Math.floor(Math.sqrt(Number(n))))
  while (a * a < n) a++
  while (a > 0n && (a - 1n) * (a - 1n) >= n) a--
  a += a % 2n
  let b = a ? (n + a - 1n) / a : 0n
  b += b % 2n
  return i => {
    let x = BigInt(i)
    if (x < 0n || x >= n) refuse(`there is no place ${i} among ${n}`)
    if (n < 2n) return x
    do {
      let left = x / b, right = x % b
      for (let r = 0; r < 10; r += 2) {
        left = (left + (sipHash(keys[r], right) * a >> 64n)) % a
        right = (right + (sipHash(keys[r + 1], left) * b >> 64n)) % b
      }
      x = left * b + right
    } while (x >= n)
    return x
  }
}
