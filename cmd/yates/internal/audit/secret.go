package audit

import (
	"regexp"
	"strings"
)

// secretFlag matches the name of a flag or variable whose value is secret.
const secretFlag = `[^\s='"]*(?i:seed|key|secret|token|password)[^\s='"]*`

// withoutSecrets returns a command line for a title, without the values of secret flags.
// It also looks inside each argument, which may be a line for a shell.
func withoutSecrets(args []string) string {
	secretName := regexp.MustCompile(`^` + secretFlag + `$`)
	secretValue := regexp.MustCompile(`(^|[\s'"])(` + secretFlag + `=|--?` + secretFlag + `\s+)` +
		`('[^']*'|"[^"]*"|[^\s'";|&)]+)`)
	var shown []string
	hide := false
	for _, arg := range args {
		name, _, hasValue := strings.Cut(arg, "=")
		isFlag := strings.HasPrefix(arg, "-")
		switch secret := secretName.MatchString(name); {
		case hide && !strings.HasPrefix(arg, "--"):
			arg, hide = "…", false
		case secret && hasValue:
			arg, hide = name+"=…", false
		case secret && isFlag:
			hide = true
		default:
			arg, hide = secretValue.ReplaceAllString(arg, "$1$2…"), false
		}
		shown = append(shown, arg)
	}
	return strings.Join(shown, " ")
}
