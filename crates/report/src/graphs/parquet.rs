//! The rows of a sweep as a Parquet file.

use std::io;

use sprague_columns::{Column, Field, Kind, Table};

use super::{FoundRow, GraphRow, Members};

/// Rows on their way into a file; its end says where everything is, so there is none before all rows are there.
pub struct GraphFile {
    table: Table<Vec<u8>>,
    entailing: bool,
}

impl GraphFile {
    /// A file with a row for each graph; with a column for the worth in sums, if the rows have one.
    pub fn new(entailing: bool) -> io::Result<GraphFile> {
        let columns = [("graph6", Kind::Text), ("vertices", Kind::Number), ("edges", Kind::Number)];
        GraphFile::with(columns.into(), entailing)
    }

    fn with(mut columns: Vec<Column>, entailing: bool) -> io::Result<GraphFile> {
        columns.extend([("outcome", Kind::Text), ("nim", Kind::Perhaps)]);
        if entailing {
            columns.push(("entailing", Kind::Text));
        }
        Ok(GraphFile { table: Table::new(Vec::new(), &columns).map_err(failed)?, entailing })
    }

    /// Appends the row of a graph.
    pub fn row(&mut self, row: &GraphRow) -> io::Result<()> {
        let names = [Field::Text(&row.graph6), number(row.vertices), number(row.edges)];
        self.append(names.into(), &row.found)
    }

    fn append(&mut self, names: Vec<Field>, found: &FoundRow) -> io::Result<()> {
        let outcome = found.outcome.to_string();
        let worth = found.entailing.flatten().map_or(String::new(), |worth| worth.to_string());
        let mut fields = names;
        fields.extend([Field::Text(&outcome), Field::Perhaps(found.nim)]);
        if self.entailing {
            fields.push(Field::Text(&worth));
        }
        self.table.row(&fields).map_err(failed)
    }

    /// The bytes of the file.
    pub fn finish(self) -> io::Result<Vec<u8>> {
        self.table.finish().map_err(failed)
    }
}

impl Members {
    /// The bytes of a file with a row for each exception, or for each member.
    pub fn parquet(&self, all: bool) -> io::Result<Vec<u8>> {
        let name = |name: &str| match name {
            "m" => ("m", Kind::Number),
            "n" => ("n", Kind::Number),
            _ => ("k", Kind::Number),
        };
        let names = self.parameters().into_iter().map(name);
        let entailing = self.members.first().is_some_and(|row| row.found.entailing.is_some());
        let columns = [("graph", Kind::Text)].into_iter().chain(names).collect();
        let mut file = GraphFile::with(columns, entailing)?;
        for row in self.listed(all) {
            let numbers = row.parameters.0.iter().map(|&(_, value)| number(value));
            let names = [Field::Text(&row.graph)].into_iter().chain(numbers);
            file.append(names.collect(), &row.found)?;
        }
        file.finish()
    }
}

fn failed(error: impl std::fmt::Display) -> io::Error {
    io::Error::other(format!("cannot write Parquet: {error}"))
}

/// Vertices and edges of graphs that can be read fit.
fn number(number: usize) -> Field<'static> {
    Field::Number(u32::try_from(number).unwrap_or(u32::MAX))
}
