package audit

import (
	"regexp"
	"strings"
)

// secretName matches the name of a flag or variable whose value is secret.
const secretName = `[^\s='"]*(?i:seed|key|secret|token|password)[^\s='"]*`

// secrets match such names and their values, in arguments that stand on lines: as one
// argument, as two, and inside one, which may be a line for a shell.
var secrets = []string{
	`(?m)^(` + secretName + `=).*`,
	`(?m)^(-` + secretName + `\n)-?[^-\n].*`,
	`([ \t'"])(` + secretName + `=|-` + secretName + `[ \t]+)('[^']*'|"[^"]*"|[^\s'";|&)]+)`,
}

// withoutSecrets returns a command line for a title, without the values of secret flags.
func withoutSecrets(args []string) string {
	line := strings.Join(args, "\n")
	for _, secret := range secrets {
		line = regexp.MustCompile(secret).ReplaceAllString(line, "$1$2…")
	}
	return strings.ReplaceAll(line, "\n", " ")
}
