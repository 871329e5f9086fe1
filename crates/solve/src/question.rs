//! What is asked of a solver, and within which limits it is to be answered.

use std::sync::Arc;

use sprague_rules::Ruleset;

use crate::budget::{Budget, Refusal, Watch, start_threads};
use crate::planner::{Choice, Kernel, Purpose, choose};
use crate::region::Region;
use crate::solver::Solver;
use crate::table::Wanted;

/// Threads that several computations share.
pub type Pool = Arc<rayon::ThreadPool>;

/// What is asked of a solver: outcomes, unless it says otherwise, without a limit on time, by whichever kernel is best.
///
/// ```
/// use sprague_rules::{Outcome, parse_ruleset};
/// use sprague_solve::{Budget, Question};
///
/// let wythoff = parse_ruleset("wythoff").unwrap();
/// let budget = Budget { memory: 1 << 20, ..Budget::default() };
/// let question = Question::about_positions(&wythoff, [&[3, 5][..], &[4, 7]]).budget(&budget);
/// let mut solver = question.nim_values().solver().unwrap();
/// assert_eq!(solver.outcome(&[4, 7]), Ok(Outcome::P));
/// assert_eq!(solver.nim_value(&[1, 1]), Ok(Some(2)));
/// ```
#[derive(Clone, Debug)]
pub struct Question {
    pub(crate) ruleset: Arc<Ruleset>,
    pub(crate) region: Region,
    pub(crate) wanted: Wanted,
    purpose: Purpose,
    kernel: Option<Kernel>,
    pub(crate) budget: Budget,
    pub(crate) watch: Watch,
    pool: Option<Pool>,
}

impl Question {
    /// All positions of a region.
    pub fn about_region(ruleset: impl Into<Arc<Ruleset>>, region: Region) -> Question {
        Question::new(ruleset.into(), region, Purpose::WholeRegion)
    }

    /// These positions, and what else lies near them.
    pub fn about_positions<'p>(
        ruleset: impl Into<Arc<Ruleset>>,
        positions: impl IntoIterator<Item = &'p [u32]> + Clone,
    ) -> Question {
        let ruleset = ruleset.into();
        let region = Region::around(&ruleset, positions.clone());
        Question::new(ruleset, region, Purpose::positions(positions))
    }

    fn new(ruleset: Arc<Ruleset>, region: Region, purpose: Purpose) -> Question {
        let (budget, watch) = (Budget::default(), Watch::default());
        let wanted = Wanted::Outcomes;
        Question { ruleset, region, wanted, purpose, kernel: None, budget, watch, pool: None }
    }

    /// Asks for nim-values as well.
    pub fn nim_values(self) -> Question {
        self.wanted(Wanted::NimValues)
    }

    /// Asks for outcomes, or for nim-values as well.
    pub fn wanted(self, wanted: Wanted) -> Question {
        Question { wanted, ..self }
    }

    /// Why the answers are needed, where the kernel should not be chosen for all positions of the region.
    pub fn purpose(self, purpose: Purpose) -> Question {
        Question { purpose, ..self }
    }

    /// Insists on a kernel, if one is given.
    pub fn kernel(self, kernel: Option<Kernel>) -> Question {
        Question { kernel, ..self }
    }

    /// What the answers may cost.
    pub fn budget(self, budget: &Budget) -> Question {
        Question { budget: budget.clone(), ..self }
    }

    /// Who stops the work, and is told how far it is.
    pub fn watch(self, watch: &Watch) -> Question {
        Question { watch: watch.clone(), ..self }
    }

    /// The threads to work with, in place of as many new ones as the budget says.
    pub fn pool(self, pool: Option<&Pool>) -> Question {
        Question { pool: pool.cloned(), ..self }
    }

    /// The kernel for it.
    pub fn choose(&self) -> Result<Choice, Refusal> {
        choose(&self.ruleset, self.region, self.wanted, self.purpose, &self.budget, self.kernel)
    }

    /// Computes what the answers need.
    pub fn solver(&self) -> Result<Solver, Refusal> {
        self.solver_by(self.choose()?)
    }

    /// The same, by a kernel that was chosen before.
    pub fn solver_by(&self, choice: Choice) -> Result<Solver, Refusal> {
        Solver::prepare(self, choice)
    }

    /// Does the work with the threads that it may have.
    pub(crate) fn install<T: Send>(&self, work: impl FnOnce() -> T + Send) -> T {
        let threads = self.budget.threads.max(1);
        start_threads();
        match &self.pool {
            Some(pool) => pool.install(work),
            None if threads == rayon::current_num_threads() => work(),
            None => match rayon::ThreadPoolBuilder::new().num_threads(threads).build() {
                Ok(pool) => pool.install(work),
                // Where no thread can be started, there is still the one that asks.
                Err(_) => work(),
            },
        }
    }
}
