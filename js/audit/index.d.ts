/** What an audit found: verdict is a word such as biased, words and remedy are for people. */
export interface Report {
  verdict: string
  words: string
  deals: number
  alarm: boolean
  findings: { text: string, odds: string }[]
  remedy: string
}
/** Audits a function that shuffles the integers 0..items in place, or returns an array of them. */
export function audit(shuffle: (deal: number[]) => ArrayLike<number> | void,
  options?: { items?: number, deals?: number }): Promise<Report>
