package main

import (
	"regexp"
	"strings"
)

// secretFlag is the name of a flag, or of a variable, whose value is nobody's business.
const secretFlag = `[^\s='"]*(?i:seed|key|secret|token|password)[^\s='"]*`

// withoutSecrets returns a command for a title, without the values of secret flags. They
// are looked for in each argument, too, as it may be a line for a shell.
func withoutSecrets(args []string) string {
	secretName := regexp.MustCompile(`^` + secretFlag + `$`)
	secretValue := regexp.MustCompile(`(^|[\s'"])(` + secretFlag + `=|--?` + secretFlag + `\s+)('[^']*'|"[^"]*"|[^\s'";|&)]+)`)
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
