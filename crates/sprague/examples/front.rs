// Rules of one's own, who wins, a table, a period and a theorem.

use sprague::{Game, Outcome, Session, Verdict, Winning};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    // A rule text of one's own.
    let game = Game::from_text(
        r#"
        game half-minnie
          "Take at most half of the smallest stack, rounded up, from a larger one, or from the only one."
          piles any
          move take k from one pile a where 2k <= min(piles) + 1 and (a > min(piles) or count(piles) = 1)
        "#,
    )?;
    let ruleset = game.ruleset("")?;
    let session = Session::new();

    // Who wins, and by which moves?
    let solution = session.solve(&ruleset, &ruleset.position("4,6")?)?;
    assert_eq!((solution.outcome, solution.nim), (Outcome::N, Some(2)));
    let Some(Winning::Either(options)) = &solution.winning else { unreachable!("it is impartial") };
    assert_eq!(options[0].to_string(), "4,4");

    // A table of nim-values, dense, and the P-positions.
    let mut table = session.table(&ruleset).piles(2).max(100).nim_values().compute()?;
    let square = table.nim_square(&[], 1)?;
    assert_eq!((square.rows, square.columns, *square.get(3, 5)), (100, 100, 2));
    assert_eq!(table.positions_with(Outcome::P)?.row(0), [1, 1]);

    // A period, proved to last for ever.
    let kayles = sprague::Library::catalogue().ruleset("kayles")?;
    let found = session.sequence(&kayles, 400)?.regularity.expect("it is regular");
    assert_eq!((found.preperiod, found.period), (71, 12));

    // A theorem: the proof is found, and checked by a checker that uses nothing of the prover.
    let claim = r#"
        claim "one stack"
          game ./half-minnie.game
          piles a
          P iff a > 1 and power_of_two(a + 2)
    "#;
    let judged = session.prove(claim, &game.library())?;
    let Verdict::Proved(accepted) = &judged[0].judgement.verdict else { panic!("not proved") };
    assert!(session.verify(&accepted.certificate().write()).is_ok());
    Ok(())
}
