//! `sprague census-plot`: a file of rows as a picture.

use sprague::Summary;
use sprague::report::census::bars;

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
    let name = file.file_name().unwrap_or(file.as_os_str()).to_string_lossy();
    let bars = bars(&name, &summary, asked);
    output::write(output, |out| {
        match format {
            PictureFormat::Svg => out.write_all(bars.svg()?.as_bytes())?,
            PictureFormat::Png => out.write_all(&bars.png()?)?,
        }
        Ok(())
    })
}
