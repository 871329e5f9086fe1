//! Where a result goes, and in which format: as asked for, or as the name of the file says.

use std::fs::File;
use std::io::{BufWriter, IsTerminal as _, Write};
use std::path::Path;

use clap::ValueEnum;

use crate::failure::{Failure, Outcome};

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

/// A result as one line of JSON.
pub fn json(out: &mut dyn Write, result: &impl serde::Serialize) -> Outcome {
    serde_json::to_writer(&mut *out, result)?;
    Ok(writeln!(out)?)
}

/// Writes to the file, or to standard output if there is none.
pub fn write(output: Option<&Path>, fill: impl FnOnce(&mut dyn Write) -> Outcome) -> Outcome {
    let mut out: Box<dyn Write> = match output {
        None => Box::new(BufWriter::new(std::io::stdout().lock())),
        Some(path) => {
            let file = File::create(path)
                .map_err(|e| Failure::Usage(format!("cannot write {}: {e}", path.display())))?;
            Box::new(BufWriter::new(file))
        }
    };
    fill(&mut out)?;
    out.flush()?;
    if let Some(path) = output {
        eprintln!("wrote {}", path.display());
    }
    Ok(())
}
