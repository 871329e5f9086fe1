//! Stacks that are deep enough for a recursion over every chip of a position, or as deep as the system allows.
//!
//! Where less address space is left than a deep stack takes, a smaller one serves, and in the end that of the thread that
//! asks. Every search looks at how much of its stack is left, and gives up before it is used to the full.

use std::cell::Cell;
use std::sync::Mutex;
use std::sync::mpsc::{Sender, channel};
use std::thread::{Builder, Scope, ScopedJoinHandle};

/// Bytes of a stack: the first that is to be had.
const STACKS: [usize; 4] = [1 << 30, 256 << 20, 64 << 20, 16 << 20];
/// What the thread that asks can spare of its own.
const SPARE: usize = 512 << 10;

thread_local! {
    /// Below this address no further recursion begins; 0 where nobody has said how deep the stack is.
    static FLOOR: Cell<usize> = const { Cell::new(0) };
}

/// Where the stack of this thread has come to.
fn here() -> usize {
    let mark = 0u8;
    std::ptr::from_ref(std::hint::black_box(&mark)).addr()
}

/// Is so little left of the stack that the recursion should end?
#[inline]
pub(crate) fn is_low() -> bool {
    let floor = FLOOR.get();
    floor > 0 && here() < floor
}

/// Runs `work` on this thread, of whose stack so many bytes are left.
pub fn within<T>(stack: usize, work: impl FnOnce() -> T) -> T {
    // A quarter is kept for what does not look.
    let before = FLOOR.replace(here().saturating_sub(stack - stack / 4));
    let result = work();
    FLOOR.set(before);
    result
}

/// Runs `work` on a stack that is deep enough for a recursion over every chip of a position, if the system has one.
pub fn deep<T: Send>(work: impl FnOnce() -> T + Send) -> T {
    let work = Mutex::new(Some(work));
    let run = &|stack: usize| {
        let work = work.lock().ok().and_then(|mut work| work.take());
        within(stack, work.expect("the work is begun once"))
    };
    std::thread::scope(|scope| {
        for stack in STACKS {
            if stack < STACKS[0] && !is_roomy(2 * stack) {
                continue;
            }
            if let Ok(thread) =
                Builder::new().stack_size(stack).spawn_scoped(scope, move || run(stack))
            {
                return joined(thread);
            }
        }
        run(SPARE)
    })
}

/// The size of the deepest stack that a thread can be started with now, and room beside it.
pub fn roomy() -> usize {
    let fits = |&stack: &usize| is_roomy(if stack < STACKS[0] { 2 * stack } else { stack });
    STACKS.into_iter().find(fits).unwrap_or(SPARE)
}

/// Is there address space for a stack of that size?
fn is_roomy(stack: usize) -> bool {
    let thread = Builder::new().stack_size(stack).spawn(|| ());
    thread.is_ok_and(|thread| thread.join().is_ok())
}

/// Runs `work` for every desk on a deep stack of its own, as many at once as the system has room for, and collects the
/// results. Where there is room for fewer, the other desks stay empty.
pub(crate) fn at_desks<D: Send, T: Send>(
    desks: &mut [D],
    work: impl Fn(&mut D) -> T + Sync,
) -> Vec<T> {
    let work = &work;
    std::thread::scope(move |scope| {
        for stack in STACKS {
            let threads = begun(scope, desks.len(), stack, work);
            // Beside the smaller stacks there should be room for what is remembered.
            let roomy = stack == STACKS[0] || is_roomy(stack);
            let enough = threads.len() == desks.len() && roomy;
            let last = stack == STACKS[STACKS.len() - 1] && !threads.is_empty();
            if enough || last {
                let all: Vec<_> = threads.into_iter().zip(&mut *desks).collect();
                // All begin before any is waited for.
                let hired = all.into_iter().map(|((thread, desk), at)| {
                    let _ = desk.send(at);
                    thread
                });
                let hired: Vec<_> = hired.collect();
                return hired.into_iter().filter_map(joined).collect();
            }
            for (thread, desk) in threads {
                drop(desk);
                joined(thread);
            }
        }
        desks.iter_mut().take(1).map(|desk| within(SPARE, || work(desk))).collect()
    })
}

/// A thread that waits for a desk to work at.
type Waiting<'s, 'd, D, T> = (ScopedJoinHandle<'s, Option<T>>, Sender<&'d mut D>);

/// So many threads with that stack, or fewer, if the system has no room for more.
fn begun<'s, 'd: 's, D: Send + 'd, T: Send + 's>(
    scope: &'s Scope<'s, '_>,
    count: usize,
    stack: usize,
    work: &'s (impl Fn(&mut D) -> T + Sync),
) -> Vec<Waiting<'s, 'd, D, T>> {
    let thread = |_| {
        let (sender, receiver) = channel::<&mut D>();
        let wait = move || receiver.recv().ok().map(|desk| within(stack, || work(desk)));
        let thread = Builder::new().stack_size(stack).spawn_scoped(scope, wait);
        thread.ok().map(|thread| (thread, sender))
    };
    (0..count).map_while(thread).collect()
}

fn joined<T>(thread: ScopedJoinHandle<'_, T>) -> T {
    thread.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic))
}

#[cfg(test)]
mod tests {
    use crate::{Game, Limit, Solver, parse};

    #[test]
    fn a_search_gives_up_before_a_small_stack_is_used_to_the_full() {
        let position = parse("K(5) chips=6").unwrap().position;
        let solved =
            |stack| super::within(stack, || Solver::new(Game::Mig, true).outcome(&position));
        let small = solved(8 << 10);
        assert!(matches!(small, Err(Limit::Depth { .. })), "{small:?}");
        assert!(solved(1 << 24).is_ok());
    }

    #[test]
    fn every_desk_is_worked_at_on_a_stack_of_its_own() {
        let mut desks = [1, 2, 3];
        let mut found = super::at_desks(&mut desks, |desk| *desk * 10);
        found.sort_unstable();
        assert_eq!(found, [10, 20, 30]);
    }
}
