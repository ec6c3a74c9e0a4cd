//! Prints nanoseconds for an element of a slice of as many u64 as the argument says, for each way to shuffle it.

use rand::seq::SliceRandom;
use rand::SeedableRng;
use rand08::SeedableRng as _;
use rip_shuffle::{RipShuffleParallel, RipShuffleSequential};
use std::time::Instant;

/// Calls a shuffle for at least a fifth of a second, after a call that is not counted.
fn time(name: &str, data: &mut [u64], mut shuffle: impl FnMut(&mut [u64])) {
    shuffle(data);
    let (start, mut calls) = (Instant::now(), 0u64);
    while start.elapsed().as_millis() < 200 {
        shuffle(data);
        calls += 1;
    }
    let nanoseconds = start.elapsed().as_nanos() as f64 / calls as f64 / data.len() as f64;
    println!("{name}\t{nanoseconds}");
}

fn main() {
    let n = std::env::args().nth(1).unwrap().parse().unwrap();
    let mut data: Vec<u64> = (0..n).collect();
    let (mut secure, mut small) = (rand::rng(), rand_pcg::Pcg64Mcg::seed_from_u64(1));
    let mut small08 = rand08::rngs::SmallRng::seed_from_u64(1);
    let mut std08 = rand08::rngs::StdRng::seed_from_u64(1);
    time("Rust rand, secure", &mut data, |s| s.shuffle(&mut secure));
    time("Rust rand, PCG", &mut data, |s| s.shuffle(&mut small));
    time("rip_shuffle, StdRng", &mut data, |s| s.seq_shuffle(&mut std08));
    time("rip_shuffle, SmallRng", &mut data, |s| s.seq_shuffle(&mut small08));
    time("rip_shuffle, in parallel", &mut data, |s| s.par_shuffle(&mut std08));
}
