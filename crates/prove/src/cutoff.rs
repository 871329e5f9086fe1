//! Claims for all c from some number on: a cutoff, up to which every c is judged by itself.
//!
//! Two cases show how the period grows with c, and so which blocks there may be and which of their heaps are alike. Whether all larger c are like
//! the cutoff is then asked of the checker's own comparison ([`sprague_verify::cutoff`]), first far out; if they are, the cutoff is brought
//! down as far as it goes. The cases up to it are proved as everywhere.

use sprague_certificate::{
    CaseEvidence, CutoffEvidence, Evidence, GameEvidence, HeapEvidence, SentenceEvidence, Stretch,
};
use sprague_claim::Claim;
use sprague_claim::cases::Cases;
use sprague_claim::claim::{OfHeap, OnHeap};
use sprague_claim::formula::games::Games;
use sprague_claim::formula::plain::Value;
use sprague_claim::formula::{Arithmetic, Expr, Formula, Sentence};
use sprague_task::Task;
use sprague_verify::cutoff::{Compared, Setting};

use crate::cases::one;
use crate::cost;
use crate::finding::{Finding, Trace};
use crate::formula::heaps::Heaps;
use crate::formula::sets::Sets;

/// The cutoff is at most so much above the least c.
const FARTHEST: i64 = 24;
/// Cases that are judged where no cutoff is found.
const ANYWAY: i64 = 6;
/// The shape of blocks is looked at so far above the least c.
const SHOWN: i64 = 5;
/// Heaps whose values are computed there, to see it.
const HEAPS: u32 = 2000;
/// Classes of their own at either end of a block, at most.
const ENDS: i64 = 5;
/// Residues by which heaps are told apart, at most.
const RESIDUES: i64 = 8;
/// Numbers of a sentence that may lie in blocks or not.
const MOST_BOUND: usize = 3;
/// Remainders that are looked at one by one at the end of a block.
const AFTER: i64 = 16;

/// What is known of all cases together.
pub fn judge(claim: &Claim, on: &OnHeap, task: &Task, trace: &mut Trace) -> Finding {
    let Some((cases, least)) = on.cases.as_ref().and_then(|cases| Some((cases, cases.endless()?)))
    else {
        return Finding::Undecided { why: "there is no number without bound".into() };
    };
    let name = &cases.names()[0].0;
    let found = Search::of(claim, on, cases, task).and_then(|search| search.cutoff());
    let last = found.as_ref().map_or(least + ANYWAY, |found| found.from);
    let mut entries = Vec::new();
    for (place, case) in cases.until(last).iter().enumerate() {
        if !task.goes_on() {
            return Finding::Undecided { why: "time ran out".into() };
        }
        let ruleset = match cases.ruleset(case) {
            Ok(ruleset) => ruleset,
            Err(why) => return Finding::Undecided { why },
        };
        let so_far = |why: &str| match place {
            0 => why.to_string(),
            _ => format!(
                "{why}; proved one by one for {name} in {least}..{}",
                least + place as i64 - 1
            ),
        };
        match one(claim, on, &ruleset, case, task) {
            Finding::Proved { evidence: Some(Evidence::Heap(HeapEvidence::Proof(entry))), by } => {
                trace.steps.push(format!("{}: proved by {by}", ruleset.expression));
                entries.extend(entry);
            }
            Finding::Refuted { witness, shown, evidence } => {
                let evidence = evidence.and_then(|evidence| match evidence {
                    Evidence::Heap(evidence) => Some(Evidence::Heap(evidence.in_case(place))),
                    _ => None,
                });
                let shown = so_far(&format!("{}: {shown}", ruleset.expression));
                return Finding::Refuted { witness, shown, evidence };
            }
            Finding::Holds { region, why } => {
                let why = so_far(&format!("{}: holds for {region}; {why}", ruleset.expression));
                return Finding::Undecided { why };
            }
            Finding::Proved { .. } => {
                let why = format!("{}: there is no certificate", ruleset.expression);
                return Finding::Undecided { why: so_far(&why) };
            }
            Finding::Undecided { why } => {
                let why = so_far(&format!("{}: {why}", ruleset.expression));
                return Finding::Undecided { why };
            }
        }
    }
    let found = match found {
        Ok(found) => found,
        Err(why) => {
            let why = format!(
                "no cutoff is found from which on all {name} are alike: {why}; proved one by one for {name} in {least}..{last}"
            );
            return Finding::Undecided { why };
        }
    };
    trace.how = Some(match last == least {
        true => format!("a cutoff from {name} = {least} on"),
        false => format!("cases: {name} in {least}..{last} one by one, from {last} on by a cutoff"),
    });
    let Found { stretch, games, sentences, .. } = found;
    let evidence = CutoffEvidence { cases: entries, stretch, games, sentences };
    Finding::Proved {
        by: "a cutoff",
        evidence: Some(Evidence::Heap(HeapEvidence::Cutoff(evidence))),
    }
}

