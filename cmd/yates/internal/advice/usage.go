package advice

import "github.com/spf13/cobra"

// OtherFlag says what a command has in place of a flag that people expect, or is "".
func OtherFlag(cmd *cobra.Command, name string) string {
	if cmd.Name() == "audit" {
		return otherFlags[name]
	}
	return ""
}

// otherFlags say what "yates audit" has in place of flags that people expect.
var otherFlags = map[string]string{
	"header":     "tail -n +2 removes a heading",
	"csv":        "--file reads rows of a spreadsheet as they are",
	"columns":    "cut chooses columns, for example with -d, -f2-",
	"sorted":     "for numbers in ascending order see --unordered",
	"lottery":    "for lottery numbers see --range and --unordered",
	"confidence": "for a confidence of 95% use --alpha 0.05",
}
