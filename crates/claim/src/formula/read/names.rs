//! Names become bound numbers, once the ranges of a sentence are known.

use sprague_rules::Complaint;

use super::Read;
use crate::formula::{Expr, Game};

/// Names become bound numbers.
pub(super) fn resolved(mut expr: Expr, names: &[String]) -> Read<Expr> {
    resolve(&mut expr, names)?;
    Ok(expr)
}

fn resolve(expr: &mut Expr, names: &[String]) -> Read<()> {
    let pair = |pair: &mut [Expr]| pair.iter_mut().try_for_each(|e| resolve(e, names));
    match expr {
        Expr::Name(name, span) => {
            let place = names.iter().position(|known| known == name).ok_or_else(|| {
                Complaint::new(span.clone(), format!("nothing says what {name} is"))
                    .help(format!("add a range: `for {name} >= 1`"))
            })?;
            *expr = Expr::Local(place);
            Ok(())
        }
        Expr::Number(_) | Expr::Local(_) | Expr::Global(_) => Ok(()),
        Expr::Arithmetic(_, two)
        | Expr::Compare(_, two)
        | Expr::Sets(_, two)
        | Expr::In(two)
        | Expr::Combine(_, two)
        | Expr::Added(two) => pair(&mut two[..]),
        Expr::Not(inner) => resolve(inner, names),
        Expr::And(all) | Expr::Or(all) | Expr::Call(_, all) | Expr::Defined(_, all) => pair(all),
        Expr::If(three) => pair(&mut three[..]),
        Expr::Set(members) => members.iter_mut().try_for_each(|(least, most)| {
            resolve(least, names)?;
            most.as_mut().map_or(Ok(()), |most| resolve(most, names))
        }),
        Expr::NimValue { heap, game } => {
            resolve(heap, names)?;
            resolve_game(game, names)
        }
        Expr::NimSet { heap, parts, game, .. } => {
            resolve(heap, names)?;
            resolve(parts, names)?;
            resolve_game(game, names)
        }
    }
}

fn resolve_game(game: &mut Option<Box<Game>>, names: &[String]) -> Read<()> {
    match game.as_deref_mut() {
        Some(Game::With(set)) => resolve(set, names),
        _ => Ok(()),
    }
}
