//! Where a result goes, and in which format: as asked for, or as the name of the file says.

use std::fs::File;
use std::io::{BufWriter, IsTerminal as _, Write};
use std::path::Path;

use clap::ValueEnum;

use crate::args::PlainFormat;
use crate::failure::{Failure, Outcome};
use crate::work;

/// The format that was asked for, or that the name of the file asks for.
pub fn format<F: ValueEnum>(format: Option<F>, output: Option<&Path>) -> Outcome<F> {
    if let Some(format) = format {
        return Ok(format);
    }
    let extension = output.and_then(|path| path.extension()?.to_str());
    let name = match extension {
        None | Some("txt") => "text",
        Some("tex") => "latex",
        Some(extension) => extension,
    };
    F::from_str(name, true)
        .map_err(|_| Failure::Usage(format!("which format is .{name}? Say so with --format")))
}

/// Refuses to fill a terminal with the bytes of a picture.
pub fn check_png(output: Option<&Path>) -> Outcome {
    check_bytes("a PNG", output)
}

/// Refuses to fill a terminal with what is not text.
pub fn check_bytes(what: &str, output: Option<&Path>) -> Outcome {
    match output.is_none() && std::io::stdout().is_terminal() {
        true => {
            let message = format!("{what} does not go to a terminal; give a file with -o");
            Err(Failure::Usage(message))
        }
        false => Ok(()),
    }
}

/// A writer that gives up once the work should have stopped, and does not count the time in which nobody reads.
struct Watched<W>(W);

impl<W: Write> Write for Watched<W> {
    fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
        match work::is_late() {
            true => Err(std::io::ErrorKind::TimedOut.into()),
            false => work::waiting(|| self.0.write(bytes)),
        }
    }

    fn flush(&mut self) -> std::io::Result<()> {
        work::waiting(|| self.0.flush())
    }
}

/// A result as one line of JSON.
pub fn json(out: &mut dyn Write, result: &impl serde::Serialize) -> Outcome {
    serde_json::to_writer(&mut *out, result)?;
    Ok(writeln!(out)?)
}

/// Prints a result, as data or as text.
pub fn print<R: serde::Serialize>(
    format: PlainFormat,
    report: &R,
    text: impl Fn(&R) -> String,
) -> Outcome {
    write(None, |out| match format {
        PlainFormat::Json => json(out, report),
        PlainFormat::Text => Ok(write!(out, "{}", text(report))?),
    })
}

/// Writes to the file, or to standard output if there is none. Writing stops when work should.
pub fn write(output: Option<&Path>, fill: impl FnOnce(&mut dyn Write) -> Outcome) -> Outcome {
    let whole: Box<dyn Write> = match output {
        None => Box::new(std::io::stdout().lock()),
        Some(path) => {
            let file = File::create(path)
                .map_err(|e| Failure::Usage(format!("cannot write {}: {e}", path.display())))?;
            Box::new(file)
        }
    };
    let mut out = BufWriter::with_capacity(64 << 10, Watched(whole));
    fill(&mut out)?;
    out.flush()?;
    if let Some(path) = output {
        eprintln!("wrote {}", path.display());
    }
    Ok(())
}
