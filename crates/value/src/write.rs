//! Values as text, in CGSuite's notation.
//!
//! `3/4`, `^3*2`, `+-{2|1}`, `{3||2|1}`: a lone option that is itself written in braces loses them and
//! the bars around it grow instead. Tinies, minies and powers of up go by their names, also with a
//! number in front. Options are listed by birthday, then by their text, so that the text of a
//! value does not depend on what else was computed. What is written can be read again.

use rustc_hash::FxHashMap;

use crate::arena::{Arena, STAR, Value, ZERO};
use crate::compact::Compact;
use crate::dyadic::Dyadic;
use crate::limit::Limit;

/// More bars than this are not put side by side.
const MOST_BARS: usize = 5;
/// The highest power of up that goes by its name.
const HIGHEST_POWER: u32 = 20;

/// The text of one value.
struct Words {
    /// Without its outer braces, if it has any.
    text: String,
    /// The length of its longest run of bars; 0 if it is not written in braces.
    bars: usize,
    birthday: u64,
}

impl Words {
    fn closed(&self) -> String {
        if self.bars > 0 { format!("{{{}}}", self.text) } else { self.text.clone() }
    }
}

impl Arena {
    /// The most characters that [`Arena::text`] writes.
    pub const MOST_TEXT: usize = 10_000_000;

    /// The value in CGSuite's notation.
    pub fn text(&mut self, g: Value) -> Result<String, Limit> {
        self.text_within(g, Arena::MOST_TEXT)
    }

    /// The same, refused if it takes more than `most` characters. (The text of a value may be
    /// exponentially longer than the number of its positions.)
    pub fn text_within(&mut self, g: Value, most: usize) -> Result<String, Limit> {
        let text = self.texts_within(&[g], most)?.remove(0);
        text.ok_or(Limit::Text { most })
    }

    /// The texts of several values, with what they have in common written once; none where one takes more than
    /// `most` characters.
    pub fn texts_within(
        &mut self,
        values: &[Value],
        most: usize,
    ) -> Result<Vec<Option<String>>, Limit> {
        let followers = self.all_followers(values);
        let birthdays = self.birthdays(&followers);
        let mut known: FxHashMap<Value, Words> = FxHashMap::default();
        for (value, birthday) in followers.into_iter().zip(birthdays) {
            let (text, bars) = match self.name(value, birthday)? {
                Some(name) => (name, 0),
                None => {
                    let (left, right) = self.options(value);
                    if !left.iter().chain(&right).all(|option| known.contains_key(option)) {
                        continue;
                    }
                    self.write_options(value, &known)?
                }
            };
            // A follower may be long where the value is not: a symmetric form leaves half of them out.
            if text.len() <= most.saturating_mul(2) {
                known.insert(value, Words { text, bars, birthday });
            }
        }
        let text = |value: &Value| {
            let words = known.get(value)?;
            (words.text.len() <= most).then(|| words.closed())
        };
        Ok(values.iter().map(text).collect())
    }

    fn write_options(
        &mut self,
        g: Value,
        known: &FxHashMap<Value, Words>,
    ) -> Result<(String, usize), Limit> {
        let (left, right) = self.options(g);
        if self.negative(g)? == g {
            let text = match left[..] {
                [x] if self.as_number(x).is_some() || known[&x].bars > 0 => known[&x].closed(),
                _ => format!("{{{}}}", side(&left, known).0),
            };
            return Ok((format!("+-{text}"), 0));
        }
        let ((left, a), (right, b)) = (side(&left, known), side(&right, known));
        let bars = a.max(b) + 1;
        Ok((format!("{left}{}{right}", "|".repeat(bars)), bars))
    }

