package vectors

import (
	"fmt"
	"strings"
	"testing"
)

func TestDecode(t *testing.T) {
	const good = `{"seeds": ["a"], "hidden": {"key": "k", "lines": [1]}}` + "\n"
	page := func(data string) string { return "# Page\n\n```json\n" + data + "```\n\nThe end.\n" }
	for _, c := range []struct{ data, page, says string }{
		{good, page(good), ""},
		{good, page(" " + good), "frozen"},
		{good, page(strings.ToUpper(good)), "frozen"},
		{good, "# Page\n", "frozen"},
		{good, "# Page\n\n```json\n" + good, "frozen"},
		{`{"seeds": [], "hidden": {"key": "k", "lines": [1]}}`, "", `no "seeds"`},
		{`{"hidden": {"key": "k", "lines": [1]}}`, "", `no "seeds"`},
		{`{"seeds": ["a"]}`, "", `no "hidden"`},
		{`{"seeds": ["a"], "hidden": {"key": "k", "lines": []}}`, "", `no "lines"`},
		{`{"seeds": ["a"], "hidden": {"key": "k", "lines": [1]}, "more": 1}`, "", "more"},
		{`{"seeds": [1]}`, "", "cannot unmarshal"},
	} {
		if c.page == "" {
			c.page = page(c.data)
		}
		var v struct {
			Seeds  []string
			Hidden struct {
				Key   string
				Lines []int
			}
		}
		if err := decode([]byte(c.data), c.page, &v); (err == nil) != (c.says == "") ||
			!strings.Contains(fmt.Sprint(err), c.says) {
			t.Errorf("%s\n%s: got %v, want %q in it", c.data, c.page, err, c.says)
		}
	}
}
