//! `sprague census-plot`: a file of rows as a picture.

use std::path::Path;

use sprague_census::Summary;
use sprague_report::picture::bars::{Bars, Height, Panel};

use crate::args::PictureFormat;
use crate::failure::{Failure, Outcome};
use crate::output;

pub fn run(file: &Path, format: Option<PictureFormat>, output: Option<&Path>) -> Outcome {
    let format = match (format, output) {
        (None, None) => PictureFormat::Svg,
        _ => output::format(format, output)?,
    };
    if format == PictureFormat::Png {
        output::check_png(output)?;
    }
    let (summary, asked) = Summary::read(file).map_err(Failure::Usage)?;
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
