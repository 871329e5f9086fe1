//! The rows of a census as they are computed, batch by batch, for whoever wants them as columns and not as a file.
//!
//! Chunks are computed ahead by some threads and wait as the bytes of Parquet files, half a byte a row; they are read
//! back in order, and only one batch is ever written out. So the rows of any family pass through little memory, and there
//! is one way to make them.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::mpsc::{self, SyncSender};
use std::thread;

use sprague_columns::{Batch, Column, Reader};
use sprague_solve::Watch;

use crate::census::{Census, Family, Question};
use crate::run::{Trouble, in_order, stopped};

/// Rows of a batch; the last one may have fewer.
pub const BATCH: usize = 1 << 16;

/// A chunk's rows, or why there are none.
type Rows = Result<Vec<u8>, Trouble>;

/// The rows of a family in its order, some at a time. When it is dropped, the work ends.
pub struct Batches {
    columns: Vec<Column>,
    chunks: Box<dyn Iterator<Item = Rows> + Send>,
    reader: Option<Reader>,
    /// Rows that are still to come.
    left: u64,
    watch: Watch,
}

impl Batches {
    /// Begins to compute, with so many threads, until the watch says stop.
    pub fn new(family: Family, threads: usize, watch: Watch) -> Batches {
        let question = Question { cycles: true, rows: true, top: 1, ..Question::default() };
        let (columns, left) = (family.columns(), family.total());
        watch.expect(left);
        let census = Arc::new(Census::new(family, question));
        let next = Arc::new(AtomicU64::new(0));
        let (sender, receiver) = mpsc::sync_channel(threads);
        for _ in 0..threads.max(1) {
            let (census, next) = (census.clone(), next.clone());
            let (watch, sender) = (watch.clone(), sender.clone());
            let compute = move || compute(&census, &next, &watch, &sender);
            // Those that the system has room for do the work of the others; none of them, and there are no rows.
            let _ = thread::Builder::new().spawn(compute);
        }
        let chunks = Box::new(in_order(0, receiver));
        Batches { columns, chunks, reader: None, left, watch }
    }

    /// The columns of every batch: their names, and what is in them.
    pub fn columns(&self) -> &[Column] {
        &self.columns
    }

    /// How many rows are still to come.
    pub fn rows_left(&self) -> u64 {
        self.left
    }

    fn batch(&mut self) -> Result<Batch, Trouble> {
        let rows = self.left.min(BATCH as u64) as usize;
        let mut batch = Batch::new(&self.columns);
        loop {
            if let Some(reader) = &mut self.reader {
                reader.fill(&mut batch, rows)?;
            }
            if batch.rows == rows {
                return Ok(batch);
            }
            // Threads that were told to stop may have gone without a word.
            let chunk = self.chunks.next().unwrap_or_else(|| Err(stopped(&self.watch)))?;
            self.reader = Some(Reader::new(chunk)?);
        }
    }
}

/// Computes one chunk after the other, until there are no more or nobody listens.
fn compute(census: &Census, next: &AtomicU64, watch: &Watch, sender: &SyncSender<(u64, Rows)>) {
    loop {
        let index = next.fetch_add(1, Ordering::Relaxed);
        if index >= census.chunk_count() {
            return;
        }
        let mut bytes = Vec::new();
        let rows = match watch.goes_on() {
            true => census.compute(census.chunk(index), watch, Some(&mut bytes)),
            false => Ok(None),
        };
        let rows = match rows {
            Ok(Some(_)) => Ok(bytes),
            Ok(None) => Err(stopped(watch)),
            Err(error) => Err(error.into()),
        };
        let is_last = rows.is_err();
        if sender.send((index, rows)).is_err() || is_last {
            return;
        }
    }
}

impl Iterator for Batches {
    type Item = Result<Batch, Trouble>;

    fn next(&mut self) -> Option<Self::Item> {
        if self.left == 0 {
            return None;
        }
        let batch = self.batch();
        // After a failure there is nothing more.
        self.left = batch.as_ref().map_or(0, |batch| self.left - batch.rows as u64);
        Some(batch)
    }
}

impl Drop for Batches {
    fn drop(&mut self) {
        self.watch.stop();
    }
}
