use sprague_value::*;
use std::time::Instant;
fn main() {
    let t = Instant::now();
    let mut a = Arena::new();
    let v = domineering::all_subsets(&mut a, domineering::Board::empty(4, 5).unwrap()).unwrap();
    let mut d = v.clone();
    d.sort();
    d.dedup();
    println!(
        "subsets {} distinct {} last {:?} {:?} len {} bytes {}",
        t.elapsed().as_secs_f64(),
        d.len(),
        a.as_compact(*v.last().unwrap()),
        v.len(),
        a.len(),
        a.bytes()
    );
    let t = Instant::now();
    let mut a = Arena::new();
    let v = domineering::value(&mut a, domineering::Board::empty(5, 5).unwrap()).unwrap();
    println!("5x5 {} {:?} {} {}", t.elapsed().as_secs_f64(), a.as_compact(v), a.len(), a.bytes());
    for to in [500, 1000, 2000, 4000] {
        let t = Instant::now();
        let mut a = Arena::new();
        let r = sprague_rules::parse_ruleset("lr-nim(2,3,6)").unwrap();
        let mut e = Evaluator::new(ruleset::Positions::new(&r, &mut a).unwrap());
        let v = ruleset::heaps(&mut a, &mut e, to).unwrap();
        println!("lr {} {} {}", t.elapsed().as_secs_f64(), a.len(), a.bytes());
        let bad: Vec<_> = (0..to as usize - 9)
            .filter(|&n| (v[n + 9] == v[n]) != ([0, 2, 4, 5].contains(&(n % 9)) && n != 4))
            .collect();
        println!("bad {:?}", &bad[..bad.len().min(20)]);
    }
}
