//! Saved runs: the nim-values computed so far as a b-file, with the ruleset and a checksum in its
//! first lines, so that a later run can go on from them.

use std::fs;
use std::io::{BufRead, BufWriter, Write as _};
use std::path::Path;

use sprague_solve::heaps::NimValues;

/// Writes the values so that the file is always whole: the old one or the new one.
pub fn save(path: &Path, expression: &str, values: &NimValues) -> std::io::Result<()> {
    let mut name = path.file_name().unwrap_or_default().to_os_string();
    name.push(".new");
    let new = path.with_file_name(name);
    let mut file = BufWriter::new(fs::File::create(&new)?);
    writeln!(file, "{}\n# checksum {:016x}", heading(expression), checksum(values))?;
    for (heap, value) in values.iter().enumerate() {
        writeln!(file, "{heap} {value}")?;
    }
    file.into_inner()?.sync_all()?;
    fs::rename(new, path)
}

/// The values of a saved run of this ruleset; what is wrong with the file if it is not one.
pub fn load(file: impl BufRead, expression: &str) -> Result<NimValues, String> {
    let mut lines = file.lines();
    let mut next = || lines.next().transpose().map_err(|error| error.to_string());
    let first = next()?.unwrap_or_default();
    if first != heading(expression) {
        let other = first.strip_prefix("# sprague sequence ");
        return Err(match other {
            Some(other) => format!("it is a run of {other}, not of {expression}"),
            None => "it is not a saved run".to_string(),
        });
    }
    let stated = next()?;
    let mut values = NimValues::default();
    while let Some(line) = next()? {
        let value = line.split_once(' ').filter(|(heap, _)| heap.parse() == Ok(values.len()));
        let value = value.and_then(|(_, value)| value.parse().ok());
        let wrong = || format!("line {} is not a heap and its value", values.len() + 3);
        let value = value.ok_or_else(wrong)?;
        values.push(value);
    }
    let whole = stated == Some(format!("# checksum {:016x}", checksum(&values)));
    if whole { Ok(values) } else { Err("it was changed since it was saved".to_string()) }
}

fn heading(expression: &str) -> String {
    format!("# sprague sequence {expression}")
}

/// FNV-1a over the values: enough to notice a damaged file.
fn checksum(values: &NimValues) -> u64 {
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
        let values = NimValues::from(vec![0, 1, 2, 3, 1, 4, 3, 2, 1]);
        save(&path, "kayles", &values).unwrap();
        let text = fs::read_to_string(&path).unwrap();
        fs::remove_file(&path).unwrap();
        let load = |text: &str, expression: &str| load(text.as_bytes(), expression);
        assert_eq!(load(&text, "kayles").unwrap(), values);
        assert!(load(&text, "dawson").unwrap_err().contains("a run of kayles"));
        assert!(load(&text.replace("4 1", "4 2"), "kayles").unwrap_err().contains("changed"));
        assert!(load(&text.replace("4 1\n", ""), "kayles").unwrap_err().contains("line 7"));
        assert!(load("hello", "kayles").unwrap_err().contains("not a saved run"));
    }
}
