//! The arena: every value is stored once, and a small integer stands for it.
//!
//! Two games are equal exactly when their canonical forms are the same tree, so storing each
//! canonical form once makes equality of values equality of ids. A value is either [`Compact`] or a
//! pair of option lists in one pool, sorted by id; its options are always older than itself, which
//! lets everything that is defined by induction run in the order of the ids, without recursion.
//! Each value carries its stops: they settle most comparisons (see `order.rs`).

use hashbrown::HashTable;
use rustc_hash::{FxHashMap, FxHasher};
use sprague_task::Watch;
use std::hash::{Hash, Hasher};

use crate::compact::Compact;
use crate::dyadic::Dyadic;
use crate::limit::Limit;

/// A value in an [`Arena`]. Values of one arena are equal exactly when the games are.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Value(pub(crate) u32);

impl Value {
    /// The place of the value in its arena: values are numbered in the order they were met.
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

/// The form under construction has this id: it is compared like a value, but not yet one.
pub(crate) const SCRATCH: Value = Value(0);
/// The game 0.
pub const ZERO: Value = Value(1);
/// The game * = {0|0}.
pub const STAR: Value = Value(2);

/// Where the options of a form stand in the pool: first Left's, then Right's.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Form {
    pub start: u32,
    pub left: u32,
    pub right: u32,
}

impl Form {
    /// The options have not been written out.
    pub const FOLDED: Form = Form { start: u32::MAX, left: 0, right: 0 };

    pub fn left_range(self) -> std::ops::Range<usize> {
        self.start as usize..(self.start + self.left) as usize
    }

    pub fn right_range(self) -> std::ops::Range<usize> {
        (self.start + self.left) as usize..(self.start + self.left + self.right) as usize
    }
}

/// What is kept of one value.
#[derive(Clone, Debug)]
pub(crate) struct Record {
    pub form: Form,
    pub left_stop: Dyadic,
    pub right_stop: Dyadic,
    pub compact: Option<Compact>,
}

impl Record {
    pub fn is_number(&self) -> bool {
        self.compact.as_ref().is_some_and(Compact::is_number)
    }
}

/// All values met so far, each once, and the memory of what was computed from them.
pub struct Arena {
    pub(crate) records: Vec<Record>,
    pub(crate) pool: Vec<Value>,
    compacts: FxHashMap<Compact, Value>,
    forms: HashTable<Value>,
    /// Forms as they were given, before simplification, with their values.
    pub(crate) given: Given,
    pub(crate) order: crate::order::OrderMemo,
    pub(crate) sums: FxHashMap<(Value, Value), Value>,
    pub(crate) negatives: Vec<Value>,
    /// Bytes that others hold while they work with it.
    charged: usize,
    most: usize,
    watch: Watch,
    pub(crate) steps: u32,
}

/// The forms as they were given.
#[derive(Default)]
pub(crate) struct Given {
    pool: Vec<Value>,
    rows: Vec<(Form, Value)>,
    table: HashTable<u32>,
}

impl Default for Arena {
    fn default() -> Arena {
        Arena::new()
    }
}

impl Arena {
    /// Takes at most so many bytes unless told otherwise.
    pub const MEMORY: usize = 2 << 30;

    /// An arena with the values 0 and `*` in it.
    pub fn new() -> Arena {
        let mut arena = Arena {
            records: vec![Record {
                form: Form::FOLDED,
                left_stop: Dyadic::ZERO,
                right_stop: Dyadic::ZERO,
                compact: None,
            }],
            pool: Vec::new(),
            compacts: FxHashMap::default(),
            forms: HashTable::new(),
            given: Given::default(),
            order: crate::order::OrderMemo::default(),
            sums: FxHashMap::default(),
            negatives: Vec::new(),
            charged: 0,
            most: Arena::MEMORY,
            watch: Watch::default(),
            steps: 0,
        };
        assert_eq!(arena.compact(Compact::default()), ZERO);
        assert_eq!(arena.compact(Compact { nim: 1, ..Compact::default() }), STAR);
        arena
    }

    /// Refuses to take more than so many bytes.
    pub fn limit_memory(&mut self, most: usize) {
        // Places in the pool are numbered with 32 bits.
        self.most = most.min(16 << 30);
    }

