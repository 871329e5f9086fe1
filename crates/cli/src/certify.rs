//! `sprague certify` and `sprague verify`: a proved regularity or claim as a file, and its independent check.

use std::io::Write as _;
use std::path::Path;

use serde_json::json;
use sprague_report::SequenceReport;
use sprague_rules::parse_ruleset;
use sprague_sequence::certificate;
use sprague_sequence::regularity::Reach;

use crate::args::{CertifyArgs, Limits, PlainFormat};
use crate::failure::{Failure, Outcome};
use crate::{output, prove, sequence, work};

pub fn run(args: &CertifyArgs, limits: &Limits) -> Outcome {
    if args.what.ends_with(".claim") {
        return of_claim(args, limits);
    }
    let ruleset = parse_ruleset(&args.what)?;
    if Reach::of(&ruleset).is_none() {
        let message = "no proof is known for games of this form: moves must take some of a finite set of \
                       amounts, or take and break in normal play without conditions on the parts";
        return Err(Failure::Usage(message.into()));
    }
    let sequence = sequence::compute(&ruleset, args.to, limits)?;
    let regularity = sequence.regularity(&ruleset);
    let text = regularity.and_then(|found| certificate::write(&ruleset, &sequence, found));
    let report = SequenceReport { ruleset: ruleset.expression.clone(), sequence, regularity };
    let Some(text) = text else {
        let message = format!("there is no proof yet: {}", report.in_words());
        return Err(Failure::Budget(format!("{message} (--to raises the largest heap)")));
    };
    written(args, &text, &format!("{}: {}", ruleset.expression, report.in_words()))
}

/// A claim that automata prove, with what they found.
fn of_claim(args: &CertifyArgs, limits: &Limits) -> Outcome {
    let claims = prove::read(Path::new(&args.what))?;
    let claim = match (args.claim, &claims[..]) {
        (None, [claim]) => claim,
        (Some(n), _) if (1..=claims.len()).contains(&n) => &claims[n - 1],
        _ => {
            let names = claims.iter().zip(1..).map(|(claim, n)| format!("\n  {n}  {}", claim.name));
            let message = format!("which claim? Say --claim N:{}", names.collect::<String>());
            return Err(Failure::Usage(message));
        }
    };
    let judgement = sprague_prove::judge(claim, &prove::task(claim, limits));
    let Some(accepted) = judgement.verdict.accepted() else {
        let verdict = judgement.verdict.kind().name();
        eprintln!("there is no certificate of \"{}\": it is {verdict}", claim.name);
        return Err(Failure::Rejected);
    };
    let text = accepted.certificate().write();
    written(args, &text, &format!("{}: \"{}\"", claim.ruleset().expression, claim.name))
}

fn written(args: &CertifyArgs, text: &str, statement: &str) -> Outcome {
    let mut out = std::io::stdout();
    let file = args.output.as_deref();
    output::write(file, |out| Ok(out.write_all(text.as_bytes())?))?;
    match (args.format, file) {
        (PlainFormat::Json, Some(file)) => {
            writeln!(out, "{}", json!({ "ok": true, "statement": statement, "file": file }))?;
        }
        (PlainFormat::Text, Some(_)) => writeln!(out, "{statement}")?,
        // The certificate itself went there.
        (_, None) => {}
    }
    Ok(())
}

/// Accepted: exit 0; rejected: exit 1.
pub fn verify(file: &Path, format: PlainFormat, limits: &Limits) -> Outcome {
    let text = std::fs::read_to_string(file)
        .map_err(|e| Failure::Usage(format!("cannot read {}: {e}", file.display())))?;
    let watch = work::watch(limits);
    let progress = |done, of| {
        watch.expect(of);
        watch.reach(done)
    };
    let verdict = work::with_progress(watch, "steps", || sprague_verify::verify(&text, &progress));
    if !watch.goes_on() {
        return Err(Failure::Stopped("the certificate is neither accepted nor rejected".into()));
    }
    let mut out = std::io::stdout();
    match (verdict, format) {
        (Ok(statement), PlainFormat::Json) => {
            writeln!(out, "{}", json!({ "ok": true, "statement": statement }))?;
            Ok(())
        }
        (Ok(statement), PlainFormat::Text) => {
            writeln!(out, "accepted: {statement}")?;
            Ok(())
        }
        (Err(rejection), PlainFormat::Json) => {
            let (statement, why) = (None::<String>, rejection.to_string());
            writeln!(out, "{}", json!({ "ok": false, "statement": statement, "why": why }))?;
            Err(Failure::Rejected)
        }
        (Err(rejection), PlainFormat::Text) => {
            writeln!(out, "rejected: {rejection}")?;
            Err(Failure::Rejected)
        }
    }
}
