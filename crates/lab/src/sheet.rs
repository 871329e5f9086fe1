//! A sheet: a JSON header and many small numbers, as bytes that a page reads without parsing.

use axum::http::header;
use axum::response::{IntoResponse as _, Response};
use serde_json::Value;

use crate::answer::harmless;

/// The length of the header in four bytes, the header with spaces behind it so that numbers begin at a multiple of eight, and the
/// numbers, the low byte first.
pub fn sheet(header: Value, cells: &[u16]) -> Response {
    let mut text = harmless(header).to_string().into_bytes();
    while !(4 + text.len()).is_multiple_of(8) {
        text.push(b' ');
    }
    let mut bytes = Vec::with_capacity(4 + text.len() + 2 * cells.len());
    bytes.extend_from_slice(&(text.len() as u32).to_le_bytes());
    bytes.extend_from_slice(&text);
    bytes.extend(cells.iter().flat_map(|cell| cell.to_le_bytes()));
    ([(header::CONTENT_TYPE, "application/octet-stream")], bytes).into_response()
}
