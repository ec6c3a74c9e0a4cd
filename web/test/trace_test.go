package test

import (
	"encoding/json"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/tracing"
	"github.com/chromedp/chromedp"
)

// trace begins to watch the page. The function it returns gives the processor time, in
// milliseconds, of the longest task of its main thread since. Unlike time by the clock, it
// does not depend on what else the machine does.
func (b *tab) trace() func() float64 {
	b.Helper()
	type thread struct{ Pid, Tid int }
	type event struct {
		thread
		Name string
		Tdur float64 // microseconds
		Args struct{ Name string }
	}
	longest, names := make(map[thread]float64), make(map[thread]string)
	ended := make(chan struct{})
	watching := true
	chromedp.Listen(b.ctx, func(got any) {
		switch got := got.(type) {
		case *tracing.EventDataCollected:
			for _, value := range got.Value {
				var e event
				if json.Unmarshal(value, &e) != nil || !watching {
					continue
				}
				if e.Name == "thread_name" {
					names[e.thread] = e.Args.Name
				}
				longest[e.thread] = max(longest[e.thread], e.Tdur/1000)
			}
		case *tracing.EventTracingComplete:
			if watching {
				watching = false
				close(ended)
			}
		}
	})
	if _, err := chromedp.Call(b.ctx, tracing.Start,
		tracing.StartParams{TraceConfig: &tracing.TraceConfig{IncludedCategories: []string{"toplevel",
			"__metadata"}}}); err != nil {
		b.Fatal(err)
	}
	return func() float64 {
		b.Helper()
		if _, err := chromedp.Call(b.ctx, tracing.End, cdp.Empty{}); err != nil {
			b.Fatal(err)
		}
		<-ended
		most := 0.0
		for thread, name := range names {
			if name == "CrRendererMain" {
				most = max(most, longest[thread])
			}
		}
		return most
	}
}
