//! `sprague graphs`: every graph on some vertices, a list of graphs, or a family.

mod parquet;

use std::io::{BufRead as _, Write};
use std::path::Path;

use sprague_graph::game::named_or_complain;
use sprague_graph::sweep::{Chips, Found, Row, Sweep, SweepError, Template};
use sprague_graph::{Game, Graph, Value, crowd, deep, generate, graph6};
use sprague_report::graphs::Swept;
use sprague_rules::Outcome as Winner;

use crate::args::{GraphsArgs, GraphsFormat, Limits, Range};
use crate::failure::{Failure, Outcome};
use crate::{graph, output, work};

pub fn run(args: &GraphsArgs, limits: &Limits) -> Outcome {
    let (game, misere) =
        named_or_complain(&args.ruleset).map_err(|c| c.about("ruleset", &args.ruleset))?;
    if !game.counts_chips() && args.chips != Chips::Constant(1) {
        let message = format!("`{}` is played on the graph alone, without chips", game.name());
        return Err(Failure::Usage(message));
    }
    let format = output::format(args.format, args.output.as_deref())?;
    let values = args.nim || args.chips == Chips::Constant(1);
    if format == GraphsFormat::Parquet {
        output::check_bytes("Parquet", args.output.as_deref())?;
    }
    let mut sweeps = sweeps(limits, |budget| Sweep::new(game, misere, args.chips, values, budget));
    let wording = Wording(Swept { game, misere, chips: args.chips, values });
    let watch = work::watch(limits);
    output::write(args.output.as_deref(), |out| match &args.family {
        Some(family) => {
            let rows = work::with_progress(watch, "graphs", || members(family, args, &mut sweeps))?;
            wording.write_members(&rows, args.all, format, out)
        }
        None => {
            let graphs = graphs(args)?.filter(|graph| match graph {
                Ok(graph) => !args.connected || connected(graph),
                Err(_) => true,
            });
            let mut table = wording.begin(format, out)?;
            let each = |sweep: &mut Sweep, graph: &Graph| match watch.advance(1) {
                true => sweep.row(graph.clone()).map_err(Failure::from),
                false => Err(Failure::Stopped("the rows above are complete".into())),
            };
            work::with_progress(watch, "graphs", || {
                crowd::in_order(&mut sweeps, graphs, each, |_, row| table.row(&row?, out))
            })?;
            table.finish(out)
        }
    })
}

/// A sweep for each thread; they share the memory that is allowed.
fn sweeps<'a>(
    limits: &Limits,
    sweep: impl Fn(sprague_graph::Budget<'a>) -> Sweep<'a>,
) -> Vec<Sweep<'a>> {
    let threads = work::budget(limits).threads.max(1);
    let budget = graph::budget(limits);
    let part = sprague_graph::Budget { bytes: budget.bytes / threads, ..budget };
    (0..threads).map(|_| sweep(part)).collect()
}

/// The nim-values of a family with one chip on each vertex, such as `wyg P(n)`; 0 where the family
/// has no member. `None` if the text names no game on graphs.
pub fn sequence(text: &str, to: u32, limits: &Limits) -> Outcome<Option<Vec<u32>>> {
    let Some((game, family)) = text.trim().split_once(' ') else { return Ok(None) };
    let Some(game) = Game::named(game) else { return Ok(None) };
    let start = text.len() - text.trim_start().len() + game.name().len() + 1;
    let template = Template::parse(family).map_err(|mut c| {
        c.span = c.span.start + start..c.span.end + start;
        c.about("ruleset", text)
    })?;
    let names = template.names();
    let [name] = names[..] else {
        return Err(Failure::Usage(format!("{family} should have one parameter that varies")));
    };
    let mut sweep = Sweep::new(game, false, Chips::Constant(1), true, graph::budget(limits));
    deep(|| {
        let mut values = Vec::new();
        for size in 0..=to as usize {
            let found = sweep.member(template.family, &template.numbers(&[(name, size)]));
            values.push(match found {
                Ok(Found { value: Some(Value::Nim(value)), .. }) => value,
                Ok(_) | Err(SweepError::Graph(_)) => 0,
                Err(SweepError::Limit(limit)) => return Err(limit.into()),
            });
        }
        Ok(Some(values))
    })
}

