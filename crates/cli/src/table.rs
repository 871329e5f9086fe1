//! `sprague table`: a whole region, printed or drawn.

use sprague::{Extent, TableReport};
use sprague_report::TablePage;

use crate::args::{Limits, TableArgs, TableFormat};
use crate::failure::{Failure, Outcome};
use crate::{open, output, work};

pub fn run(args: TableArgs, limits: &Limits) -> Outcome {
    let ruleset = open::ruleset(&args.ruleset)?;
    let session = work::session(limits);
    let mut request = session.table(ruleset).kernel(args.kernel);
    request = match &args.counts {
        Some(counts) => request.counts(counts.clone()),
        None => request.piles(usize::from(args.piles.unwrap_or(1))).max(args.max.unwrap_or(1)),
    };
    if args.nim {
        request = request.nim_values();
    }
    let format = output::format(args.format, args.output.as_deref())?;
    check_format(&args, format, &request.check()?)?;
    if !args.count {
        request.check_list()?;
    }
    let watch = work::watch(limits);
    let mut table = work::with_progress(watch, "positions", || request.compute())?;
    let report = work::with_progress(watch, "positions", || table.report(!args.count))?;
    if limits.verbose {
        let explanation = table.explanation();
        eprintln!("kernel {}: {}", explanation.choice.kernel, explanation.choice.reason);
        eprintln!("{}", explanation.size);
    }
    work::let_go();
    write_report(&report, &args, format)?;
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
