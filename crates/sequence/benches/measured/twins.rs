//! The two plain ways to the values of heaps that are left in at most two parts: what the kernel has to beat.

use sprague_rules::Leave;

/// From this heap on the split into rare and common values is used.
const FIRST: usize = 1024;

/// Every split, and the least value not seen.
pub fn plain(leaves: &[Leave], to: usize) -> Vec<u16> {
    let mut values = Vec::with_capacity(to + 1);
    let mut seen = vec![u32::MAX; 1 << 16];
    while values.len() <= to {
        let value = by_all(leaves, &values, &mut seen);
        values.push(value);
    }
    values
}

fn by_all(leaves: &[Leave], values: &[u16], seen: &mut [u32]) -> u16 {
    let n = values.len();
    for leave in leaves.iter().filter(|leave| leave.fits(n as u32)) {
        let rest = n - leave.take as usize;
        if leave.parts < 2 {
            seen[usize::from(values[rest])] = n as u32;
        } else {
            let large = values[rest - half(leave, rest)..rest].iter().rev();
            for (a, b) in values[1..=half(leave, rest)].iter().zip(large) {
                seen[usize::from(a ^ b)] = n as u32;
            }
        }
    }
    seen.iter().position(|&at| at != n as u32).expect("values stay small") as u16
}

fn half(leave: &Leave, rest: usize) -> usize {
    if leave.unequal { (rest - 1) / 2 } else { rest / 2 }
}

/// The split into rare and common values, heap by heap: splits with a rare part are marked; what is missing below the least
/// common value that is not is looked for among the others. `goes_on` is asked at every heap: there are fewer values if it says no.
pub fn rare_common(leaves: &[Leave], to: usize, goes_on: impl Fn() -> bool) -> Vec<u16> {
    let mut values = plain(leaves, to.min(FIRST - 1));
    let mut seen = vec![u32::MAX; 1 << 16];
    let (mut mask, mut rare, mut retune) = (0, Vec::new(), FIRST);
    while values.len() <= to {
        let n = values.len();
        if !goes_on() {
            break;
        }
        if n == retune {
            mask = best_mask(&values);
            rare = (1..n).filter(|&heap| !common(values[heap], mask)).collect();
            retune *= 2;
        }
        let value = by_rare(leaves, &values, &rare, mask, &mut seen);
        if !common(value, mask) {
            rare.push(n);
        }
        values.push(value);
    }
    values
}

fn by_rare(leaves: &[Leave], values: &[u16], rare: &[usize], mask: u16, seen: &mut [u32]) -> u16 {
    let (n, stamp) = (values.len(), values.len() as u32);
    for leave in leaves.iter().filter(|leave| leave.fits(stamp)) {
        let rest = n - leave.take as usize;
        if leave.parts < 2 {
            seen[usize::from(values[rest])] = stamp;
            continue;
        }
        for &heap in rare.iter().take_while(|&&heap| heap < rest) {
            if !(leave.unequal && 2 * heap == rest) {
                seen[usize::from(values[heap] ^ values[rest - heap])] = stamp;
            }
        }
    }
    let free = |seen: &[u32], v: u16| seen[usize::from(v)] != stamp;
    let least = (0..).find(|&v| common(v, mask) && free(seen, v)).expect("values stay small");
    let mut missing = (0..least).filter(|&v| free(seen, v)).count();
    for leave in leaves.iter().filter(|leave| leave.parts == 2 && leave.fits(stamp)) {
        let rest = n - leave.take as usize;
        for heap in 1..=half(leave, rest) {
            if missing == 0 {
                return least;
            }
            let value = values[heap] ^ values[rest - heap];
            if free(seen, value) {
                seen[usize::from(value)] = stamp;
                missing -= usize::from(value < least);
            }
        }
    }
    (0..=least).find(|&v| free(seen, v)).expect("the least common one is free")
}

fn common(value: u16, mask: u16) -> bool {
    (value & mask).count_ones() % 2 == 1
}

/// The mask for which most values are common.
fn best_mask(values: &[u16]) -> u16 {
    let room = usize::from(values.iter().copied().max().unwrap_or(0)) + 1;
    let mut counts = vec![0usize; room];
    values[1..].iter().for_each(|&value| counts[usize::from(value)] += 1);
    let gain = |mask: u16| -> usize {
        (0..).zip(&counts).filter(|&(v, _)| common(v, mask)).map(|(_, count)| count).sum()
    };
    (0..room.next_power_of_two() as u16).max_by_key(|&mask| gain(mask)).unwrap_or(0)
}
