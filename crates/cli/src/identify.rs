//! `sprague identify`: which known game is this?

use sprague::Identification;
use sprague::report::heap::Identified;

use crate::args::{IdentifyArgs, Limits};
use crate::failure::Outcome;
use crate::{open, output, work};

mod numbers;

pub fn run(args: &IdentifyArgs, limits: &Limits) -> Outcome {
    let session = work::session(limits);
    if args.ruleset == "-" {
        let values = numbers::read(&std::io::read_to_string(std::io::stdin().lock())?)?;
        let compute = || session.identify_values("-", &values);
        let found = work::with_progress(&session, "heaps", compute)?;
        let report = Identified::new("the list", values.len() as u32 - 1, &found);
        return output::print(args.format, &report, Identified::text);
    }
    let on_graphs = || session.identify_graphs(&args.ruleset, args.to);
    if let Some(found) = work::with_progress(&session, "heaps", on_graphs)? {
        return print(&args.ruleset, &found, args);
    }
    let ruleset = open::ruleset(&args.ruleset)?;
    let compute = || session.identify_heaps(&ruleset, args.to);
    let found = work::with_progress(&session, "heaps", compute)?;
    print(&ruleset.expression, &found, args)
}

fn print(ruleset: &str, found: &Identification, args: &IdentifyArgs) -> Outcome {
    let report = Identified::new(ruleset, args.to, found);
    output::print(args.format, &report, Identified::text)
}
