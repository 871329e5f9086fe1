//! The page: the files of `web/`, compiled in. (A debug build reads them where they are, so that they can be edited.)

use axum::extract::Request;
use axum::http::header;
use axum::response::{IntoResponse, Response};
use rust_embed::RustEmbed;

use crate::answer::{Kind, Wrong};
use crate::door::random;

#[derive(RustEmbed)]
#[folder = "web/"]
struct Files;

/// What stands for the number that is used once, by which the page's own inline script is known.
const NONCE: &str = "__NONCE__";

/// The page itself.
pub async fn page() -> Result<Response, Wrong> {
    let file = Files::get("lab/index.html").ok_or_else(missing)?;
    let nonce = random(16).map_err(|why| Wrong::new(Kind::Inside, why))?;
    let text = String::from_utf8_lossy(&file.data).replace(NONCE, &nonce);
    let policy = format!(
        "default-src 'none'; script-src 'self' 'nonce-{nonce}'; style-src 'self' 'nonce-{nonce}'; \
         img-src 'self' blob: data:; font-src 'self'; connect-src 'self'; base-uri 'none'; \
         form-action 'none'; frame-ancestors 'none'; require-trusted-types-for 'script'"
    );
    let headers = [
        (header::CONTENT_TYPE, "text/html; charset=utf-8".to_string()),
        (header::CONTENT_SECURITY_POLICY, policy),
    ];
    Ok((headers, text).into_response())
}

/// A file that the page needs.
pub async fn file(request: Request) -> Result<Response, Wrong> {
    let path = request.uri().path().trim_start_matches('/');
    // Our files have plain names; whatever is written otherwise is none of them.
    let plain = |c: char| c.is_ascii_alphanumeric() || "-_./@".contains(c);
    let named = path.chars().all(plain) && path.split('/').all(|part| !part.starts_with('.'));
    let file = Files::get(path).filter(|_| named).ok_or_else(missing)?;
    let headers = [(header::CONTENT_TYPE, kind(path)), (header::CACHE_CONTROL, "no-cache")];
    Ok((headers, file.data.into_owned()).into_response())
}

fn missing() -> Wrong {
    Wrong::new(Kind::Missing, "there is no such file")
}

/// What browsers have to know of a file.
fn kind(path: &str) -> &'static str {
    match path.rsplit_once('.').map(|(_, ending)| ending) {
        Some("html") => "text/html; charset=utf-8",
        Some("js" | "mjs") => "text/javascript; charset=utf-8",
        Some("css") => "text/css; charset=utf-8",
        Some("json") => "application/json",
        Some("svg") => "image/svg+xml",
        Some("png") => "image/png",
        Some("woff2") => "font/woff2",
        _ => "text/plain; charset=utf-8",
    }
}