    /// Stops with [`Limit::Stopped`] when the watch says so.
    pub fn watch(&mut self, watch: Watch) {
        self.watch = watch;
    }

    /// How many different values are stored.
    pub fn len(&self) -> usize {
        self.records.len() - 1
    }

    /// Never: 0 is always stored.
    pub fn is_empty(&self) -> bool {
        false
    }

    /// Bytes that the values themselves take: records and options, without what is remembered of
    /// comparisons and sums.
    pub fn bytes_of_values(&self) -> usize {
        self.records.len() * size_of::<Record>() + self.pool.len() * size_of::<Value>()
    }

    /// Bytes, roughly, of everything remembered.
    pub fn bytes(&self) -> usize {
        let given = self.given.pool.len() * 4 + self.given.rows.len() * 21;
        self.bytes_of_values() + given + self.order.bytes() + self.sums.capacity() * 13
    }

    /// Counts bytes that are held beside it, for its limit to be one for everything; see [`Arena::release`].
    pub(crate) fn charge(&mut self, bytes: usize) -> Result<(), Limit> {
        self.charged = self.charged.saturating_add(bytes);
        self.check()
    }

    /// Takes back what was charged.
    pub(crate) fn release(&mut self, bytes: usize) {
        self.charged = self.charged.saturating_sub(bytes);
    }

    /// Bytes that may still be taken.
    pub(crate) fn room(&self) -> usize {
        self.most.saturating_sub(self.charged).saturating_sub(self.bytes())
    }

    /// Bytes that may be taken in all.
    pub(crate) fn most(&self) -> usize {
        self.most
    }

    /// What stops it.
    pub(crate) fn watched_by(&self) -> &Watch {
        &self.watch
    }

    /// Fails if the computation should stop here.
    pub(crate) fn check(&mut self) -> Result<(), Limit> {
        self.steps = self.steps.wrapping_add(1);
        if self.bytes().saturating_add(self.charged) > self.most {
            return Err(Limit::Memory { most: self.most });
        }
        match self.steps.is_multiple_of(1024) && !self.watch.goes_on() {
            true => Err(Limit::Stopped),
            false => Ok(()),
        }
    }

    /// A value that is held without its options.
    pub fn compact(&mut self, compact: Compact) -> Value {
        if let Some(&value) = self.compacts.get(&compact) {
            return value;
        }
        let value = self.push(Record {
            form: Form::FOLDED,
            left_stop: compact.number,
            right_stop: compact.number,
            compact: Some(compact),
        });
        self.compacts.insert(compact, value);
        value
    }

    /// The value of a number.
    pub fn number(&mut self, number: Dyadic) -> Value {
        self.compact(Compact::number(number))
    }

    /// The value of an integer.
    pub fn integer(&mut self, n: i32) -> Value {
        self.number(Dyadic::integer(n))
    }

    /// The nimber `*nim`.
    pub fn nimber(&mut self, nim: u32) -> Result<Value, Limit> {
        if nim > crate::compact::LARGEST_NIMBER {
            return Err(Limit::Infinitesimal);
        }
        Ok(self.compact(Compact { nim, ..Compact::default() }))
    }

    /// The value with these options, which are those of a canonical form, sorted.
    pub(crate) fn canonical_form(&mut self, left: &[Value], right: &[Value]) -> Value {
        if let Some(compact) = self.compact_with_options(left, right) {
            return self.compact(compact);
        }
        let hash = hash_of(left, right);
        let same = |value: &Value| {
            let form = self.records[value.index()].form;
            self.pool[form.left_range()] == *left && self.pool[form.right_range()] == *right
        };
        if let Some(&value) = self.forms.find(hash, same) {
            return value;
        }
        let form = Form {
            start: self.pool.len() as u32,
            left: left.len() as u32,
            right: right.len() as u32,
        };
        self.pool.extend_from_slice(left);
        self.pool.extend_from_slice(right);
        let stop = |values: &[Value], of: fn(&Record) -> Dyadic| {
            values.iter().map(|v| of(&self.records[v.index()])).collect::<Vec<_>>()
        };
        let left_stop = stop(left, |r| r.right_stop).into_iter().max().expect("has options");
        let right_stop = stop(right, |r| r.left_stop).into_iter().min().expect("has options");
        let value = self.push(Record { form, left_stop, right_stop, compact: None });
        let (records, pool) = (&self.records, &self.pool);
        self.forms.insert_unique(hash, value, |value| {
            let form = records[value.index()].form;
            hash_of(&pool[form.left_range()], &pool[form.right_range()])
        });
        value
    }

