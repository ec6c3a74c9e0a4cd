package process

import (
	"strings"
	"testing"
)

func TestVersionIsKnown(t *testing.T) {
	if v := Version(); v == "" || strings.ContainsAny(v, "() \n") {
		t.Errorf("the version is %q", v)
	}
}
