//! `sprague verify`: certificates, or folders of them, through the independent checker.

use std::fs::File;
use std::io::{Read as _, Write as _};
use std::path::{Path, PathBuf};

use sprague::Rejection;
use sprague::report::certificates::Verified;
use sprague::{Error, Session};

use crate::args::{Limits, PlainFormat, VerifyArgs};
use crate::failure::{Failure, Outcome};
use crate::{open, output, proofs};

/// How the name of a certificate ends.
pub const EXTENSION: &str = "cert";

/// What became of a file.
enum Checked {
    /// What is known by it.
    Accepted(String),
    Rejected(Rejection),
    /// Neither accepted nor rejected: a limit was reached.
    Stopped(String),
    Unreadable(String),
}

pub fn run(args: &VerifyArgs, limits: &Limits) -> Outcome {
    let mut files = Vec::new();
    for path in &args.files {
        files.extend(certificates(path)?);
    }
    let of = files.len();
    let session = proofs::session(limits, &args.limits, of);
    let names = files.clone();
    let memory = limits.memory.unwrap_or_else(|| session.budget().memory);
    let check = move |file: &PathBuf| checked(file, memory, &session);
    let [mut rejected, mut stopped, mut unreadable] = [0; 3];
    let done = proofs::in_order(files, "certificates", limits, check, |place, result| {
        match &result {
            Checked::Accepted(_) => {}
            Checked::Rejected(_) => rejected += 1,
            Checked::Stopped(_) => stopped += 1,
            Checked::Unreadable(_) => unreadable += 1,
        }
        print(&names[place], &result, args.format, of > 1)
    })?;
    let accepted = done - rejected - stopped - unreadable;
    if of > 1 && args.format == PlainFormat::Text {
        let mut text = format!("\n{accepted} accepted, {rejected} rejected");
        if stopped > 0 {
            text += &format!(", {stopped} not checked to the end");
        }
        if unreadable > 0 {
            text += &format!(", {unreadable} unreadable");
        }
        writeln!(std::io::stdout(), "{text}")?;
    }
    if done < of {
        return Err(Failure::Stopped(format!("{done} of {of} certificates were checked")));
    }
    if unreadable > 0 {
        return Err(Failure::Usage(format!("{unreadable} of {of} files cannot be read")));
    }
    match (rejected, stopped) {
        (0, 0) => Ok(()),
        (0, _) => Err(Failure::Budget(format!("{stopped} of {of} were not checked to the end"))),
        _ => Err(Failure::Rejected),
    }
}

fn checked(file: &Path, memory: u64, session: &Session) -> Checked {
    // Text that is taken apart takes several times as much, if its lines are short.
    let most = memory / 32;
    let mut text = Vec::new();
    let read = File::open(file).and_then(|file| file.take(most + 1).read_to_end(&mut text));
    if let Err(error) = read {
        return Checked::Unreadable(error.to_string());
    }
    if text.len() as u64 > most {
        let most = most >> 10;
        let why = format!("it is larger than the {most} kB that --memory allows for its text");
        return Checked::Stopped(why);
    }
    let Ok(text) = String::from_utf8(text) else {
        return Checked::Rejected(Rejection::new("this is not the text of a certificate"));
    };
    match session.verify(open::unmarked(&text)) {
        Ok(accepted) => Checked::Accepted(accepted.statement().to_string()),
        Err(Error::Rejected(Rejection { stopped: Some(stop), .. })) => {
            Checked::Stopped(proofs::with_options(&stop.to_string()))
        }
        Err(Error::Rejected(rejection)) => Checked::Rejected(rejection),
        Err(other) => Checked::Unreadable(other.to_string()),
    }
}

/// The line of one file; its name stands there if there are several.
fn print(file: &Path, checked: &Checked, format: PlainFormat, several: bool) -> Outcome {
    let name = file.display().to_string();
    let (word, words) = match checked {
        Checked::Accepted(statement) => ("accepted", statement.clone()),
        Checked::Rejected(rejection) => ("rejected", rejection.to_string()),
        Checked::Stopped(why) => ("not checked to the end", why.clone()),
        Checked::Unreadable(why) => ("cannot be read", why.clone()),
    };
    let mut out = std::io::stdout();
    match (format, checked) {
        (PlainFormat::Json, _) => {
            let ok = matches!(checked, Checked::Accepted(_));
            let (statement, why) = if ok { (Some(words), None) } else { (None, Some(words)) };
            output::json(&mut out, &Verified { file: name, ok, statement, why })?;
        }
        (PlainFormat::Text, Checked::Unreadable(_)) => {
            eprintln!("error: cannot read {name}: {words}")
        }
        (PlainFormat::Text, _) if several => writeln!(out, "{name}: {word}: {}", short(&words))?,
        (PlainFormat::Text, _) => writeln!(out, "{word}: {words}")?,
    }
    Ok(())
}

/// The beginning of a long text.
fn short(text: &str) -> String {
    match text.char_indices().nth(160) {
        Some((end, _)) => format!("{} ...", &text[..end]),
        None => text.to_string(),
    }
}

/// The certificates that a path stands for; a folder for all below it, in order of their names.
fn certificates(path: &Path) -> Outcome<Vec<PathBuf>> {
    if !path.is_dir() {
        return Ok(vec![path.to_path_buf()]);
    }
    let mut found = Vec::new();
    collect(path, &mut found)
        .map_err(|e| Failure::Usage(format!("cannot read {}: {e}", path.display())))?;
    found.sort();
    match found.is_empty() {
        true => Err(Failure::Usage(format!(
            "there are no files in {} that end in .{EXTENSION}",
            path.display()
        ))),
        false => Ok(found),
    }
}

fn collect(folder: &Path, found: &mut Vec<PathBuf>) -> std::io::Result<()> {
    for entry in std::fs::read_dir(folder)? {
        let path = entry?.path();
        if path.is_dir() {
            collect(&path, found)?;
        } else if path.extension().is_some_and(|extension| extension == EXTENSION) {
            found.push(path);
        }
    }
    Ok(())
}
