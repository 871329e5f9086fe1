//! Rows for whoever reads Arrow: the C stream interface (<https://arrow.apache.org/docs/format/CStreamInterface.html>), in the
//! capsule that Python libraries pass to each other. Polars, pyarrow and DuckDB read it, and nothing of theirs is needed.
//!
//! The batches of a census are laid out as Arrow wants them, so that nothing is copied: what a structure points to belongs to
//! its `private_data`, and goes when the consumer calls `release`.
#![allow(unsafe_code)]

use std::ffi::{CStr, CString, c_char, c_int, c_void};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::ptr;

use sprague::{Batch, Batches, Column, ColumnKind, Error, Values};

/// The name of a capsule with a stream.
pub const CAPSULE: &CStr = c"arrow_array_stream";

const NULLABLE: i64 = 2;
/// What a failure is called in C.
const EIO: c_int = 5;

#[repr(C)]
struct Schema {
    format: *const c_char,
    name: *const c_char,
    metadata: *const c_char,
    flags: i64,
    n_children: i64,
    children: *mut *mut Schema,
    dictionary: *mut Schema,
    release: Option<unsafe extern "C" fn(*mut Schema)>,
    private_data: *mut c_void,
}

#[repr(C)]
struct Array {
    length: i64,
    null_count: i64,
    offset: i64,
    n_buffers: i64,
    n_children: i64,
    buffers: *mut *const c_void,
    children: *mut *mut Array,
    dictionary: *mut Array,
    release: Option<unsafe extern "C" fn(*mut Array)>,
    private_data: *mut c_void,
}

/// A stream that a consumer may take over; if none has, it ends when it is dropped.
#[repr(C)]
pub struct Stream {
    get_schema: Option<unsafe extern "C" fn(*mut Stream, *mut Schema) -> c_int>,
    get_next: Option<unsafe extern "C" fn(*mut Stream, *mut Array) -> c_int>,
    get_last_error: Option<unsafe extern "C" fn(*mut Stream) -> *const c_char>,
    release: Option<unsafe extern "C" fn(*mut Stream)>,
    private_data: *mut c_void,
}

// SAFETY: its only pointer owns a `Source`, which can be sent.
unsafe impl Send for Stream {}

/// What a stream owns.
struct Source {
    batches: Batches,
    failure: Option<CString>,
}

impl Stream {
    pub fn new(batches: Batches) -> Stream {
        fn sendable<T: Send>(value: T) -> T {
            value
        }
        let source = Box::new(sendable(Source { batches, failure: None }));
        Stream {
            get_schema: Some(get_schema),
            get_next: Some(get_next),
            get_last_error: Some(get_last_error),
            release: Some(release_stream),
            private_data: Box::into_raw(source).cast(),
        }
    }
}

impl Drop for Stream {
    fn drop(&mut self) {
        if let Some(release) = self.release {
            // SAFETY: it is a stream that nobody has released.
            unsafe { release(self) }
        }
    }
}

unsafe extern "C" fn get_schema(stream: *mut Stream, out: *mut Schema) -> c_int {
    // SAFETY: a consumer passes a stream that is not released, and room for a schema.
    unsafe {
        let source = &*(*stream).private_data.cast::<Source>();
        let children = source.batches.columns().iter().map(|&column| field(column)).collect();
        out.write(schema(c"+s", c"".into(), 0, children));
    }
    0
}

unsafe extern "C" fn get_next(stream: *mut Stream, out: *mut Array) -> c_int {
    // SAFETY: as above, with room for an array.
    unsafe {
        let source = &mut *(*stream).private_data.cast::<Source>();
        let next = catch_unwind(AssertUnwindSafe(|| source.batches.next()));
        let failure = match next {
            Ok(None) => {
                // An array that is released already is the end.
                out.write(array(0, 0, Vec::new(), Vec::new(), Values::Numbers(Vec::new())));
                release_array(out);
                return 0;
            }
            Ok(Some(Ok(batch))) => {
                out.write(structure(batch));
                return 0;
            }
            Ok(Some(Err(trouble))) => Error::from(trouble).to_string(),
            Err(_) => "a mistake in sprague: please report it".to_string(),
        };
        source.failure = CString::new(failure).ok();
    }
    EIO
}

unsafe extern "C" fn get_last_error(stream: *mut Stream) -> *const c_char {
    // SAFETY: as above.
    let source = unsafe { &*(*stream).private_data.cast::<Source>() };
    source.failure.as_ref().map_or(ptr::null(), |failure| failure.as_ptr())
}

