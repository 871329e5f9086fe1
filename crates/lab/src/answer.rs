//! Answers: JSON in which no text can do harm, and errors that say what is wrong, where, and what would be right.
//!
//! Texts of games and claims come back in answers: in messages, names, excerpts. A page shows them as text, never as markup; but
//! someone may copy them into a terminal. So no string of an answer has characters that steer one, or that turn the direction of
//! writing round: their pictures stand in their place.

use std::fmt;

use axum::http::{HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use serde::Serialize;
use serde_json::{Map, Value, json};
use sprague::{Diagnostic, Error};

/// What kind of trouble it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// What was asked is wrong.
    Input,
    /// More would be needed than is allowed.
    Limit,
    /// The work was stopped.
    Stopped,
    /// It will take long: ask again and say so.
    Estimate,
    /// A certificate is wrong.
    Rejected,
    /// The token is missing.
    Token,
    /// The request comes from elsewhere.
    Origin,
    /// There is no such thing.
    Missing,
    /// The method is the wrong one.
    Method,
    /// The request is too long.
    Long,
    /// Too much is asked at once.
    Busy,
    /// Something is wrong here.
    Inside,
}

impl Kind {
    fn name(self) -> &'static str {
        match self {
            Kind::Input => "input",
            Kind::Limit => "limit",
            Kind::Stopped => "stopped",
            Kind::Estimate => "estimate",
            Kind::Rejected => "rejected",
            Kind::Token => "token",
            Kind::Origin => "origin",
            Kind::Missing => "missing",
            Kind::Method => "method",
            Kind::Long => "long",
            Kind::Busy => "busy",
            Kind::Inside => "inside",
        }
    }

    fn status(self) -> StatusCode {
        match self {
            Kind::Input => StatusCode::BAD_REQUEST,
            Kind::Limit | Kind::Stopped | Kind::Estimate | Kind::Rejected => {
                StatusCode::UNPROCESSABLE_ENTITY
            }
            Kind::Token => StatusCode::UNAUTHORIZED,
            Kind::Origin => StatusCode::FORBIDDEN,
            Kind::Missing => StatusCode::NOT_FOUND,
            Kind::Method => StatusCode::METHOD_NOT_ALLOWED,
            Kind::Long => StatusCode::PAYLOAD_TOO_LARGE,
            Kind::Busy => StatusCode::TOO_MANY_REQUESTS,
            Kind::Inside => StatusCode::INTERNAL_SERVER_ERROR,
        }
    }
}

/// Why there is no answer.
#[derive(Clone, Debug)]
pub struct Wrong {
    kind: Kind,
    message: String,
    help: Option<String>,
    places: Vec<Value>,
    estimate: Option<Value>,
}

impl Wrong {
    pub fn new(kind: Kind, message: impl Into<String>) -> Wrong {
        Wrong { kind, message: message.into(), help: None, places: Vec::new(), estimate: None }
    }

    pub fn input(message: impl Into<String>) -> Wrong {
        Wrong::new(Kind::Input, message)
    }

    pub fn help(self, help: impl Into<String>) -> Wrong {
        Wrong { help: Some(help.into()), ..self }
    }

    /// With what it would cost.
    pub fn estimate(self, estimate: &impl Serialize) -> Wrong {
        Wrong { estimate: Some(json!(estimate)), ..self }
    }

    /// Some things that are wrong with texts.
    pub fn places<'d>(wrong: impl IntoIterator<Item = &'d Diagnostic>) -> Wrong {
        let wrong: Vec<&Diagnostic> = wrong.into_iter().collect();
        let first = wrong.first().map(|first| &first.complaint);
        Wrong {
            kind: Kind::Input,
            message: first.map_or_else(String::new, |first| first.message.clone()),
            help: first.and_then(|first| first.help.clone()),
            places: wrong.iter().map(|wrong| place(wrong)).collect(),
            estimate: None,
        }
    }

    /// As data.
    pub fn data(&self) -> Value {
        let mut error = json!({
            "kind": self.kind.name(),
            "message": self.message,
            "help": self.help,
            "places": self.places,
        });
        if let Some(estimate) = &self.estimate {
            error["estimate"] = estimate.clone();
        }
        harmless(json!({ "error": error }))
    }
}

/// What is wrong with a text, and where.
pub fn place(wrong: &Diagnostic) -> Value {
    let (line, column) = wrong.line_and_column();
    let units = |end: usize| {
        let end = wrong.text.floor_char_boundary(end.min(wrong.text.len()));
        wrong.text[..end].encode_utf16().count()
    };
    let span = &wrong.complaint.span;
    json!({
        "message": wrong.complaint.message,
        "help": wrong.complaint.help,
        "origin": wrong.origin,
        "line": line,
        "column": column,
        "from": units(span.start),
        "to": units(span.end.max(span.start)),
        "excerpt": wrong.render(false),
    })
}

impl From<Error> for Wrong {
    fn from(error: Error) -> Wrong {
        match &error {
            Error::Text(wrong) => return Wrong::places([&**wrong]),
            Error::Texts(all) => return Wrong::places(all.iter()),
            _ => {}
        }
        let kind = match error.kind() {
            sprague::Kind::Input => Kind::Input,
            sprague::Kind::Limit => Kind::Limit,
            sprague::Kind::Stopped => Kind::Stopped,
            sprague::Kind::Rejected => Kind::Rejected,
        };
        Wrong::new(kind, error.to_string())
    }
}

impl From<Diagnostic> for Wrong {
    fn from(wrong: Diagnostic) -> Wrong {
        Wrong::places([&wrong])
    }
}

impl fmt::Display for Wrong {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)
    }
}

impl IntoResponse for Wrong {
    fn into_response(self) -> Response {
        (self.kind.status(), Told(self.data())).into_response()
    }
}

/// An answer.
pub struct Told(Value);

impl Told {
    /// A result, whose texts are made harmless.
    pub fn new(result: impl Serialize) -> Told {
        Told(harmless(json!(result)))
    }
}

impl IntoResponse for Told {
    fn into_response(self) -> Response {
        let kind = (header::CONTENT_TYPE, HeaderValue::from_static("application/json"));
        ([kind], self.0.to_string()).into_response()
    }
}

/// Data whose strings steer neither terminals nor the direction of writing.
pub fn harmless(data: Value) -> Value {
    match data {
        Value::String(text) => Value::String(harmless_text(text)),
        Value::Array(all) => Value::Array(all.into_iter().map(harmless).collect()),
        Value::Object(all) => {
            let pairs = all.into_iter().map(|(key, value)| (harmless_text(key), harmless(value)));
            Value::Object(pairs.collect::<Map<_, _>>())
        }
        other => other,
    }
}

/// The same of a text.
pub fn harmless_text(text: String) -> String {
    match text.chars().any(|c| pictured(c).is_some()) {
        true => text.chars().map(|c| pictured(c).unwrap_or(c)).collect(),
        false => text,
    }
}

/// The picture of a character that does something.
pub fn pictured(c: char) -> Option<char> {
    match c {
        '\n' | '\t' => None,
        '\0'..='\u{1f}' => char::from_u32(0x2400 + u32::from(c)),
        '\u{7f}' => Some('\u{2421}'),
        '\u{80}'..='\u{9f}' => Some('\u{fffd}'),
        '\u{200e}' | '\u{200f}' | '\u{61c}' => Some('\u{fffd}'),
        '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}' => Some('\u{fffd}'),
        // Lines may end here for a page, and not for us.
        '\u{2028}' | '\u{2029}' | '\u{feff}' => Some('\u{fffd}'),
        _ => None,
    }
}
