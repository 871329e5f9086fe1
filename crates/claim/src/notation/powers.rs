//! A sequence whose exponents are left open, as pieces: `(0,1)^c,4,(5,4)^{c-1}(+8)` is a block c times, a term, another block
//! c - 1 times, and 8 is added each time round. Blocks within blocks, overlines and dots are not read here.

/// A block of terms with its exponent, as it is written; none is 1.
pub type Power<'t> = (Vec<u32>, Option<&'t str>);

/// The pieces of what repeats, and the saltus; none if the notation is of another form.
pub fn powers(text: &str) -> Option<(Vec<Power<'_>>, u32)> {
    let mut all = Vec::new();
    let mut rest = text.trim();
    while !rest.is_empty() {
        if let Some(after) = rest.strip_prefix(',') {
            rest = after.trim_start();
            continue;
        }
        let Some(inner) = rest.strip_prefix('(') else {
            let end = rest.find(|c: char| !c.is_ascii_digit()).unwrap_or(rest.len());
            all.push((vec![rest[..end].parse().ok()?], None));
            rest = rest[end..].trim_start();
            continue;
        };
        let (block, after) = inner.split_once(')')?;
        let after = after.trim_start();
        if let Some(saltus) = block.trim().strip_prefix('+') {
            let saltus = saltus.trim().parse().ok()?;
            return (after.is_empty() && !all.is_empty()).then_some((all, saltus));
        }
        let terms = block.split(',').map(|term| term.trim().parse().ok());
        let terms = terms.collect::<Option<Vec<u32>>>()?;
        let Some(exponent) = after.strip_prefix('^') else {
            // A block that stands alone repeats.
            return (after.is_empty() && all.is_empty()).then(|| (vec![(terms, None)], 0));
        };
        let exponent = exponent.trim_start();
        let (exponent, after) = match exponent.strip_prefix('{') {
            Some(inner) => inner.split_once('}')?,
            None => {
                let end = exponent.find(|c: char| !c.is_alphanumeric()).unwrap_or(exponent.len());
                exponent.split_at(end)
            }
        };
        all.push((terms, Some(exponent)));
        rest = after.trim_start();
    }
    None
}
