# rust.sh N CRATE "USE" "STATEMENT" compiles and runs a program in Rust, as cxx.sh does in C++, with a crate that
# Debian packages.
dir=$(mktemp -d) && cd "$dir" && mkdir .cargo src || exit
cat > .cargo/config.toml <<-END
	source.crates-io.replace-with = "debian"
	source.debian.directory = "/usr/share/cargo/registry"
	END
cat > Cargo.toml <<-END
	[package]
	name = "deals"
	version = "1.0.0"
	edition = "2021"
	[dependencies]
	$2 = "*"
	END
cat > src/main.rs <<-END
	use std::io::Write;
	$3
	fn main() {
	    let mut out = std::io::BufWriter::new(std::io::stdout());
	    loop {
	        let mut x: Vec<u32> = (1..=$1).collect();
	        $4;
	        for i in &x { write!(out, "{i} ").unwrap(); }
	        writeln!(out).unwrap();
	    }
	}
	END
exec cargo run -q --release --offline
