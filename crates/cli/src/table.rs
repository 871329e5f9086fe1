//! `sprague table`: a whole region, printed or drawn.

use sprague::report::TablePage;
use sprague::{Extent, TableReport};

use crate::args::{Limits, TableArgs, TableFormat};
use crate::failure::{Failure, Outcome};
use crate::{open, output, work};

pub fn run(args: &TableArgs, limits: &Limits) -> Outcome {
    let ruleset = open::ruleset(&args.ruleset)?;
    let session = work::session(limits);
    let mut request = session.table(ruleset).kernel(args.kernel);
    request = match &args.counts {
        Some(counts) => request.counts(counts.clone()),
        None => request.piles(usize::from(args.piles.unwrap_or(1))).max(args.max.unwrap_or(1)),
    };
    if let Some(min) = args.min {
        request = request.min(min);
    }
    if let Some(fixed) = &args.fix {
        request = request.fix(fixed.clone());
    }
    if args.nim {
        request = request.nim_values();
    }
    let format = output::format(args.format, args.output.as_deref())?;
    check_format(args, format, &request.check()?)?;
    if !args.count {
        request.check_list().map_err(|error| match Failure::from(error) {
            Failure::Budget(why) => {
                Failure::Budget(format!("{why} With --count they are only counted."))
            }
            other => other,
        })?;
    }
    let mut table = work::with_progress(&session, "positions", || request.compute())?;
    let report = work::with_progress(&session, "positions", || table.report(!args.count))?;
    if limits.verbose {
        let explanation = table.explanation();
        eprintln!("kernel {}: {}", explanation.choice.kernel, explanation.choice.reason);
        eprintln!("{}", explanation.size);
    }
    work::let_go();
    write_report(&report, args, format)?;
    match table.complete() {
        None => Ok(()),
        Some(complete) => {
            Err(Failure::Stopped(format!("the table above is complete up to size {complete}")))
        }
    }
}

/// Refuses what cannot be drawn before anything is computed.
fn check_format(args: &TableArgs, format: TableFormat, extent: &Extent) -> Outcome {
    if !matches!(format, TableFormat::Svg | TableFormat::Png) {
        return Ok(());
    }
    let complaint = match extent.square() {
        Some(sizes) if *sizes.end() > 5000 => "pictures show sizes up to 5000",
        Some(_) if args.count => "a picture needs the positions, not --count",
        Some(_) if format == TableFormat::Png => {
            return output::check_png(args.output.as_deref());
        }
        Some(_) => return Ok(()),
        None => "pictures show two piles that vary: --piles 2, or --fix for the others",
    };
    Err(Failure::Usage(complaint.into()))
}

fn write_report(report: &TableReport, args: &TableArgs, format: TableFormat) -> Outcome {
    let page = TablePage(report);
    output::write(args.output.as_deref(), |out| {
        match format {
            TableFormat::Text => write!(out, "{}", page.text())?,
            TableFormat::Json => output::json(out, report)?,
            TableFormat::Csv => page.csv(out)?,
            TableFormat::Latex => write!(out, "{}", page.latex())?,
            TableFormat::Svg => out.write_all(page.svg()?.as_bytes())?,
            TableFormat::Png => out.write_all(&page.png()?)?,
        }
        Ok(())
    })
}
