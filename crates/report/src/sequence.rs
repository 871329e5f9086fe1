//! A sequence of one heap: text, JSON, CSV and the b-files of the encyclopedia of sequences.

use serde_json::{Map, Value, json};
use sprague_sequence::{Regularity, Sequence, Terms, Verdict};

/// A computed sequence.
pub struct SequenceReport {
    pub ruleset: String,
    pub sequence: Sequence,
    pub regularity: Option<Regularity>,
}

impl SequenceReport {
    /// The terms as they are written.
    fn written(&self) -> Vec<String> {
        match &self.sequence.terms {
            Terms::NimValues(values) => values.iter().map(u32::to_string).collect(),
            Terms::Outcomes(outcomes) => outcomes.iter().map(|o| o.to_string()).collect(),
        }
    }

    /// The JSON object of the command-line contract.
    pub fn json(&self) -> Value {
        let mut object = Map::new();
        object.insert("ruleset".into(), json!(self.ruleset));
        match &self.sequence.terms {
            Terms::NimValues(values) => object.insert("values".into(), json!(values)),
            Terms::Outcomes(_) => object.insert("outcomes".into(), json!(self.written().concat())),
        };
        let regularity = self.regularity.map(|r| {
            let (verdict, by) = match r.verdict {
                Verdict::Proved(method) => ("proved", Some(method.name())),
                Verdict::Holds { .. } => ("holds", None),
            };
            json!({
                "preperiod": r.preperiod,
                "period": r.period,
                "saltus": r.saltus,
                "verdict": verdict,
                "by": by,
            })
        });
        object.insert("regularity".into(), json!(regularity));
        Value::Object(object)
    }

    /// The terms in lines, and what is known of them.
    pub fn text(&self) -> String {
        let last = self.sequence.len() - 1;
        let mut text = format!("{}: one heap, sizes 0 to {last}\n\n", self.ruleset);
        let terms = self.written();
        let width = terms.iter().map(String::len).max().unwrap_or(1);
        let side = last.to_string().len();
        for (row, line) in terms.chunks(20).enumerate() {
            let cells: Vec<String> = line.iter().map(|t| format!("{t:>width$}")).collect();
            text.push_str(&format!("{:>side$} | {}\n", row * 20, cells.join(" ")));
        }
        text + "\n" + &self.in_words() + "\n"
    }

    /// What is known of the regularity, as a sentence.
    pub fn in_words(&self) -> String {
        let last = self.sequence.len() - 1;
        let Some(r) = self.regularity else {
            return format!("no regularity is seen up to {last}");
        };
        let Regularity { preperiod, period, saltus, verdict } = r;
        let mut words = format!("period {period} from {preperiod} on");
        if saltus > 0 {
            words.push_str(&format!(", with saltus {saltus}"));
        }
        match verdict {
            Verdict::Proved(method) => format!("{words}: proved for all heaps ({})", method.name()),
            Verdict::Holds { to } => format!("{words}: holds up to {to}, not proved beyond"),
        }
    }

    /// One line a term, with a heading.
    pub fn csv(&self) -> String {
        let lines = self.written().into_iter().enumerate().map(|(n, t)| format!("{n},{t}\n"));
        let name = match self.sequence.terms {
            Terms::NimValues(_) => "nim",
            Terms::Outcomes(_) => "outcome",
        };
        format!("heap,{name}\n") + &lines.collect::<String>()
    }

    /// A b-file: an index and a value a line. There is none for outcomes.
    pub fn bfile(&self) -> Option<String> {
        let Terms::NimValues(values) = &self.sequence.terms else { return None };
        Some(values.iter().enumerate().map(|(n, v)| format!("{n} {v}\n")).collect())
    }
}
