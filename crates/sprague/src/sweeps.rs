//! Games on many graphs: lists of graphs, all graphs on some vertices, and families.

use std::ops::RangeInclusive;

use sprague_graph::sweep::{Chips, Found, Row, Sweep, SweepError, Template, places};
use sprague_graph::{Budget, Game, Graph, Limit, Value, crowd, deep, generate};
use sprague_report::graph::Entailing;
use sprague_report::graphs::{FoundRow, GraphRow, MemberRow, Members};
use sprague_report::named::Named;
use sprague_solve::{Refusal, Watch};

use crate::error::{Error, Kind};
use crate::session::Session;

/// A sweep over graphs that is to be made: one chip on each vertex, unless it says otherwise.
pub struct SweepRequest<'s> {
    session: &'s Session,
    game: Game,
    misere: bool,
    chips: Chips,
    values: bool,
}

/// Bytes that are kept of a member of a family, roughly.
const MEMBER: u64 = 160;

/// All graphs on so many vertices, up to isomorphism; at most nine, for there are 274,668 of these.
pub fn every_graph(vertices: u8) -> Vec<Graph> {
    generate::all(vertices.min(9).into())
}

/// The names of what varies in a family such as `DS(m,2,k)`: here `m` and `k`.
pub fn family_parameters(family: &str) -> Result<Vec<char>, Error> {
    Ok(template(family)?.names())
}

fn template(family: &str) -> Result<Template, Error> {
    Ok(Template::parse(family).map_err(|complaint| complaint.about("family", family))?)
}

impl Session {
    /// All graphs on so many vertices, at most nine, up to isomorphism, unless the session is stopped before.
    pub fn every_graph(&self, vertices: u8) -> Result<Vec<Graph>, Error> {
        let watch = self.watch();
        let graphs = generate::while_it_lasts(vertices.min(9).into(), &|| watch.goes_on());
        let stopped = || Refusal::Stopped { reached: "not all graphs were made".into() };
        graphs.ok_or_else(|| stopped().into())
    }

    /// A sweep of a game over graphs.
    ///
    /// ```
    /// use sprague::{Session, every_graph};
    ///
    /// let session = Session::new();
    /// let wyg = session.sweep("wyg").unwrap();
    /// assert_eq!(wyg.rows(every_graph(5)).unwrap().len(), 34);
    ///
    /// let stars = wyg.family("DS(m,n,6)", &[('m', 1..=3), ('n', 1..=3)]).unwrap();
    /// let lost: Vec<&str> = stars.listed(false).map(|row| row.graph.as_str()).collect();
    /// assert_eq!(lost, ["DS(1,2,6)", "DS(2,1,6)", "DS(2,3,6)", "DS(3,2,6)"]);
    /// ```
    pub fn sweep(&self, game: &str) -> Result<SweepRequest<'_>, Error> {
        let (game, misere) = sprague_graph::game::named_or_complain(game)
            .map_err(|complaint| complaint.about("ruleset", game))?;
        let chips = Chips::Constant(1);
        Ok(SweepRequest { session: self, game, misere, chips, values: false })
    }
}

