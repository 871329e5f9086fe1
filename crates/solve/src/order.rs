//! Answers that are found in one order and handed on in another.

use std::collections::BTreeMap;

/// Hands answers on in the order of their questions, each as soon as all before it are there.
pub struct InOrder<'t, T> {
    early: BTreeMap<usize, T>,
    next: usize,
    take: &'t mut dyn FnMut(T) -> bool,
}

impl<'t, T> InOrder<'t, T> {
    /// Hands them on to `take`, until it returns false.
    pub fn new(take: &'t mut dyn FnMut(T) -> bool) -> InOrder<'t, T> {
        InOrder { early: BTreeMap::new(), next: 0, take }
    }

    /// The answer to the question with this number. Returns false if no more answers are wanted.
    pub fn put(&mut self, question: usize, answer: T) -> bool {
        self.early.insert(question, answer);
        while let Some(answer) = self.early.remove(&self.next) {
            self.next += 1;
            if !(self.take)(answer) {
                return false;
            }
        }
        true
    }
}

#[cfg(test)]
mod tests {
    use super::InOrder;

    #[test]
    fn answers_are_handed_on_in_order_until_no_more_are_wanted() {
        let mut seen = Vec::new();
        let mut take = |answer: usize| {
            seen.push(answer);
            answer < 3
        };
        let mut order = InOrder::new(&mut take);
        assert!(order.put(2, 2) && order.put(1, 1) && order.put(4, 4) && order.put(0, 0));
        assert!(!order.put(3, 3));
        assert_eq!(seen, [0, 1, 2, 3]);
    }
}
