// Package web is the command that serves the page of yates: "yates web".
package web

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/netip"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/yates-shuffle/yates/internal/frame"
	"github.com/yates-shuffle/yates/internal/label"
	"github.com/yates-shuffle/yates/internal/vfs"
)

// pageFile is the name of the page, which lies beside the program or in ../share/yates. It is not in the program,
// which it would make larger by 2 MB for one command of many, and which needs a build of its own.
const pageFile = "yates.html"

// Command returns the command "yates web".
func Command() *cobra.Command {
	port := uint16(0)
	cmd := &cobra.Command{
		Use:   "web [FLAG]... [FILE]",
		Short: "serve the page that draws, checks and audits in a browser",
		Long: `Web serves FILE, the page of yates, to browsers on this machine alone, and
prints the address. SIGINT ends it.

The page draws from lists, holds and checks draws, and audits shuffles, all in
the browser. It is one file that also works without a server: open it, keep it,
or put it on any web server. Without FILE, web serves yates.html in the folder
of the program, or else in ../share/yates from there, where packages put it.
"go run ./web/build" in the source makes the page, web/dist/yates.html.`,
		Example: `  yates web
  yates web --port 8080 web/dist/yates.html`,
		RunE: frame.RunE(func(ctx context.Context, ui *frame.UI, args []string) error {
			if len(args) > 1 {
				return frame.BadUsage("yates web --help", "web takes FILE, but was given %s, too", label.Name(args[1]))
			}
			page, err := readPage(args)
			if err != nil {
				return err
			}
			return servePage(ctx, ui.Out, page, port)
		}),
	}
	frame.NumberVar(cmd.Flags(), &port, "port", 0, "serve at port `N` (default any that is free)")
	return cmd
}

// readPage reads the page that the arguments name, or the one of this program.
func readPage(args []string) ([]byte, error) {
	names := args
	if len(names) == 0 {
		program, err := os.Executable()
		if err != nil {
			return nil, err
		}
		if to, err := filepath.EvalSymlinks(program); err == nil {
			program = to
		}
		dir := filepath.Dir(program)
		names = []string{filepath.Join(dir, pageFile), filepath.Join(dir, "..", "share", "yates", pageFile)}
	}
	for _, name := range names {
		page, err := os.ReadFile(name)
		switch {
		case len(args) == 0 && errors.Is(err, os.ErrNotExist):
		case err != nil:
			return nil, fmt.Errorf("%s: %w", label.Name(name), vfs.Cause(err))
		case !bytes.HasPrefix(page, []byte("<!DOCTYPE html>")) || !bytes.Contains(page, []byte(`id="program"`)) ||
			!bytes.Contains(page, []byte("Content-Security-Policy")):
			return nil, fmt.Errorf("%s is not the page of yates", label.Name(name))
		default:
			return page, nil
		}
	}
	return nil, fmt.Errorf("there is no page at %s or %s; each release has it as a file, yates.html, and "+
		`"go run ./web/build" in the source makes it: yates web FILE`, label.Name(names[0]), label.Name(names[1]))
}

// handler returns what serves the page, to who asks for a name of this machine: a site that gives its own name the
// address of this machine could read and change what browsers load from here.
func handler(page []byte) http.Handler {
	root := http.NewServeMux()
	root.HandleFunc("GET /{$}", func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Cache-Control", "no-cache")
		w.Header().Set("Content-Type", "text/html; charset=utf-8")
		http.ServeContent(w, r, pageFile, time.Time{}, bytes.NewReader(page))
	})
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Security-Policy", "frame-ancestors 'none'") // the rest is in the page
		w.Header().Set("X-Content-Type-Options", "nosniff")
		w.Header().Set("Referrer-Policy", "no-referrer")
		if !isHere(r.Host) {
			http.Error(w, "this page is for this machine alone: open the address that yates web prints",
				http.StatusMisdirectedRequest)
			return
		}
		root.ServeHTTP(w, r)
	})
}

// isHere reports whether a host is the loopback address or its name, at any port: a tunnel has its own.
func isHere(host string) bool {
	name := (&url.URL{Host: host}).Hostname()
	ip, err := netip.ParseAddr(name)
	return strings.EqualFold(name, "localhost") || err == nil && ip.IsLoopback()
}

// servePage serves the page on the loopback address until ctx ends.
func servePage(ctx context.Context, stdout io.Writer, page []byte, port uint16) error {
	listener, err := net.Listen("tcp", fmt.Sprint("127.0.0.1:", port))
	if err != nil {
		if e, ok := errors.AsType[*net.OpError](err); ok {
			err = fmt.Errorf("cannot serve at port %d: %w", port, vfs.Cause(e.Err))
		}
		return err
	}
	if _, err := fmt.Fprintf(stdout, "http://%s/\n", listener.Addr()); err != nil {
		listener.Close()
		return err
	}
	server := &http.Server{ReadHeaderTimeout: 10 * time.Second, Handler: handler(page)}
	end := context.AfterFunc(ctx, func() { server.Close() })
	defer end()
	if err := server.Serve(listener); ctx.Err() == nil {
		return err
	}
	return context.Cause(ctx)
}