/// The graphs to go through: generated, or read from a stream of graph6.
fn graphs(args: &GraphsArgs) -> Outcome<Box<dyn Iterator<Item = Outcome<Graph>>>> {
    if let Some(vertices) = args.vertices {
        return Ok(Box::new(generate::all(vertices.into()).into_iter().map(Ok)));
    }
    let file = args.graphs.as_deref().unwrap_or(Path::new("-"));
    let from_input = file == Path::new("-");
    let origin = if from_input { "standard input".to_string() } else { file.display().to_string() };
    let reader: Box<dyn std::io::BufRead> = match from_input {
        true => Box::new(std::io::BufReader::new(std::io::stdin())),
        false => {
            let opened = std::fs::File::open(file);
            let cannot = |e| Failure::Usage(format!("cannot read {origin}: {e}"));
            Box::new(std::io::BufReader::new(opened.map_err(cannot)?))
        }
    };
    let lines = reader.lines().enumerate();
    Ok(Box::new(lines.filter_map(move |(number, line)| {
        let line = match line {
            Ok(line) => line,
            Err(e) => return Some(Err(Failure::Usage(format!("cannot read {origin}: {e}")))),
        };
        let about = format!("{origin}, line {}", number + 1);
        graph6::line(&line).map_err(|c| c.about(&about, &line).into()).transpose()
    })))
}

fn connected(graph: &Graph) -> bool {
    sprague_graph::Position::constant(graph.clone(), 1).components().len() <= 1
}

/// A member of a family with its parameters and what was found.
struct Member {
    text: String,
    values: Vec<(char, usize)>,
    found: Found,
}

fn members(family: &str, args: &GraphsArgs, sweeps: &mut [Sweep]) -> Outcome<Vec<Member>> {
    let template = Template::parse(family).map_err(|c| c.about("family", family))?;
    let range = |name: char| -> Option<Range> {
        match name {
            'm' => args.m,
            'n' => args.n,
            _ => args.k,
        }
    };
    let names = template.names();
    let mut ranges = Vec::new();
    for &name in &names {
        let Some(range) = range(name) else {
            return Err(Failure::Usage(format!(
                "how far does {name} go? Say so with --{name} 1..10"
            )));
        };
        ranges.push(range);
    }
    for name in ['m', 'n', 'k'] {
        if range(name).is_some() && !names.contains(&name) {
            return Err(Failure::Usage(format!(
                "{family} has no {name}, so --{name} means nothing"
            )));
        }
    }
    let mut places: Vec<Vec<(char, usize)>> = vec![Vec::new()];
    for (&name, range) in names.iter().zip(&ranges) {
        // The last parameter runs fastest.
        let longer = |place: &Vec<(char, usize)>| {
            let place = place.clone();
            (range.from..=range.to).map(move |value| [&place[..], &[(name, value)]].concat())
        };
        places = places.iter().flat_map(longer).collect();
    }
    // A recursion of the family goes from member to member; the others are independent.
    let threads = if sweeps[0].has_recursion(template.family) { 1 } else { sweeps.len() };
    let mut rows = Vec::new();
    crowd::in_order(
        &mut sweeps[..threads],
        places.into_iter().map(Ok::<_, Failure>),
        |sweep, place| sweep.member(template.family, &template.numbers(place)),
        |place, found| {
            let text = template.text(&template.numbers(place));
            let found = found.map_err(|error| match error {
                SweepError::Graph(message) => Failure::Usage(format!("{text}: {message}")),
                SweepError::Limit(limit) => limit.into(),
            })?;
            rows.push(Member { text, values: place.clone(), found });
            Ok(())
        },
    )?;
    Ok(rows)
}

/// How rows are written.
#[derive(Clone, Copy)]
struct Wording(Swept);

impl Wording {
    fn begin(self, format: GraphsFormat, out: &mut dyn Write) -> Outcome<Table> {
        match format {
            GraphsFormat::Text => writeln!(out, "graph6\tvertices\tedges\toutcome\tnim-value")?,
            GraphsFormat::Csv => writeln!(out, "graph6,vertices,edges,{}", self.0.header())?,
            GraphsFormat::Json | GraphsFormat::Parquet => {}
        }
        let parquet = match format {
            GraphsFormat::Parquet => Some(parquet::Rows::of_graphs(self)?),
            _ => None,
        };
        Ok(Table { wording: self, format, parquet, rows: 0, p: 0 })
    }

