package order_test

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"strings"
	"testing"

	"github.com/yates-shuffle/yates/order"
)

func seq(n int) (records []string, offsets []uint64) {
	off := uint64(0)
	for i := 1; i <= n; i++ {
		r := fmt.Sprintf("%d\n", i)
		records, offsets = append(records, r), append(offsets, off)
		off += uint64(len(r))
	}
	return
}

func TestX(t *testing.T) {
	rec, off := seq(200000)
	var sb strings.Builder
	for _, i := range order.Shuffle(order.SeedFromText("yates"), off) {
		sb.WriteString(rec[i])
	}
	h := sha256.Sum256([]byte(sb.String()))
	t.Log(hex.EncodeToString(h[:]), sb.String()[:40])
}
