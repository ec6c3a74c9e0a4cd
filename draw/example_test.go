package draw_test

import (
	"bytes"
	"fmt"
	"log"
	"slices"
	"strings"
	"time"

	"github.com/yates-shuffle/yates/draw"
)

const list = `Ada Lovelace
Marin Mersenne
Blaise Pascal
Pierre de Fermat
Abraham de Moivre
Thomas Bayes
Ronald Fisher
Frank Yates
`

// Round 1000 of quicknet, of 2023.
const signature = "b44679b9a59af2ec876b1a6b1ad52ea9b1615fc3982b19576350f93447cb1125e342b73a8dd2bacbe47e4b6b63ed5e39"

var noon = time.Date(2023, 8, 23, 15, 59, 24, 0, time.UTC)

func must[T any](value T, err error) T {
	if err != nil {
		log.Fatal(err)
	}
	return value
}

// raffle commits to a draw of the list.
func raffle() *draw.Commitment {
	c := &draw.Commitment{
		Title:   "Summer raffle",
		Entries: must(draw.ReadEntries(strings.NewReader(list))),
		Prizes: []draw.Prize{{Count: 1, Name: "First prize"}, {Count: 2, Name: "Second prize"},
			{Count: 2, Name: "Alternates"}},
	}
	if err := c.Await(draw.Quicknet(), noon, noon.Add(-24*time.Hour)); err != nil {
		log.Fatal(err)
	}
	return c
}

// A draw from the list to the verdict.
func Example() {
	// Before the draw: check the list, commit to it, and publish the commitment.
	checked := must(draw.Check(strings.NewReader(list)))
	if !checked.OK() {
		log.Fatal(checked.Problems)
	}
	commitment := raffle()
	published := must(commitment.Text())

	// After the round has come: draw. Fetch gets its beacon.
	beacon := must(draw.ParseBeacon([]byte(signature), commitment.Round))
	transcript := must(draw.Draw(must(draw.ParseCommitment(published)), draw.Quicknet(), beacon, nil))

	// Anybody: check.
	name := commitment.Name()
	verdict := must(must(draw.ParseTranscript(transcript.Text())).Verify(draw.Given{Commitment: &name,
		List: strings.NewReader(list)}))
	fmt.Println(verdict.Answer(time.Now()))
	for _, p := range transcript.Places {
		fmt.Printf("%s: %s\n", commitment.Prizes[p.Prize].Name, verdict.Names[p.Entry])
	}
	// Output:
	// right
	// First prize: Ada Lovelace
	// Second prize: Thomas Bayes
	// Second prize: Frank Yates
	// Alternates: Marin Mersenne
	// Alternates: Pierre de Fermat
}

func ExampleCheck() {
	checked := must(draw.Check(strings.NewReader("Ada\nM\u0430x\n\nada\r\n"), draw.CR))
	for _, p := range checked.Problems {
		fmt.Println(p)
	}
	// Output:
	// line 2 has a word with Latin and Cyrillic letters, which look alike (scripts)
	// line 3 is blank (blank)
	// line 4 is the same entry as line 1 (duplicates)
}

func ExampleReadEntries() {
	a := must(draw.ReadEntries(strings.NewReader("Ada\nBob\n")))
	b := must(draw.ReadEntries(strings.NewReader("Ada\nBob")))
	fmt.Println(a.Count, a == b)
	// Output: 2 true
}

func ExampleScanEntries() {
	entries := must(draw.ScanEntries(strings.NewReader("Ada\nFrank"), func(number uint64, entry []byte) {
		fmt.Printf("%d %s\n", number, entry)
	}))
	fmt.Println(entries.Count)
	// Output:
	// 1 Ada
	// 2 Frank
	// 2
}

func ExampleCommitment_Text() {
	fmt.Printf("%s", must(raffle().Text()))
	// Output:
	// yates draw commitment 1
	// title Summer raffle
	// entries 8
	// sha256 2a1c7db6b8b9e7a4ab6eaf1a8f7402dfade5ee79bbffee03992b1710d6b47496
	// prize 1 First prize
	// prize 2 Second prize
	// prize 2 Alternates
	// chain 52db9ba70e0cc0f6eaf7803dd07447a1f5477735fd3f661792ba94600c84e971
	// round 1000
	// time 2023-08-23T15:59:24Z
}

func ExampleParseCommitment() {
	text := must(raffle().Text())
	_, err := draw.ParseCommitment(bytes.Replace(text, []byte("entries 8"), []byte("entries 08"), 1))
	fmt.Println(err)
	// Output: commitment: line 3: is not in the one form that it must have
}

func ExampleChain_Round() {
	chain := draw.Quicknet()
	for _, at := range []time.Time{noon.Add(-time.Second), noon, noon.Add(time.Second)} {
		fmt.Println(must(chain.Round(at)))
	}
	fmt.Println(must(chain.Time(1000)))
	// Output:
	// 1000
	// 1000
	// 1001
	// 2023-08-23 15:59:24 +0000 UTC
}

