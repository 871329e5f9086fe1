//! `sprague certify`: a proved regularity, or the verdict on a claim, as a file that the checker reads.

use std::io::Write as _;
use std::path::Path;

use serde_json::json;
use sprague_claim::Claim;
use sprague_report::SequenceReport;
use sprague_report::verdicts::Judged;
use sprague_sequence::certificate;
use sprague_sequence::regularity::Reach;

use crate::args::{CertifyArgs, Limits, PlainFormat};
use crate::failure::{Failure, Outcome};
use crate::{open, output, proofs, prove, sequence};

pub fn run(args: &CertifyArgs, limits: &Limits) -> Outcome {
    if args.what.ends_with(".claim") {
        return of_claim(args, limits);
    }
    let ruleset = open::ruleset(&args.what)?;
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

/// The certificate that the verdict on a claim holds, be it a proof or a counterexample.
fn of_claim(args: &CertifyArgs, limits: &Limits) -> Outcome {
    let (claims, wrong) = prove::read(Path::new(&args.what))?;
    if !wrong.is_empty() {
        return Err(Failure::Inputs(wrong));
    }
    let claim = match (args.claim, &claims[..]) {
        (None, [claim]) => claim,
        (Some(n), _) if (1..=claims.len()).contains(&n) => &claims[n - 1],
        _ => {
            let names = claims.iter().zip(1..).map(|(claim, n)| format!("\n  {n}  {}", claim.name));
            let message = format!("which claim? Say --claim N:{}", names.collect::<String>());
            return Err(Failure::Usage(message));
        }
    };
    let (work_limits, proof) = (limits.clone(), args.limits.clone());
    let judge = move |claim: &Claim| {
        sprague_prove::judge(claim, &proofs::task(&work_limits, &proof, claim.deep))
    };
    let mut judgement = None;
    proofs::in_order(vec![claim.clone()], "claims", limits, judge, |_, found| {
        judgement = Some(found);
        Ok(())
    })?;
    let Some(judgement) = judgement else {
        return Err(Failure::Stopped("the claim is not judged".into()));
    };
    let Some(accepted) = judgement.verdict.accepted() else {
        let row = Judged { claim, judgement: &judgement };
        let (verdict, why) = (row.verdict(), row.reason().unwrap_or_default());
        eprintln!("there is no certificate of \"{}\": it is {verdict} {why}", claim.name);
        return Err(Failure::Rejected);
    };
    written(args, &accepted.certificate().write(), accepted.statement())
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