/// A cutoff, and how larger cases are compared with it.
struct Found {
    from: i64,
    stretch: Stretch,
    games: Vec<GameEvidence>,
    sentences: Vec<Vec<bool>>,
}

struct Search<'c> {
    claim: &'c Claim,
    cases: &'c Cases,
    setting: Setting<'c>,
    /// None: something else than a formula is said.
    formula: Option<&'c Formula>,
    /// Is anything said of games?
    speaks: bool,
    /// Which sentences are proved by induction on the parts.
    induction: Vec<bool>,
    task: &'c Task,
}

/// Some c: the period and values of each game that depends on it, from how many parts on its nim-sets move along.
struct Shown {
    periods: Vec<i64>,
    values: Vec<Vec<u32>>,
    along: Vec<Option<usize>>,
    games: Vec<GameEvidence>,
}

type Tried<T> = Result<T, String>;

impl<'c> Search<'c> {
    fn of(claim: &'c Claim, on: &'c OnHeap, cases: &'c Cases, task: &'c Task) -> Tried<Search<'c>> {
        let setting = Setting::of(claim, on).map_err(|rejection| rejection.why)?;
        let formula = match &on.says {
            OfHeap::Formula(formula) => Some(formula),
            _ => None,
        };
        let speaks = formula.is_none_or(Formula::speaks_of_heaps);
        let near = setting.least + 1;
        let induction = formula.and_then(|_| inductions(claim, on, cases, near, task));
        let count = formula.map_or(0, |formula| formula.sentences.len());
        let induction = induction.unwrap_or(vec![false; count]);
        Ok(Search { claim, cases, setting, formula, speaks, induction, task })
    }

    /// What the games are like for one c.
    fn shown(&self, c: i64) -> Tried<Shown> {
        let ruleset = self.cases.ruleset(&[Value::Number(c)])?;
        let games = Games { own: &ruleset, texts: &self.claim.games };
        let mut heaps = Heaps::new(games, HEAPS, self.task);
        let mut sets = Sets::new(cost::automata(self.task));
        let mut shown =
            Shown { periods: Vec::new(), values: Vec::new(), along: Vec::new(), games: Vec::new() };
        let families = if self.speaks { self.setting.families.len() } else { 0 };
        for family in 0..families {
            let of = self.setting.game(family, c);
            let name = games.expression(&of);
            let line = heaps.line(&of, 0)?;
            let (Some(known), Some(certified)) = (line.regularity, line.certified.clone()) else {
                return Err(format!("the nim-sequence of {name} is not known to be regular"));
            };
            let failed = |blowup: sprague_automata::Blowup| format!("{name}: {blowup}");
            sets.add(&of, line).map_err(failed)?;
            let along = sets.moves_along(&of).map_err(failed)?;
            shown.periods.push(known.period as i64);
            shown.values.push(line.values.clone());
            shown.along.push(Some(along.unwrap_or(0)));
            let along = along.unwrap_or(0);
            shown.games.push(GameEvidence { game: name, scale: 1, along, regularity: certified });
        }
        Ok(shown)
    }

    fn cutoff(&self) -> Tried<Found> {
        let near = self.setting.least + SHOWN;
        let (one, next) = (self.shown(near)?, self.shown(near + 1)?);
        let mut why = None;
        for block in self.blocks(&one, &next, near) {
            for modulo in (1..=RESIDUES).filter(|modulo| block.0 % modulo == 0) {
                let Some((first, last)) = classes(&one, block, modulo, near) else { continue };
                match self.with_classes((block, modulo, first, last), &one) {
                    Ok(found) => return Ok(found),
                    Err(reason) => why = why.or(Some(reason)),
                }
            }
        }
        Err(why.unwrap_or("no blocks are found that grow with it".into()))
    }

    /// Lengths of blocks that fit: parts of the period, or what a formula divides by, the shortest first.
    fn blocks(&self, one: &Shown, next: &Shown, near: i64) -> Vec<(i64, i64)> {
        let (Some(here), Some(there)) = (one.periods.first(), next.periods.first()) else {
            let mut all: Vec<(i64, i64)> = self.formula.map_or(Vec::new(), divisors);
            all.sort_unstable();
            all.dedup();
            return all;
        };
        let slope = there - here;
        let constant = here - slope * near;
        let mut all = Vec::new();
        for count in (1..=slope.max(0)).rev() {
            if slope % count == 0 && constant % count == 0 {
                all.push((slope / count, constant / count));
            }
        }
        all
    }

    /// With classes at the ends of blocks that values ask for, and more that conditions may ask for.
    fn with_classes(
        &self,
        (block, modulo, first, last): ((i64, i64), i64, i64, i64),
        shown: &Shown,
    ) -> Tried<Found> {
        let mut ends: Vec<(i64, i64)> =
            (0..=3).flat_map(|i| (0..=3).map(move |j| (i, j))).collect();
        ends.sort_by_key(|(i, j)| (i + j, *j));
        let mut why = None;
        for (i, j) in ends {
            let stretch =
                Stretch { block, first: first + i, last: last + j, modulo, around: (0, 0) };
            match self.compared(stretch, shown) {
                Ok(found) => return Ok(found),
                Err(reason) => why = why.or(Some(reason)),
            }
            if !self.task.goes_on() {
                break;
            }
        }
        Err(why.unwrap_or_default())
    }

    fn compared(&self, stretch: Stretch, shown: &Shown) -> Tried<Found> {
        let far = self.setting.least + FARTHEST;
        let length = |c: i64| stretch.block.0 * c + stretch.block.1;
        // With several numbers in blocks all their remainders are told apart together, so fewer of each.
        let bound = self.formula.map_or(1, |formula| {
            formula.sentences.iter().map(|sentence| sentence.bindings.len()).max().unwrap_or(1)
        });
        let (before, after) = match bound {
            0 | 1 => (length(far), AFTER.min(length(far) / 3)),
            2 => (24, 10),
            _ => (6, 4),
        };
        let around = (before.min(length(far) - after - stretch.modulo), after);
        if around.0 < 0 {
            return Err("blocks are too short".into());
        }
        let sentences = self.in_blocks(far, &Stretch { around, ..stretch }, shown)?;
        let agrees = |from: i64, around: (i64, i64)| {
            self.agrees(from, &Stretch { around, ..stretch }, shown, &sentences)
        };
        agrees(far, around)?;
        let agrees = |from: i64, around: (i64, i64)| agrees(from, around).is_ok();
        // As few remainders one by one as will do, at the beginning and at the end.
        let (mut before, mut after) = around;
        before = least(before, |before| agrees(far, (before, after)));
        after = least(after, |after| agrees(far, (before, after)));
        let mut from = self.setting.least;
        while from < far && !agrees(from, (before, after)) {
            from += 1;
        }
        let stretch = Stretch { around: (before, after), ..stretch };
        let games = self.shown(from)?.games;
        Ok(Found { from, stretch, games, sentences })
    }

    /// Which numbers lie in blocks, sentence by sentence: what seems right, or anything else that will do.
    fn in_blocks(&self, far: i64, stretch: &Stretch, shown: &Shown) -> Tried<Vec<Vec<bool>>> {
        let mut found = Vec::new();
        let sentences = self.formula.map_or(&[][..], |formula| &formula.sentences);
        for (place, (sentence, &induction)) in sentences.iter().zip(&self.induction).enumerate() {
            let seems = in_blocks(sentence);
            let mut answer = Err(String::new());
            for change in 0..1usize << seems.len().min(MOST_BOUND) {
                let blocks: Vec<bool> = seems
                    .iter()
                    .enumerate()
                    .map(|(i, &seems)| seems != (change >> i & 1 == 1))
                    .collect();
                let compared = Compared { blocks: &blocks, induction };
                let (along, task) = (&shown.along, self.task);
                match self.setting.sentence_agrees(far, stretch, along, (place, &compared), task) {
                    Ok(()) => {
                        answer = Ok(blocks);
                        break;
                    }
                    Err(rejection) if change == 0 => answer = Err(rejection.why),
                    Err(_) => {}
                }
            }
            found.push(answer?);
        }
        Ok(found)
    }

    fn agrees(
        &self,
        from: i64,
        stretch: &Stretch,
        shown: &Shown,
        sentences: &[Vec<bool>],
    ) -> Tried<()> {
        let compared = sentences.iter().zip(&self.induction);
        let compared: Vec<Compared> =
            compared.map(|(blocks, &induction)| Compared { blocks, induction }).collect();
        let answer = self.setting.agrees(from, stretch, &shown.along, &compared, self.task);
        answer.map_err(|rejection| rejection.why)
    }
}

