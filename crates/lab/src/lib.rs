//! The lab: games looked at in a browser. A small server on this machine alone, which serves one page from the program itself and
//! answers what the page asks by the front door `sprague`. It knows no mathematics, and opens no file but those of a folder that was
//! given at the start.
//!
//! # What the page asks
//!
//! Every question is a `POST` to `/api/...` with a JSON object and the header `Authorization: Bearer TOKEN`; the token stands in the
//! fragment of the address that is printed. A game is `{"ruleset": "misere lr-nim(2,3)"}` or `{"text": "game ...", "arguments": "2,3",
//! "misere": false}`: texts, never paths. Positions are written as on the command line. Every question may have `job`, a name under
//! which `/api/progress` tells how far it is, and `limits`, `{"time": seconds, "memory": bytes}`, which can only be smaller than those
//! of the server. Who drops a question stops its work.
//!
//! | route | question | answer |
//! |---|---|---|
//! | `about` | | version, limits, levels of play |
//! | `games` | | the catalogue with texts and first positions |
//! | `check` | `text`, `arguments`, `misere` | what is wrong and where, or what the game is; its examples |
//! | `solve` `options` | `game`, `position` | who wins and how; all options with their worth |
//! | `estimate` `table` | `game`, `piles`, `max`, `nim`, `fixed`, `large` | what it will cost; the table as a sheet |
//! | `diff` | `old`, `new` and as `table` | how many positions changed, and the first of them |
//! | `overlay` | `claim`, `place`, `max`, `fixed` | where a claim is right and wrong, as a sheet |
//! | `play` | `game`, `position`, `side`, `begin`, `level`, `moves`, `wish` | a view for `web/play.js`, and the moves made |
//! | `claim` | `text`, `games`, `deep`, `only` | events: `claims`, `begin`, `step`, `progress`, `verdict`, `done`, `error` |
//! | `claims/check` | `text`, `games` | the claims of a text, or what is wrong and where |
//! | `sequence` `identify` | `game`, `to` | the sequence of one heap; which known game it is |
//! | `record` `statement` | ; `name` | the statements of the papers and their recorded verdicts; one file of them |
//! | `automaton` `automaton/read` | `certificate`; `position` | the automaton of a proof, laid out and written; a position read by it |
//! | `value` | `expression`, or `game` and `position` | canonical form, thermograph, options as a tree |
//! | `folder` `file` | ; `id` | the files of the folder by ids; the text of one |
//! | `census` `census/rows` | `id` | counts of a file of rows; some of its rows |
//! | `export` | `what`, `format` and the question | a file |
//! | `progress` | `job` | events: `progress`, `end` |
//!
//! Results have the keys that `--format json` prints, described in `docs/schema`, and beside them `command`: what to type for the same
//! result. Errors are `{"error": {"kind", "message", "help", "places"}}`; a place has line, column, offsets in UTF-16 units, and a
//! picture with carets. A *sheet* is four bytes with the length of a JSON header, the header, and a little-endian number of sixteen
//! bits for each cell, row by row (see [`sprague::cell`]).
//!
//! # Safe
//!
//! The server listens on 127.0.0.1; [`door`] turns away every other host, origin and site, and every question without the token. The
//! page may load nothing that is not its own. What a text contains is never markup and never an escape of a terminal
//! ([`answer`]). Limits on bytes, memory, time and the number of jobs hold for every question ([`jobs`]).

#![forbid(unsafe_code)]
#![warn(missing_docs)]
#![allow(rustdoc::private_intra_doc_links)]

mod answer;
mod ask;
mod assets;
mod automaton;
mod census;
mod claims;
mod command;
mod connections;
mod door;
mod events;
mod export;
mod folder;
mod game;
mod heap;
mod jobs;
mod papers;
mod play;
mod server;
mod sheet;
mod solve;
mod table;
mod value;

pub use jobs::Limits;
pub use server::{Lab, Trouble};
