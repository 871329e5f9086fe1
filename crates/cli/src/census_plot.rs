//! `sprague census-plot`: a file of rows as a picture.

use std::path::Path;

use sprague::Summary;
use sprague::report::picture::bars::{Bars, Height, Panel};

use crate::args::{CensusPlotArgs, Limits, PictureFormat};
use crate::failure::{Failure, Outcome};
use crate::{output, work};

pub fn run(args: &CensusPlotArgs, limits: &Limits) -> Outcome {
    let (file, output) = (&args.file, args.output.as_deref());
    let format = match (args.format, output) {
        (None, None) => PictureFormat::Svg,
        (format, _) => output::format(format, output)?,
    };
    if format == PictureFormat::Png {
        output::check_png(output)?;
    }
    // Where the reader of a damaged file panics, the message below says all there is to say.
    let hook = std::panic::take_hook();
    std::panic::set_hook(Box::new(|_| {}));
    let read = Summary::read(file, work::watch(limits));
    std::panic::set_hook(hook);
    let (summary, asked) = read.map_err(|why| match work::why() {
        Some(_) => Failure::Stopped(why),
        None => Failure::Usage(why),
    })?;
    let bars = picture(file, &summary, asked);
    output::write(output, |out| {
        match format {
            PictureFormat::Svg => out.write_all(bars.svg()?.as_bytes())?,
            PictureFormat::Png => out.write_all(&bars.png()?)?,
        }
        Ok(())
    })
}

fn picture(file: &Path, summary: &Summary, asked: &str) -> Bars {
    let name = file.file_name().unwrap_or(file.as_os_str()).to_string_lossy().into_owned();
    let classes = summary.classes.iter().map(|(class, count)| format!("{count} {class}"));
    let classes: Vec<String> = classes.collect();
    let shares = summary.share_by_max.iter();
    let shares: Vec<(u32, f64)> =
        shares.map(|(&max, &[asked, all])| (max, asked as f64 / all.max(1) as f64)).collect();
    let periods: Vec<(u32, f64)> =
        summary.periods.iter().map(|(&period, &count)| (period, count as f64)).collect();
    let panels = [
        Panel {
            heading: format!("share of sets that are {asked}"),
            axis: "largest element of the set".into(),
            height: Height::Share,
            bars: shares,
        },
        Panel {
            heading: "games with that period".into(),
            axis: "period".into(),
            height: Height::Count,
            bars: periods,
        },
    ];
    Bars {
        title: name,
        subtitle: format!("{} games: {}", summary.rows, classes.join(", ")),
        panels: panels.into_iter().filter(|panel| !panel.bars.is_empty()).collect(),
    }
}