/// Which sentences are proved by induction on the parts, in the case of one c.
fn inductions(claim: &Claim, on: &OnHeap, cases: &Cases, c: i64, task: &Task) -> Option<Vec<bool>> {
    let case = [Value::Number(c)];
    let ruleset = cases.ruleset(&case).ok()?;
    let Finding::Proved { evidence: Some(Evidence::Heap(HeapEvidence::Proof(entry))), .. } =
        one(claim, on, &ruleset, &case, task)
    else {
        return None;
    };
    let [CaseEvidence::Formula(evidence)] = &entry[..] else { return None };
    let by = |sentence: &SentenceEvidence| matches!(sentence, SentenceEvidence::Induction(_));
    Some(evidence.sentences.iter().map(by).collect())
}

/// The least number up to this one for which it is so, if it is so for all from it on.
fn least(most: i64, so: impl Fn(i64) -> bool) -> i64 {
    let (mut low, mut high) = (0, most);
    while low < high {
        let middle = (low + high) / 2;
        if so(middle) { high = middle } else { low = middle + 1 }
    }
    high
}

/// The fewest classes at the ends of blocks for which values are the same within classes; none if there are too many.
fn classes(shown: &Shown, (a, b): (i64, i64), modulo: i64, c: i64) -> Option<(i64, i64)> {
    let length = a * c + b;
    if length < 1 {
        return None;
    }
    let alike = |first: i64, last: i64| {
        shown.values.iter().all(|values| {
            let blocks = (values.len() as i64 - 1) / length;
            (0..blocks).all(|block| {
                (first + 1..=length - last - modulo).all(|rest| {
                    let heap = (block * length + rest) as usize;
                    values[heap] == values[heap + modulo as usize]
                })
            })
        })
    };
    let mut ends: Vec<(i64, i64)> =
        (0..=ENDS).flat_map(|i| (0..=ENDS).map(move |j| (i, j))).collect();
    ends.sort_by_key(|(i, j)| (i + j, *j));
    ends.into_iter()
        .find(|&(first, last)| length - first - last >= 2 * modulo && alike(first, last))
}

