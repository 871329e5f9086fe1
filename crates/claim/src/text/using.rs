//! `using "NAME"`: what another claim of the same file says may be used by this one.
//!
//! Nothing is taken on trust, and nothing is looked up later: when a text is read, `using` is written out as the clauses
//! that it stands for, those that the other claim says and those that its own proof needs. What is said of every heap becomes a `lemma`,
//! what is said of a board becomes what is `given` of a smaller one. Both are proved along with the claim, and
//! the text that goes into its certificate is whole by itself.

use std::collections::{HashMap, HashSet};
use std::ops::Range;

use sprague_rules::Complaint;
use sprague_rules::diagnostic::did_you_mean;

use super::clause::Clause;
use super::piles;

/// One claim of a file: its first clause, the others, and where it stands.
pub(super) struct Written<'t> {
    pub(super) heading: Clause<'t>,
    pub(super) clauses: &'t [Clause<'t>],
    pub(super) place: Range<usize>,
}

impl<'t> Written<'t> {
    fn all(&self, word: &'static str) -> impl Iterator<Item = &'t Clause<'t>> {
        self.clauses.iter().filter(move |clause| clause.word == word)
    }

    /// What the clauses with this word say, one after the other.
    fn said(&self, word: &'static str) -> Vec<String> {
        self.all(word).map(|clause| in_a_line(clause.rest)).collect()
    }
}

/// The claims of a file by their names.
pub(super) struct Names<'t>(HashMap<String, Vec<&'t Written<'t>>>);

impl<'t> Names<'t> {
    pub(super) fn of(all: &'t [Written<'t>]) -> Names<'t> {
        let mut names: HashMap<String, Vec<&Written>> = HashMap::new();
        for one in all {
            if let Ok(name) = one.heading.quotation() {
                names.entry(name).or_default().push(one);
            }
        }
        Names(names)
    }

    fn called(&self, name: &str, using: &Clause) -> Result<&'t Written<'t>, Complaint> {
        match self.0.get(name).map(Vec::as_slice) {
            Some([other]) => Ok(other),
            Some(_) => Err(using.complain("two claims of this file are called so")),
            None => {
                let complaint = using.complain("no claim of this file is called so");
                let mut known: Vec<&str> = self.0.keys().map(String::as_str).collect();
                known.sort_unstable();
                let help = did_you_mean(name, known);
                Err(complaint.help(help.unwrap_or_else(|| "name it as on its first line".into())))
            }
        }
    }
}

/// The text of a claim in which every `using` is written out.
pub(super) struct Whole {
    pub(super) text: String,
    /// Where a `using` stands in the file, and where that which it stands for begins and ends in the text.
    written_out: Vec<(Range<usize>, Range<usize>)>,
    /// Where the claim begins in the file.
    begin: usize,
}

impl Whole {
    /// A complaint about the text as one about the file. What is wrong with what is used is told where it is used.
    pub(super) fn in_file(&self, complaint: Complaint) -> Complaint {
        let shift = |at: usize| {
            let before = self.written_out.iter().take_while(|(_, new)| new.end <= at);
            let last = before.last().map_or((self.begin, 0), |(old, new)| (old.end, new.end));
            last.0 + (at - last.1)
        };
        let inside = |(_, new): &&(Range<usize>, Range<usize>)| new.contains(&complaint.span.start);
        match self.written_out.iter().find(inside) {
            Some((using, _)) => Complaint {
                span: using.clone(),
                message: format!("it is of no use here: {}", complaint.message),
                help: complaint.help,
            },
            None => Complaint {
                span: shift(complaint.span.start)..shift(complaint.span.end),
                ..complaint
            },
        }
    }
}

/// The whole text of a claim; none, if it uses no other.
pub(super) fn whole(
    claim: &Written,
    names: &Names,
    file: &str,
) -> Result<Option<Whole>, Complaint> {
    let mut uses = claim.all("using").peekable();
    if uses.peek().is_none() {
        return Ok(None);
    }
    let mut user = User {
        claim,
        names,
        through: Vec::new(),
        used: HashSet::new(),
        lines: Vec::new(),
        written: HashSet::new(),
    };
    let (mut text, mut written_out) = (String::new(), Vec::new());
    let mut from = claim.place.start;
    for using in uses {
        let begin = using.at - using.word.len();
        text += &file[from..begin];
        let (start, before) = (text.len(), user.lines.len());
        user.uses(using)?;
        text += &user.lines[before..].join("\n  ");
        from = using.span().end;
        written_out.push((begin..from, start..text.len()));
    }
    text += &file[from..claim.place.end];
    Ok(Some(Whole { text, written_out, begin: claim.place.start }))
}

/// The longest way from a claim to one that it uses through others, and the most that it uses in all.
const LONGEST_WAY: usize = 64;
const MOST_USED: usize = 256;