unsafe extern "C" fn release_stream(stream: *mut Stream) {
    // SAFETY: a stream is released once; its source was made by `Box::into_raw`.
    unsafe {
        (*stream).release = None;
        drop(Box::from_raw((*stream).private_data.cast::<Source>()));
    }
}

/// What a schema owns.
struct Fields {
    name: CString,
    children: Vec<*mut Schema>,
}

fn field((name, kind): Column) -> Schema {
    let (format, flags) = match kind {
        ColumnKind::Text => (c"u", 0),
        ColumnKind::Bits => (c"L", 0),
        ColumnKind::Number => (c"I", 0),
        ColumnKind::Perhaps => (c"I", NULLABLE),
    };
    schema(format, CString::new(name).unwrap_or_default(), flags, Vec::new())
}

fn schema(format: &'static CStr, name: CString, flags: i64, children: Vec<Schema>) -> Schema {
    let children = children.into_iter().map(|child| Box::into_raw(Box::new(child))).collect();
    let fields = Box::into_raw(Box::new(Fields { name, children }));
    // SAFETY: it was just made, and what it points to stays in its place until `release_schema`.
    let owned = unsafe { &mut *fields };
    Schema {
        format: format.as_ptr(),
        name: owned.name.as_ptr(),
        metadata: ptr::null(),
        flags,
        n_children: owned.children.len() as i64,
        children: owned.children.as_mut_ptr(),
        dictionary: ptr::null_mut(),
        release: Some(release_schema),
        private_data: fields.cast(),
    }
}

unsafe extern "C" fn release_schema(schema: *mut Schema) {
    // SAFETY: a schema is released once; a consumer may have taken its children over, which then are marked as released.
    unsafe {
        (*schema).release = None;
        let fields = Box::from_raw((*schema).private_data.cast::<Fields>());
        for child in fields.children {
            if let Some(release) = (*child).release {
                release(child);
            }
            drop(Box::from_raw(child));
        }
    }
}

/// What an array owns.
struct Content {
    /// The buffers point into these.
    _values: Values,
    buffers: Vec<*const c_void>,
    children: Vec<*mut Array>,
}

/// A batch as one array of structures.
fn structure(batch: Batch) -> Array {
    let rows = batch.rows as i64;
    let children = batch.columns.into_iter().map(|values| column(rows, values)).collect();
    array(rows, 0, vec![ptr::null()], children, Values::Numbers(Vec::new()))
}

fn column(rows: i64, values: Values) -> Array {
    // A vector stays in its place in memory when it is moved to where it is owned.
    let (nulls, buffers) = match &values {
        Values::Texts { offsets, bytes } => (0, vec![ptr::null(), at(offsets), at(bytes)]),
        Values::Bits(words) => (0, vec![ptr::null(), at(words)]),
        Values::Numbers(numbers) => (0, vec![ptr::null(), at(numbers)]),
        Values::Perhaps { numbers, there } => (-1, vec![at(there), at(numbers)]),
    };
    array(rows, nulls, buffers, Vec::new(), values)
}

fn at<T>(values: &[T]) -> *const c_void {
    values.as_ptr().cast()
}

fn array(
    rows: i64,
    nulls: i64,
    buffers: Vec<*const c_void>,
    children: Vec<Array>,
    values: Values,
) -> Array {
    let children = children.into_iter().map(|child| Box::into_raw(Box::new(child))).collect();
    let content = Box::into_raw(Box::new(Content { _values: values, buffers, children }));
    // SAFETY: it was just made, and what it points to stays in its place until `release_array`.
    let owned = unsafe { &mut *content };
    Array {
        length: rows,
        null_count: nulls,
        offset: 0,
        n_buffers: owned.buffers.len() as i64,
        n_children: owned.children.len() as i64,
        buffers: owned.buffers.as_mut_ptr(),
        children: owned.children.as_mut_ptr(),
        dictionary: ptr::null_mut(),
        release: Some(release_array),
        private_data: content.cast(),
    }
}

unsafe extern "C" fn release_array(array: *mut Array) {
    // SAFETY: as for schemas.
    unsafe {
        (*array).release = None;
        let content = Box::from_raw((*array).private_data.cast::<Content>());
        for child in content.children {
            if let Some(release) = (*child).release {
                release(child);
            }
            drop(Box::from_raw(child));
        }
    }
}
