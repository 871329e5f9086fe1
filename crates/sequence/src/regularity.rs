//! Regularity: `a(n + p) = a(n) + s` for all n from e on, and the proofs that it lasts.
//!
//! *Window* (subtraction of bounded amounts from one heap, whatever the ending). If every move takes
//! at most M tokens, the term of a heap n >= M is a function of the M terms before it, the same
//! function for every n: no such heap is stuck, and its moves are those of every other. So if M
//! consecutive terms from e on repeat p places later, everything after them does, by induction.
//!
//! *Guy–Smith* (take and break, normal play). Let every move take at most k tokens and leave at most t
//! heaps, by the same rules from all heaps of at least n0 >= 1, and let G(n + p) = G(n) hold for
//! n0 <= n < B = t n0 + (t - 1) p + k. Then it holds for all n >= n0. For take n >= B and suppose it
//! holds below n. An option of n + p leaves in all at least n + p - k >= t (n0 + p) tokens in at most t
//! heaps, so the largest has at least n0 + p; it has fewer than n + p, so taking p from it changes no
//! nim-value and gives an option of n. The largest heap of an option of n has at least n0, and
//! fewer than n, so p can be added to it in the same way. (No such heap can be taken whole: n > k.)
//! Hence n + p and n have options of the same nim-values.

use crate::reach::Reach;

/// A least period with its least preperiod, and how much is known of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Regularity {
    pub preperiod: usize,
    pub period: usize,
    pub saltus: i64,
    pub verdict: Verdict,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// For all heaps.
    Proved(Method),
    /// For all heaps that were computed, up to this one.
    Holds { to: usize },
}

/// How regularity was proved.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Method {
    Window,
    GuySmith,
}

impl Method {
    pub fn name(self) -> &'static str {
        match self {
            Method::Window => "window",
            Method::GuySmith => "guy-smith",
        }
    }
}

/// The regularity of least period that is proved or well supported: it must then be seen for at
/// least three periods, and on at least half of the terms.
pub fn find(terms: &[i64], with_saltus: bool, reach: Option<Reach>) -> Option<Regularity> {
    let last = terms.len().checked_sub(1)?;
    for period in 1..=last {
        let saltus = terms[last] - terms[last - period];
        if saltus < 0 || (saltus > 0 && !with_saltus) {
            continue;
        }
        let repeats = |&n: &usize| terms[n + period] == terms[n] + saltus;
        let seen = (0..=last - period).rev().take_while(repeats).count();
        let preperiod = last - period + 1 - seen;
        let verdict = match prove(preperiod, period, saltus, seen, reach) {
            Some(method) => Verdict::Proved(method),
            None if seen >= 2 * period && 2 * preperiod <= last => Verdict::Holds { to: last },
            None => continue,
        };
        return Some(Regularity { preperiod, period, saltus, verdict });
    }
    None
}

/// Does it follow from `seen` repetitions, the first one at the preperiod, that it lasts for ever?
fn prove(
    preperiod: usize,
    period: usize,
    saltus: i64,
    seen: usize,
    reach: Option<Reach>,
) -> Option<Method> {
    if saltus != 0 {
        return None;
    }
    match reach? {
        Reach::Window { length } => (seen >= length as usize).then_some(Method::Window),
        Reach::Breaks { most, parts, from } => {
            let (most, parts) = (u64::from(most), u64::from(parts));
            let start = preperiod.max(from as usize).max(1);
            let bound = parts * start as u64 + (parts - 1) * period as u64 + most;
            ((preperiod + seen) as u64 >= bound).then_some(Method::GuySmith)
        }
    }
}
