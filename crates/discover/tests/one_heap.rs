//! One heap: a regularity is proved, or what its terms show is told as evidence, in numbers that a plain recursion confirms.

use sprague_discover::{Discovery, Known, Positions, Structure, Subject, Wish, discover};
use sprague_rules::random::{Moves, random_game};
use sprague_rules::{Game, Library};
use sprague_solve::{Budget, Reference, Watch};
use sprague_task::{Limits, Task};

fn task() -> Task {
    let time = std::time::Duration::from_secs(15);
    Task::new(Limits { steps: 1_000_000_000, time, ..Limits::default() })
}

fn found(expression: &str, library: &Library) -> (Subject, Discovery) {
    let subject = Subject::new(expression, library, Some(Positions::Piles(1))).unwrap();
    let found = discover(&subject, Wish::NimValues, &task());
    (subject, found)
}

/// Everything that is told of terms is counted again, one heap at a time.
fn is_so(seen: &Structure, terms: &[u32]) {
    let half = terms.len() / 2;
    assert_eq!(seen.to as usize + 1, terms.len());
    for gone in &seen.last_seen {
        let heaps: Vec<usize> = (0..terms.len()).filter(|&n| terms[n] == gone.value).collect();
        assert_eq!((heaps.len(), heaps.last()), (gone.times, Some(&(gone.at as usize))));
        assert!((gone.at as usize) < half);
    }
    if let Some(rare) = &seen.rare {
        let is_rare = |n: &usize| (terms[*n] & rare.mask).count_ones().is_multiple_of(2);
        let early = (0..half).filter(is_rare).count();
        let late = (half..terms.len()).filter(is_rare).count();
        assert_eq!(rare.heaps, [early, late]);
        assert_eq!((0..terms.len()).rfind(is_rare), Some(rare.last as usize));
        assert!((0..terms.len()).filter(is_rare).all(|n| rare.values.contains(&terms[n])));
    }
    let mut above: Vec<i64> = terms.iter().map(|&term| term.into()).collect();
    if let Some(growth) = &seen.growth {
        let [numerator, denominator] = growth.slope.map(i64::from);
        (0i64..).zip(&mut above).for_each(|(n, term)| *term -= numerator * n / denominator);
        let between = [above.iter().min(), above.iter().max()];
        assert_eq!(between.map(Option::unwrap), growth.between.each_ref());
    }
    if let Some(automatic) = &seen.automatic {
        let told = |n: usize| {
            let (mut state, mut rest) = (0, n);
            while rest > 0 {
                state = automatic.next[state][rest % automatic.base as usize] as usize;
                rest /= automatic.base as usize;
            }
            automatic.terms[state]
        };
        let wrong: Vec<usize> = (0..terms.len()).filter(|&n| told(n) != above[n]).collect();
        let early = wrong.iter().filter(|&&n| n < half).count();
        assert_eq!(automatic.exceptions, [early, wrong.len() - early]);
        assert_eq!(automatic.last.map(|n| n as usize), wrong.last().copied());
    }
}

/// The nim-values that a sequence has, which the definitions confirm for small heaps.
fn terms(subject: &Subject, to: u32) -> Vec<u32> {
    let (budget, watch) = (Budget::default(), Watch::new(None));
    let sequence = sprague_sequence::Sequence::compute(&subject.ruleset, to, &budget, &watch);
    let sprague_sequence::Terms::NimValues(values) = sequence.unwrap().terms else { panic!() };
    let mut reference = Reference::new(subject.ruleset.clone());
    for n in 1..=20 {
        assert_eq!(reference.nim_value(&[n]), values.to_vec()[n as usize], "heap {n}");
    }
    values.to_vec()
}

#[test]
fn what_is_told_of_random_rulesets_is_so() {
    let (mut proved, mut shown) = (0, 0);
    for seed in 300..312 {
        let Ok(game) = Game::from_text(&random_game(seed, Moves::Any)) else { continue };
        let Ok(ruleset) = game.ruleset("") else { continue };
        if !ruleset.has_nim_values() || !ruleset.is_impartial() {
            continue;
        }
        let library = game.library();
        if Subject::new(&ruleset.expression, &library, Some(Positions::Piles(1))).is_err() {
            continue;
        }
        let (subject, found) = found(&ruleset.expression, &library);
        proved += usize::from(found.is_proved());
        let Some(seen) = &found.structure else { continue };
        assert!(
            matches!(found.known, Known::Undecided { .. }),
            "evidence is for what is not proved"
        );
        shown += 1;
        is_so(seen, &terms(&subject, seen.to));
    }
    println!("{proved} proved, {shown} with structure");
    assert!(proved >= 2, "only {proved} were proved");
}

/// Officers and Grundy's game have sparse spaces, to which the last binary digit does not matter, and no known period (Winning Ways,
/// chapter 4).
#[test]
fn games_without_a_known_period_have_their_sparse_space() {
    for code in ["octal(0.6)", "grundy"] {
        let (subject, found) = found(code, &Library::catalogue());
        assert!(found.accepted().is_none() && found.claim.is_none(), "{code}: {:?}", found.known);
        let seen = found.structure.as_ref().expect("some structure");
        is_so(seen, &terms(&subject, seen.to));
        let rare = seen.rare.as_ref().expect("a sparse space");
        assert!(rare.values.contains(&0), "{rare:?}");
        assert_eq!(rare.mask & 0b1111, 0b1110, "{rare:?}");
    }
}

/// The rules depend on the parity of the heap, so that no theorem about sequences applies: automata prove it.
#[test]
fn nim_values_that_no_window_proves_are_proved_by_automata() {
    let rule = "take k from one pile a where k in {1, 3} or even(a) and k = 2";
    let game = Game::from_rule(rule).unwrap();
    let expression = game.ruleset("").unwrap().expression;
    let (_, found) = found(&expression, &game.library());
    assert!(found.accepted().is_some(), "{:?}", found.known);
}
