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

/// How formulas are written: what stands between literals, cases, and cases within others; before and behind those that share a
/// literal, and exceptions; words for no case, and for no literal.
struct Signs {
    and: &'static str,
    or: &'static str,
    or_also: &'static str,
    shared: [&'static str; 2],
    unless: [&'static str; 2],
    never: &'static str,
    always: &'static str,
}

const TEXT: Signs = Signs {
    and: " and ",
    or: " or ",
    or_also: " or ",
    shared: [" and (", ")"],
    unless: [" and not (", ")"],
    never: "never",
    always: "always",
};

const LATEX: Signs = Signs {
    and: r" \text{ and } ",
    or: " \\\\\n&\\text{or } ",
    or_also: " \\\\\n&\\qquad\\text{or } ",
    shared: [" \\text{ and} \\\\\n&\\qquad\\text{either } ", ""],
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
        let [unless, end] = signs.unless;
        let rule = self.rule.iter().map(|Rule { is, except }| match (&except[..], only(except)) {
            ([], _) => literal(is),
            (_, Some(other)) => case(&vec![is.clone(), other]),
            _ => format!("{}{unless}{}{end}", literal(is), joined(except, signs.or_also)),
        });
        let groups = grouped(&self.cases, &|one| literal(one).len());
        let group = groups.iter().map(|(shared, cases)| match shared.is_empty() {
            true => joined(cases, signs.or),
            false => {
                let [and, end] = signs.shared;
                format!("{}{and}{}{end}", case(shared), joined(cases, signs.or_also))
            }
        });
        let parts: Vec<String> = rule.chain(group).collect();
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

/// What is so where the exceptions are not, if these are one literal.
fn only(except: &[Case]) -> Option<Literal> {
    match except {
        [case] if case.len() == 1 => case[0].negated(),
        _ => None,
    }
}

/// Cases with the literals that they share, which they are written without; or a case by itself.
type Group = (Case, Vec<Case>);

/// Cases that share a literal are put together, the longest savings first; each group stands where its first case did.
fn grouped(cases: &[Case], length: &dyn Fn(&Literal) -> usize) -> Vec<Group> {
    let mut left: Vec<(usize, &Case)> = cases.iter().enumerate().collect();
    let mut groups: Vec<(usize, Group)> = Vec::new();
    loop {
        // A case that is the literal alone cannot be written without it.
        let share = |literal: &Literal| {
            let others = left.iter().filter(|(_, case)| case.len() > 1 && case.contains(literal));
            others.count().saturating_sub(1) * length(literal)
        };
        let candidates = left.iter().filter(|(_, case)| case.len() > 1).flat_map(|(_, case)| *case);
        let Some(best) =
            candidates.max_by_key(|literal| (share(literal), std::cmp::Reverse(*literal)))
        else {
            break;
        };
        if share(best) < WORTH {
            break;
        }
        let best = best.clone();
        let (with, without): (Vec<(usize, &Case)>, Vec<_>) =
            left.into_iter().partition(|(_, case)| case.len() > 1 && case.contains(&best));
        // What else all of them share, unless one of them says no more than that.
        let (place, first) = with[0];
        let in_all = |one: &&Literal| with.iter().all(|(_, case)| case.contains(one));
        let mut shared: Case = first.iter().filter(in_all).cloned().collect();
        if with.iter().any(|(_, case)| case.len() == shared.len()) {
            shared = vec![best];
        }
        let rest = |(_, case): &(usize, &Case)| {
            case.iter().filter(|one| !shared.contains(one)).cloned().collect()
        };
        let cases = with.iter().map(rest).collect();
        groups.push((place, (shared, cases)));
        left = without;
    }
    groups.extend(left.into_iter().map(|(place, case)| (place, (vec![], vec![case.clone()]))));
    groups.sort_by_key(|(place, _)| *place);
    groups.into_iter().map(|(_, group)| group).collect()
}

/// Letters that must be saved to make parentheses worth their while.
const WORTH: usize = 5;

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
    fn cases_that_share_a_literal_are_written_together() {
        let (a, b) = (|| Term::Sum(vec![1, 0]), || Term::Sum(vec![0, 1]));
        let one = Literal::In(a(), vec![1]);
        let cases = vec![
            vec![one.clone(), Literal::Mod(b(), 2, vec![0])],
            vec![Literal::AtLeast(a(), 7)],
            vec![one, Literal::In(b(), vec![5])],
        ];
        let formula = Formula::cases(cases);
        let names = ["a".to_string(), "b".to_string()];
        assert_eq!(formula.text(&names), "a = 1 and (even(b) or b = 5) or a >= 7");
        assert_eq!(formula.parts(), 3);
    }

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
