// Package engine shuffles records of any number and size, in bounded memory: package records is its face, and the
// command drives it. ARCHITECTURE.md shows how records flow through it.
//
// [Collect] reads and scatters the records of some sources, and a [Collection] gathers and writes them. An [Urn]
// draws from records.
package engine
