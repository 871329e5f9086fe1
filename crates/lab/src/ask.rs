//! Questions: JSON objects of which every field is used, or is an error.

use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::Duration;

use axum::body::to_bytes;
use axum::extract::{FromRequest, Request};
use axum::http::header;
use serde::Deserialize;
use serde::de::DeserializeOwned;
use serde_json::Value;
use sprague::{Game, Library, Ruleset, Shape, catalogue};

use crate::answer::{Kind, Wrong};
use crate::server::Shared;

/// A question, with what every question may have.
pub struct Ask<T> {
    /// What is asked.
    pub asked: T,
    /// The name of the job, and smaller limits.
    pub terms: Terms,
}

/// What every question may have.
#[derive(Clone, Debug, Default)]
pub struct Terms {
    pub job: Option<String>,
    pub time: Option<Duration>,
    pub memory: Option<u64>,
}

/// The longest name of a job.
const LONGEST_NAME: usize = 64;
/// Arrays and objects may be inside each other so deep; the reader of JSON stops at twice this.
const DEEPEST: usize = 64;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct LimitsAsked {
    time: Option<f64>,
    memory: Option<u64>,
}

impl<T: DeserializeOwned> FromRequest<Arc<Shared>> for Ask<T> {
    type Rejection = Wrong;

    async fn from_request(request: Request, shared: &Arc<Shared>) -> Result<Ask<T>, Wrong> {
        let kind = request.headers().get(header::CONTENT_TYPE).and_then(|kind| kind.to_str().ok());
        let kind = kind.map(|kind| kind.split(';').next().unwrap_or(kind).trim());
        if !kind.is_some_and(|kind| kind.eq_ignore_ascii_case("application/json")) {
            return Err(Wrong::input("a question has the content type application/json"));
        }
        let most = shared.jobs.limits().body;
        let long = || {
            Wrong::new(Kind::Long, format!("a question has at most {most} bytes"))
                .help("a smaller text")
        };
        let size = request.headers().get(header::CONTENT_LENGTH);
        let size = size.and_then(|size| size.to_str().ok()?.parse::<u64>().ok());
        if size.is_some_and(|size| size > most as u64) {
            return Err(long());
        }
        let bytes = to_bytes(request.into_body(), most).await.map_err(|_| long())?;
        Ask::read(&bytes)
    }
}

impl<T: DeserializeOwned> Ask<T> {
    /// Reads a question.
    pub fn read(bytes: &[u8]) -> Result<Ask<T>, Wrong> {
        let wrong = |why: serde_json::Error| Wrong::input(format!("this is no question: {why}"));
        let mut data: Value = serde_json::from_slice(bytes).map_err(wrong)?;
        if depth(&data) > DEEPEST {
            return Err(Wrong::input("this is no question: it is too deep"));
        }
        let Value::Object(fields) = &mut data else {
            return Err(Wrong::input("this is no question: a question is a JSON object"));
        };
        let (job, limits) = (fields.remove("job"), fields.remove("limits"));
        let job = match job {
            None | Some(Value::Null) => None,
            Some(Value::String(name)) if name.len() <= LONGEST_NAME => Some(name),
            Some(_) => {
                return Err(Wrong::input(format!(
                    "`job` is a text of at most {LONGEST_NAME} bytes"
                )));
            }
        };
        let limits: Option<LimitsAsked> = match limits {
            None => None,
            Some(limits) => serde_json::from_value(limits).map_err(wrong)?,
        };
        let (mut time, mut memory) = (None, None);
        if let Some(limits) = limits {
            memory = limits.memory;
            if let Some(seconds) = limits.time {
                let seconds = Duration::try_from_secs_f64(seconds);
                time = Some(seconds.map_err(|_| Wrong::input("`time` is a number of seconds"))?);
            }
        }
        let asked = serde_json::from_value(data).map_err(wrong)?;
        Ok(Ask { asked, terms: Terms { job, time, memory } })
    }
}

fn depth(data: &Value) -> usize {
    match data {
        Value::Array(all) => 1 + all.iter().map(depth).max().unwrap_or(0),
        Value::Object(all) => 1 + all.values().map(depth).max().unwrap_or(0),
        _ => 0,
    }
}

/// No question at all.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Nothing {}

/// A game: an expression of the catalogue, or a text.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct GameAsked {
    pub ruleset: Option<String>,
    pub text: Option<String>,
    #[serde(default)]
    pub arguments: String,
    #[serde(default)]
    pub misere: bool,
}

/// A game that was understood.
#[derive(Clone, Debug)]
pub struct Named {
    pub ruleset: Arc<Ruleset>,
    /// How the library finds it.
    pub expression: String,
    /// A text that is not in the catalogue, by the name of its file.
    pub file: Option<(String, String)>,
}

impl GameAsked {
    /// The ruleset, and how to find it again.
    pub fn read(&self) -> Result<Named, Wrong> {
        match (&self.ruleset, &self.text) {
            (Some(expression), None) => {
                let expression = self.with_misere(expression.trim());
                let library = Library::catalogue();
                let ruleset = library.ruleset(&expression).map_err(|wrong| {
                    let help = match sprague::graph_game(&expression) {
                        Some(_) => "this game is played on graphs: it has plays, and no tables",
                        None => return Wrong::from(wrong),
                    };
                    Wrong::input(format!("`{expression}` is not played with piles")).help(help)
                })?;
                let expression = ruleset.expression.clone();
                Ok(Named { ruleset: Arc::new(ruleset), expression, file: None })
            }
            (None, Some(text)) => self.read_text(text),
            _ => Err(Wrong::input("a game has either a `ruleset` or a `text`")),
        }
    }

    fn read_text(&self, text: &str) -> Result<Named, Wrong> {
        let game = Game::from_text(text)?;
        // A text of the catalogue goes by its name there.
        if catalogue::text(game.name()).is_some_and(|known| known.trim() == text.trim()) {
            let arguments = match game.parameters().is_empty() && self.arguments.trim().is_empty() {
                true => String::new(),
                false => format!("({})", self.arguments),
            };
            // What is wrong with the arguments is pointed at in the arguments.
            game.ruleset(&self.arguments)?;
            let known = GameAsked {
                ruleset: Some(format!("{}{arguments}", game.name())),
                misere: self.misere,
                ..GameAsked::default()
            };
            return known.read();
        }
        let mut ruleset = game.ruleset(&self.arguments)?;
        if self.misere {
            ruleset = ruleset.misere();
        }
        let name = format!("./{}.game", game.name());
        let expression = ruleset.expression.clone();
        let file = Some((name, text.to_string()));
        Ok(Named { ruleset: Arc::new(ruleset), expression, file })
    }

    /// The expression of a game on graphs, if this is one.
    pub fn on_graphs(&self) -> Option<String> {
        let expression = self.with_misere(self.ruleset.as_deref()?.trim());
        sprague::graph_game(&expression).map(|_| expression)
    }

    fn with_misere(&self, expression: &str) -> String {
        if self.misere { format!("misere {expression}") } else { expression.to_string() }
    }
}

/// Texts of games by the names of their files, which claims name.
pub fn library(games: &BTreeMap<String, String>) -> Library {
    Library::with(games.iter().map(|(name, text)| (name.clone(), text.clone())).collect())
}

/// What positions of a ruleset are: a word, and the number of places, or of piles at most.
pub fn shape(ruleset: &Ruleset) -> (&'static str, Option<usize>) {
    match ruleset.shape {
        Shape::Row { places } => ("row", Some(places)),
        Shape::Piles { at_most } => ("piles", at_most),
    }
}
