package draw

import (
	"crypto/rand"
	"crypto/sha256"
	"fmt"
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

func (p *Party) describe(l *lines) { l.fields("party", l.hex(p.Sum[:]), l.title(&p.Name)) }

// Check says what is wrong with the name of a party.
func (p Party) Check() error {
	_, err := write(p.describe)
	return err
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
