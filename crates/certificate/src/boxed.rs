//! Evidence by periodic boxes: thresholds and periods, from which a checker computes the rest.

use crate::text::{Fault, Reader, Writer};

/// A periodic box: in every coordinate i of a position's tuple the outcomes repeat with a period from a threshold on.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PeriodicBox {
    /// From where on, for each coordinate.
    pub thresholds: Vec<u64>,
    /// With which period, for each coordinate.
    pub periods: Vec<u64>,
    /// From where on what the claim says repeats, too: at least as far as the outcomes do.
    pub claim_thresholds: Vec<u64>,
    /// With which periods: multiples of those of the outcomes.
    pub claim_periods: Vec<u64>,
}

impl PeriodicBox {
    /// Writes it.
    pub fn write(&self, out: &mut Writer) {
        out.numbers("thresholds", &self.thresholds);
        out.numbers("periods", &self.periods);
        out.numbers("claim-thresholds", &self.claim_thresholds);
        out.numbers("claim-periods", &self.claim_periods);
    }

    /// Reads what [`PeriodicBox::write`] wrote.
    pub fn read(lines: &mut Reader) -> Result<PeriodicBox, Fault> {
        Ok(PeriodicBox {
            thresholds: lines.numbers("thresholds")?,
            periods: lines.numbers("periods")?,
            claim_thresholds: lines.numbers("claim-thresholds")?,
            claim_periods: lines.numbers("claim-periods")?,
        })
    }
}