/// A claim that uses others, and what that comes to.
struct User<'t> {
    claim: &'t Written<'t>,
    names: &'t Names<'t>,
    /// The names on the way to the one that is looked at.
    through: Vec<String>,
    /// The names of all that were written out.
    used: HashSet<String>,
    /// What they are written out as, each line once.
    lines: Vec<String>,
    written: HashSet<String>,
}

impl<'t> User<'t> {
    /// Writes out what a `using` stands for, first what the other claim's own proof needs.
    fn uses(&mut self, using: &Clause) -> Result<(), Complaint> {
        let name = using.quotation()?;
        let other = self.names.called(&name, using)?;
        if other.place == self.claim.place || self.through.contains(&name) {
            return Err(using.complain(format!("\"{name}\" would be used to prove itself")));
        }
        if self.used.contains(&name) {
            return Ok(());
        }
        if self.through.len() == LONGEST_WAY {
            return Err(using.complain(format!("used through more than {LONGEST_WAY} others")));
        }
        if self.used.len() == MOST_USED {
            return Err(using.complain(format!("more than {MOST_USED} claims would be used")));
        }
        self.fits(other, using)?;
        self.through.push(name.clone());
        for clause in other.clauses {
            match clause.word {
                "using" => self
                    .uses(clause)
                    .map_err(|complaint| Complaint { span: using.span(), ..complaint })?,
                "lemma" | "given" => {
                    self.write(format!("{} {}", clause.word, in_a_line(clause.rest)))
                }
                _ => {}
            }
        }
        self.through.pop();
        self.write(self.statement(other, using)?);
        self.used.insert(name);
        Ok(())
    }

    fn write(&mut self, line: String) {
        if self.written.insert(line.clone()) {
            self.lines.push(line);
        }
    }

    /// Does the other claim speak of what this one speaks of?
    fn fits(&self, other: &Written, using: &Clause) -> Result<(), Complaint> {
        if other.said("game") != self.claim.said("game") {
            return Err(using.complain("that claim is about another game"));
        }
        let (theirs, ours) = (other.said("family"), self.claim.said("family"));
        if theirs != ours && !(theirs.len() == 1 && ours.len() == 1 && covers(&theirs[0], &ours[0]))
        {
            return Err(using.complain("that claim is for other sets"));
        }
        let games = self.claim.said("also");
        if !other.said("also").iter().all(|game| games.contains(game)) {
            return Err(
                using.complain("that claim compares with a game that this one does not name")
            );
        }
        let supposed = other.said("suppose");
        if !supposed.is_empty() && supposed != self.claim.said("suppose") {
            return Err(using.complain("that claim supposes something that this one does not"));
        }
        if other.all("define").next().is_some() {
            return Err(using.complain("that claim has words of its own: a `define`"));
        }
        Ok(())
    }

    /// What another claim says, as a clause of this one.
    fn statement(&self, other: &Written, using: &Clause) -> Result<String, Complaint> {
        let said = |word| other.said(word).into_iter().next();
        if let Some(rest) = said("whenever") {
            return Ok(format!("lemma whenever {rest}"));
        }
        // A board with named piles, all of them of any size.
        let named = |clause: &&Clause| !piles::is_open(clause) && !clause.rest.contains('^');
        let board = other.all("piles").filter(named).chain(other.all("counts")).next();
        let board = board.map(|clause| in_a_line(clause.rest));
        let negated = |rest: &str| {
            let condition = rest.strip_prefix("iff ").filter(|rest| is_closed(rest))?;
            Some(format!("not ({condition})"))
        };
        let meaning = said("P")
            .and_then(|rest| rest.strip_prefix("iff ").map(str::to_string))
            .or_else(|| said("N").and_then(|rest| negated(&rest)))
            .or_else(|| said("nim-value")?.strip_prefix('=').map(|rest| rest.trim().to_string()));
        match (board, meaning) {
            (Some(board), Some(meaning)) if other.all("suppose").next().is_none() => {
                Ok(format!("given {board}: {meaning}"))
            }
            _ => Err(using
                .complain("a claim like that is not used by others")
                .help("used are claims that say `whenever` of every heap, or `P iff`, `N iff`, `nim-value =` of all positions of a smaller board")),
        }
    }
}

/// Does every parenthesis close one that was opened before?
fn is_closed(text: &str) -> bool {
    let mut depth = 0i64;
    text.chars().all(|c| {
        depth += i64::from(c == '(') - i64::from(c == ')');
        depth >= 0
    }) && depth == 0
}

/// Has the first family all sets of the second? Either has what follows its `any`.
fn covers(first: &str, second: &str) -> bool {
    let kinds = ["any finite ", "any symmetric ", "any "];
    let parted = |family: &str| {
        kinds.iter().find_map(|kind| Some((*kind, family.strip_prefix(kind)?.to_string())))
    };
    match (parted(first), parted(second)) {
        (Some((first, set)), Some((second, other))) => {
            set == other
                && (first == "any " || (first, second) == ("any finite ", "any symmetric "))
        }
        _ => false,
    }
}

fn in_a_line(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}
