//! Arguments that are not numbers or words of a list: sizes, times, kernels, levels, keys.

use std::time::Duration;

use sprague::Kernel;
use sprague::Key;
use sprague::play::Level;

pub fn level(text: &str) -> Result<Level, String> {
    text.parse::<Level>().map_err(|complaint| complaint.help.unwrap_or(complaint.message))
}

pub fn kernel(text: &str) -> Result<Kernel, String> {
    Kernel::ALL.into_iter().find(|k| k.name() == text).ok_or_else(|| {
        let names: Vec<&str> = Kernel::ALL.iter().map(|k| k.name()).collect();
        format!("the kernels are {}", names.join(", "))
    })
}

pub fn key(text: &str) -> Result<Key, String> {
    Key::from_name(text).ok_or_else(|| {
        let names: Vec<&str> = Key::EVERY.iter().map(|key| key.name()).collect();
        format!("games are counted by {}", names.join(", "))
    })
}

/// `500M`, `8G`, `1.5GiB`, or a number of bytes.
pub fn bytes(text: &str) -> Result<u64, String> {
    let digits = text.trim_end_matches(|c: char| c.is_ascii_alphabetic());
    let factor = match text[digits.len()..].to_ascii_uppercase().trim_end_matches("IB") {
        "" | "B" => 1u64,
        "K" | "KB" => 1 << 10,
        "M" | "MB" => 1 << 20,
        "G" | "GB" => 1 << 30,
        "T" | "TB" => 1 << 40,
        _ => return Err("write a size such as 500M or 8G".into()),
    };
    let number: f64 = digits.parse().map_err(|_| "write a size such as 500M or 8G")?;
    let size = number * factor as f64;
    if size.is_finite() && (0.0..1e18).contains(&size) {
        Ok(size as u64)
    } else {
        Err("this size is out of reach".into())
    }
}

/// `30s`, `5m`, `2h`, or seconds.
pub fn duration(text: &str) -> Result<Duration, String> {
    let digits = text.trim_end_matches(|c: char| c.is_ascii_alphabetic());
    let factor = match &text[digits.len()..] {
        "ms" => 0.001,
        "" | "s" => 1.0,
        "m" | "min" => 60.0,
        "h" => 3600.0,
        _ => return Err("write a time such as 30s, 5m or 2h".into()),
    };
    let number: f64 = digits.parse().map_err(|_| "write a time such as 30s, 5m or 2h")?;
    Duration::try_from_secs_f64(number * factor).map_err(|_| "this time is out of reach".into())
}
