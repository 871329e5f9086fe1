//! The rows of `sprague graphs` as a Parquet file.

use std::io::Write;

use sprague_columns::{Column, Field, Kind, Table};
use sprague_graph::sweep::{Found, Row};

use super::{Member, Wording};
use crate::failure::{Failure, Outcome};

/// Rows on their way into a file; its end says where everything is, so it is written when all are there.
pub struct Rows {
    wording: Wording,
    table: Table<Vec<u8>>,
}

fn failed(error: impl std::fmt::Display) -> Failure {
    Failure::Usage(format!("cannot write Parquet: {error}"))
}

/// Vertices and edges of graphs that can be read fit.
fn number(number: usize) -> Field<'static> {
    Field::Number(u32::try_from(number).unwrap_or(u32::MAX))
}

impl Rows {
    /// A row for each graph.
    pub fn of_graphs(wording: Wording) -> Outcome<Rows> {
        let columns = [("graph6", Kind::Text), ("vertices", Kind::Number), ("edges", Kind::Number)];
        Rows::new(wording, columns.into())
    }

    /// A row for each member of a family with these parameters.
    pub fn of_members(wording: Wording, names: impl Iterator<Item = char>) -> Outcome<Rows> {
        let name = |name: char| match name {
            'm' => ("m", Kind::Number),
            'n' => ("n", Kind::Number),
            _ => ("k", Kind::Number),
        };
        let columns = [("graph", Kind::Text)].into_iter().chain(names.map(name));
        Rows::new(wording, columns.collect())
    }

    fn new(wording: Wording, mut columns: Vec<Column>) -> Outcome<Rows> {
        columns.extend([("outcome", Kind::Text), ("nim", Kind::Perhaps)]);
        if wording.0.entails() {
            columns.push(("entailing", Kind::Text));
        }
        Ok(Rows { wording, table: Table::new(Vec::new(), &columns).map_err(failed)? })
    }

    pub fn graph(&mut self, row: &Row) -> Outcome {
        let fields = [Field::Text(&row.graph6), number(row.vertices), number(row.edges)];
        self.row(fields.into(), row.found)
    }

    pub fn member(&mut self, row: &Member) -> Outcome {
        let numbers = row.values.iter().map(|&(_, value)| number(value));
        self.row([Field::Text(&row.text)].into_iter().chain(numbers).collect(), row.found)
    }

    fn row(&mut self, names: Vec<Field>, found: Found) -> Outcome {
        let outcome = found.outcome.to_string();
        let value = found.value.map_or(String::new(), |value| value.to_string());
        let mut fields = names;
        fields.extend([Field::Text(&outcome), Field::Perhaps(self.wording.0.nim(found))]);
        if self.wording.0.entails() {
            fields.push(Field::Text(&value));
        }
        self.table.row(&fields).map_err(failed)
    }

    pub fn finish(self, out: &mut dyn Write) -> Outcome {
        let bytes = self.table.finish().map_err(failed)?;
        Ok(out.write_all(&bytes)?)
    }
}
