//! `sprague table`: a whole region, printed or drawn.

use sprague_report::table::Rows;
use sprague_report::{Extent, TableReport};
use sprague_rules::{Ruleset, Shape};
use sprague_solve::{Purpose, Refusal, Region, Solver, Wanted};

use crate::args::{Limits, TableArgs, TableFormat};
use crate::failure::{Failure, Outcome};
use crate::{open, output, work};

pub fn run(args: TableArgs, limits: &Limits) -> Outcome {
    let ruleset = open::ruleset(&args.ruleset)?;
    let (mut extent, region) = extent(&args, &ruleset)?;
    let format = output::format(args.format, args.output.as_deref())?;
    check_format(&args, format, &extent)?;
    if args.nim && !ruleset.has_nim_values() {
        let message = format!(
            "`{}` has no nim-values: they belong to normal play in which both players have the same moves",
            ruleset.expression
        );
        return Err(Failure::Usage(message));
    }
    let wanted = if args.nim { Wanted::NimValues } else { Wanted::Outcomes };
    if !args.count {
        check_list(&ruleset, &extent, wanted, limits.memory())?;
    }
    let (budget, watch) = (work::budget(limits), work::watch(limits));
    let mut solver = work::with_progress(watch, "positions", || {
        Solver::new(&ruleset, region, wanted, Purpose::WholeRegion, &budget, args.kernel, watch)
    })?;
    let complete = solver.complete();
    if let (Some(complete), Extent::Piles { max, .. }) = (complete, &mut extent) {
        *max = complete;
        // What is finished is still to be read off.
        watch.restart();
    }
    let report = work::with_progress(watch, "positions", || {
        TableReport::collect(&ruleset, extent, &mut solver, !args.count, watch)
    })?;
    if limits.verbose {
        eprintln!("kernel {}: {}", solver.choice.kernel, solver.choice.reason);
        eprintln!("{}", solver.size());
    }
    work::let_go();
    write_report(&report, &args, format)?;
    match complete {
        None => Ok(()),
        Some(complete) => {
            Err(Failure::Stopped(format!("the table above is complete up to size {complete}")))
        }
    }
}

/// The positions asked for, and a region that holds all their options.
fn extent(args: &TableArgs, ruleset: &Ruleset) -> Outcome<(Extent, Region)> {
    let usage = |message: String| Err(Failure::Usage(message));
    if let Some(counts) = &args.counts {
        if matches!(ruleset.shape, Shape::Row { .. }) {
            return usage("a row of places is not described by counts; use --piles".into());
        }
        // Piles only get smaller or fewer where moves take, so this many piles are enough.
        let total: u64 = counts.iter().map(|&c| u64::from(c)).sum();
        let Ok(places) = u16::try_from(total) else {
            return usage(format!("{total} piles are more than 65535"));
        };
        if let Shape::Piles { at_most: Some(most) } = ruleset.shape
            && usize::from(places) > most
        {
            let plural = if most == 1 { "" } else { "s" };
            let name = &ruleset.expression;
            return usage(format!("`{name}` has at most {most} pile{plural}, not {places}"));
        }
        let region = Region::new(ruleset, places.into(), counts.len() as u32);
        return Ok((Extent::Counts(counts.clone()), region));
    }
    let piles = usize::from(args.piles.unwrap_or(1));
    let max = args.max.unwrap_or(1);
    match ruleset.shape {
        Shape::Piles { at_most: Some(most) } if piles > most => {
            let plural = if most == 1 { "" } else { "s" };
            usage(format!("`{}` has at most {most} pile{plural}, not {piles}", ruleset.expression))
        }
        Shape::Row { places } if piles != places => {
            usage(format!("`{}` is played on a row of {places} places", ruleset.expression))
        }
        _ => Ok((Extent::Piles { piles, max }, Region::new(ruleset, piles, max))),
    }
}

/// Refuses what cannot be drawn before anything is computed.
fn check_format(args: &TableArgs, format: TableFormat, extent: &Extent) -> Outcome {
    if !matches!(format, TableFormat::Svg | TableFormat::Png) {
        return Ok(());
    }
    let complaint = match extent {
        Extent::Piles { piles: 2, max } if *max > 5000 => "pictures show sizes up to 5000",
        Extent::Piles { piles: 2, .. } if args.count => {
            "a picture needs the positions, not --count"
        }
        Extent::Piles { piles: 2, .. } if format == TableFormat::Png => {
            return output::check_png(args.output.as_deref());
        }
        Extent::Piles { piles: 2, .. } => return Ok(()),
        _ => "pictures show two piles: --piles 2",
    };
    Err(Failure::Usage(complaint.into()))
}

/// Refuses a list that is larger than the memory allowed.
fn check_list(ruleset: &Ruleset, extent: &Extent, wanted: Wanted, memory: u64) -> Outcome {
    let positions = extent.positions(ruleset);
    // Some formats are put together in memory before they are written.
    let each = 4 * Rows::bytes_each(extent.width(), wanted == Wanted::NimValues);
    let needed = positions.and_then(|n| n.checked_mul(each));
    if needed.is_some_and(|bytes| bytes <= memory) {
        return Ok(());
    }
    let what = match positions {
        Some(n) => format!("a list of {n} positions"),
        None => "a list of so many positions".to_string(),
    };
    let fits = "With --count they are only counted.".to_string();
    Err(Refusal::Memory { what, needed, budget: memory, fits }.into())
}

fn write_report(report: &TableReport, args: &TableArgs, format: TableFormat) -> Outcome {
    output::write(args.output.as_deref(), |out| {
        match format {
            TableFormat::Text => write!(out, "{}", report.text())?,
            TableFormat::Json => {
                serde_json::to_writer(&mut *out, report)?;
                writeln!(out)?;
            }
            TableFormat::Csv => report.csv(out)?,
            TableFormat::Latex => write!(out, "{}", report.latex())?,
            TableFormat::Svg => out.write_all(report.svg()?.as_bytes())?,
            TableFormat::Png => out.write_all(&report.png()?)?,
        }
        Ok(())
    })
}
