package vfs

import (
	"encoding/binary"
	"io/fs"
	"os"
	"path/filepath"
	"testing"

	"golang.org/x/sys/unix"
)

// list returns an access control list in the form of acl(5) in xattr(7): version 2, then
// a tag, permissions and an ID for each entry.
func list(entries ...[3]uint32) []byte {
	b := binary.LittleEndian.AppendUint32(nil, 2)
	for _, e := range entries {
		b = binary.LittleEndian.AppendUint16(b, uint16(e[0]))
		b = binary.LittleEndian.AppendUint16(b, uint16(e[1]))
		b = binary.LittleEndian.AppendUint32(b, e[2])
	}
	return b
}

const userObj, user, groupObj, mask, other, nobody = 1, 2, 4, 16, 32, 1<<32 - 1

// A file gets all that another one has, and has nothing from its folder.
func TestKeep(t *testing.T) {
	dir := t.TempDir()
	old := filepath.Join(dir, "old")
	if err := os.WriteFile(old, nil, 0o640); err != nil {
		t.Fatal(err)
	}
	if err := unix.Setxattr(old, "user.note", []byte("kept\x00"), 0); err != nil {
		t.Skipf("there are no extended attributes here: %v", err)
	}
	var fsys OS
	keep := func() *os.File {
		t.Helper()
		info, err := os.Stat(old)
		if err != nil {
			t.Fatal(err)
		}
		f, err := fsys.New(dir, "", 0o600)
		if err != nil {
			f, err = fsys.New(dir, filepath.Join(dir, "new"), 0o600)
			os.Remove(filepath.Join(dir, "new"))
		}
		if err != nil {
			t.Fatal(err)
		}
		if owner, err := fsys.Keep(f, old, info); err != nil || !owner {
			t.Fatal(owner, err)
		}
		t.Cleanup(func() { f.Close() })
		return f.(*os.File)
	}
	attribute := func(f *os.File, name string) string {
		b := make([]byte, 1000)
		n, err := unix.Fgetxattr(int(f.Fd()), name, b)
		if err != nil {
			return err.Error()
		}
		return string(b[:n])
	}
	mode := func(f *os.File) fs.FileMode {
		info, err := f.Stat()
		if err != nil {
			t.Fatal(err)
		}
		return info.Mode()
	}
	f := keep()
	if got := attribute(f, "user.note"); got != "kept\x00" || mode(f) != 0o640 {
		t.Errorf("%q, %v", got, mode(f))
	}

	// User 1 may not read the file.
	denied := list([3]uint32{userObj, 6, nobody}, [3]uint32{user, 0, 1}, [3]uint32{groupObj, 4, nobody},
		[3]uint32{mask, 4, nobody}, [3]uint32{other, 4, nobody})
	if err := unix.Setxattr(old, accessList, denied, 0); err != nil {
		t.Skipf("there are no access control lists here: %v", err)
	}
	f = keep()
	if got := attribute(f, accessList); got != string(denied) || mode(f) != 0o644 {
		t.Errorf("its list is %x instead of %x, %v", got, denied, mode(f))
	}

	// New files of the folder may be read by user 1, the old one may not.
	if err := unix.Removexattr(old, accessList); err != nil {
		t.Fatal(err)
	}
	if err := os.Chmod(old, 0o640); err != nil {
		t.Fatal(err)
	}
	allowed := list([3]uint32{userObj, 6, nobody}, [3]uint32{user, 4, 1}, [3]uint32{groupObj, 0, nobody},
		[3]uint32{mask, 4, nobody}, [3]uint32{other, 0, nobody})
	if err := unix.Setxattr(dir, "system.posix_acl_default", allowed, 0); err != nil {
		t.Fatal(err)
	}
	f = keep()
	if got := attribute(f, accessList); got != unix.ENODATA.Error() || mode(f) != 0o640 {
		t.Errorf("it has the list %x, %v", got, mode(f))
	}
}

// A mount point can't be replaced, and that is known before.
func TestFixed(t *testing.T) {
	if info, err := os.Stat("/proc/mounts"); err == nil {
		if err := fixed("/proc/mounts", info); err != nil {
			t.Error(err)
		}
	}
	dir, err := os.Stat("/proc")
	if err != nil {
		t.Skip(err)
	}
	if err := fixed("/proc", dir); err == nil {
		t.Error("/proc is no mount point")
	}
}
