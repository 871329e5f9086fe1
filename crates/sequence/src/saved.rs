//! Saved runs: the nim-values computed so far as a b-file, with the ruleset and a checksum in its
//! first lines, so that a later run can go on from them.

use std::fmt::Write as _;
use std::fs;
use std::io::Write as _;
use std::path::Path;

/// Writes the values so that the file is always whole: the old one or the new one.
pub fn save(path: &Path, expression: &str, values: &[u32]) -> std::io::Result<()> {
    let mut text = format!("{}\n# checksum {:016x}\n", heading(expression), checksum(values));
    for (heap, value) in values.iter().enumerate() {
        let _ = writeln!(text, "{heap} {value}");
    }
    let mut name = path.file_name().unwrap_or_default().to_os_string();
    name.push(".new");
    let new = path.with_file_name(name);
    let mut file = fs::File::create(&new)?;
    file.write_all(text.as_bytes())?;
    file.sync_all()?;
    fs::rename(new, path)
}

/// The values of a saved run of this ruleset; what is wrong with the file if it is not one.
pub fn load(text: &str, expression: &str) -> Result<Vec<u32>, String> {
    let mut lines = text.lines();
    let first = lines.next().unwrap_or_default();
    if first != heading(expression) {
        let other = first.strip_prefix("# sprague sequence ");
        return Err(match other {
            Some(other) => format!("it is a run of {other}, not of {expression}"),
            None => "it is not a saved run".to_string(),
        });
    }
    let stated = lines.next().and_then(|line| line.strip_prefix("# checksum "));
    let mut values = Vec::new();
    for (index, line) in lines.enumerate() {
        let value = line.split_once(' ').filter(|(heap, _)| heap.parse() == Ok(values.len()));
        let value = value.and_then(|(_, value)| value.parse().ok());
        values
            .push(value.ok_or_else(|| format!("line {} is not a heap and its value", index + 3))?);
    }
    let whole = stated == Some(format!("{:016x}", checksum(&values)).as_str());
    if whole { Ok(values) } else { Err("it was changed since it was saved".to_string()) }
}

fn heading(expression: &str) -> String {
    format!("# sprague sequence {expression}")
}

/// FNV-1a over the values: enough to notice a damaged file.
fn checksum(values: &[u32]) -> u64 {
    let bytes = values.iter().flat_map(|value| value.to_le_bytes());
    bytes.fold(0xcbf2_9ce4_8422_2325, |hash, byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_saved_run_comes_back_and_a_damaged_one_does_not() {
        let path = std::env::temp_dir().join(format!("sprague-saved-{}", std::process::id()));
        let values = [0, 1, 2, 3, 1, 4, 3, 2, 1];
        save(&path, "kayles", &values).unwrap();
        let text = fs::read_to_string(&path).unwrap();
        fs::remove_file(&path).unwrap();
        assert_eq!(load(&text, "kayles").unwrap(), values);
        assert!(load(&text, "dawson").unwrap_err().contains("a run of kayles"));
        assert!(load(&text.replace("4 1", "4 2"), "kayles").unwrap_err().contains("changed"));
        assert!(load(&text.replace("4 1\n", ""), "kayles").unwrap_err().contains("line 7"));
        assert!(load("hello", "kayles").unwrap_err().contains("not a saved run"));
    }
}