    /// The text of a value that needs no braces.
    fn name(&mut self, g: Value, birthday: u64) -> Result<Option<String>, Limit> {
        if let Some(compact) = self.as_compact(g) {
            return Ok(Some(compact.to_string()));
        }
        let stop = self.left_stop(g);
        if stop != self.right_stop(g) {
            return Ok(None);
        }
        // Forms of more than three options have no names, and translating them takes time.
        let form = self.unfold(g);
        if form.left + form.right > 3 {
            return Ok(None);
        }
        let number = self.number(stop.negative());
        let infinitesimal = self.sum(g, number)?;
        let birthday = birthday.saturating_sub(stop.birthday());
        let name = match self.tiny(infinitesimal)? {
            None => self.power(infinitesimal, birthday)?,
            tiny => tiny,
        };
        Ok(name.map(|name| match stop == Dyadic::ZERO {
            true => name,
            false => format!("{stop}{name}"),
        }))
    }

    /// `Tiny(x)` is {0||0|-x}, `Miny(x)` its negative.
    fn tiny(&mut self, g: Value) -> Result<Option<String>, Limit> {
        let lone = |arena: &mut Arena, v| match arena.options(v) {
            (l, r) if l.len() == 1 && r.len() == 1 => Some((l[0], r[0])),
            _ => None,
        };
        let (name, size) = match lone(self, g) {
            Some((ZERO, threat)) => match lone(self, threat) {
                Some((ZERO, x)) => ("Tiny", self.negative(x)?),
                _ => return Ok(None),
            },
            Some((threat, ZERO)) => match lone(self, threat) {
                Some((x, ZERO)) => ("Miny", x),
                _ => return Ok(None),
            },
            _ => return Ok(None),
        };
        // Something simple that is greater than any infinitesimal.
        let size = self.as_compact(size).filter(|size| size.number > Dyadic::ZERO);
        Ok(size.map(|size| format!("{name}({size})")))
    }

    /// `^<n>` and `^[n]` with their negatives.
    fn power(&mut self, g: Value, birthday: u64) -> Result<Option<String>, Limit> {
        for n in 2..=HIGHEST_POWER.min(birthday as u32) {
            let (power, sum) = (self.up_power(n)?, self.up_powers(n)?);
            for (value, brackets) in [(power, ["<", ">"]), (sum, ["[", "]"])] {
                let name = |sign: &str| Some(format!("{sign}{}{n}{}", brackets[0], brackets[1]));
                if value == g {
                    return Ok(name("^"));
                }
                if self.negative(value)? == g {
                    return Ok(name("v"));
                }
            }
        }
        Ok(None)
    }

    /// The n-th power of up, `^<n> = {0 | * - ^[n-1]}`.
    pub fn up_power(&mut self, n: u32) -> Result<Value, Limit> {
        let lower = if n <= 1 { ZERO } else { self.up_powers(n - 1)? };
        let right = self.difference(STAR, lower)?;
        self.game(&[ZERO], &[right])
    }

    /// `^[n] = ^ + ^<2> + ... + ^<n> = {^[n-1] | *}`.
    pub fn up_powers(&mut self, n: u32) -> Result<Value, Limit> {
        let mut sum = ZERO;
        for _ in 0..n {
            sum = self.game(&[sum], &[STAR])?;
        }
        Ok(sum)
    }
}

/// The options of one side, and the longest run of bars that shows.
fn side(options: &[Value], known: &FxHashMap<Value, Words>) -> (String, usize) {
    let mut words: Vec<&Words> = options.iter().map(|option| &known[option]).collect();
    if let [only] = words[..]
        && (1..MOST_BARS).contains(&only.bars)
    {
        return (only.text.clone(), only.bars);
    }
    words.sort_by(|a, b| a.birthday.cmp(&b.birthday).then_with(|| a.text.cmp(&b.text)));
    let texts: Vec<String> = words.into_iter().map(Words::closed).collect();
    (texts.join(","), 0)
}

impl std::fmt::Display for Compact {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        if self.is_number() || self.number != Dyadic::ZERO {
            write!(f, "{}", self.number)?;
        }
        match self.up {
            0 => {}
            1 => f.write_str("^")?,
            -1 => f.write_str("v")?,
            up if up > 0 => write!(f, "^{up}")?,
            up => write!(f, "v{}", -up)?,
        }
        match self.nim {
            0 => Ok(()),
            1 => f.write_str("*"),
            nim => write!(f, "*{nim}"),
        }
    }
}
