module github.com/yates-shuffle/yates

go 1.26.0

require (
	github.com/cloudflare/circl v1.6.5 // tests alone
	github.com/consensys/gnark-crypto v0.21.0
	github.com/creack/pty v1.1.24 // tests alone
	github.com/klauspost/compress v1.20.3
	github.com/rogpeppe/go-internal v1.16.0 // tests alone
	github.com/spf13/cobra v1.10.2
	github.com/spf13/pflag v1.0.10
	golang.org/x/sys v0.49.0
	golang.org/x/term v0.47.0
	golang.org/x/text v0.40.0
	golang.org/x/tools v0.51.0
)

require (
	github.com/bits-and-blooms/bitset v1.24.6 // indirect
	github.com/google/go-cmp v0.7.0 // indirect
	github.com/inconshreveable/mousetrap v1.1.0 // indirect
	golang.org/x/crypto v0.54.0 // indirect
	golang.org/x/mod v0.41.0 // indirect
	golang.org/x/sync v0.23.0 // indirect
)
