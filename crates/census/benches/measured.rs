use sprague_census::game::*;
use sprague_census::lanes::*;
use sprague_census::lr_nim::*;
use sprague_census::vector::*;
struct C(u64, u64, u64);
impl Wanted for C {
    const CYCLES: bool = false;
    fn group(&mut self, _: u64, l: Lanes, d: Lanes, _: &[Cycle; LANES]) {
        self.0 += l.count() as u64;
        self.1 += d.count() as u64;
    }
    fn straggler(&mut self, _: u64, c: &Cycle) {
        self.2 += 1;
        if c.class() == Class::AllL {
            self.0 += 1
        }
    }
}
struct D(u64, u64, u64);
impl Wanted for D {
    const CYCLES: bool = true;
    fn group(&mut self, _: u64, l: Lanes, d: Lanes, c: &[Cycle; LANES]) {
        self.0 += l.count() as u64;
        self.1 += d.count() as u64;
        self.2 += c[5].period as u64
    }
    fn straggler(&mut self, _: u64, c: &Cycle) {
        self.2 += 1;
        if c.class() == Class::AllL {
            self.0 += 1
        }
    }
}
fn main() {
    for (a, b) in [(2, 20), (2, 24), (2, 29)] {
        let f = LrNim::new(a, b).unwrap();
        for w in Width::EVERY {
            if b == 29 && w != Width::Avx512 {
                continue;
            }
            let t = std::time::Instant::now();
            let mut c = C(0, 0, 0);
            decide(Part { family: f, first: 0, count: f.total(), wanted: &mut c }, w);
            let e = t.elapsed().as_secs_f64();
            println!(
                "{a} {b} {w:?} left {} group {} straggle {} {:.2} ns",
                c.0,
                c.1,
                c.2,
                e * 1e9 / f.total() as f64
            );
            let t = std::time::Instant::now();
            let mut c = D(0, 0, 0);
            decide(Part { family: f, first: 0, count: f.total(), wanted: &mut c }, w);
            println!("   cycles {:.2} ns", t.elapsed().as_secs_f64() * 1e9 / f.total() as f64);
        }
    }
}
