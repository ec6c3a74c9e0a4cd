/** 32 bytes: of a text that is not empty, of 64 hexadecimal digits, or of the system's generator. */
export class Seed {
  constructor(text?: string | number | bigint | null, options?: { hex?: string })
  readonly bytes: Uint8Array
  readonly hex: string
  epoch(number: number | bigint): Seed
}
type SeedLike = Seed | string | number | bigint | null | undefined
/** From 0 on; epoch 0 has another order than no epoch. */
type Epoch = number | bigint | null
type Share = number | string
export function order(seed: SeedLike, n: number, epoch?: Epoch): Uint32Array
export function window(seed: SeedLike, n: number, lo: number, hi: number, epoch?: Epoch): Uint32Array
export function each(seed: SeedLike, n: number, epoch?: Epoch, size?: number): Generator<number>
export function sample(seed: SeedLike, n: number, k: number, epoch?: Epoch): Uint32Array
export function shuffle<T>(items: Iterable<T> | ArrayLike<T>, seed?: SeedLike, epoch?: Epoch): T[]
/** Parts in their order: names that are integers would come first in an object. */
type Pairs<K> = ReadonlyMap<K, Share> | readonly (readonly [K, Share])[]
/** With drop, records may be in no part, which is an error without it. */
type Drop = { drop?: boolean }
export function split<K extends string>(
  seed: SeedLike, n: number, parts: Record<K, Share>, epoch?: Epoch, options?: Drop): Record<K, Uint32Array>
export function split<K>(
  seed: SeedLike, n: number, parts: Pairs<K>, epoch?: Epoch, options?: Drop): Map<K, Uint32Array>
export function folds(seed: SeedLike, n: number, k: number, epoch?: Epoch): { train: Uint32Array, test: Uint32Array }[]
/** A text or an integer; it is missing if it is empty, null, undefined or NaN. */
type Text = string | number | bigint | null | undefined
type Keys = Iterable<Text | readonly Text[]> | ArrayLike<Text | readonly Text[]>
/** What becomes of records without a key, which are an error without it. */
type Missing = { missing?: 'own' | 'one' | 'drop' | 'error' }
export function groups(seed: SeedLike, keys: Keys, epoch?: Epoch, options?: Missing): number[][]
export function stratified<K extends string>(seed: SeedLike, keys: Keys, parts: Record<K, Share>, epoch?: Epoch,
  groupBy?: Keys | null, options?: Missing & Drop): Record<K, Uint32Array>
export function stratified<K>(seed: SeedLike, keys: Keys, parts: Pairs<K>, epoch?: Epoch,
  groupBy?: Keys | null, options?: Missing & Drop): Map<K, Uint32Array>
export function byKey(seed: SeedLike, keys: Keys, parts?: null, options?: Missing): number[][]
export function byKey<K extends string>(
  seed: SeedLike, keys: Keys, parts: Record<K, Share>, options?: Missing & Drop): Record<K, Uint32Array>
export function byKey<K>(
  seed: SeedLike, keys: Keys, parts: Pairs<K>, options?: Missing & Drop): Map<K, Uint32Array>
export function perClass(seed: SeedLike, keys: Keys, k: number, epoch?: Epoch, options?: Missing): Uint32Array
export function apart(seed: SeedLike, keys: Keys, run?: number, epoch?: Epoch, options?: Missing): number[]
export function weighted(
  seed: SeedLike, weights: Iterable<number | string>, k?: number | null,
  options?: { replace?: boolean, epoch?: Epoch }): number[]
/** Without n, shares say how often each source is used. */
export function mixture(seed: SeedLike, records: readonly number[], shares: readonly Share[], n?: number | null,
  epoch?: Epoch): Float64Array
export function permutation(seed: SeedLike, n: number | bigint, epoch?: Epoch): (i: number | bigint) => bigint
