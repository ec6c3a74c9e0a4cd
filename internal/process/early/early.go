// Package early keeps SIGQUIT from printing all goroutines while a program starts. The clients
// of stores take some 20 ms before main runs. As this package needs hardly any other, it is
// initialised before them.
package early

import (
	"os"
	"os/signal"
	"strings"
	"syscall"
)

var quits = make(chan os.Signal, 1)

func init() {
	if signal.Ignored(syscall.SIGQUIT) || strings.HasSuffix(os.Args[0], ".test") { // where it helps to debug
		return
	}
	signal.Notify(quits, syscall.SIGQUIT)
	go func() {
		<-quits
		syscall.Exit(128 + int(syscall.SIGQUIT)) // nothing is open yet
	}()
}

// Stop says that the program handles its signals from now on.
func Stop() { signal.Stop(quits) }
