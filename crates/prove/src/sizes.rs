//! What conditions on any number of piles see of sizes.
//!
//! Sizes are alike if equal, or both at least T and congruent modulo p; positions are, if their piles are, one by one in
//! some order. The number of piles is the same at positions that are alike; the number of odd ones too, if p is
//! even; the total modulo m, if m divides p; and whether the smallest, second or largest pile, or the total, is above a
//! number c, if T > c: the piles above c are the same ones.

use sprague_automata::boxes::Shape;
use sprague_rules::expr::{Cond, Expr};

use sprague_claim::Condition;
use sprague_claim::claim::{Meaning, Says};

use crate::any::{Feature, Featured};
use crate::classes::{self, Classes};

/// Threshold and period of sizes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Seen {
    pub threshold: u64,
    pub period: u64,
}

/// The least that will do for all conditions of the claim, on at most so many piles.
pub fn sizes_seen(claim: &Featured, piles: usize) -> Option<Seen> {
    let mut sight = Sight {
        features: &claim.features,
        piles: i64::try_from(piles).ok(),
        // Outcomes seldom repeat with an odd period.
        seen: Seen { threshold: 1, period: 2 },
    };
    sight.condition(&claim.suppose)?;
    match &claim.says {
        Says::Exactly(Meaning::P(condition)) | Says::If { condition, .. } => {
            sight.condition(condition)?;
        }
        Says::Strategy { from, to } => {
            sight.condition(from)?;
            sight.condition(to)?;
            // Options are looked at: one token less.
            sight.seen.threshold += 1;
        }
        Says::Adding(_) => {}
        _ => return None,
    }
    Some(sight.seen)
}

struct Sight<'f> {
    /// What the slots stand for.
    features: &'f [Feature],
    /// The most piles, if they are bounded.
    piles: Option<i64>,
    seen: Seen,
}

/// What a number is: the same at positions that are alike, and then perhaps within bounds; or a size, or the total, plus
/// a constant.
enum Kind {
    Alike(Option<(i64, i64)>),
    Size(i64),
    Total(i64),
}

