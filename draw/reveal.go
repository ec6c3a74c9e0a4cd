package draw

import (
	"crypto/rand"
	"crypto/sha256"
	"fmt"
	"strings"
)

// A Party takes part in a draw without a beacon. It gives the sum before the
// commitment is published, and the secret behind it afterwards.
//
// No party can choose the winners as long as one of them keeps its secret until all
// have committed. But the last one to reveal sees the winners first and can refuse:
// agree beforehand what a refusal means, and that it is not another draw.
type Party struct {
	Name string
	Sum  Sum
}

// A Secret is what a party reveals, the key of a hidden list, or the salt of an entry in it.
type Secret [32]byte

// NewSecret returns an unpredictable secret from the operating system.
func NewSecret() Secret {
	var s Secret
	rand.Read(s[:]) // never fails
	return s
}

// ParseSecret returns the secret that 64 lowercase hexadecimal digits stand for.
func ParseSecret(digits string) (Secret, error) { return parse32[Secret](digits) }

// String returns the secret as 64 hexadecimal digits.
func (s Secret) String() string { return Sum(s).String() }

// Party returns what the party of that name commits to. The name is hashed with the
// secret, so that nobody can pass off the sum of another as their own.
func (s Secret) Party(name string) Party {
	b := append([]byte("yates draw party 1\x00"), s[:]...)
	return Party{name, sha256.Sum256(append(b, name...))}
}

func (p *Party) describe(l *lines) {
	if value := l.value("party", p.Sum.String()+" "+p.Name); l.reads() {
		digits, name, _ := strings.Cut(value, " ")
		l.toHex(p.Sum[:], digits)
		p.Name = l.toText(name)
	}
}

// Check says what is wrong with the name of a party.
func (p Party) Check() error {
	if reason := badText(p.Name); reason != "" {
		return fmt.Errorf("the name of party %s %s", short(p.Name), reason)
	}
	return nil
}

// checkParties says what is wrong with the parties of a commitment.
func checkParties(parties []Party) error {
	if len(parties) > MaxPrizes {
		return fmt.Errorf("there are more than %d parties", MaxPrizes)
	}
	names, sums := make(map[string]bool), make(map[Sum]bool)
	for _, p := range parties {
		err, name := p.Check(), string(fold([]byte(p.Name)))
		switch {
		case err != nil:
			return err
		case names[name]:
			return fmt.Errorf("two parties are called %s, at least by case and width", short(p.Name))
		case sums[p.Sum]:
			return fmt.Errorf("party %s has the sum of another", short(p.Name))
		}
		names[name], sums[p.Sum] = true, true
	}
	return nil
}

// checkSecrets compares the secrets with what the parties committed to.
func checkSecrets(parties []Party, secrets []Secret) error {
	if len(parties) != len(secrets) {
		return fmt.Errorf("there are %d secrets of %d parties", len(secrets), len(parties))
	}
	for i, p := range parties {
		switch {
		case secrets[i] == Secret{}:
			return fmt.Errorf("the secret of party %s is missing", short(p.Name))
		case secrets[i].Party(p.Name) != p:
			return fmt.Errorf("the secret of party %s is not the one that it committed to", short(p.Name))
		}
	}
	return nil
}
