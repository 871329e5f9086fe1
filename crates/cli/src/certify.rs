//! `sprague certify`: a proved regularity, or the verdict on a claim, as a file that the checker reads.

use std::io::Write as _;
use std::path::Path;
use std::time::{Duration, Instant};

use sprague_certificate::{CaseEvidence, Certificate, Evidence, HeapEvidence};
use sprague_claim::Claim;
use sprague_prove::sequences;
use sprague_report::SequenceReport;
use sprague_report::certificates::Certified;
use sprague_report::verdicts::Judged;
use sprague_rules::Ruleset;
use sprague_sequence::regularity::Reach;
use sprague_sequence::{Regularity, Run, Sequence, Terms, Verdict as Known};

use crate::args::{CertifyArgs, Limits, PlainFormat};
use crate::failure::{Failure, Outcome};
use crate::prove::Source;
use crate::{open, output, proofs, work};

pub fn run(args: &CertifyArgs, limits: &Limits) -> Outcome {
    if args.what.ends_with(".claim") || args.what.starts_with('@') {
        return of_claim(args, limits);
    }
    let library = open::library(&args.what)?;
    let ruleset = library.ruleset(&args.what)?;
    if Reach::of(&ruleset).is_none() {
        let message = "no proof is known for games of this form: moves must take some of a finite set of \
                       amounts, or take and break in normal play without conditions on the parts";
        return Err(Failure::Usage(message.into()));
    }
    let (sequence, known) = found(&ruleset, args, limits)?;
    let regularity = sequences::certified(&ruleset, &sequence, known)
        .ok_or_else(|| Failure::Budget("the regularity has no certificate".into()))?;
    let evidence = HeapEvidence::Proof(vec![CaseEvidence::Regularity(regularity)]);
    // It holds its rules: a game file is part of it.
    let (claim, games) = (claim(args.what.trim(), known), library.games().to_vec());
    let certificate = Certificate { claim, games, evidence: Evidence::Heap(evidence) };
    // It is written only if the checker accepts it.
    let task = proofs::task(limits, &args.limits, true);
    let watch = work::watch(limits);
    match work::with_progress(watch, "steps", || sprague_verify::accept(certificate, &task)) {
        Ok(accepted) => written(args, &accepted.certificate().write(), accepted.statement()),
        Err(rejection) => match rejection.stopped {
            Some(stop) => {
                Err(Failure::Budget(format!("a proof was found, but not checked: {stop}")))
            }
            None => {
                eprintln!("the proof that was found is not accepted: {rejection}");
                Err(Failure::Rejected)
            }
        },
    }
}

/// The claim that is certified.
fn claim(expression: &str, known: Regularity) -> String {
    let Regularity { preperiod, period, saltus, .. } = known;
    let rise = if saltus > 0 { format!(" and saltus {saltus}") } else { String::new() };
    let title = expression.replace('"', "");
    format!(
        "claim \"one heap of {title}\"\n  game {expression}\n  \
         regular from {preperiod} with period {period}{rise}\n"
    )
}

/// Heaps that are computed before a first look for a proof.
const FIRST_LOOK: u32 = 1000;
/// A regularity that is seen so many times, and not proved, will not be proved by more heaps.
const ENOUGH: usize = 200;

/// The terms and their regularity, looked for at 1000 heaps, 2000, 4000 and so on.
fn found(
    ruleset: &Ruleset,
    args: &CertifyArgs,
    limits: &Limits,
) -> Outcome<(Sequence, Regularity)> {
    let watch = work::watch(limits);
    let budget = work::budget(limits);
    let mut to = FIRST_LOOK.min(args.to);
    let mut known: Vec<u32> = Vec::new();
    let begun = Instant::now();
    loop {
        let run = Run { known: std::mem::take(&mut known), keep: &mut |_| {} };
        let sequence = work::with_progress(watch, "heaps", || {
            Sequence::run(ruleset, to, &budget, watch, run)
        })?;
        let last = sequence.len().saturating_sub(1);
        let regularity = sequence.regularity(ruleset);
        if let Some(found) = regularity
            && let Known::Proved(_) = found.verdict
        {
            return Ok((sequence, found));
        }
        let report = SequenceReport { ruleset: ruleset.expression.clone(), sequence, regularity };
        let words = report.in_words();
        if last < to as usize {
            let message = format!("heaps up to {last} are computed, without a proof: {words}");
            return Err(Failure::Stopped(message));
        }
        let hopeless = regularity
            .is_some_and(|seen| seen.saltus > 0 && (last - seen.preperiod) / seen.period >= ENOUGH);
        if hopeless {
            let message = format!("no theorem applies: {words}, {ENOUGH} times and more");
            let help = "a saltus is proved where it is a power of two and values lie on levels";
            return Err(Failure::Budget(format!("{message}; {help}")));
        }
        if to == args.to {
            let message = format!("there is no proof yet: {words}");
            return Err(Failure::Budget(format!("{message} (--to raises the largest heap)")));
        }
        if begun.elapsed() > Duration::from_secs(2) {
            eprintln!(
                "no proof with heaps up to {to} ({words}); going on to {}",
                to.saturating_mul(2).min(args.to)
            );
        }
        if let Terms::NimValues(values) = report.sequence.terms {
            known = values;
        }
        to = to.saturating_mul(2).min(args.to);
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
    let (claims, wrong) = source.read()?;
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
            let file = file.display().to_string();
            output::json(&mut out, &Certified { ok: true, statement, file })?;
        }
        (PlainFormat::Text, Some(_)) => writeln!(out, "{statement}")?,
        // The certificate itself went there.
        (_, None) => {}
    }
    Ok(())
}
