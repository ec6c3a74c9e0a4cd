package audit

// TB is the part of *testing.T that [Test] uses.
type TB interface {
	Helper()
	Logf(format string, args ...any)
	Fatalf(format string, args ...any)
}

// Test calls a fair shuffle biased at most once in a billion runs, and deals as many items as take about a second.
const (
	testAlpha = 1e-9
	testItems = 1 << 20
	leastTest = 2000
	mostTest  = 50000
)

// Test fails t if shuffle is biased or broken. It gives shuffle the slice 0, …, n−1 again and again, which shuffle
// must put into random order in place.
//
// It stops as soon as it knows, and passes after 2²⁰/n deals, but at least 2,000 and at most 50,000; for 52 items that
// is 20,164, in about half a second. A fair shuffle fails at most once in a billion runs. A biased one that passes has
// a bias that takes more deals to see: [Auditor.Conclude] lists such known mistakes.
//
// Seed the shuffle as the program does, not with a constant. It fails if n is less than 2.
func Test(t TB, n int, shuffle func(deal []int)) {
	t.Helper()
	if n < 2 {
		t.Fatalf("audit: there is nothing to shuffle: n is %d", n)
		return // if t goes on
	}
	a := New(n, Options{Alpha: testAlpha})
	deal := make([]int, n)
	for range min(max(testItems/n, leastTest), mostTest) {
		for i := range deal {
			deal[i] = i
		}
		shuffle(deal)
		if a.Observe(deal); a.Done() {
			break
		}
	}
	report := a.Report()
	if report.Verdict.Alarm() {
		t.Fatalf("%s", report)
	} else {
		t.Logf("%s", report)
	}
}
