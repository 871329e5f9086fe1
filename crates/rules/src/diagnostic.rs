//! What is wrong, where, and what would be right.
//!
//! Every complaint about a text of the user's points at a span of that text. The picture with the
//! caret is drawn by `annotate-snippets`, the renderer of the Rust compiler.

use std::fmt;
use std::ops::Range;

use annotate_snippets::{AnnotationKind, Group, Level, Renderer, Snippet};

/// Bytes of a text.
pub type Span = Range<usize>;

/// One complaint about a span of some text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Complaint {
    /// What is wrong, as a sentence without a full stop.
    pub message: String,
    /// Where.
    pub span: Span,
    /// What would be right.
    pub help: Option<String>,
}

impl Complaint {
    /// A complaint about `span`.
    pub fn new(span: Span, message: impl Into<String>) -> Self {
        Complaint { message: message.into(), span, help: None }
    }

    /// Adds what would be right.
    pub fn help(mut self, help: impl Into<String>) -> Self {
        self.help = Some(help.into());
        self
    }

    /// Binds the complaint to the text it is about.
    pub fn about(self, origin: &str, text: &str) -> Diagnostic {
        Diagnostic { complaint: self, origin: origin.into(), text: text.into() }
    }
}

/// A complaint together with the text it points into; displays as a marked excerpt.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Diagnostic {
    /// What, where and the remedy.
    pub complaint: Complaint,
    /// The file's name, or what else the text is.
    pub origin: String,
    /// The whole text.
    pub text: String,
}

impl Diagnostic {
    /// The excerpt with its caret, with terminal colours if `styled`.
    pub fn render(&self, styled: bool) -> String {
        let renderer = if styled { Renderer::styled() } else { Renderer::plain() };
        let span = within(&self.text, &self.complaint.span);
        let snippet = Snippet::source(&self.text)
            .path(&self.origin)
            .annotation(AnnotationKind::Primary.span(span));
        let title = Level::ERROR.primary_title(self.complaint.message.as_str()).element(snippet);
        let group = match &self.complaint.help {
            Some(help) => title.element(Level::HELP.message(help.as_str())),
            None => title,
        };
        renderer.render(&[group] as &[Group<'_>])
    }

    /// Line and column, counted from 1, of the start of the span.
    pub fn line_and_column(&self) -> (usize, usize) {
        let start = within(&self.text, &self.complaint.span).start;
        let before = &self.text[..start];
        let line = before.matches('\n').count() + 1;
        let column = before.chars().rev().take_while(|&c| c != '\n').count() + 1;
        (line, column)
    }
}

/// The span cut to the text and to whole characters.
fn within(text: &str, span: &Span) -> Span {
    let start = text.floor_char_boundary(span.start.min(text.len()));
    let end = text.ceil_char_boundary(span.end.clamp(start, text.len()));
    start..end
}

impl fmt::Display for Diagnostic {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.render(false))
    }
}

impl std::error::Error for Diagnostic {}

/// All that is wrong with a text; at least one thing.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Diagnostics(Vec<Diagnostic>);

impl Diagnostics {
    /// What is wrong, in the order of the text; `None` if that is nothing.
    pub fn new(mut all: Vec<Diagnostic>) -> Option<Diagnostics> {
        all.sort_by_key(|diagnostic| diagnostic.complaint.span.start);
        all.dedup();
        (!all.is_empty()).then_some(Diagnostics(all))
    }

    /// One by one.
    pub fn iter(&self) -> std::slice::Iter<'_, Diagnostic> {
        self.0.iter()
    }

    /// The first one.
    pub fn first(&self) -> &Diagnostic {
        &self.0[0]
    }

    /// All excerpts with their carets, with terminal colours if `styled`.
    pub fn render(&self, styled: bool) -> String {
        let all: Vec<String> = self.iter().map(|diagnostic| diagnostic.render(styled)).collect();
        all.join("\n\n")
    }
}

impl fmt::Display for Diagnostics {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.render(false))
    }
}

impl std::error::Error for Diagnostics {}

impl From<Diagnostic> for Diagnostics {
    fn from(one: Diagnostic) -> Diagnostics {
        Diagnostics(vec![one])
    }
}

impl IntoIterator for Diagnostics {
    type Item = Diagnostic;
    type IntoIter = std::vec::IntoIter<Diagnostic>;

    fn into_iter(self) -> Self::IntoIter {
        self.0.into_iter()
    }
}

/// Longer words are not compared: it would take long, and they are not slips of the finger.
const LONGEST_WORD: usize = 64;

/// The known word nearest to `word`, if one is near enough to be what was meant.
pub fn nearest<'a>(word: &str, known: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    let comparable = |w: &str| w.len() <= LONGEST_WORD;
    known
        .into_iter()
        .filter(|k| comparable(word) && comparable(k))
        .map(|k| (strsim::damerau_levenshtein(&word.to_lowercase(), &k.to_lowercase()), k))
        .filter(|&(distance, k)| distance <= (k.len().min(word.len()) + 1) / 3)
        .min_by_key(|&(distance, _)| distance)
        .map(|(_, k)| k)
}

/// "did you mean ...?", if something known is near.
pub fn did_you_mean<'a>(word: &str, known: impl IntoIterator<Item = &'a str>) -> Option<String> {
    nearest(word, known).map(|k| format!("did you mean `{k}`?"))
}
