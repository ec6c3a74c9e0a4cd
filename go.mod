module github.com/yates-shuffle/yates

go 1.26
