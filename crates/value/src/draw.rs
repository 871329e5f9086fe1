//! A thermograph drawn with characters.
//!
//! Left is on the left, as in the books: values fall to the right, temperatures rise upwards. One
//! row is one step of the finest grid the corners need, up to a fixed height.

use crate::dyadic::Dyadic;
use crate::thermograph::{Corner, Thermograph};

const ROWS: usize = 20;
const COLUMNS: usize = 60;

impl Thermograph {
    /// The wall's value at a temperature from 0 on.
    pub fn left_at(&self, temperature: f64) -> f64 {
        value_at(self.left_wall(), temperature)
    }

    /// The same for Right's wall.
    pub fn right_at(&self, temperature: f64) -> f64 {
        value_at(self.right_wall(), temperature)
    }

    /// Rows of text, the hottest first, with the numbers of the corners beside and below.
    pub fn text(&self) -> String {
        let (high, low) = (self.left_wall()[0].value, self.right_wall()[0].value);
        let hottest = self.temperature().max(Dyadic::ZERO).to_f64();
        let rows = if hottest > 0.0 { ROWS } else { 0 };
        let step = if rows > 0 { hottest / rows as f64 } else { 1.0 };
        let width = high.to_f64() - low.to_f64();
        let column = |value: f64| match width > 0.0 {
            true => ((high.to_f64() - value) / width * COLUMNS as f64).round() as usize,
            false => COLUMNS / 2,
        };
        let mut lines = Vec::new();
        for row in (0..=rows + 2).rev() {
            let t = row as f64 * step;
            let (l, r) = (column(self.left_at(t)), column(self.right_at(t)));
            let mut line = vec![' '; l.max(r) + 1];
            line[l] = if l == r { '|' } else { '\\' };
            line[r] = if l == r { '|' } else { '/' };
            // A vertical stretch of a wall is drawn upright.
            for (at, wall) in [(l, self.left_wall()), (r, self.right_wall())] {
                if l != r && value_at(wall, t) == value_at(wall, t + step / 2.0) {
                    line[at] = '|';
                }
            }
            let label = match row {
                0 => "0".to_string(),
                _ if row == rows => self.temperature().to_string(),
                _ => String::new(),
            };
            let line: String = line.into_iter().collect();
            lines.push(format!("{label:>8} {line}"));
        }
        let foot = match width > 0.0 {
            true => format!(
                "{:>8} {:<half$}{:>half$}",
                "",
                high.to_string(),
                low.to_string(),
                half = COLUMNS / 2
            ),
            false => {
                format!("{:>8} {:>half$}", "", self.mean().to_string(), half = COLUMNS / 2 + 1)
            }
        };
        lines.push(foot);
        lines.push(format!("mean {}, temperature {}", self.mean(), self.temperature()));
        lines.join("\n") + "\n"
    }
}

fn value_at(wall: &[Corner], t: f64) -> f64 {
    let after = wall.partition_point(|c| c.temperature.to_f64() <= t).max(1);
    let low = wall[after - 1];
    let Some(high) = wall.get(after) else { return low.value.to_f64() };
    let part =
        (t - low.temperature.to_f64()) / (high.temperature.to_f64() - low.temperature.to_f64());
    low.value.to_f64() + part * (high.value.to_f64() - low.value.to_f64())
}
