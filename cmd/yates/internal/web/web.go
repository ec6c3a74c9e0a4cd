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
	"os"
	"path/filepath"
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
		Annotations: map[string]string{frame.Brief: "port"},
		RunE: func(cmd *cobra.Command, args []string) error {
			if len(args) > 1 {
				return frame.BadUsage("yates web --help", "web takes FILE, but was given %s, too", label.Name(args[1]))
			}
			page, err := readPage(args)
			if err != nil {
				return err
			}
			return servePage(cmd.Context(), cmd.OutOrStdout(), page, port)
		},
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
		case !bytes.HasPrefix(page, []byte("<!DOCTYPE html>")) || !bytes.Contains(page, []byte(`id="program"`)):
			return nil, fmt.Errorf("%s is not the page of yates", label.Name(name))
		default:
			return page, nil
		}
	}
	return nil, fmt.Errorf("there is no page at %s or %s; each release has it as a file, yates.html, and "+
		`"go run ./web/build" in the source makes it: yates web FILE`, label.Name(names[0]), label.Name(names[1]))
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
	root := http.NewServeMux()
	root.HandleFunc("/{$}", func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Cache-Control", "no-cache")
		http.ServeContent(w, r, pageFile, time.Time{}, bytes.NewReader(page))
	})
	server := &http.Server{ReadHeaderTimeout: 10 * time.Second, Handler: root}
	end := context.AfterFunc(ctx, func() { server.Close() })
	defer end()
	if err := server.Serve(listener); ctx.Err() == nil {
		return err
	}
	return context.Cause(ctx)
}
