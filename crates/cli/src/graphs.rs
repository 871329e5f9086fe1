//! `sprague graphs`: every graph on some vertices, a list of graphs, or a family.

use std::io::{BufRead as _, Write};
use std::ops::RangeInclusive;
use std::path::Path;

use sprague::report::graphs::parquet::GraphFile;
use sprague::{Graph, GraphRow, Members, Session, SweepRequest, family_parameters, read_graph6};

use crate::args::{GraphsArgs, GraphsFormat, Limits};
use crate::failure::{Failure, Outcome};
use crate::{output, work};

pub fn run(args: &GraphsArgs, limits: &Limits) -> Outcome {
    let session = work::session(limits);
    let mut request = session.sweep(&args.ruleset)?.chips(args.chips);
    if args.nim {
        request = request.nim_values();
    }
    request.check()?;
    let format = output::format(args.format, args.output.as_deref())?;
    if format == GraphsFormat::Parquet {
        output::check_bytes("Parquet", args.output.as_deref())?;
    }
    output::write(args.output.as_deref(), |out| match &args.family {
        Some(family) => {
            let ranges = ranges(family, args)?;
            let compute = || request.family_so_far(family, &ranges);
            let (members, stopped) = work::with_progress(&session, "graphs", compute)?;
            // What was found is shown, even if it is not all.
            write_members(&members, args.all, format, out)?;
            stopped.map_or(Ok(()), |error| Err(error.into()))
        }
        None => {
            let wanted = |graph: &Outcome<Graph>| match graph {
                Ok(graph) => !args.connected || graph.is_connected(),
                Err(_) => true,
            };
            let graphs = graphs(args, &session)?.filter(wanted);
            let mut table = Table::begin(&request, format, out)?;
            let swept = work::with_progress(&session, "graphs", || {
                request.each_row(graphs, |row| table.row(&row, out))
            });
            swept.map_err(|failure| match failure {
                Failure::Stopped(_) => Failure::Stopped("the rows above are complete".into()),
                other => other,
            })?;
            table.finish(out)
        }
    })
}

/// The graphs to go through: generated, or read from a stream of graph6.
fn graphs(
    args: &GraphsArgs,
    session: &Session,
) -> Outcome<Box<dyn Iterator<Item = Outcome<Graph>>>> {
    if let Some(vertices) = args.vertices {
        return Ok(Box::new(session.every_graph(vertices)?.into_iter().map(Ok)));
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
        read_graph6(&line).map_err(|c| c.about(&about, &line).into()).transpose()
    })))
}

/// The ranges of what varies in a family: all that it needs, and no others.
fn ranges(family: &str, args: &GraphsArgs) -> Outcome<Vec<(char, RangeInclusive<usize>)>> {
    let names = family_parameters(family)?;
    let mut ranges = Vec::new();
    for (name, range) in [('m', args.m), ('n', args.n), ('k', args.k)] {
        let message = match (range, names.contains(&name)) {
            (Some(range), true) => {
                ranges.push((name, range.from..=range.to));
                continue;
            }
            (None, false) => continue,
            (None, true) => format!("how far does {name} go? Say so with --{name} 1..10"),
            (Some(_), false) => format!("{family} has no {name}, so --{name} means nothing"),
        };
        return Err(Failure::Usage(message));
    }
    Ok(ranges)
}

/// The exceptions, the members with the rarer of the two outcomes, or all.
fn write_members(
    members: &Members,
    all: bool,
    format: GraphsFormat,
    out: &mut dyn Write,
) -> Outcome {
    match format {
        GraphsFormat::Text => write!(out, "{}", members.text(all))?,
        GraphsFormat::Csv => write!(out, "{}", members.csv(all))?,
        GraphsFormat::Parquet => out.write_all(&members.parquet(all)?)?,
        GraphsFormat::Json => members.listed(all).try_for_each(|row| output::json(out, row))?,
    }
    Ok(())
}

/// Rows being written.
struct Table {
    name: String,
    format: GraphsFormat,
    parquet: Option<GraphFile>,
    rows: usize,
    p: usize,
}

impl Table {
    fn begin(request: &SweepRequest, format: GraphsFormat, out: &mut dyn Write) -> Outcome<Table> {
        let entails = request.entails();
        let mut parquet = None;
        match format {
            GraphsFormat::Text => writeln!(out, "{}", GraphRow::HEADER)?,
            GraphsFormat::Csv => writeln!(out, "{}", GraphRow::csv_header(entails))?,
            GraphsFormat::Parquet => parquet = Some(GraphFile::new(entails)?),
            GraphsFormat::Json => {}
        }
        Ok(Table { name: request.name(), format, parquet, rows: 0, p: 0 })
    }

    fn row(&mut self, row: &GraphRow, out: &mut dyn Write) -> Outcome {
        self.rows += 1;
        self.p += usize::from(row.found.outcome == sprague::Outcome::P);
        match (self.format, &mut self.parquet) {
            (GraphsFormat::Text, _) => writeln!(out, "{}", row.line())?,
            (GraphsFormat::Csv, _) => writeln!(out, "{}", row.csv())?,
            (GraphsFormat::Json, _) => output::json(out, row)?,
            (GraphsFormat::Parquet, Some(file)) => file.row(row)?,
            (GraphsFormat::Parquet, None) => unreachable!("begun with the table"),
        }
        Ok(())
    }

    fn finish(self, out: &mut dyn Write) -> Outcome {
        if self.format == GraphsFormat::Text {
            writeln!(out, "{}: {} graphs, {} are P", self.name, self.rows, self.p)?;
        }
        match self.parquet {
            Some(file) => Ok(out.write_all(&file.finish()?)?),
            None => Ok(()),
        }
    }
}
