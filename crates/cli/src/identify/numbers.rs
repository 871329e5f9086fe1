//! Numbers that somebody typed or took from the OEIS: a list with commas or spaces, or a b-file.
//!
//! A b-file has two numbers a line, an index that goes up by one and a term; comments begin with `#`. A list of two numbers
//! a line would look the same, so the indices decide: they must go up by one on at least two lines. Where they go up, but not by
//! one, a term is missing, or it is no b-file: that is refused.

use sprague::Complaint;

use crate::failure::Outcome;

/// What the terms are called where something is wrong with them.
const ORIGIN: &str = "standard input";

/// The terms, in their order.
pub fn read(text: &str) -> Outcome<Vec<u32>> {
    let mut lines: Vec<Vec<u64>> = Vec::new();
    let mut start = 0;
    for line in text.split_inclusive('\n') {
        let written = line.split('#').next().unwrap_or_default();
        let mut numbers = Vec::new();
        let mut at = 0;
        for word in written.split([',', ' ', '\t', '\r', '\n', ';', '[', ']', '{', '}']) {
            let place = start + at..start + at + word.len();
            at += word.len() + 1;
            if word.is_empty() {
                continue;
            }
            let number: u64 = word.parse().map_err(|_| {
                let message = format!("`{word}` is not a nim-value");
                let help = "write numbers such as 0,1,2,3,1,4, or a b-file: an index and a term on each line";
                Complaint::new(place, message).help(help).about(ORIGIN, text)
            })?;
            numbers.push(number);
        }
        if !numbers.is_empty() {
            lines.push(numbers);
        }
        start += line.len();
    }
    let pairs = lines.len() > 1 && lines.iter().all(|line| line.len() == 2);
    let indexed = pairs && lines.windows(2).all(|two| two[1][0] == two[0][0].wrapping_add(1));
    if pairs && !indexed && lines.len() > 2 && lines.windows(2).all(|two| two[1][0] > two[0][0]) {
        let message =
            "these look like the indices and terms of a b-file, but some indices are missing";
        let help = "write a list on one line, with commas, if it is none";
        return Err(Complaint::new(0..text.len(), message).help(help).about(ORIGIN, text).into());
    }
    let terms = match indexed {
        true => lines.into_iter().map(|line| line[1]).collect(),
        false => lines.concat(),
    };
    let small = |term: u64| {
        u32::try_from(term).map_err(|_| {
            let message = format!("{term} is too large for a nim-value");
            Complaint::new(0..text.len(), message).about(ORIGIN, text)
        })
    };
    let terms = terms.into_iter().map(small).collect::<Result<Vec<u32>, _>>()?;
    if terms.is_empty() {
        let complaint = Complaint::new(0..0, "there are no numbers");
        return Err(complaint.help("such as 0,1,2,3,1,4").about(ORIGIN, text).into());
    }
    Ok(terms)
}

#[cfg(test)]
mod tests {
    use super::read;

    #[test]
    fn lists_and_b_files_are_told_apart() {
        let numbers = |text: &str| read(text).ok();
        assert_eq!(numbers("0,1, 2\n3"), Some(vec![0, 1, 2, 3]));
        assert_eq!(numbers("[0, 1, 2]\n"), Some(vec![0, 1, 2]));
        assert_eq!(numbers("# A002186\n0 0\n1 1\n2 2\n3 3\n4 1\n"), Some(vec![0, 1, 2, 3, 1]));
        assert_eq!(numbers("0 1\n0 1\n"), Some(vec![0, 1, 0, 1]));
        assert_eq!(numbers("0 1\n"), Some(vec![0, 1]));
        assert_eq!(numbers("0 0\n1 1\n3 2\n"), None);
        assert_eq!(numbers("0 x"), None);
        assert_eq!(numbers(""), None);
        assert_eq!(numbers("99999999999"), None);
    }
}