/// The numbers linear in c that a formula divides by.
fn divisors(formula: &Formula) -> Vec<(i64, i64)> {
    let mut all = Vec::new();
    let bodies = formula.definitions.iter().map(|definition| &definition.body);
    let said =
        formula.sentences.iter().flat_map(|s| [Some(&s.says), s.condition.as_ref()]).flatten();
    let mut rest: Vec<&Expr> = bodies.chain(said).collect();
    while let Some(expr) = rest.pop() {
        rest.extend(expr.children());
        if let Expr::Arithmetic(Arithmetic::Mod | Arithmetic::Over, pair) = expr
            && let Expr::Arithmetic(Arithmetic::Times, factors) = &pair[1]
            && let [Expr::Number(a), Expr::Global(0)] = &**factors
            && *a > 0
        {
            all.push((*a, 0));
        }
    }
    all
}

/// Which numbers of a sentence seem to lie in blocks: those that count no parts and are no multiples of c.
fn in_blocks(sentence: &Sentence) -> Vec<bool> {
    let plain = |place: usize| {
        let plain_in = |expr: &Expr| match expr {
            Expr::NimSet { parts, .. } => parts.mentions(place),
            Expr::Arithmetic(Arithmetic::Times, pair) => {
                let of_c = |expr: &Expr| expr.any(&|expr| matches!(expr, Expr::Global(_)));
                pair[0].mentions(place) && of_c(&pair[1])
                    || pair[1].mentions(place) && of_c(&pair[0])
            }
            _ => false,
        };
        let binding = &sentence.bindings[place];
        let few = |expr: &Expr| matches!(expr, Expr::Number(_));
        few(&binding.least) && binding.largest.as_ref().is_some_and(few)
            || sentence.says.any(&plain_in)
            || sentence.condition.as_ref().is_some_and(|condition| condition.any(&plain_in))
    };
    (0..sentence.bindings.len()).map(|place| !plain(place)).collect()
}
