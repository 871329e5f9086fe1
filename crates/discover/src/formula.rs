//! A formula: a condition on the numbers of a position, as cases, or as a rule with its exceptions and the cases that it leaves out.

use crate::literal::Literal;

/// All of these literals are so.
pub type Case = Vec<Literal>;

/// A condition on the numbers of a position: its rule is so and none of the exceptions, or one of the cases is.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Formula {
    /// What is so in the main, if one literal says it.
    pub rule: Option<Rule>,
    /// The cases.
    pub cases: Vec<Case>,
}

/// A literal with its exceptions.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Rule {
    /// The literal.
    pub is: Literal,
    /// Where it is so and nothing follows.
    pub except: Vec<Case>,
}

/// How formulas are written: what stands between literals, cases and exceptions; before and behind exceptions; words for no case, and for no literal.
struct Signs {
    and: &'static str,
    or: &'static str,
    or_also: &'static str,
    unless: [&'static str; 2],
    never: &'static str,
    always: &'static str,
}

const TEXT: Signs = Signs {
    and: " and ",
    or: " or ",
    or_also: " or ",
    unless: [" and not (", ")"],
    never: "never",
    always: "always",
};

const LATEX: Signs = Signs {
    and: r" \text{ and } ",
    or: " \\\\\n&\\text{or } ",
    or_also: " \\\\\n&\\qquad\\text{or } ",
    unless: [", \\text{ unless} \\\\\n&\\qquad ", ";"],
    never: r"\text{never}",
    always: r"\text{always}",
};

impl Formula {
    /// These cases, and no rule.
    pub fn cases(cases: Vec<Case>) -> Formula {
        Formula { rule: None, cases }
    }

    /// Is it so for these numbers?
    pub fn holds(&self, numbers: &[i64]) -> bool {
        let one = |cases: &[Case]| {
            cases.iter().any(|case| case.iter().all(|literal| literal.holds(numbers)))
        };
        let rule = |rule: &Rule| rule.is.holds(numbers) && !one(&rule.except);
        self.rule.as_ref().is_some_and(rule) || one(&self.cases)
    }

    /// Its literals.
    pub fn literals(&self) -> impl Iterator<Item = &Literal> {
        let rule = self
            .rule
            .iter()
            .flat_map(|rule| std::iter::once(&rule.is).chain(rule.except.iter().flatten()));
        rule.chain(self.cases.iter().flatten())
    }

    /// How many cases, exceptions among them, it has.
    pub fn parts(&self) -> usize {
        self.cases.len() + self.rule.as_ref().map_or(0, |rule| 1 + rule.except.len())
    }

    /// What it costs to read.
    pub fn cost(&self) -> u32 {
        self.literals().map(Literal::cost).sum::<u32>() + 2 * self.parts() as u32
    }

    /// In the language of claims.
    pub fn text(&self, names: &[String]) -> String {
        self.written(&TEXT, |literal| literal.text(names))
    }

    /// As a formula in LaTeX, a line a case.
    pub fn latex(&self, names: &[String]) -> String {
        let body = self.written(&LATEX, |literal| literal.latex(names));
        match self.parts() {
            0 | 1 => body,
            _ => format!("\\begin{{aligned}}\n&{body}\n\\end{{aligned}}"),
        }
    }

    fn written(&self, signs: &Signs, literal: impl Fn(&Literal) -> String) -> String {
        let case = |case: &Case| match case.is_empty() {
            true => signs.always.to_string(),
            false => case.iter().map(&literal).collect::<Vec<_>>().join(signs.and),
        };
        let joined = |cases: &[Case], or: &str| cases.iter().map(case).collect::<Vec<_>>().join(or);
        let rule = self.rule.iter().map(|Rule { is, except }| match except.is_empty() {
            true => literal(is),
            false => {
                let [unless, end] = signs.unless;
                format!("{}{unless}{}{end}", literal(is), joined(except, signs.or_also))
            }
        });
        let parts: Vec<String> = rule.chain(self.cases.iter().map(case)).collect();
        match parts.is_empty() {
            true => signs.never.to_string(),
            false => parts.join(signs.or),
        }
    }

    /// Cases that differ in one literal become one, where a word says both.
    pub fn merged(mut self) -> Formula {
        'again: loop {
            for i in 0..self.cases.len() {
                for j in i + 1..self.cases.len() {
                    if let Some(both) = merged(&self.cases[i], &self.cases[j]) {
                        self.cases[i] = both;
                        self.cases.remove(j);
                        continue 'again;
                    }
                }
            }
            self.cases.sort();
            return self;
        }
    }
}

fn merged(a: &[Literal], b: &[Literal]) -> Option<Case> {
    if a.len() != b.len() {
        return None;
    }
    let own: Vec<usize> = (0..a.len()).filter(|&i| !b.contains(&a[i])).collect();
    let other: Vec<&Literal> = b.iter().filter(|literal| !a.contains(literal)).collect();
    let ([place], [other]) = (&own[..], &other[..]) else { return None };
    let mut both = a.to_vec();
    both[*place] = a[*place].or(other)?;
    Some(both)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::literal::Term;

    #[test]
    fn a_rule_has_exceptions_and_leaves_cases_out() {
        let a = || Term::Sum(vec![1]);
        let formula = Formula {
            rule: Some(Rule {
                is: Literal::Mod(a(), 2, vec![0]),
                except: vec![vec![Literal::In(a(), vec![2])], vec![Literal::AtLeast(a(), 8)]],
            }),
            cases: vec![vec![Literal::In(a(), vec![5])]],
        };
        let so: Vec<i64> = (0..12).filter(|&n| formula.holds(&[n])).collect();
        assert_eq!(so, [0, 4, 5, 6]);
        assert_eq!(formula.parts(), 4);
        assert_eq!(formula.text(&["a".into()]), "even(a) and not (a = 2 or a >= 8) or a = 5");
    }
}
