//! What was found out before: things of any type, one of each, for tasks that belong together.
//!
//! Whoever begins the work owns the memory and hands it to every task; nothing is kept by the process itself.

use std::any::{Any, TypeId};
use std::collections::HashMap;
use std::fmt;
use std::sync::Mutex;

/// Things that tasks remember for each other, by their type.
#[derive(Default)]
pub struct Memory {
    things: Mutex<HashMap<TypeId, Box<dyn Any + Send>>>,
}

impl Memory {
    /// Looks at what is remembered of a type, which is empty at first, and perhaps adds to it; none, if another task
    /// failed while it did so.
    pub fn look<T: Any + Send + Default, R>(&self, look: impl FnOnce(&mut T) -> R) -> Option<R> {
        let mut things = self.things.lock().ok()?;
        let thing = things.entry(TypeId::of::<T>()).or_insert_with(|| Box::<T>::default());
        thing.downcast_mut::<T>().map(look)
    }
}

impl fmt::Debug for Memory {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let things = self.things.lock().map_or(0, |things| things.len());
        write!(f, "Memory of {things} types")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_type_has_its_own_thing() {
        let memory = Memory::default();
        memory.look(|numbers: &mut Vec<u32>| numbers.push(3));
        memory.look(|words: &mut Vec<String>| words.push("three".into()));
        assert_eq!(memory.look(|numbers: &mut Vec<u32>| numbers.clone()), Some(vec![3]));
    }
}