    /// The exceptions: the members with the rarer of the two outcomes.
    fn write_members(
        self,
        rows: &[Member],
        all: bool,
        format: GraphsFormat,
        out: &mut dyn Write,
    ) -> Outcome {
        let p = rows.iter().filter(|row| row.found.outcome == Winner::P).count();
        let rare = if 2 * p <= rows.len() { Winner::P } else { Winner::N };
        let exceptions: Vec<&Member> =
            rows.iter().filter(|row| row.found.outcome == rare).collect();
        let listed: Vec<&Member> = if all { rows.iter().collect() } else { exceptions.clone() };
        match format {
            GraphsFormat::Text => {
                let common = if rare == Winner::P { "N" } else { "P" };
                let (many, few) = (rows.len() - exceptions.len(), exceptions.len());
                writeln!(
                    out,
                    "{}: {many} of {} are {common}, {few} are {rare}",
                    self.0.name(),
                    rows.len()
                )?;
                for (i, &(name, _)) in
                    rows.first().map_or(&[][..], |row| &row.values).iter().enumerate()
                {
                    let met: std::collections::BTreeSet<usize> =
                        exceptions.iter().map(|row| row.values[i].1).collect();
                    if !met.is_empty() {
                        let met: Vec<String> = met.iter().map(usize::to_string).collect();
                        writeln!(out, "  {rare} for {name} in {}", met.join(","))?;
                    }
                }
                for row in listed {
                    let value = row.found.value.map_or(String::new(), |v| format!("\t{v}"));
                    writeln!(out, "{}\t{}{value}", row.text, row.found.outcome)?;
                }
            }
            GraphsFormat::Json => {
                for row in listed {
                    output::json(out, &self.0.member(&row.text, &row.values, row.found))?;
                }
            }
            GraphsFormat::Csv => {
                let names = rows.first().map_or(&[][..], |row| &row.values).iter();
                let names: String = names.map(|(name, _)| format!("{name},")).collect();
                writeln!(out, "{names}{}", self.0.header())?;
                for row in listed {
                    let numbers: String = row.values.iter().map(|(_, v)| format!("{v},")).collect();
                    writeln!(out, "{numbers}{}", self.0.csv(row.found))?;
                }
            }
            GraphsFormat::Parquet => {
                let names = rows.first().map_or(&[][..], |row| &row.values).iter();
                let mut table = parquet::Rows::of_members(self, names.map(|(name, _)| *name))?;
                listed.into_iter().try_for_each(|row| table.member(row))?;
                table.finish(out)?;
            }
        }
        Ok(())
    }
}

/// Rows being written.
struct Table {
    wording: Wording,
    format: GraphsFormat,
    parquet: Option<parquet::Rows>,
    rows: usize,
    p: usize,
}

impl Table {
    fn row(&mut self, row: &Row, out: &mut dyn Write) -> Outcome {
        self.rows += 1;
        self.p += usize::from(row.found.outcome == Winner::P);
        let (g6, vertices, edges) = (&row.graph6, row.vertices, row.edges);
        match self.format {
            GraphsFormat::Text => {
                let value = row.found.value.map_or("-".to_string(), |v| v.to_string());
                writeln!(out, "{g6}\t{vertices}\t{edges}\t{}\t{value}", row.found.outcome)?;
            }
            GraphsFormat::Json => {
                output::json(out, &self.wording.0.row(row))?;
            }
            GraphsFormat::Parquet => {
                if let Some(parquet) = &mut self.parquet {
                    parquet.graph(row)?;
                }
            }
            GraphsFormat::Csv => {
                // No character of graph6 needs quoting.
                writeln!(out, "{g6},{vertices},{edges},{}", self.wording.0.csv(row.found))?;
            }
        }
        Ok(())
    }

    fn finish(self, out: &mut dyn Write) -> Outcome {
        if self.format == GraphsFormat::Text {
            writeln!(out, "{}: {} graphs, {} are P", self.wording.0.name(), self.rows, self.p)?;
        }
        match self.parquet {
            Some(parquet) => parquet.finish(out),
            None => Ok(()),
        }
    }
}
