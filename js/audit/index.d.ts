/**
 * What an audit found, as "yates audit --json" has it: verdict is a word such as biased, log10_e the odds as a power of
 * ten. Words and remedy are for people.
 */
export interface Report {
  verdict: string
  words: string
  deals: number
  alarm: boolean
  findings: { text: string, log10_e: number }[]
  remedy?: string
}
/** Audits a function that shuffles the integers 0..items in place, or returns an array of them. */
export function audit(shuffle: (deal: number[]) => ArrayLike<number> | void,
  options?: { items?: number, deals?: number }): Promise<Report>
