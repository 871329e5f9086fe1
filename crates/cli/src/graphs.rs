//! `sprague graphs`: every graph on some vertices, a list of graphs, or a family.

use std::io::{BufRead as _, Write};
use std::ops::RangeInclusive;
use std::path::Path;

use sprague::report::graphs::parquet::GraphFile;
use sprague::{Graph, GraphRow, Members, Session, SweepRequest, family_parameters, read_graph6};

use crate::args::{GraphsArgs, GraphsFormat, Limits};
use crate::failure::{Failure, Outcome};
use crate::{lines, output, work};

pub fn run(args: &GraphsArgs, limits: &Limits) -> Outcome {
    let session = work::session(limits);
    let mut request = session.sweep(&args.ruleset)?.chips(args.chips);
    if args.nim {
        request = request.nim_values();
    }
    request.check()?;
    if args.in_parts.wanted() {
        return in_parts(args, &request, &session, limits);
    }
    if args.geng.is_some() {
        return Err(Failure::Usage(
            "--geng is for --shard and --on; otherwise pipe it in: --graphs -".into(),
        ));
    }
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

/// Graphs of a list that are a chunk.
const CHUNK: usize = 64;

/// What the rows of a sweep depend on, beside the graphs.
#[derive(serde::Serialize)]
struct Asked {
    chips: String,
    nim: bool,
    connected: bool,
    geng: Option<String>,
}

/// The sweep in parts: so many graphs of a list, or one class of geng, a chunk.
fn in_parts(
    args: &GraphsArgs,
    request: &SweepRequest,
    session: &Session,
    limits: &Limits,
) -> Outcome {
    if args.family.is_some() || args.graphs.as_deref() == Some(Path::new("-")) {
        let message = "in parts there are --vertices, --graphs FILE and --geng";
        return Err(Failure::Usage(message.into()));
    }
    lines::check_format(args.format.is_none_or(|format| format == GraphsFormat::Json))?;
    let wanted = |graph: &Outcome<Graph>| match graph {
        Ok(graph) => !args.connected || graph.is_connected(),
        Err(_) => true,
    };
    let listed: Vec<Graph> = match args.geng {
        Some(_) => Vec::new(),
        None => graphs(args, session)?.filter(wanted).collect::<Outcome<_>>()?,
    };
    let names: Vec<String> = listed.iter().map(sprague::write_graph6).collect();
    let asked = Asked {
        chips: format!("{:?}", args.chips),
        nim: args.nim,
        connected: args.connected,
        geng: args.geng.clone(),
    };
    let chunks = match args.geng {
        Some(_) => args.classes.into(),
        None => listed.len().div_ceil(CHUNK) as u64,
    };
    let about = request.name();
    let job = lines::job("graphs", &about, asked, names.iter().map(String::as_str), chunks);
    lines::in_parts(job, &args.in_parts, limits, |chunk, out| {
        let some: Vec<Outcome<Graph>> = match &args.geng {
            Some(options) => {
                class(options, chunk, args.classes)?.into_iter().filter(wanted).collect()
            }
            None => {
                let first = chunk as usize * CHUNK;
                let end = (first + CHUNK).min(listed.len());
                listed[first..end].iter().cloned().map(Ok).collect()
            }
        };
        request.each_row(some, |row| output::json(out, &row))
    })
}

/// The graphs of one class of those that geng makes.
fn class(options: &str, class: u64, of: u32) -> Outcome<Vec<Outcome<Graph>>> {
    let absent = || "there is no `geng` (nor `nauty-geng`) on the path: it comes with nauty";
    for program in ["geng", "nauty-geng"] {
        let mut command = std::process::Command::new(program);
        command.arg("-q").args(options.split_whitespace()).arg(format!("{class}/{of}"));
        let output = match command.output() {
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => continue,
            output => output?,
        };
        if !output.status.success() {
            let said = String::from_utf8_lossy(&output.stderr);
            return Err(Failure::Usage(format!("geng refuses {options}: {}", said.trim())));
        }
        let text = String::from_utf8_lossy(&output.stdout).into_owned();
        let read = |line: &str| {
            read_graph6(line).map_err(|c| Failure::from(c.about("geng", line))).transpose()
        };
        return Ok(text.lines().filter_map(read).collect());
    }
    Err(Failure::Usage(absent().into()))
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