func ExampleParseChain() {
	chain := must(draw.ParseChain([]byte(`{
		"public_key": "83cf0f2896adee7eb8b5f01fcad3912212c437e0073e911fb90022d3e760183c8c4b450b6a0a6c3ac6a5776a2d1064510d1fec758c921cc22b0e17e63aaf4bcb5ed66304de9cf809bd274ca73bab4af5a6e9c76a4bc09e76eae8991ef5ece45a",
		"period": 3,
		"genesis_time": 1692803367,
		"hash": "52db9ba70e0cc0f6eaf7803dd07447a1f5477735fd3f661792ba94600c84e971",
		"groupHash": "f477d5c89f21a17c863a7f937c6a6d15859414d2be09cd448d4279af331c5d3e",
		"schemeID": "bls-unchained-g1-rfc9380",
		"metadata": {"beaconID": "quicknet"}
	}`)))
	fmt.Println(*chain == *draw.Quicknet(), chain.Public())
	// Output: true true
}

func ExampleParseBeacon() {
	_, err := draw.ParseBeacon([]byte(`{"round": 1000, "signature": "`+signature+`"}`), 1001)
	fmt.Println(err)
	// Output: the beacon is of round 1000, not 1001
}

func ExampleRelays() {
	fmt.Println(draw.Relays(draw.Quicknet(), 1000)[0])
	// Output: https://api.drand.sh/52db9ba70e0cc0f6eaf7803dd07447a1f5477735fd3f661792ba94600c84e971/public/1000
}

func ExampleChain_Verify() {
	beacon := must(draw.ParseBeacon([]byte(signature), 1000))
	fmt.Println(draw.Quicknet().Verify(beacon))
	beacon.Round++
	fmt.Println(draw.Quicknet().Verify(beacon))
	// Output:
	// <nil>
	// the signature is not the chain's signature of round 1001
}

func ExampleDraw_disqualified() {
	commitment := raffle()
	beacon := must(draw.ParseBeacon([]byte(signature), 1000))
	transcript := must(draw.Draw(commitment, draw.Quicknet(), beacon, map[uint64]string{1: "organized the raffle"}))
	_, places, _ := bytes.Cut(transcript.Text(), []byte("seed"))
	_, places, _ = bytes.Cut(places, []byte("\n"))
	fmt.Printf("%s", places)
	// Output:
	// prize 1 First prize
	// skipped 1 organized the raffle
	// winner 6
	// prize 2 Second prize
	// winner 8
	// winner 2
	// prize 2 Alternates
	// winner 4
	// winner 7
}

func ExampleTranscript_Verify() {
	transcript := must(draw.Draw(raffle(), draw.Quicknet(), must(draw.ParseBeacon([]byte(signature), 1000)), nil))
	verdict := must(transcript.Verify(draw.Given{}))
	for _, f := range verdict.Findings {
		fmt.Printf("%s: %s\n", f.Name, f.State)
	}
	// Output:
	// chain: passed
	// round: passed
	// beacon: passed
	// seed: passed
	// winners: passed
	// list: not checked
	// time: cannot be proved by a file
	// only: cannot be proved by a file
	// commitment: only if
}

// Two parties who trust no beacon.
func ExampleDrawSecrets() {
	ada, bob := draw.NewSecret(), draw.NewSecret()
	commitment := raffle()
	commitment.Parties = []draw.Party{ada.Party("Ada"), bob.Party("Bob")} // sums, given before the commitment
	transcript := must(draw.DrawSecrets(commitment, []draw.Secret{ada, bob}, nil))
	name := commitment.Name()
	verdict := must(transcript.Verify(draw.Given{Commitment: &name}))
	fmt.Println(verdict.Answer(time.Now()), verdict.Conditions()[0].Detail)
	// Output: right, if the 2 parties did not all work together
}

func ExampleOrder() {
	for entry := range draw.Order(draw.Seed(draw.Sum{}, nil), 1000) {
		fmt.Println(entry)
		break
	}
	// Output: 368
}

func ExampleHide() {
	var hidden bytes.Buffer
	hiding := must(draw.Hide(draw.NewSecret(), strings.NewReader(list), &hidden))

	// The organizer gives entrant 2 the salt of their entry; entrant 2 checks the line.
	salt := hiding.Salt(2)
	line := strings.Split(hidden.String(), "\n")[1]
	fmt.Println(salt.Hide([]byte("Marin Mersenne")).String() == line)
	fmt.Println(salt.Hide([]byte("Thomas Bayes")).String() == line)
	// Output:
	// true
	// false
}

func ExampleRFC3797() {
	key := draw.RFC3797Key([]uint64{9319}, []uint64{2, 5, 12, 8, 10}, []uint64{9, 18, 26, 34, 41, 45})
	fmt.Println(key)
	fmt.Println(slices.Collect(draw.RFC3797(key, 25))[:10])
	// Output:
	// 9319./2.5.8.10.12./9.18.26.34.41.45./
	// [17 7 2 16 25 23 8 24 19 13]
}

func ExampleRivest() {
	ballots := 0
	for ballot := range draw.Rivest("3546311556112163624615351222", 876) {
		fmt.Print(ballot, " ")
		if ballots++; ballots == 5 {
			break
		}
	}
	// Output: 740 180 264 789 238
}

func ExampleRivestDistinct() {
	for ballot := range draw.RivestDistinct("1", 3) {
		fmt.Print(ballot, " ")
	}
	// Output: 2 1 3
}