impl SweepRequest<'_> {
    /// Puts other chips on each graph.
    pub fn chips(self, chips: Chips) -> Self {
        SweepRequest { chips, ..self }
    }

    /// Computes values also where there is more than one chip on a vertex.
    pub fn nim_values(self) -> Self {
        SweepRequest { values: true, ..self }
    }

    /// The game, with `misere ` in front in misère play.
    pub fn name(&self) -> String {
        format!("{}{}", if self.misere { "misere " } else { "" }, self.game.name())
    }

    /// Refuses chips in a game that has none.
    pub fn check(&self) -> Result<(), Error> {
        match self.game.counts_chips() || self.chips == Chips::Constant(1) {
            true => Ok(()),
            false => Err(Error::Request(format!(
                "`{}` is played on the graph alone, without chips",
                self.game.name()
            ))),
        }
    }

    /// Are values computed?
    fn values(&self) -> bool {
        self.values || self.chips == Chips::Constant(1)
    }

    /// Are the values those of a game in which a chosen edge binds? Then the rows say so in a column of their own.
    pub fn entails(&self) -> bool {
        let several = self.chips != Chips::Constant(1);
        self.game.binds() && several && self.values() && !self.misere
    }

    /// A sweep for each thread; they share the memory that is allowed.
    fn sweeps<'b>(&self, watch: &'b Watch) -> Vec<Sweep<'b>> {
        let threads = self.session.budget().threads.max(1);
        let bytes = self.session.bytes() / threads;
        let budget = Budget { bytes, effort: u64::MAX, watch };
        let sweep = |_| Sweep::new(self.game, self.misere, self.chips, self.values(), budget);
        (0..threads).map(sweep).collect()
    }

    fn found(&self, found: Found) -> FoundRow {
        let entails = self.entails();
        let nim = match found.value {
            Some(Value::Nim(n)) if !entails => Some(n),
            _ => None,
        };
        let entailing = entails.then(|| found.value.map(Entailing::from));
        FoundRow { outcome: found.outcome, nim, entailing }
    }

    /// The rows of graphs, in their order, each as soon as it is found; an error among the graphs, or of `take`, ends it.
    pub fn each_row<E: From<Error>>(
        &self,
        graphs: impl IntoIterator<Item = Result<Graph, E>>,
        mut take: impl FnMut(GraphRow) -> Result<(), E>,
    ) -> Result<(), E> {
        self.check()?;
        let watch = self.session.watch();
        let mut sweeps = self.sweeps(&watch);
        let mut done = 0;
        let each = |sweep: &mut Sweep, graph: &Graph| match watch.advance(1) {
            true => Some(sweep.row(graph.clone())),
            false => None,
        };
        crowd::in_order(&mut sweeps, graphs.into_iter(), each, |_, row| {
            let stopped = || Refusal::Stopped { reached: format!("{done} graphs are done") };
            let row = row.ok_or_else(|| Error::from(stopped()))?;
            let Row { graph6, vertices, edges, found } = row.map_err(Error::from)?;
            done += 1;
            take(GraphRow { graph6, vertices, edges, found: self.found(found) })
        })
    }

    /// The rows of graphs.
    pub fn rows(&self, graphs: impl IntoIterator<Item = Graph>) -> Result<Vec<GraphRow>, Error> {
        let mut rows = Vec::new();
        self.each_row(graphs.into_iter().map(Ok::<Graph, Error>), |row| {
            rows.push(row);
            Ok(())
        })?;
        Ok(rows)
    }

    /// The members of a family such as `DS(m,n,k)`, for which every name has a range.
    pub fn family(
        &self,
        family: &str,
        ranges: &[(char, RangeInclusive<usize>)],
    ) -> Result<Members, Error> {
        match self.family_so_far(family, ranges)? {
            (members, None) => Ok(members),
            (_, Some(error)) => Err(error),
        }
    }

    /// The same; if a limit was met, or it was stopped, the members up to there, and why there are no more.
    pub fn family_so_far(
        &self,
        family: &str,
        ranges: &[(char, RangeInclusive<usize>)],
    ) -> Result<(Members, Option<Error>), Error> {
        self.check()?;
        let template = template(family)?;
        let names = template.names();
        if let Some((other, _)) = ranges.iter().find(|(name, _)| !names.contains(name)) {
            return Err(Error::Request(format!("{family} has no {other}")));
        }
        let mut ordered = Vec::new();
        for name in names {
            let Some((_, range)) = ranges.iter().find(|(other, _)| *other == name) else {
                return Err(Error::Request(format!("how far does {name} go? It has no range")));
            };
            ordered.push((name, range.clone()));
        }
        let sizes =
            ordered.iter().map(|(_, range)| (range.end() + 1).saturating_sub(*range.start()));
        let count = sizes.fold(1u64, |product, size| product.saturating_mul(size as u64));
        let (needed, budget) = (count.saturating_mul(MEMBER), self.session.budget().memory);
        if needed > budget {
            let (what, needed) = (format!("a list of {count} members"), Some(needed));
            return Err(Refusal::Memory { what, needed, budget, fits: String::new() }.into());
        }
        let watch = self.session.watch();
        watch.expect(count);
        let mut members = Vec::new();
        let stopped = match self.members(&template, ordered, &watch, &mut members) {
            Err(error) if matches!(error.kind(), Kind::Limit | Kind::Stopped) => Some(error),
            other => other.map(|()| None)?,
        };
        Ok((Members { ruleset: self.name(), members }, stopped))
    }

    fn members(
        &self,
        template: &Template,
        ranges: Vec<(char, RangeInclusive<usize>)>,
        watch: &Watch,
        rows: &mut Vec<MemberRow>,
    ) -> Result<(), Error> {
        let mut sweeps = self.sweeps(watch);
        // A recursion of the family goes from member to member; the others are independent.
        let threads = if sweeps[0].has_recursion(template.family) { 1 } else { sweeps.len() };
        crowd::in_order(
            &mut sweeps[..threads],
            places(ranges).map(Ok::<_, Error>),
            |sweep, place| match watch.goes_on() {
                true => sweep.member(template.family, &template.numbers(place)),
                false => Err(SweepError::Limit(Limit::Stopped { solved: 0 })),
            },
            |place, found| {
                let graph = template.text(&template.numbers(place));
                let found = found.map_err(|error| match error {
                    SweepError::Limit(Limit::Stopped { .. }) => {
                        Error::from(Refusal::Stopped { reached: format!("{} members", rows.len()) })
                    }
                    SweepError::Graph(message) => Error::Request(format!("{graph}: {message}")),
                    SweepError::Limit(limit) => limit.into(),
                })?;
                let parameters = place.iter().map(|(name, value)| (name.to_string(), *value));
                let parameters = Named(parameters.collect());
                rows.push(MemberRow { graph, parameters, found: self.found(found) });
                watch.advance(1);
                Ok(())
            },
        )
    }

    /// The nim-values of a family in which one number varies, such as `P(n)`, from 0 on up to that number; 0 where the
    /// family has no member.
    pub fn sequence(&self, family: &str, to: u32) -> Result<Vec<u32>, Error> {
        let template = template(family)?;
        let names = template.names();
        let [name] = names[..] else {
            let message = format!("{family} should have one parameter that varies");
            return Err(Error::Request(message));
        };
        let watch = self.session.watch();
        let budget = Budget { bytes: self.session.bytes(), effort: u64::MAX, watch: &watch };
        let mut sweep = Sweep::new(self.game, self.misere, self.chips, true, budget);
        deep(|| {
            let mut values = Vec::new();
            for size in 0..=to as usize {
                if !watch.goes_on() {
                    let reached = format!("{size} members of the family are known");
                    return Err(Refusal::Stopped { reached }.into());
                }
                let found = sweep.member(template.family, &template.numbers(&[(name, size)]));
                values.push(match found {
                    Ok(Found { value: Some(Value::Nim(value)), .. }) => value,
                    Ok(_) | Err(SweepError::Graph(_)) => 0,
                    Err(SweepError::Limit(limit)) => return Err(limit.into()),
                });
            }
            Ok(values)
        })
    }
}
