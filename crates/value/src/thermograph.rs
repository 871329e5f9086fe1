//! Thermographs: the stops of a game as it is cooled, from temperature 0 on.
//!
//! Left's wall of G at t is the greatest of the Right walls of its Left options, minus t; Right's
//! wall the least of the Left walls of its Right options, plus t; where they meet the mast begins.
//! The walls are lines of slope 0 or 1 between dyadic points, and meet at one, so everything is exact.
//! A number is its own mast; its temperature is -1/2^k if its denominator is 2^k.

use rustc_hash::FxHashMap;

use crate::arena::{Arena, Value};
use crate::dyadic::Dyadic;
use crate::limit::Limit;

/// A corner of a wall.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Corner {
    /// How much each move is taxed there; 0 in the first corner.
    pub temperature: Dyadic,
    /// Where the wall stands at this temperature.
    pub value: Dyadic,
}

/// One wall: straight between corners, the first at temperature 0; vertical above the last one.
pub type Wall = Vec<Corner>;

/// Both walls and where they meet.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Thermograph {
    left: Wall,
    right: Wall,
    mean: Dyadic,
    temperature: Dyadic,
}

impl Thermograph {
    /// The thermograph of a number, or of a number plus an infinitesimal.
    fn mast(mean: Dyadic, temperature: Dyadic) -> Thermograph {
        let wall = vec![Corner { temperature: Dyadic::ZERO, value: mean }];
        Thermograph { left: wall.clone(), right: wall, mean, temperature }
    }

    /// The Left stops of the game, cooled by each temperature.
    pub fn left_wall(&self) -> &[Corner] {
        &self.left
    }

    /// The Right stops of the game, cooled by each temperature.
    pub fn right_wall(&self) -> &[Corner] {
        &self.right
    }

    /// Where the mast stands.
    pub fn mean(&self) -> Dyadic {
        self.mean
    }

    /// Where the mast begins.
    pub fn temperature(&self) -> Dyadic {
        self.temperature
    }
}

impl Arena {
    /// The mean value.
    pub fn mean(&mut self, g: Value) -> Result<Dyadic, Limit> {
        Ok(self.thermograph(g)?.mean)
    }

    /// The least tax at which neither player gains by a move: where the mast begins.
    pub fn temperature(&mut self, g: Value) -> Result<Dyadic, Limit> {
        Ok(self.thermograph(g)?.temperature)
    }

    /// Both walls, and where they meet.
    pub fn thermograph(&mut self, g: Value) -> Result<Thermograph, Limit> {
        Ok(self.thermographs(g)?.remove(&g).expect("the last one"))
    }

    /// The thermographs of g and its followers, as far as they are not behind compact values.
    pub(crate) fn thermographs(
        &mut self,
        g: Value,
    ) -> Result<FxHashMap<Value, Thermograph>, Limit> {
        let mut known: FxHashMap<Value, Thermograph> = FxHashMap::default();
        for value in self.followers_and(g) {
            self.check()?;
            let thermograph = match self.as_compact(value) {
                Some(c) if c.is_number() => {
                    let temperature = Dyadic::new(-1, c.number.exponent())?;
                    Thermograph::mast(c.number, temperature)
                }
                Some(c) => Thermograph::mast(c.number, Dyadic::ZERO),
                None => {
                    let form = self.unfold(value);
                    let left: Vec<&Wall> =
                        self.pool[form.left_range()].iter().map(|v| &known[v].right).collect();
                    let right: Vec<&Wall> =
                        self.pool[form.right_range()].iter().map(|v| &known[v].left).collect();
                    from_options(&left, &right)?
                }
            };
            known.insert(value, thermograph);
        }
        Ok(known)
    }

    /// g and everything that can be reached from it, options first; nothing is looked for behind
    /// compact values.
    pub(crate) fn followers_and(&mut self, g: Value) -> Vec<Value> {
        self.all_followers(&[g])
    }

    /// The same for several values at once.
    pub(crate) fn all_followers(&mut self, values: &[Value]) -> Vec<Value> {
        let mut found = values.to_vec();
        found.sort_unstable();
        found.dedup();
        let mut seen: rustc_hash::FxHashSet<Value> = found.iter().copied().collect();
        let mut next = 0;
        while let Some(&value) = found.get(next) {
            next += 1;
            if self.as_compact(value).is_some() {
                continue;
            }
            let form = self.unfold(value);
            for &option in &self.pool[form.left_range().start..form.right_range().end] {
                if seen.insert(option) {
                    found.push(option);
                }
            }
        }
        // Options are older than what they are options of.
        found.sort_unstable();
        found
    }
}

