//! Who may come in.
//!
//! Other programs of this machine can open its ports, and every page in a browser can send requests to them. So a request has to
//! name exactly this host (a name of a stranger's that was made to lead here is turned away: DNS rebinding), must not come from another
//! origin or site, and a question needs the token, which only whoever saw the address knows. There are no cookies, so nothing is sent
//! along unasked. What goes out says that nothing but our own files may be loaded.

use std::fmt::Write as _;
use std::net::SocketAddr;
use std::sync::Arc;

use axum::extract::{Request, State};
use axum::http::{HeaderMap, HeaderName, HeaderValue, Method, header};
use axum::middleware::Next;
use axum::response::{IntoResponse as _, Response};

use crate::answer::{Kind, Wrong};
use crate::server::Shared;

/// The host that this is, and the token.
pub struct Door {
    host: String,
    origin: String,
    token: String,
}

const FETCH_SITE: HeaderName = HeaderName::from_static("sec-fetch-site");
const FETCH_MODE: HeaderName = HeaderName::from_static("sec-fetch-mode");
const FETCH_DEST: HeaderName = HeaderName::from_static("sec-fetch-dest");

impl Door {
    pub fn new(address: SocketAddr) -> Result<Door, String> {
        let host = address.to_string();
        let origin = format!("http://{host}");
        Ok(Door { host, origin, token: random(24)? })
    }

    /// What to open in a browser.
    pub fn address(&self) -> String {
        format!("{}/#token={}", self.origin, self.token)
    }

    /// Does the request come from our own page, or from nobody's?
    fn admits(&self, request: &Request) -> Result<(), &'static str> {
        let headers = request.headers();
        let host = one(headers, &header::HOST)?.ok_or("the request names no host")?;
        if host != self.host {
            return Err("the request names another host");
        }
        // A whole address in the first line would stand above the name of the host.
        if request.uri().authority().is_some_and(|authority| authority.as_str() != self.host) {
            return Err("the request names another host");
        }
        match one(headers, &header::ORIGIN)? {
            None => {}
            Some(origin) if origin == self.origin => {}
            Some(_) => return Err("the request comes from another origin"),
        }
        let opened = request.method() == Method::GET
            && request.uri().path() == "/"
            && one(headers, &FETCH_MODE)? == Some("navigate")
            && one(headers, &FETCH_DEST)? == Some("document");
        match one(headers, &FETCH_SITE)? {
            None | Some("same-origin") => Ok(()),
            // An address that was typed; a link somewhere else to the page itself.
            Some("none") if request.method() == Method::GET => Ok(()),
            Some(_) if opened => Ok(()),
            Some(_) => Err("the request comes from another site"),
        }
    }

    fn knows(&self, headers: &HeaderMap) -> bool {
        let given = one(headers, &header::AUTHORIZATION).ok().flatten();
        let given = given.and_then(|given| given.strip_prefix("Bearer "));
        given.is_some_and(|given| is_same(given.as_bytes(), self.token.as_bytes()))
    }
}

/// The only value of a header; which of two is meant, nobody knows.
fn one<'h>(headers: &'h HeaderMap, name: &HeaderName) -> Result<Option<&'h str>, &'static str> {
    let mut all = headers.get_all(name).iter();
    let first = all.next();
    if all.next().is_some() {
        return Err("a header stands in the request twice");
    }
    match first.map(HeaderValue::to_str) {
        None => Ok(None),
        Some(Ok(text)) => Ok(Some(text)),
        Some(Err(_)) => Err("a header of the request is not readable"),
    }
}

/// Compares in a time that does not depend on where they differ.
fn is_same(one: &[u8], other: &[u8]) -> bool {
    let differ = one.iter().zip(other).fold(0, |differ, (a, b)| differ | (a ^ b));
    one.len() == other.len() && differ == 0
}

/// Bytes that nobody can guess, in hexadecimal digits.
pub fn random(bytes: usize) -> Result<String, String> {
    let mut drawn = vec![0; bytes];
    getrandom::fill(&mut drawn).map_err(|why| format!("the system has no random bytes: {why}"))?;
    Ok(drawn.iter().fold(String::new(), |mut text, byte| {
        let _ = write!(text, "{byte:02x}");
        text
    }))
}

/// Turns strangers away, and tells browsers what a page of ours may do.
pub async fn guard(State(shared): State<Arc<Shared>>, request: Request, next: Next) -> Response {
    let mut response = match shared.door.admits(&request) {
        Ok(()) => next.run(request).await,
        Err(why) => Wrong::new(Kind::Origin, why).into_response(),
    };
    let headers = response.headers_mut();
    let policy = "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";
    for (name, value) in [
        (header::CACHE_CONTROL, "no-store"),
        (header::CONTENT_SECURITY_POLICY, policy),
        (header::REFERRER_POLICY, "no-referrer"),
        (header::X_CONTENT_TYPE_OPTIONS, "nosniff"),
        (header::X_FRAME_OPTIONS, "DENY"),
        (HeaderName::from_static("cross-origin-opener-policy"), "same-origin"),
        (HeaderName::from_static("cross-origin-resource-policy"), "same-origin"),
    ] {
        // The page has a policy of its own.
        headers.entry(name).or_insert(HeaderValue::from_static(value));
    }
    response
}

/// Turns questions away that do not know the token.
pub async fn token(State(shared): State<Arc<Shared>>, request: Request, next: Next) -> Response {
    match shared.door.knows(request.headers()) {
        true => next.run(request).await,
        false => {
            let help = "open the address that `sprague lab` printed: the token stands in it";
            let wrong = Wrong::new(Kind::Token, "this page does not know the token of the server");
            wrong.help(help).into_response()
        }
    }
}

/// Nothing is asked this way.
pub async fn no_route() -> Wrong {
    Wrong::new(Kind::Missing, "there is no such question")
}

/// Everything has one method.
pub async fn wrong_method() -> Wrong {
    let wrong = Wrong::new(Kind::Method, "this is asked by another method");
    wrong.help("questions are sent with POST, files are read with GET")
}
