// Package draw makes draws that anyone can check: a raffle, a citizens' assembly,
// a committee, the ballots of an audit. SPEC-draw.md in the folder docs of the
// repository defines it in full.
//
// A draw has four steps:
//
//   - [Check] reads the list of entries, and names what two people could read or
//     count differently.
//   - A [Commitment] says what is drawn, from which list, and which future round of
//     a public beacon decides. It is published before that round.
//   - [Draw] takes the beacon of the round and returns a [Transcript]: the seed and
//     the winners, which are the first entries of Order 1 (package order) for that seed.
//   - [Transcript.Verify] recomputes all of it, offline. Its [Report] says what was
//     checked, what was not, and what no file can prove. [Report.Verdict] says whether
//     the draw is right, and [Report.Conditions] what the reader must find out.
//
// Who cannot wait for a beacon or does not trust one can draw from the secrets of
// several parties instead ([Secret], [Party]), or from both: all of these [Sources] count,
// so that one honest one is enough. [Hide] publishes a list without its entries.
//
// # What it is not for
//
// The package signs nothing and proves no time: publish the commitment where
// others keep it, or have its text signed and time-stamped by tools made for that.
// It has no weighted draws: the winners must follow from the seed and the number
// of entries alone, so that a private list can be checked, and weights are a part
// of the list. To shuffle for its own sake, use package order or yates.
//
// The package has no clock, no files and no network: package draw/relay fetches
// beacons, with the http.Client that it is given. Its functions may be called by several
// goroutines at the same time; its values must not be changed meanwhile.
//
// # Stability
//
// The texts, the seed and the winners of a commitment are frozen. A change would
// have another first line.
package draw
