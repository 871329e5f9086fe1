//! The sets that a claim is for, and the games that they make.

use sprague_rules::{Library, Outcome, Ruleset};

use super::onwards::Onwards;
use crate::condition::{Condition, Sight};

/// Sets of numbers, and perhaps outcomes of the stuck heaps, all at once.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Family {
    /// The ruleset with the set left open: `lr-nim(S)`.
    pub expression: String,
    /// Where its game, and those it is compared with, are found.
    pub library: Library,
    /// The name of the set.
    pub name: String,
    /// Every number from the first to the second may be in the set or not; none, if the second is smaller.
    pub least: u32,
    /// The last of the numbers that may be in the set or not.
    pub largest: u32,
    /// All numbers that are so are in it, too; with the words for it.
    pub tail: Option<(Condition, String)>,
    /// The name for the outcomes of the stuck heaps, where these are left open.
    pub ends: Option<String>,
    /// The family is of all such sets of numbers from `least` on, and those up to `largest` are only the ones that can be
    /// looked at one by one.
    pub any: Option<Any>,
}

/// Which sets a family has that has no bound.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Any {
    /// All of them, infinite ones too.
    Set,
    /// All finite ones.
    Finite,
    /// All that are symmetric, which are finite. What a claim supposes says so, too.
    Symmetric,
}

/// Heaps that are computed of an infinite set at most.
const FAR: usize = 3000;
/// Members of an infinite set that are listed at least.
const LISTED: u32 = 60;

impl Family {
    /// How many numbers may be in the set or not.
    pub fn free(&self) -> u32 {
        (self.largest + 1).saturating_sub(self.least)
    }

    /// The family in words, as the scope of a verdict.
    pub fn words(&self) -> String {
        let Family { name, least, largest, .. } = self;
        let ends = match &self.ends {
            Some(ends) => format!(", every {ends}"),
            None => String::new(),
        };
        if let Some(any) = self.any {
            let kind = match any {
                Any::Set => "",
                Any::Finite => "finite ",
                Any::Symmetric => "symmetric ",
            };
            return format!("every {kind}set {name} of numbers >= {least}{ends}");
        }
        match &self.tail {
            None => format!("every {name} within {least}..{largest}{ends}"),
            Some((_, words)) if self.free() == 0 => format!("{name} of all s with {words}{ends}"),
            Some((_, words)) => {
                format!("every {name} within {least}..{largest} and all s with {words}{ends}")
            }
        }
    }

    /// Those of its sets that can be looked at one by one, in words.
    pub fn words_of_part(&self) -> String {
        Family { any: None, ..self.clone() }.words()
    }

    /// The ruleset of one of its sets.
    pub fn example(&self) -> String {
        self.example_of(&self.expression)
    }

    /// Another game with one of its sets.
    pub fn example_of(&self, expression: &str) -> String {
        let members = match &self.tail {
            Some(_) => self.members(0, 1000),
            None => vec![self.largest],
        };
        let ends = vec![Outcome::P; members.first().map_or(0, |&least| least as usize)];
        self.written(expression, &members, &ends)
    }

    /// The members up to a bound of the set whose free numbers these are, bit i for the i-th.
    pub fn members(&self, bits: u64, to: u32) -> Vec<u32> {
        let Some((condition, _)) = &self.tail else {
            let mut rest = bits;
            let mut members = Vec::with_capacity(bits.count_ones() as usize);
            while rest != 0 {
                members.push(self.least + rest.trailing_zeros());
                rest &= rest - 1;
            }
            members.retain(|&s| s <= to);
            return members;
        };
        let held = |s: u32| condition.holds(Sight::of(&[i64::from(s)]));
        (1..=to).filter(|&s| self.is_free_member(bits, s) || held(s)).collect()
    }

    fn is_free_member(&self, bits: u64, s: u32) -> bool {
        let place = s.wrapping_sub(self.least);
        place < self.free() && bits >> place & 1 == 1
    }

    /// Is it in the set whose free numbers these are?
    pub fn has(&self, bits: u64, s: u32) -> bool {
        let held = |(condition, _): &(Condition, _)| condition.holds(Sight::of(&[i64::from(s)]));
        s > 0 && (self.is_free_member(bits, s) || self.tail.as_ref().is_some_and(held))
    }

    /// How far members must be listed to know the least one and the common divisor of all. Where a set repeats with q from t
    /// on, its members below t + 2q are enough: every larger one is s + q i for some s from t on, and s and s + q are
    /// among them.
    pub fn listed(&self) -> Result<u32, String> {
        let Some((condition, _)) = &self.tail else { return Ok(self.largest) };
        let onwards = Onwards::of(condition, &[0]);
        let onwards = onwards.ok_or("it is not seen from where on the set repeats")?;
        let from = onwards.from.max(i64::from(self.largest) + 1);
        let far = from.saturating_add(onwards.period.saturating_mul(2));
        match u32::try_from(far) {
            Ok(far) if far as usize <= FAR => Ok(far.max(self.largest + LISTED)),
            _ => Err(format!("the set does not repeat within {} numbers", FAR)),
        }
    }

    /// The ruleset of a set; for heaps up to a bound no member beyond it is needed.
    pub fn ruleset(
        &self,
        expression: &str,
        members: &[u32],
        ends: &[Outcome],
    ) -> Result<Ruleset, String> {
        let text = self.written(expression, members, ends);
        self.library.ruleset(&text).map_err(|diagnostic| diagnostic.complaint.message)
    }

    /// The expression with the set written out.
    pub fn written(&self, expression: &str, members: &[u32], ends: &[Outcome]) -> String {
        let list: Vec<String> = members.iter().map(u32::to_string).collect();
        let ends: Vec<String> = ends.iter().map(Outcome::to_string).collect();
        // The name of the game stays as it is, whatever it is made of.
        let (game, arguments) = expression.split_at(expression.find('(').unwrap_or(0));
        let arguments = filled(arguments, |word| match word {
            _ if word == self.name => Some(list.join(",")),
            _ if Some(word) == self.ends.as_deref() => Some(ends.join(",")),
            _ => None,
        });
        format!("{game}{arguments}")
    }
}

/// The text with some of its words replaced.
pub fn filled(text: &str, replace: impl Fn(&str) -> Option<String>) -> String {
    let mut out = String::new();
    let mut rest = text;
    while let Some(first) = rest.chars().next() {
        let in_word = |c: char| c.is_alphanumeric() || c == '_' || c == '-';
        let end = match in_word(first) {
            true => rest.find(|c| !in_word(c)).unwrap_or(rest.len()),
            false => first.len_utf8(),
        };
        let (word, more) = rest.split_at(end);
        out += &replace(word).unwrap_or_else(|| word.to_string());
        rest = more;
    }
    out
}
