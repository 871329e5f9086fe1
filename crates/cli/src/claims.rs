//! `sprague claims`: the statements of the papers that come with the program.

use std::io::Write as _;

use sprague::Diagnostic;
use sprague::papers::Page;
use sprague::report::claims::{ClaimLine, text};

use crate::args::{ClaimsArgs, PlainFormat};
use crate::failure::{Failure, Outcome};
use crate::output;

pub fn run(args: &ClaimsArgs) -> Outcome {
    let name = args.name.as_deref().unwrap_or("@");
    // The sign in front says where `prove` looks; here it can be left out.
    let pages = pages(name, name.strip_prefix('@').unwrap_or(name))?;
    let one = match pages[..] {
        [page] if name.trim_end_matches('/').contains('/') => Some(page),
        _ => None,
    };
    let mut out = std::io::stdout().lock();
    if let (Some(page), PlainFormat::Text, None) = (one, args.format, &args.word) {
        return Ok(write!(out, "{}", page.text)?);
    }
    let (mut lines, mut wrong) = (Vec::new(), Vec::new());
    for page in pages {
        let (claims, not_understood) = page.claims();
        wrong.extend(not_understood);
        let several = claims.len() > 1;
        for (claim, place) in claims.iter().zip(1..) {
            let line = ClaimLine::new(page.name, several.then_some(place), claim);
            let text = one.map(|page| page.text.to_string());
            lines.push(ClaimLine { text, ..line });
        }
    }
    if let Some(word) = &args.word {
        lines.retain(|line| line.mentions(word));
    }
    match args.format {
        PlainFormat::Text => write!(out, "{}", text(&lines))?,
        PlainFormat::Json => lines.iter().try_for_each(|line| output::json(&mut out, line))?,
    }
    match wrong.is_empty() {
        true => Ok(()),
        false => Err(Failure::Inputs(wrong)),
    }
}

/// The pages that a name stands for, which is the end of what was written.
pub fn pages(written: &str, name: &str) -> Result<Vec<&'static Page>, Diagnostic> {
    let start = written.len() - name.len();
    sprague::papers::find(name).map_err(|mut complaint| {
        complaint.span = complaint.span.start + start..complaint.span.end + start;
        complaint.about("statement", written)
    })
}
