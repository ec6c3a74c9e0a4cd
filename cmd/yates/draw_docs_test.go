package main

import (
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"testing"
)

// The page's commands that sign and time-stamp work with the tools that are here. The
// network is a script in place of curl.
func TestSigning(t *testing.T) {
	page, err := os.ReadFile("../../docs/draws.md")
	if err != nil {
		t.Fatal(err)
	}
	prepare := map[string]string{
		"minisign":   `minisign -G -W -p minisign.pub >&2`,
		"ssh-keygen": `mkdir -p .ssh && ssh-keygen -q -t ed25519 -N '' -f .ssh/id_ed25519`,
		"openssl": `
openssl req -x509 -newkey rsa:2048 -nodes -keyout ca.key -out ca.pem -subj /CN=ca
openssl req -newkey rsa:2048 -nodes -keyout tsa.key -out tsa.csr -subj /CN=tsa
echo 'extendedKeyUsage = critical,timeStamping' > tsa.ext
openssl x509 -req -in tsa.csr -CA ca.pem -CAkey ca.key -CAcreateserial -extfile tsa.ext -out tsa.pem
echo 01 > serial
cat > tsa.cnf <<'END'
[tsa]
default_tsa = here
[here]
serial = serial
signer_digest = sha256
default_policy = 1.2.3.4
digests = sha256
ess_cert_id_alg = sha256
END
cat > bin/curl <<'END'
#!/bin/sh
case "$*" in
*tsr) exec openssl ts -reply -config tsa.cnf -queryfile raffle.tsq -signer tsa.pem -inkey tsa.key -out raffle.tsr ;;
*cacert.pem) exec cp ca.pem cacert.pem ;;
esac
exit 1
END
chmod +x bin/curl`,
	}
	blocks := regexp.MustCompile("(?ms)^```sh (\\S+)\n(.*?)^```$").FindAllSubmatch(page, -1)
	if len(blocks) != len(prepare) {
		t.Fatalf("the page has %d blocks of commands, not %d", len(blocks), len(prepare))
	}
	for _, block := range blocks {
		tool, commands := string(block[1]), string(block[2])
		t.Run(tool, func(t *testing.T) {
			for _, need := range []string{"sh", tool} {
				if _, err := exec.LookPath(need); err != nil {
					t.Skip(err)
				}
			}
			dir := t.TempDir()
			text, err := os.ReadFile("../../examples/raffle/raffle.commit")
			if err != nil {
				t.Fatal(err)
			}
			if err := os.WriteFile(filepath.Join(dir, "raffle.commit"), text, 0o666); err != nil {
				t.Fatal(err)
			}
			if err := os.Mkdir(filepath.Join(dir, "bin"), 0o777); err != nil {
				t.Fatal(err)
			}
			shell := func(commands string) ([]byte, error) {
				cmd := exec.CommandContext(t.Context(), "sh", "-ec", commands)
				cmd.Dir = dir
				cmd.Env = append(os.Environ(), "HOME="+dir, "PATH="+filepath.Join(dir, "bin")+":"+os.Getenv("PATH"))
				return cmd.CombinedOutput()
			}
			if out, err := shell(prepare[tool]); err != nil {
				t.Fatalf("%v: %s", err, out)
			}
			if out, err := shell(commands); err != nil {
				t.Errorf("%v: %s", err, out)
			}
		})
	}
}
