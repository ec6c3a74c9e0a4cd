// Package engine shuffles records of any number and size, in bounded memory: package records is its face, and the
// command drives it. ARCHITECTURE.md shows how records flow, and README.md here the rooms and how a rule is added.
//
// [Collect] reads and scatters the records of some sources, and a [Collection] gathers and writes them. An [Urn]
// draws from records. What a rule does to records is a list of stages, which its row in the table of rules adds to a
// plan.
package engine
