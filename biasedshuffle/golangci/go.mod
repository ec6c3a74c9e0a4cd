module github.com/yates-shuffle/yates/biasedshuffle/golangci

go 1.26.0

replace github.com/yates-shuffle/yates => ../..

require (
	github.com/golangci/plugin-module-register v0.1.2
	github.com/yates-shuffle/yates v1.0.0
	golang.org/x/tools v0.51.0
)