    fn compact_with_options(&self, left: &[Value], right: &[Value]) -> Option<Compact> {
        let compacts = |values: &[Value]| {
            let of = |v: &Value| self.records[v.index()].compact;
            values.iter().map(of).collect::<Option<crate::compact::CompactOptions>>()
        };
        Compact::with_options(&compacts(left)?, &compacts(right)?)
    }

    fn push(&mut self, record: Record) -> Value {
        let value = Value(u32::try_from(self.records.len()).expect("fewer than 2^32 values"));
        self.records.push(record);
        value
    }

    pub(crate) fn record(&self, value: Value) -> &Record {
        &self.records[value.index()]
    }

    /// The number, ups and nimber of a value that is held so.
    pub fn as_compact(&self, value: Value) -> Option<Compact> {
        self.record(value).compact
    }

    /// The number that the value is, if it is one.
    pub fn as_number(&self, value: Value) -> Option<Dyadic> {
        self.as_compact(value).filter(Compact::is_number).map(|c| c.number)
    }

    /// The form of a value, written out if it was not.
    pub(crate) fn unfold(&mut self, value: Value) -> Form {
        let form = self.record(value).form;
        if form.start != u32::MAX {
            return form;
        }
        let compact = self.record(value).compact.expect("only compact values are folded");
        let (left, right) = compact.options();
        let mut left: Vec<Value> = left.into_iter().map(|c| self.compact(c)).collect();
        let mut right: Vec<Value> = right.into_iter().map(|c| self.compact(c)).collect();
        left.sort_unstable();
        right.sort_unstable();
        let form = Form {
            // Without options there is no place in the pool to point at, and it may shrink.
            start: if compact == Compact::default() { 0 } else { self.pool.len() as u32 },
            left: left.len() as u32,
            right: right.len() as u32,
        };
        self.pool.extend(left);
        self.pool.extend(right);
        self.records[value.index()].form = form;
        form
    }

    /// Left's options in the canonical form.
    pub fn left_options(&mut self, value: Value) -> &[Value] {
        let form = self.unfold(value);
        &self.pool[form.left_range()]
    }

    /// Right's options in the canonical form.
    pub fn right_options(&mut self, value: Value) -> &[Value] {
        let form = self.unfold(value);
        &self.pool[form.right_range()]
    }

    /// Both option lists, copied.
    pub fn options(&mut self, value: Value) -> (Vec<Value>, Vec<Value>) {
        let form = self.unfold(value);
        (self.pool[form.left_range()].to_vec(), self.pool[form.right_range()].to_vec())
    }

    /// The number that is reached when Left begins and play stops at numbers.
    pub fn left_stop(&self, value: Value) -> Dyadic {
        self.record(value).left_stop
    }

    /// The number that is reached when Right begins and play stops at numbers.
    pub fn right_stop(&self, value: Value) -> Dyadic {
        self.record(value).right_stop
    }
}

impl Given {
    pub fn find(&self, left: &[Value], right: &[Value]) -> Option<Value> {
        let same = |row: &u32| {
            let form = self.rows[*row as usize].0;
            self.pool[form.left_range()] == *left && self.pool[form.right_range()] == *right
        };
        let row = self.table.find(hash_of(left, right), same)?;
        Some(self.rows[*row as usize].1)
    }

    pub fn insert(&mut self, left: &[Value], right: &[Value], value: Value) {
        let form = Form {
            start: self.pool.len() as u32,
            left: left.len() as u32,
            right: right.len() as u32,
        };
        self.pool.extend_from_slice(left);
        self.pool.extend_from_slice(right);
        let row = self.rows.len() as u32;
        self.rows.push((form, value));
        let (rows, pool) = (&self.rows, &self.pool);
        self.table.insert_unique(hash_of(left, right), row, |row| {
            let form = rows[*row as usize].0;
            hash_of(&pool[form.left_range()], &pool[form.right_range()])
        });
    }
}

fn hash_of(left: &[Value], right: &[Value]) -> u64 {
    let mut hasher = FxHasher::default();
    left.hash(&mut hasher);
    right.hash(&mut hasher);
    hasher.finish()
}
