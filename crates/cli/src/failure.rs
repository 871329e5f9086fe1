//! How a command fails: bad input (exit 2), over a budget (exit 3), or an answer that is not the hoped-for one (exit 1).

use std::io::IsTerminal as _;
use std::path::Path;
use std::process::ExitCode;

use sprague::report::picture::PictureError;
use sprague::{Diagnostic, Refusal, Stop};

use crate::{proofs, work};

pub enum Failure {
    /// Points at what is wrong with the input.
    Input(Box<Diagnostic>),
    /// Points at several such places.
    Inputs(Vec<Diagnostic>),
    /// Says what is wrong with the input, where there is nothing to point at.
    Usage(String),
    /// Memory or time did not suffice.
    Budget(String),
    /// Time ran out, or someone pressed Ctrl-C.
    Stopped(String),
    /// Parts of a job are missing, damaged or of another job.
    NotWhole(String),
    /// A certificate was rejected, or a verdict is not the expected one; that was said.
    Rejected,
    /// Whoever reads our output has gone.
    ReaderGone,
}

pub type Outcome<T = ()> = Result<T, Failure>;

impl Failure {
    /// A file or folder that cannot be used, or not now.
    pub fn at(path: &Path) -> impl Fn(std::io::Error) -> Failure + '_ {
        use std::io::ErrorKind::{QuotaExceeded, StorageFull};
        move |error| {
            let message = format!("{}: {error}", path.display());
            match error.kind() {
                StorageFull | QuotaExceeded => Failure::Stopped(message),
                _ => Failure::Usage(message),
            }
        }
    }

    /// Tells the user and gives the exit code.
    pub fn report(self) -> ExitCode {
        match self {
            Failure::Input(diagnostic) => {
                eprintln!("{}", diagnostic.render(std::io::stderr().is_terminal()));
                ExitCode::from(2)
            }
            Failure::Inputs(all) => {
                let styled = std::io::stderr().is_terminal();
                for diagnostic in all {
                    eprintln!("{}\n", diagnostic.render(styled));
                }
                ExitCode::from(2)
            }
            Failure::Usage(message) => {
                eprintln!("error: {message}");
                ExitCode::from(2)
            }
            Failure::Budget(message) => {
                eprintln!("over budget: {message}");
                ExitCode::from(3)
            }
            Failure::Stopped(message) => {
                match work::why() {
                    Some(Stop::Bytes { .. }) => {
                        eprintln!("over budget: --memory allows no more than this: {message}");
                    }
                    Some(Stop::Time { limit }) => {
                        eprintln!("stopped: after {limit:?} (--time): {message}");
                    }
                    _ => eprintln!("stopped: {message}"),
                }
                ExitCode::from(3)
            }
            Failure::NotWhole(message) => {
                eprintln!("not whole: {message}");
                ExitCode::from(1)
            }
            Failure::Rejected => ExitCode::from(1),
            Failure::ReaderGone => ExitCode::SUCCESS,
        }
    }
}

/// A refusal that says which option allows more.
pub fn advised(refusal: Refusal) -> Refusal {
    match refusal {
        Refusal::Memory { what, needed, budget, fits } => {
            let fits = format!("{fits} --memory raises it.");
            Refusal::Memory { what, needed, budget, fits: fits.trim_start().to_string() }
        }
        other => other,
    }
}

impl From<Diagnostic> for Failure {
    fn from(diagnostic: Diagnostic) -> Self {
        Failure::Input(Box::new(diagnostic))
    }
}

impl From<Refusal> for Failure {
    fn from(refusal: Refusal) -> Self {
        match refusal {
            Refusal::Unsuitable { .. } => Failure::Usage(refusal.to_string()),
            Refusal::Memory { .. } => Failure::Budget(advised(refusal).to_string()),
            Refusal::Stopped { reached } => Failure::Stopped(reached),
        }
    }
}

impl From<sprague::Error> for Failure {
    fn from(error: sprague::Error) -> Self {
        match (error.kind(), error) {
            (_, sprague::Error::Text(diagnostic)) => Failure::Input(diagnostic),
            (_, sprague::Error::Texts(all)) => Failure::Inputs(all.into_iter().collect()),
            (_, sprague::Error::Refused(refusal)) => refusal.into(),
            (sprague::Kind::Input, error) => Failure::Usage(error.to_string()),
            (sprague::Kind::Limit, sprague::Error::Rejected(rejection)) => {
                Failure::Budget(proofs::with_options(&rejection.to_string()))
            }
            (sprague::Kind::Limit, error) => Failure::Budget(match error.passed() {
                Some(passed) => format!("{error}; --{passed} allows more"),
                None => error.to_string(),
            }),
            (_, sprague::Error::Value(_)) => Failure::Stopped("before the value was known".into()),
            (sprague::Kind::Stopped, error) => Failure::Stopped(error.to_string()),
            (sprague::Kind::Rejected, error @ sprague::Error::Census(_)) => {
                Failure::NotWhole(error.to_string())
            }
            (sprague::Kind::Rejected, _) => Failure::Rejected,
        }
    }
}

impl From<sprague::parts::Trouble> for Failure {
    fn from(trouble: sprague::parts::Trouble) -> Self {
        match trouble {
            sprague::parts::Trouble::Refused(message) => Failure::NotWhole(message),
            sprague::parts::Trouble::File(message) => Failure::Usage(message),
            sprague::parts::Trouble::Unwritten(message) => Failure::Stopped(message),
        }
    }
}

impl From<PictureError> for Failure {
    fn from(error: PictureError) -> Self {
        match error {
            PictureError::Stopped => Failure::Stopped("the picture was not drawn".into()),
            error => Failure::Usage(error.to_string()),
        }
    }
}

impl From<std::io::Error> for Failure {
    fn from(error: std::io::Error) -> Self {
        match error.kind() {
            std::io::ErrorKind::BrokenPipe => Failure::ReaderGone,
            std::io::ErrorKind::TimedOut => Failure::Stopped("the output is not complete".into()),
            _ => Failure::Usage(error.to_string()),
        }
    }
}

impl From<serde_json::Error> for Failure {
    fn from(error: serde_json::Error) -> Self {
        Failure::from(std::io::Error::from(error))
    }
}
