//! For which numbers a formula is said, in words: `all n >= 1; a, b in 1..14c`.

use super::{Arithmetic, Binding, Expr, Formula, Kind};

/// Names with the ranges that they have in common.
type Ranges = Vec<(String, Vec<String>)>;

impl Formula {
    /// The numbers it speaks of; these are the names that cases give values to. A range that depends on
    /// another number is all that there is of it, and is not named.
    pub fn scope(&self, globals: &[(String, Kind)]) -> String {
        let (mut endless, mut fixed) = (Ranges::new(), Ranges::new());
        for binding in self.sentences.iter().flat_map(|sentence| &sentence.bindings) {
            let least = words(&binding.least, globals);
            match (&binding.largest, least) {
                (None, Some(least)) => add(&mut endless, format!(">= {least}"), binding),
                (None, None) => add(&mut endless, "of their ranges".into(), binding),
                (Some(largest), Some(least)) => {
                    if let Some(largest) = words(largest, globals) {
                        add(&mut fixed, format!("in {least}..{largest}"), binding);
                    }
                }
                (Some(_), None) => {}
            }
        }
        let said = |ranges: Ranges| {
            let one =
                |(range, names): (String, Vec<String>)| format!("{} {range}", names.join(", "));
            ranges.into_iter().map(one).collect::<Vec<_>>().join("; ")
        };
        match (endless.is_empty(), fixed.is_empty()) {
            (true, true) => "the numbers named".into(),
            (true, false) => said(fixed),
            (false, true) => format!("all {}", said(endless)),
            (false, false) => format!("all {}; {}", said(endless), said(fixed)),
        }
    }
}

fn add(ranges: &mut Ranges, range: String, binding: &Binding) {
    let place = ranges.iter().position(|(known, _)| *known == range).unwrap_or_else(|| {
        ranges.push((range, vec![]));
        ranges.len() - 1
    });
    let names = &mut ranges[place].1;
    if !names.contains(&binding.name) {
        names.push(binding.name.clone());
    }
}

/// An expression without bound numbers, as one would write it.
fn words(expr: &Expr, globals: &[(String, Kind)]) -> Option<String> {
    Some(match expr {
        Expr::Number(number) => number.to_string(),
        Expr::Global(place) => globals.get(*place)?.0.clone(),
        Expr::Arithmetic(arithmetic, pair) => {
            let (one, other) = (words(&pair[0], globals)?, words(&pair[1], globals)?);
            match (arithmetic, &**pair) {
                (Arithmetic::Plus, _) => format!("{one} + {other}"),
                (Arithmetic::Minus, [_, Expr::Number(_) | Expr::Global(_)]) => {
                    format!("{one} - {other}")
                }
                (Arithmetic::Times, [Expr::Number(_), Expr::Global(_)]) => format!("{one}{other}"),
                _ => return None,
            }
        }
        _ => return None,
    })
}
