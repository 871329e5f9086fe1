//! Parts of different divisions, side by side in one folder: which of them make the whole.
//!
//! Of the sets of parts that share no chunk one is chosen that has the most chunks, and so the whole if it can be had.
//! Everybody chooses alike, and goes on choosing alike while others add what the chosen ones lack: an added part shares
//! no chunk with those that were chosen, so no other set can overtake them.

use std::cmp::Reverse;
use std::ops::Range;

/// Things that have chunks, in the order of their first chunks, as groups: things of different groups share no chunk.
pub(crate) fn groups<T>(sorted: Vec<(Range<u64>, T)>) -> Vec<Vec<(Range<u64>, T)>> {
    let mut groups: Vec<Vec<(Range<u64>, T)>> = Vec::new();
    let mut end = 0;
    for one in sorted {
        let next = one.0.end.max(end);
        match groups.last_mut() {
            Some(group) if one.0.start < end => group.push(one),
            _ => groups.push(vec![one]),
        }
        end = next;
    }
    groups
}

/// Which of these ranges are chosen: they share no number and have as many as can be had, in as few ranges as can be. The
/// ranges are in the order of their starts, then of their ends.
pub(crate) fn chosen(sorted: &[Range<u64>]) -> Vec<bool> {
    // What the ranges from each place on can have, and in how many ranges.
    let mut best = vec![(0u64, Reverse(0usize)); sorted.len() + 1];
    let mut taken = vec![false; sorted.len()];
    let after = |range: &Range<u64>| sorted.partition_point(|other| other.start < range.end);
    for (place, range) in sorted.iter().enumerate().rev() {
        let (count, Reverse(ranges)) = best[after(range)];
        let with = (count + (range.end - range.start), Reverse(ranges + 1));
        // The first in which two equally good sets differ decides, whatever both of them have besides.
        taken[place] = with >= best[place + 1];
        best[place] = with.max(best[place + 1]);
    }
    let mut chosen = vec![false; sorted.len()];
    let mut place = 0;
    while place < sorted.len() {
        chosen[place] = taken[place];
        place = if taken[place] { after(&sorted[place]) } else { place + 1 };
    }
    chosen
}

/// What of these chunks the ranges do not have, which are in their order and share no chunk.
pub(crate) fn gaps<'r>(
    chunks: &Range<u64>,
    ranges: impl Iterator<Item = &'r Range<u64>>,
) -> Vec<Range<u64>> {
    let mut gaps = Vec::new();
    let mut next = chunks.start;
    for range in ranges {
        if range.start.min(chunks.end) > next {
            gaps.push(next..range.start.min(chunks.end));
        }
        next = next.max(range.end);
    }
    if next < chunks.end {
        gaps.push(next..chunks.end);
    }
    gaps
}

/// Do they have a chunk in common?
pub(crate) fn overlap(one: &Range<u64>, other: &Range<u64>) -> bool {
    one.start < other.end && other.start < one.end
}

#[cfg(test)]
mod tests {
    use super::*;

    fn the_chosen(ranges: &[Range<u64>]) -> Vec<Range<u64>> {
        let flags = chosen(ranges);
        ranges
            .iter()
            .zip(flags)
            .filter(|(_, taken)| *taken)
            .map(|(range, _)| range.clone())
            .collect()
    }

    #[test]
    fn ranges_that_make_the_whole_are_found_among_others() {
        assert_eq!(the_chosen(&[0..3, 0..4, 3..7, 5..10, 7..10]), [0..3, 3..7, 7..10]);
        assert_eq!(the_chosen(&[0..2, 0..4, 2..4, 4..5]), [0..4, 4..5]);
        assert_eq!(the_chosen(&[]), Vec::<Range<u64>>::new());
    }

    /// Every set of some ranges is tried, and what the chosen ones lack is added piece by piece.
    #[test]
    fn nothing_has_more_and_what_is_added_changes_no_choice() {
        let mut seed = 7u64;
        let mut below = |bound: u64| {
            seed = seed.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
            (seed >> 33) % bound
        };
        for _ in 0..500 {
            let mut ranges: Vec<Range<u64>> = (0..below(9))
                .map(|_| {
                    let start = below(11);
                    start..start + 1 + below(12 - start)
                })
                .collect();
            ranges.sort_by_key(|range| (range.start, range.end));
            ranges.dedup();
            let best = the_chosen(&ranges);
            let most = (0..1u32 << ranges.len()).filter_map(|set| {
                let some: Vec<&Range<u64>> =
                    (0..ranges.len()).filter(|i| set >> i & 1 == 1).map(|i| &ranges[i]).collect();
                let apart = some.windows(2).all(|pair| !overlap(pair[0], pair[1]));
                apart.then(|| some.iter().map(|range| range.end - range.start).sum::<u64>())
            });
            assert_eq!(
                best.iter().map(|range| range.end - range.start).sum::<u64>(),
                most.max().unwrap()
            );
            let mut lacking = gaps(&(0..12), best.iter());
            while !lacking.is_empty() {
                let gap = lacking.swap_remove(below(lacking.len() as u64) as usize);
                let middle = gap.start + below(gap.end - gap.start);
                let added = middle..gap.end;
                lacking.extend(Some(gap.start..middle).filter(|rest| !rest.is_empty()));
                ranges.push(added);
                ranges.sort_by_key(|range| (range.start, range.end));
                let now = the_chosen(&ranges);
                assert!(best.iter().all(|range| now.contains(range)), "{best:?} then {now:?}");
            }
            assert_eq!(gaps(&(0..12), the_chosen(&ranges).iter()), []);
        }
    }
}
