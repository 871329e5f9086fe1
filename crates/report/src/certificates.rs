//! Certificates written and checked, as data.

use serde::Serialize;

/// A certificate that was written.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Certified<'c> {
    /// The independent checker has accepted it; nothing else is written.
    pub ok: bool,
    /// What is known by it.
    pub statement: &'c str,
    /// The file it is in.
    pub file: String,
}

/// What the independent checker says of one file.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Verified {
    /// The file.
    pub file: String,
    /// Is the certificate accepted?
    pub ok: bool,
    /// What is known by it; null if it is not accepted.
    pub statement: Option<String>,
    /// What is wrong with it, or why it could not be checked; only where it is not accepted.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", schemars(with = "String"))]
    pub why: Option<String>,
}