/// The thermograph over the inner walls of the options.
fn from_options(left: &[&Wall], right: &[&Wall]) -> Result<Thermograph, Limit> {
    let left = envelope(left, Dyadic::max)?;
    let right = envelope(right, Dyadic::min)?;
    let mut points: Vec<Dyadic> = left.iter().chain(&right).map(|c| c.temperature).collect();
    points.sort_unstable();
    points.dedup();
    let mut walls = (Wall::new(), Wall::new());
    let mut last: Option<(Dyadic, Dyadic, Dyadic)> = None;
    // Beyond the last corner the scaffolds close at speed 2: they have met by here.
    let end = *points.last().expect("a wall begins at 0");
    let gap = at(&left, end)?.minus(at(&right, end)?)?;
    if gap > Dyadic::ZERO {
        points.push(end.plus(gap)?);
    }
    for t in points {
        let l = at(&left, t)?.minus(t)?;
        let r = at(&right, t)?.plus(t)?;
        if l > r {
            walls.0.push(Corner { temperature: t, value: l });
            walls.1.push(Corner { temperature: t, value: r });
            last = Some((t, l, r));
            continue;
        }
        // They meet in this stretch, where the gap closes at speed 1 or 2.
        let (temperature, mean) = match last {
            None => (t, l),
            Some((t0, l0, r0)) => {
                let (gap, overlap) = (l0.minus(r0)?, r.minus(l)?);
                let length = t.minus(t0)?;
                let closing = gap.plus(overlap)?;
                let (wait, fall) = match closing == length {
                    true => (gap, l0.minus(l)?),
                    false => (gap.half()?, l0.minus(l)?),
                };
                // Left's wall falls at speed 1 or not at all.
                let mean = if fall == Dyadic::ZERO { l0 } else { l0.minus(wait)? };
                (t0.plus(wait)?, mean)
            }
        };
        for wall in [&mut walls.0, &mut walls.1] {
            wall.push(Corner { temperature, value: mean });
        }
        let (left, right) = (straightened(walls.0), straightened(walls.1));
        return Ok(Thermograph { left, right, mean, temperature });
    }
    unreachable!("the walls meet")
}

/// The value of a wall at a temperature.
fn at(wall: &Wall, t: Dyadic) -> Result<Dyadic, Limit> {
    let after = wall.partition_point(|c| c.temperature <= t);
    let low = wall[after - 1];
    let Some(high) = wall.get(after) else { return Ok(low.value) };
    // Between corners a wall is vertical or has slope 1 one way or the other.
    let rise = t.minus(low.temperature)?;
    match high.value.cmp(&low.value) {
        std::cmp::Ordering::Equal => Ok(low.value),
        std::cmp::Ordering::Greater => low.value.plus(rise),
        std::cmp::Ordering::Less => low.value.minus(rise),
    }
}

/// The greatest or the least of some walls, at every temperature.
fn envelope(walls: &[&Wall], better: fn(Dyadic, Dyadic) -> Dyadic) -> Result<Wall, Limit> {
    let mut best: Wall = walls[0].clone();
    for wall in &walls[1..] {
        if *wall == &best {
            continue;
        }
        let mut points: Vec<Dyadic> = best.iter().chain(*wall).map(|c| c.temperature).collect();
        points.sort_unstable();
        points.dedup();
        let mut joined = Wall::new();
        let mut before: Option<(Dyadic, Dyadic)> = None;
        for t in points {
            let (a, b) = (at(&best, t)?, at(wall, t)?);
            if let Some((t0, gap)) = before {
                let now = a.minus(b)?;
                if (gap > Dyadic::ZERO) != (now > Dyadic::ZERO)
                    && gap != Dyadic::ZERO
                    && now != Dyadic::ZERO
                {
                    // They cross inside: slopes 0 and 1 close the gap at speed 1.
                    let wait = if gap > Dyadic::ZERO { gap } else { gap.negative() };
                    let crossing = t0.plus(wait)?;
                    joined.push(Corner { temperature: crossing, value: at(&best, crossing)? });
                }
            }
            before = Some((t, a.minus(b)?));
            joined.push(Corner { temperature: t, value: better(a, b) });
        }
        best = straightened(joined);
    }
    Ok(best)
}

/// Without corners at which nothing bends.
fn straightened(wall: Wall) -> Wall {
    let slope = |a: &Corner, b: &Corner| b.value.cmp(&a.value);
    let mut kept = Wall::with_capacity(wall.len());
    for corner in wall {
        if kept.last().is_some_and(|c: &Corner| c.temperature == corner.temperature) {
            continue;
        }
        while kept.len() > 1
            && slope(&kept[kept.len() - 2], &kept[kept.len() - 1])
                == slope(&kept[kept.len() - 1], &corner)
        {
            kept.pop();
        }
        kept.push(corner);
    }
    // A vertical end is the beginning of the mast.
    while kept.len() > 1 && kept[kept.len() - 1].value == kept[kept.len() - 2].value {
        kept.pop();
    }
    kept
}
