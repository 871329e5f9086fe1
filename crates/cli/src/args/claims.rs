//! The arguments of `sprague claims`.

use super::PlainFormat;

#[derive(clap::Args)]
pub struct ClaimsArgs {
    /// A paper, or PAPER/NAME to show that text [default: all papers]
    pub name: Option<String>,
    /// Only statements with this word in their name, title, source or game
    #[arg(long, value_name = "WORD")]
    pub word: Option<String>,
    /// How to print
    #[arg(long, value_enum, default_value_t = PlainFormat::Text)]
    pub format: PlainFormat,
}
