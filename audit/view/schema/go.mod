module github.com/yates-shuffle/yates/audit/view/schema

go 1.26.0

replace github.com/yates-shuffle/yates => ../../..

require (
	github.com/santhosh-tekuri/jsonschema/v6 v6.0.3
	github.com/yates-shuffle/yates v1.0.0
)

require golang.org/x/text v0.40.0 // indirect
