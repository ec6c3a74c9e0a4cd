/** 32 bytes: of a text, of 64 hexadecimal digits, or of the system's generator. */
export class Seed {
  constructor(text?: string | null, options?: { hex?: string })
  readonly bytes: Uint8Array
  readonly hex: string
  epoch(number: number | bigint): Seed
}
type SeedLike = Seed | string | null | undefined
type Epoch = number | bigint
type Share = number | string
export function order(seed: SeedLike, n: number, epoch?: Epoch): Uint32Array
export function window(seed: SeedLike, n: number, lo: number, hi: number, epoch?: Epoch): Uint32Array
export function each(seed: SeedLike, n: number, epoch?: Epoch, size?: number): Generator<number>
export function sample(seed: SeedLike, n: number, k: number, epoch?: Epoch): Uint32Array
export function shuffle<T>(items: Iterable<T> | ArrayLike<T>, seed?: SeedLike, epoch?: Epoch): T[]
export function split<K extends string>(
  seed: SeedLike, n: number, parts: Record<K, Share>, epoch?: Epoch): Record<K, Uint32Array>
export function folds(seed: SeedLike, n: number, k: number, epoch?: Epoch): { train: Uint32Array, test: Uint32Array }[]
type Key = string | number | (string | number)[]
export function groups(seed: SeedLike, keys: Key[], epoch?: Epoch): number[][]
export function stratified<K extends string>(
  seed: SeedLike, keys: Key[], parts: Record<K, Share>, epoch?: Epoch, groupBy?: Key[]): Record<K, Uint32Array>
export function perClass(seed: SeedLike, keys: Key[], k: number, epoch?: Epoch): Uint32Array
export function weighted(
  seed: SeedLike, weights: Iterable<number | string>, k?: number, options?: { replace?: boolean, epoch?: Epoch }): number[]
export function permutation(seed: SeedLike, n: number | bigint, epoch?: Epoch): (i: number | bigint) => bigint
