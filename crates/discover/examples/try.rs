use sprague_discover::*;
use sprague_rules::Library;
use sprague_task::*;
fn main() {
    let args: Vec<String> = std::env::args().skip(1).collect();
    for arg in args {
        let (name, rest) = arg.rsplit_once('/').unwrap();
        let nim = rest.ends_with('n');
        let rest = rest.trim_end_matches('n');
        let p = match rest.strip_prefix('c') { Some(n) => Positions::Counts(n.parse().unwrap()), None => Positions::Piles(rest.parse().unwrap()) };
        let (lib, name) = match name.strip_prefix("rule ") { Some(r) => { let g = sprague_rules::Game::from_rule(r).unwrap(); (g.library(), g.ruleset("").unwrap().expression) } None => (Library::catalogue(), name.to_string()) };
        let s = Subject::new(&name, &lib, Some(p)).unwrap();
        let task = Task::new(Limits { bytes: 4 << 30, steps: 40_000_000_000, ..Limits::default() });
        let t = std::time::Instant::now();
        let f = discover(&s, if nim { Wish::NimValues } else { Wish::Outcomes }, &task);
        println!("{arg}: {:?} {} {:?} states {:?}\n  {:?}\n  guess {:?} {:?} {:?}\n   {}", t.elapsed(), match &f.known { Known::Proved(_) => "PROVED".into(), Known::Unchecked{why,..} => format!("unchecked {why}"), Known::Undecided{why} => format!("undecided: {why}") }, f.by, f.states, f.formula.map(|f| f.replace(" or ", "\n      or ")), f.holds_to, f.fails_at, f.parts, f.notes.join("\n   "));
    }
}
