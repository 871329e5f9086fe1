//! What several tests of claims ask.

use sprague_claim::parse_claims;
use sprague_rules::Diagnostic;

/// These clauses make no claim: the message that says so, whose place begins so, on this line.
pub fn refused(lines: &str, under: &str, line: usize, message: &str) -> Diagnostic {
    let text = format!("claim \"it\"\n{lines}\n");
    let errors = match parse_claims("it.claim", &text) {
        Ok(_) => panic!("accepted:\n{text}"),
        Err(errors) => errors,
    };
    let told = errors.iter().find(|error| error.complaint.message.contains(message));
    let error = told.unwrap_or_else(|| panic!("{text}{errors}")).clone();
    let found = &text[error.complaint.span.clone()];
    assert_eq!(error.line_and_column().0, line, "{error}");
    assert!(found.starts_with(under), "points at `{found}`\n{error}");
    error
}
