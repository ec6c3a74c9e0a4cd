package draw_test

import (
	"bytes"
	"crypto/sha256"
	"fmt"
	"io"
	"log"
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
		Entries: must(draw.ReadEntries(strings.NewReader(list), nil)),
		Prizes: []draw.Prize{{Count: 1, Name: "First prize"}, {Count: 2, Name: "Second prize"},
			{Count: 2, Name: "Alternates"}},
	}
	if err := c.Await(draw.Quicknet(), noon, noon.Add(-24*time.Hour)); err != nil {
		log.Fatal(err)
	}
	return c
}

// quicknet1000 returns round 1000 of quicknet.
func quicknet1000() draw.Sources {
	beacon := must(draw.ParseBeacon([]byte(signature), 1000))
	return draw.Sources{Signature: beacon.Signature}
}

// A draw from the list to the report.
func Example() {
	// Before the draw: check the list, commit to it, and publish the commitment.
	checked := must(draw.Check(strings.NewReader(list), nil))
	if err := checked.Err(); err != nil {
		log.Fatal(err)
	}
	commitment := raffle()
	published := must(commitment.Text())

	// After the round has come: draw. Fetch gets its beacon.
	beacon := must(draw.ParseBeacon([]byte(signature), commitment.Beacon.Number))
	from := draw.Sources{Signature: beacon.Signature}
	transcript := must(draw.Draw(must(draw.ParseCommitment(published)), from, nil))

	// Anybody: check.
	sum := commitment.Sum()
	report := must(must(draw.ParseTranscript(transcript.Text())).Verify(draw.Given{Commitment: &sum,
		List: strings.NewReader(list)}))
	fmt.Println(report.Verdict(time.Now()))
	for _, p := range transcript.Places {
		fmt.Printf("%s: %s\n", commitment.Prizes[p.Prize].Name, report.Names[p.Entry])
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
	checked := must(draw.Check(strings.NewReader("Ada\nM\u0430x\n\nada\r\n"), nil, draw.KindCR))
	for _, p := range checked.Problems {
		fmt.Println(p)
	}
	// Output:
	// line 2 has a word with Latin and Cyrillic letters, which look alike (scripts)
	// line 3 is blank (blank)
	// line 4 is the same entry as line 1 (duplicates)
}

func ExampleReadEntries() {
	entries := must(draw.ReadEntries(strings.NewReader("Ada\nFrank"), func(number uint64, entry []byte) {
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
	// Output: commitment: line 3: entries: "08" is not a whole number from 1 to 1000000000
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

func ExampleParseBeacon() {
	_, err := draw.ParseBeacon([]byte(`{"round": 1000, "signature": "`+signature+`"}`), 1001)
	fmt.Println(err)
	// Output: the beacon is of round 1000, not 1001
}

func ExampleChain_Relays() {
	fmt.Println(draw.Quicknet().Relays(1000)[0])
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
	transcript := must(draw.Draw(commitment, quicknet1000(), map[uint64]string{1: "organized the raffle"}))
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

// A reader sees which skips the commitment fixed, and which came later.
func ExampleTranscript_Later() {
	commitment := raffle()
	commitment.Barred = []draw.Bar{{Entry: 2, Reason: "organized the raffle"}}
	transcript := must(draw.Draw(commitment, quicknet1000(), map[uint64]string{1: "late"}))
	for _, p := range transcript.Later() {
		fmt.Println(p.Entry, p.Skipped)
	}
	// Output: 1 late
}

func ExampleTranscript_Verify() {
	transcript := must(draw.Draw(raffle(), quicknet1000(), nil))
	report := must(transcript.Verify(draw.Given{}))
	for _, f := range report.Findings {
		fmt.Printf("%s: %s\n", f.Name, f.State)
	}
	// Output:
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
func ExampleDraw_secrets() {
	ada, bob := draw.NewSecret(), draw.NewSecret()
	commitment := raffle()
	commitment.Beacon = draw.Round{}
	commitment.Parties = []draw.Party{ada.Party("Ada"), bob.Party("Bob")} // sums, given before the commitment
	transcript := must(draw.Draw(commitment, draw.Sources{Secrets: []draw.Secret{ada, bob}}, nil))
	sum := commitment.Sum()
	report := must(transcript.Verify(draw.Given{Commitment: &sum}))
	fmt.Println(report.Verdict(time.Now()), report.Conditions()[0].Detail)
	// Output: right, if the 2 parties did not all work together
}

func ExampleMalformed() {
	_, err := draw.ParseTranscript([]byte("yates draw commitment 3\n"))
	report := draw.Malformed(err)
	fmt.Println(report.Verdict(time.Now()), "-", report.Failed()[0].Detail)
	// Output:
	// wrong - transcript: line 1: yates draw commitment: "3" is not a whole number from 1 to 2
}

func ExampleHide() {
	var hidden, salts bytes.Buffer
	must(draw.Hide(draw.NewSecret(), strings.NewReader(list), &hidden, &salts))

	// The organizer gives entrant 2 the line with the salt of their entry; entrant 2 finds it in the hidden list.
	given := strings.Split(strings.Split(salts.String(), "\n")[1], "\t")
	line := strings.Split(hidden.String(), "\n")[1]
	salt := must(draw.ParseSecret(given[1]))
	fmt.Println(given[0], salt.Hide([]byte("Marin Mersenne")).String() == line)
	fmt.Println(salt.Hide([]byte("Thomas Bayes")).String() == line)
	// Output:
	// 2 true
	// false
}

func ExampleQuicknet() {
	chain := draw.Quicknet()
	fmt.Println(chain.ID, chain.Period, time.Unix(chain.Genesis, 0).UTC().Year())
	// Output: quicknet 3 2023
}

func ExampleChain_Hash() {
	fmt.Println(draw.Quicknet().Hash())
	// Output: 52db9ba70e0cc0f6eaf7803dd07447a1f5477735fd3f661792ba94600c84e971
}

// A chain of one's own is none: whoever holds its key knows the rounds beforehand.
func ExampleChainOf() {
	mine := *draw.Quicknet()
	fmt.Println(draw.ChainOf(mine.Hash()).ID)
	mine.ID = "mine"
	fmt.Println(draw.ChainOf(mine.Hash()) == nil)
	// Output:
	// quicknet
	// true
}

func ExampleCommitment_Awaits() {
	fmt.Println(raffle().Awaits())
	// Output: true
}

func ExampleChain_Time() {
	fmt.Println(must(draw.Quicknet().Time(1_000_000)))
	_, err := draw.Quicknet().Time(0)
	fmt.Println(err)
	// Output:
	// 2023-09-27 08:29:24 +0000 UTC
	// there is no round 0
}

func ExampleCommitment_Await() {
	var c draw.Commitment
	now := noon.Add(-30 * time.Second)
	fmt.Println(c.Await(draw.Quicknet(), noon, now))
	fmt.Println(c.Await(draw.Quicknet(), noon.Add(time.Hour), now), c.Beacon.Number)
	// Output:
	// 2023-08-23 15:59:24 UTC is less than a minute ahead, as it is 2023-08-23 15:58:54 UTC now: a commitment must be published before its time
	// <nil> 2200
}

// The name is what sha256sum prints of the published file.
func ExampleCommitment_Sum() {
	c := raffle()
	fmt.Println(c.Sum() == sha256.Sum256(must(c.Text())))
	// Output: true
}

func ExampleCommitment_Size() {
	c := raffle()
	fmt.Println(c.Size())
	c.Prizes, c.Rules = nil, []string{"--rank=name"}
	fmt.Println(c.Size())
	// Output:
	// 8 entries
	// 7 lines below a header
}

func ExampleCommitment_Places() {
	fmt.Println(raffle().Places())
	// Output: 5
}

// A list from which a name was removed after the commitment.
func ExampleEntries_Compare() {
	c := raffle()
	err := c.Entries.Compare(strings.NewReader(strings.Replace(list, "Frank Yates\n", "", 1)), nil)
	fmt.Println(err)
	// Output: this is not the list of the commitment: the number of entries is 7, not 8
}

func ExampleHiding_Text() {
	hiding := must(draw.Hide(draw.Secret{1}, strings.NewReader(list), io.Discard, io.Discard))
	fmt.Printf("%s", hiding.Text())
	// Output:
	// yates draw hiding 1
	// key 0100000000000000000000000000000000000000000000000000000000000000
	// entries 8
	// sha256 c9ae83501631d91c57a25e2148797a77fe506a74597b35480a6d07c51666b002
}

func ExampleParseHiding() {
	hiding := must(draw.Hide(draw.NewSecret(), strings.NewReader(list), io.Discard, io.Discard))
	again := must(draw.ParseHiding(hiding.Text())) // as it was kept
	fmt.Println(*again == *hiding)
	// Output: true
}

func ExampleSecret_Hide() {
	fmt.Println(draw.Secret{}.Hide([]byte("Marin Mersenne")))
	// Output: 6f9e63dad8e3c6ff9fa02fb56f3525068ddf51e63938b9f13fb7b7c2dafd356b
}

// All that Check looks for.
func ExampleKinds() {
	fmt.Println(draw.Kinds())
	// Output: [utf8 bom cr header quotes blank spaces nfc invisible scripts duplicates]
}

func ExampleListReport_Err() {
	fmt.Println(must(draw.Check(strings.NewReader("Ada \n"), nil)).Err())
	fmt.Println(must(draw.Check(strings.NewReader(""), nil)).Err())
	// Output:
	// line 1 ends with a space (spaces)
	// the list has no entries
}

func ExampleListReport_Found() {
	fmt.Println(must(draw.Check(strings.NewReader("Ada\n\nAda\n\n"), nil)).Found())
	// Output: [blank duplicates]
}

func ExampleParty_Check() {
	fmt.Println(draw.NewSecret().Party("Ada\nBob").Check())
	// Output: party: "Ada\nBob" has the character U+000A, which cannot be seen or looks like a space
}

// A party keeps its secret, gives its sum, and reveals the secret when all have given
// theirs.
func ExampleSecret_Party() {
	secret := must(draw.ParseSecret(strings.Repeat("0", 64))) // of NewSecret, in truth
	fmt.Println(secret.Party("Ada").Sum)
	// Output: d38ae65c3e8a56e5f4fde4273d616088b9150db6b3a749a6fb4b433f58ee1ad0
}

func ExampleNewSecret() {
	kept := draw.NewSecret().String()
	fmt.Println(len(kept), draw.NewSecret().String() == kept)
	// Output: 64 false
}

func ExampleParseSecret() {
	secret := draw.NewSecret()
	fmt.Println(must(draw.ParseSecret(secret.String())) == secret)
	_, err := draw.ParseSecret("our secret")
	fmt.Println(err)
	// Output:
	// true
	// "our secret" is not 64 hexadecimal digits but 10 bytes
}

// The name under which a commitment was published.
func ExampleParseSum() {
	sum := must(draw.ParseSum("eb5a3cf1d27f3a4c1e9f3a3c7f5d1f3b0c2c0a9b8d7e6f504132231405162738"))
	transcript := must(draw.Draw(raffle(), quicknet1000(), nil))
	report := must(transcript.Verify(draw.Given{Commitment: &sum})) // it is not that of this transcript
	fmt.Println(report.Verdict(time.Now()))
	// Output: wrong
}

// report returns that of the raffle, without the list.
func report() *draw.Report {
	transcript := must(draw.Draw(raffle(), quicknet1000(), nil))
	return must(transcript.Verify(draw.Given{}))
}

func ExampleReport_Verdict() {
	fmt.Println(report().Verdict(noon.Add(-time.Hour)))
	fmt.Println(report().Verdict(time.Now()))
	// Output:
	// not checked: too early
	// right, if
}

func ExampleReport_Conditions() {
	for _, c := range report().Conditions() {
		fmt.Println(c.Name, c.State)
	}
	// Output: commitment only if
}

func ExampleReport_Failed() {
	transcript := must(draw.Draw(raffle(), quicknet1000(), nil))
	transcript.Places[0].Entry = 2 // who made this up?
	for _, f := range must(transcript.Verify(draw.Given{})).Failed() {
		fmt.Printf("%s: %s\n", f.Name, f.Detail)
	}
	// Output: winners: place 1 of the order is entry 1, not 2
}

func ExampleReport_Until() {
	fmt.Println("published before", report().Until())
	// Output: published before 2023-08-23 15:59:24 UTC
}

func ExampleParseTranscript() {
	transcript := must(draw.Draw(raffle(), quicknet1000(), nil))
	again := must(draw.ParseTranscript(transcript.Text()))
	fmt.Println(again.Places[0].Entry, again.Commitment.Title)
	// Output: 1 Summer raffle
}

// A transcript begins with the text of its commitment.
func ExampleTranscript_Text() {
	transcript := must(draw.Draw(raffle(), quicknet1000(), nil))
	first, _, _ := strings.Cut(string(transcript.Text()), "\n")
	fmt.Println(first)
	// Output: yates draw commitment 1
}

// Whether a commitment ranks its list, and by which columns.
func ExampleCommitment_Ranking() {
	c := &draw.Commitment{Rules: []string{"--rank=name,priority", "the first two get a flat"}}
	fmt.Printf("%q\n", c.Ranking())
	fmt.Printf("%q\n", raffle().Ranking())
	// Output:
	// ["name" "priority" ""]
	// []
}

func ExampleCommitment_RankBy() {
	c := &draw.Commitment{Rules: []string{"no pets"}}
	fmt.Println(c.RankBy(2, "name", "priority"), c.First())
	fmt.Printf("%q\n", c.Rules)
	// Output:
	// <nil> 2
	// ["--rank=name,priority" "--first=2" "no pets"]
}

func ExampleCommitment_First() {
	c := new(draw.Commitment)
	c.RankBy(2, "name", "priority")
	fmt.Println(c.First(), raffle().First())
	// Output: 2 0
}

func ExampleReadTable() {
	for _, row := range must(draw.ReadTable(strings.NewReader("name, years\n\"Pascal, Blaise\",3\n"))) {
		fmt.Printf("%q\n", row)
	}
	// Output:
	// ["name" "years"]
	// ["Pascal, Blaise" "3"]
}

// Those of group 1 come first.
func ExampleTranscript_Rank() {
	t := &draw.Transcript{Commitment: new(draw.Commitment), Seed: [32]byte{1}}
	t.Commitment.RankBy(0, "name", "priority")
	rows := [][]string{{"name", "priority"}, {"Ada Lovelace", "2"}, {"Blaise Pascal", "1"}, {"Thomas Bayes", "2"}}
	for _, row := range must(t.Rank(rows))[1:] {
		fmt.Println(row[0])
	}
	// Output:
	// Blaise Pascal
	// Ada Lovelace
	// Thomas Bayes
}
