//! `sprague certify`: a proved regularity, or the verdict on a claim, as a file that the checker reads.

use std::io::Write as _;
use std::path::Path;

use sprague::Claim;
use sprague::Error;
use sprague::report::certificates::Certified;
use sprague::report::verdicts::Judged;

use crate::args::{CertifyArgs, Limits, PlainFormat};
use crate::failure::{Failure, Outcome};
use crate::prove::Source;
use crate::{open, output, proofs, work};

pub fn run(args: &CertifyArgs, limits: &Limits) -> Outcome {
    if args.what.ends_with(".claim") || args.what.starts_with('@') {
        return of_claim(args, limits);
    }
    let (library, expression) = open::named(&args.what)?;
    let session = proofs::limited(work::session(limits), &args.limits);
    let certified = || session.certify(&library, &expression, args.to);
    match work::with_progress(&session, "heaps", certified) {
        Ok(accepted) => written(args, &accepted.certificate().write(), accepted.statement()),
        Err(Error::NoProof(why)) => {
            Err(Failure::Budget(format!("{why} (--to raises the largest heap)")))
        }
        Err(Error::Rejected(rejection)) => match rejection.stopped {
            Some(stop) => {
                let why = proofs::with_options(&stop.to_string());
                Err(Failure::Budget(format!("a proof was found, but not checked: {why}")))
            }
            None => {
                eprintln!("the proof that was found is not accepted: {rejection}");
                Err(Failure::Rejected)
            }
        },
        Err(other) => Err(other.into()),
    }
}

/// The certificate that the verdict on a claim holds, be it a proof or a counterexample.
fn of_claim(args: &CertifyArgs, limits: &Limits) -> Outcome {
    let sources = Source::all(Path::new(&args.what))?;
    let [source] = &sources[..] else {
        let message =
            format!("{} stands for many files, and a certificate is for one claim", args.what);
        return Err(Failure::Usage(message));
    };
    let claim = &source.one(args.claim)?;
    let session = proofs::session(limits, &args.limits, 1);
    let judge = move |claim: &Claim| proofs::advised(session.judge(claim));
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
            let file = file.display().to_string();
            output::json(&mut out, &Certified { ok: true, statement, file })?;
        }
        (PlainFormat::Text, Some(_)) => writeln!(out, "{statement}")?,
        // The certificate itself went there.
        (_, None) => {}
    }
    Ok(())
}