impl Sight<'_> {
    fn condition(&mut self, condition: &Condition) -> Option<()> {
        match condition {
            Condition::Plain(cond) => self.cond(cond),
            Condition::Not(inner) => self.condition(inner),
            Condition::And(parts) | Condition::Or(parts) => {
                parts.iter().try_for_each(|part| self.condition(part))
            }
            _ => None,
        }
    }

    fn cond(&mut self, cond: &Cond) -> Option<()> {
        match cond {
            Cond::Always | Cond::Never => Some(()),
            Cond::Not(inner) => self.cond(inner),
            Cond::And(parts) | Cond::Or(parts) => parts.iter().try_for_each(|part| self.cond(part)),
            Cond::Compare(_, a, b) => match (self.kind(a)?, self.kind(b)?) {
                (Kind::Alike(_), Kind::Alike(_)) => Some(()),
                (Kind::Size(more) | Kind::Total(more), Kind::Alike(Some((_, most))))
                | (Kind::Alike(Some((_, most))), Kind::Size(more) | Kind::Total(more)) => {
                    self.above(most.checked_sub(more)?)
                }
                _ => None,
            },
            Cond::InSet(a, set) => match self.kind(a)? {
                Kind::Alike(_) => Some(()),
                Kind::Size(more) | Kind::Total(more) => match set.last() {
                    Some(most) => self.above(most.checked_sub(more)?),
                    None => Some(()),
                },
            },
            Cond::InPiles(..) | Cond::Distinct(_) => None,
        }
    }

    /// Sizes up to c are told apart.
    fn above(&mut self, c: i64) -> Option<()> {
        let least = u64::try_from(c.max(0)).ok()?.checked_add(1)?;
        self.seen.threshold = self.seen.threshold.max(least);
        Some(())
    }

    fn kind(&mut self, expr: &Expr) -> Option<Kind> {
        match expr {
            Expr::Const(c) => Some(Kind::Alike(Some((*c, *c)))),
            Expr::Slot(slot) => match self.features.get(*slot)? {
                Feature::Count => Some(Kind::Alike(self.piles.map(|most| (0, most)))),
                Feature::Smallest | Feature::Second | Feature::Largest => Some(Kind::Size(0)),
                Feature::Total => Some(Kind::Total(0)),
                Feature::Counted { slot, cond, .. } => {
                    let shape = Shape::uniform(1, self.seen.threshold, self.seen.period);
                    let mut classes = Classes::new(&[], classes::Seen::Unknown, shape);
                    classes.of_size(cond, *slot)?;
                    let (threshold, period) =
                        (classes.shape.thresholds[0], classes.shape.periods[0]);
                    self.seen = Seen { threshold, period };
                    Some(Kind::Alike(self.piles.map(|most| (0, most))))
                }
                Feature::Other(_) => None,
            },
            Expr::Add(a, b) => match (self.kind(a)?, self.kind(b)?) {
                (Kind::Size(more), Kind::Alike(Some((low, high))))
                | (Kind::Alike(Some((low, high))), Kind::Size(more))
                    if low == high =>
                {
                    Some(Kind::Size(more.checked_add(low)?))
                }
                (Kind::Total(more), Kind::Alike(Some((low, high))))
                | (Kind::Alike(Some((low, high))), Kind::Total(more))
                    if low == high =>
                {
                    Some(Kind::Total(more.checked_add(low)?))
                }
                (a, b) => {
                    bounded(&a, &b, |(a, b), (c, d)| Some((a.checked_add(c)?, b.checked_add(d)?)))
                }
            },
            Expr::Sub(a, b) => match (self.kind(a)?, self.kind(b)?) {
                (Kind::Size(more), Kind::Alike(Some((low, high)))) if low == high => {
                    Some(Kind::Size(more.checked_sub(low)?))
                }
                (a, b) => {
                    bounded(&a, &b, |(a, b), (c, d)| Some((a.checked_sub(d)?, b.checked_sub(c)?)))
                }
            },
            Expr::Mul(a, b) => {
                let (a, b) = (self.kind(a)?, self.kind(b)?);
                bounded(&a, &b, |(a, b), (c, d)| {
                    let ends = [
                        a.checked_mul(c)?,
                        a.checked_mul(d)?,
                        b.checked_mul(c)?,
                        b.checked_mul(d)?,
                    ];
                    Some((ends.into_iter().min()?, ends.into_iter().max()?))
                })
            }
            Expr::Div(a, b) => {
                let (a, b) = (self.kind(a)?, self.kind(b)?);
                bounded(&a, &b, |(a, b), (c, d)| {
                    (c == d && c > 0).then(|| (a.div_euclid(c), b.div_euclid(c)))
                })
            }
            Expr::Mod(a, b) => match (self.kind(a)?, &**b) {
                (Kind::Total(_), Expr::Const(m)) if *m > 0 => {
                    let m = u64::try_from(*m).ok()?;
                    let parts = self.seen.period / crate::classes::gcd(self.seen.period, m);
                    self.seen.period = parts.checked_mul(m)?;
                    Some(Kind::Alike(Some((0, m as i64 - 1))))
                }
                (Kind::Alike(_), Expr::Const(m)) if *m > 0 => Some(Kind::Alike(Some((0, m - 1)))),
                _ => None,
            },
            Expr::Min(a, b) | Expr::Max(a, b) => {
                let (a, b) = (self.kind(a)?, self.kind(b)?);
                bounded(&a, &b, |(a, b), (c, d)| Some((a.min(c), b.max(d))))
            }
            Expr::Of(..) | Expr::CountWhere(..) => None,
        }
    }
}

/// An operation on numbers that are the same at positions that are alike, with what is known of their bounds.
fn bounded(
    a: &Kind,
    b: &Kind,
    join: impl Fn((i64, i64), (i64, i64)) -> Option<(i64, i64)>,
) -> Option<Kind> {
    match (a, b) {
        (Kind::Alike(Some(a)), Kind::Alike(Some(b))) => Some(Kind::Alike(join(*a, *b))),
        (Kind::Alike(_), Kind::Alike(_)) => Some(Kind::Alike(None)),
        _ => None,
    }
}
