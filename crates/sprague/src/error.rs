//! Why there is no answer.

use std::fmt;

use sprague_rules::{Diagnostic, Diagnostics, Misfit};
use sprague_solve::Refusal;
use sprague_value::ruleset::NoValues;
use sprague_verify::Rejection;

/// Why there is no answer. What it is about stands in the types of the rooms; [`Error::kind`] says what to do about it.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub enum Error {
    /// Something is wrong with a text: what, where, and what would be right.
    Text(Box<Diagnostic>),
    /// Several things are wrong with a text.
    Texts(Diagnostics),
    /// Numbers that are no position of the game.
    Position(Misfit),
    /// What is asked for does not suit the ruleset; in words.
    Request(String),
    /// A table or a search: too large, stopped, or not for the kernel that was insisted on.
    Refused(Refusal),
    /// A value: too large, or stopped.
    Value(sprague_value::Limit),
    /// The positions of the ruleset have no values.
    NoValues(NoValues),
    /// A position on a graph: too large, or stopped.
    Graph(sprague_graph::Limit),
    /// A census: stopped, or a file or folder that cannot be used.
    Census(sprague_census::Trouble),
    /// The checker does not accept a certificate, or could not check it to the end.
    Rejected(Rejection),
    /// There is no proof; what is known instead, in words.
    NoProof(String),
}

/// What kind of trouble it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// What was given is wrong.
    Input,
    /// More memory, time or work would be needed than is allowed.
    Limit,
    /// The work was stopped before its end, by its time or by whoever asked for it.
    Stopped,
    /// A certificate is wrong, or the parts of a job are not whole.
    Rejected,
}

/// A limit of a session that was passed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Passed {
    /// [`Session::memory`](crate::Session::memory).
    Memory,
    /// [`Session::time`](crate::Session::time).
    Time,
    /// [`Session::steps`](crate::Session::steps).
    Steps,
    /// [`Session::states`](crate::Session::states).
    States,
    /// [`Session::positions`](crate::Session::positions).
    Positions,
}

impl fmt::Display for Passed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Passed::Memory => "memory",
            Passed::Time => "time",
            Passed::Steps => "steps",
            Passed::States => "states",
            Passed::Positions => "positions",
        })
    }
}

impl Error {
    /// The limit that was passed, if there is one that could be raised.
    pub fn passed(&self) -> Option<Passed> {
        match self {
            Error::Refused(Refusal::Memory { .. })
            | Error::Value(sprague_value::Limit::Memory { .. })
            | Error::Graph(sprague_graph::Limit::Memory { .. }) => Some(Passed::Memory),
            Error::Rejected(rejection) => match rejection.stopped? {
                sprague_task::Stop::Cancelled => None,
                sprague_task::Stop::Steps { .. } => Some(Passed::Steps),
                sprague_task::Stop::States { .. } => Some(Passed::States),
                sprague_task::Stop::Bytes { .. } => Some(Passed::Memory),
                sprague_task::Stop::Positions { .. } => Some(Passed::Positions),
                sprague_task::Stop::Time { .. } => Some(Passed::Time),
            },
            _ => None,
        }
    }

    /// What kind of trouble it is.
    pub fn kind(&self) -> Kind {
        match self {
            Error::Text(_)
            | Error::Texts(_)
            | Error::Position(_)
            | Error::Request(_)
            | Error::NoValues(_) => Kind::Input,
            Error::Refused(Refusal::Unsuitable { .. }) => Kind::Input,
            Error::Refused(Refusal::Memory { .. }) => Kind::Limit,
            Error::Refused(Refusal::Stopped { .. }) => Kind::Stopped,
            Error::Value(sprague_value::Limit::Stopped) => Kind::Stopped,
            Error::Value(sprague_value::Limit::Memory { .. }) => Kind::Limit,
            Error::Value(_) => Kind::Input,
            Error::Graph(sprague_graph::Limit::Stopped { .. }) => Kind::Stopped,
            Error::Graph(_) => Kind::Limit,
            Error::Census(sprague_census::Trouble::Stopped(_)) => Kind::Stopped,
            Error::Census(sprague_census::Trouble::NotWhole(_)) => Kind::Rejected,
            Error::Census(_) => Kind::Input,
            Error::Rejected(rejection) => match rejection.stopped {
                Some(sprague_task::Stop::Cancelled) => Kind::Stopped,
                Some(_) => Kind::Limit,
                None => Kind::Rejected,
            },
            Error::NoProof(_) => Kind::Limit,
        }
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Error::Text(diagnostic) => diagnostic.fmt(f),
            Error::Texts(all) => all.fmt(f),
            Error::Position(misfit) => misfit.fmt(f),
            Error::Request(words) | Error::NoProof(words) => f.write_str(words),
            Error::Refused(refusal) => refusal.fmt(f),
            Error::Value(limit) => limit.fmt(f),
            Error::NoValues(none) => none.fmt(f),
            Error::Graph(limit) => limit.fmt(f),
            Error::Census(trouble) => trouble.fmt(f),
            Error::Rejected(rejection) => rejection.fmt(f),
        }
    }
}

impl std::error::Error for Error {}

impl From<Diagnostic> for Error {
    fn from(diagnostic: Diagnostic) -> Error {
        Error::Text(Box::new(diagnostic))
    }
}

macro_rules! wraps {
    ($($kind:ident($from:ty)),*) => {
        $(impl From<$from> for Error {
            fn from(from: $from) -> Error {
                Error::$kind(from)
            }
        })*
    };
}

wraps!(
    Texts(Diagnostics),
    Position(Misfit),
    Refused(Refusal),
    Value(sprague_value::Limit),
    NoValues(NoValues),
    Graph(sprague_graph::Limit),
    Census(sprague_census::Trouble),
    Rejected(Rejection)
);
