// Package exact computes the exact law of a shuffle as fractions: the probability of
// each order.
//
//   - [Enumerate] follows every path of the choices of a shuffle, for up to 10 items.
//   - [LawOf] computes the law from a formula.
//
// It is for shuffles that take their random choices as an argument. Package audit
// judges any other from its deals.
package exact
