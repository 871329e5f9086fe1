//! The answers are the library's, however many ask at once, and what is damaged is refused.

mod common;

use std::time::Instant;

use common::{Open, open};
use serde_json::{Value, json};
use sprague::{Library, Session, cell};

/// Numbers that look random, the same every time.
struct Drawn(u64);

impl Drawn {
    fn below(&mut self, bound: usize) -> usize {
        self.0 =
            self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        ((self.0 >> 33) as usize) % bound
    }
}

const GAMES: [&str; 10] = [
    "nim",
    "minnie",
    "wythoff",
    "misere wynnie",
    "lr-nim(2,3)",
    "kayles",
    "cut(1,6)",
    "euclid",
    "greedy-nim",
    "subtract(1,2,5)",
];

#[test]
fn fifty_clients_at_once_get_the_answers_of_the_library() {
    let lab = open();
    let lab = &lab;
    std::thread::scope(|scope| {
        for client in 0..50 {
            scope.spawn(move || {
                let mut drawn = Drawn(client);
                for _ in 0..4 {
                    let game = GAMES[drawn.below(GAMES.len())];
                    one_question(lab, game, &mut drawn);
                }
            });
        }
    });
}

/// Asks the lab and the library the same.
fn one_question(lab: &Open, game: &str, drawn: &mut Drawn) {
    let session = Session::new().threads(1);
    let ruleset = Library::catalogue().ruleset(game).unwrap();
    match drawn.below(4) {
        0 => {
            let position = format!("{},{}", 1 + drawn.below(12), 1 + drawn.below(12));
            let told =
                lab.ask("solve", &json!({ "game": { "ruleset": game }, "position": position }));
            match ruleset.position(&position) {
                Ok(position) => {
                    let found = json!(session.solve(&ruleset, &position).unwrap());
                    let told = told.json();
                    for key in ["ruleset", "position", "outcome", "nim", "winning"] {
                        assert_eq!(told[key], found[key], "{game} {position} {key}");
                    }
                }
                Err(_) => assert_eq!(told.kind(), "input"),
            }
        }
        1 => {
            let max = 5 + drawn.below(20) as u32;
            let nim = drawn.below(2) == 0;
            let piles = if game.starts_with("lr-nim") { 1 } else { 2 };
            let body =
                json!({ "game": { "ruleset": game }, "piles": piles, "max": max, "nim": nim });
            let answer = lab.ask("table", &body);
            let request = session.table(&ruleset).piles(piles).max(max);
            let of_values = nim && ruleset.has_nim_values();
            let request = if of_values { request.nim_values() } else { request };
            let (header, cells) = answer.sheet();
            assert_eq!(cells, request.compute().unwrap().cells(&[], 0).unwrap().data, "{body}");
            assert_eq!(header["kind"], json!(if of_values { "nim" } else { "outcome" }));
            // And the sheet is what one position after the other says.
            let side = max as usize + 1;
            let (i, j) = (if piles == 1 { 0 } else { drawn.below(side) }, drawn.below(side));
            let sizes: Vec<String> =
                [i, j].iter().filter(|&&n| n > 0).map(usize::to_string).collect();
            let written = if sizes.is_empty() { "-".to_string() } else { sizes.join(",") };
            let position = ruleset.position(&written).unwrap();
            let found = session.solve(&ruleset, &position).unwrap();
            let expected = match (of_values, found.nim) {
                (true, Some(nim)) => cell::of_nim_value(nim),
                _ => cell::of_outcome(found.outcome),
            };
            assert_eq!(cells[i * side + j], expected, "{game} {i},{j}");
        }
        2 => {
            let to = 50 + drawn.below(200) as u32;
            let told = lab.told("sequence", &json!({ "game": { "ruleset": game }, "to": to }));
            let found = json!(session.sequence(&ruleset, to).unwrap());
            for key in ["values", "outcomes", "regularity"] {
                assert_eq!(told[key], found[key], "{game} {to} {key}");
            }
        }
        _ => {
            let text = sprague::catalogue::text("minnie").unwrap();
            let told = lab.told("check", &json!({ "text": text, "examples": true }));
            assert_eq!(told["ok"], json!(true));
            let examples = session.examples(&Library::catalogue().game("minnie").unwrap()).unwrap();
            assert_eq!(told["examples"].as_array().unwrap().len(), examples.len());
            for (told, found) in told["examples"].as_array().unwrap().iter().zip(&examples) {
                assert_eq!(
                    (&told["holds"], &told["found"]),
                    (&json!(found.holds), &json!(found.found))
                );
            }
        }
    }
}

#[test]
fn a_text_and_its_name_have_the_same_table() {
    let lab = open();
    let text = sprague::catalogue::text("minnie").unwrap();
    let body =
        |game: Value| json!({ "game": game, "piles": 3, "max": 15, "fixed": [7], "nim": true });
    let (known, cells) = lab.ask("table", &body(json!({ "ruleset": "minnie" }))).sheet();
    let (same, same_cells) = lab.ask("table", &body(json!({ "text": text }))).sheet();
    assert_eq!((&known["ruleset"], &cells), (&same["ruleset"], &same_cells));
    let other = text.replace("game minnie", "game mine-own");
    let (own, own_cells) = lab.ask("table", &body(json!({ "text": other }))).sheet();
    assert_eq!((own["ruleset"].as_str(), own_cells), (Some("./mine-own.game"), cells));
    // One pile is a row, and a row of places is not its own mirror image.
    let (one, cells) = lab
        .ask(
            "table",
            &json!({ "game": { "ruleset": "kayles" }, "piles": 1, "max": 20, "nim": true }),
        )
        .sheet();
    assert_eq!((one["rows"].as_u64(), cells[..6].to_vec()), (Some(1), vec![0, 1, 2, 3, 1, 4]));
}

#[test]
fn a_changed_rule_shows_where_the_table_changed() {
    let lab = open();
    let new = "game few \"At most two.\" piles any move take k from one pile where k <= 2";
    let body = json!({ "old": { "ruleset": "nim" }, "new": { "text": new }, "piles": 2, "max": 9, "nim": true });
    let told = lab.told("diff", &body);
    // Nim and subtract(1,2) agree where both piles are below 3, by their nim-values.
    let agree = |a: u32, b: u32| a ^ b == (a % 3) ^ (b % 3);
    let same =
        (0..10).flat_map(|a| (0..10).map(move |b| (a, b))).filter(|&(a, b)| agree(a, b)).count();
    assert_eq!(
        (told["same"].as_u64(), told["changed"].as_u64()),
        (Some(same as u64), Some(100 - same as u64))
    );
    assert_eq!(told["first"][0], json!({ "position": [0, 3], "old": 3, "new": 0 }));
}

#[test]
fn claims_tell_their_steps_their_verdict_and_where_to_look() {
    let lab = open();
    let text = "claim \"Wythoff\"\n  game wythoff\n  piles a <= b\n  P iff golden(a, b)\n\n\
                claim \"wrong\"\n  game nim\n  piles a <= b\n  P iff a = b and a != 3\n";
    let told = lab.told("claims/check", &json!({ "text": text }));
    assert_eq!(
        (told["claims"][1]["piles"].as_u64(), &told["claims"][1]["overlay"]),
        (Some(2), &json!(true))
    );
    let answer = lab.ask("claim", &json!({ "text": text }));
    let events = answer.events();
    let of = |name: &str| -> Vec<&Value> {
        events.iter().filter(|(own, _)| own == name).map(|(_, data)| data).collect()
    };
    assert_eq!(events[0].0, "claims");
    assert_eq!(events.last().unwrap().0, "done");
    let verdicts = of("verdict");
    assert_eq!(
        (verdicts[0]["verdict"].as_str(), verdicts[0]["checked"].as_bool()),
        (Some("proved"), Some(true))
    );
    assert!(of("step").iter().any(|step| step["index"] == json!(0)), "{events:?}");
    assert_eq!(
        (verdicts[1]["verdict"].as_str(), &verdicts[1]["witness"]),
        (Some("refuted"), &json!([3, 3]))
    );
    assert_eq!(verdicts[1]["open"]["position"], json!("3,3"));
    assert!(verdicts[0]["latex"].as_str().unwrap().contains("Wythoff"));
    // The certificate is one that the checker accepts, and its automaton reads positions.
    let certificate = verdicts[0]["certificate"].as_str().unwrap();
    assert!(Session::new().verify(certificate).is_ok());
    assert_eq!(verdicts[0]["automaton"], json!(true));
    let machine = lab.told("automaton", &json!({ "certificate": certificate }));
    assert_eq!(
        (machine["digits"].as_str(), machine["numbers"].as_u64()),
        (Some("fibonacci"), Some(2))
    );
    assert_eq!(
        machine["layout"]["nodes"].as_array().unwrap().len() as u64,
        machine["states"].as_u64().unwrap()
    );
    assert!(machine["graphviz"].as_str().unwrap().starts_with("digraph"));
    assert!(machine["walnut"].as_str().unwrap().starts_with("lsd_fib lsd_fib"));
    assert!(machine["tikz"].as_str().unwrap().contains("tikzpicture"));
    for (position, lost) in
        [([1, 2], true), ([4, 7], true), ([7, 4], true), ([4, 6], false), ([0, 0], true)]
    {
        let run = lab
            .told("automaton/read", &json!({ "certificate": certificate, "position": position }));
        assert_eq!(run["accepted"], json!(lost), "{position:?}");
    }
    // Over the table it is wrong exactly where it was refuted.
    let (header, cells) =
        lab.ask("overlay", &json!({ "claim": text, "place": 1, "max": 9 })).sheet();
    assert_eq!(header["wrong_at"], json!([[3, 3]]));
    let wrong: Vec<usize> = (0..100).filter(|&place| cells[place] == 2).collect();
    assert_eq!(wrong, [33]);
    // Nothing is said of a pile that is not there.
    assert_eq!((cells[0], cells[9], cells[11]), (0, 0, 1));
}

#[test]
fn a_play_is_played_to_its_end_and_taken_back() {
    let lab = open();
    for (game, position) in
        [("nim", "3,4,5"), ("misere nim", "3,4,5"), ("wyg", "P(5) chips=1"), ("lr-nim(2,3)", "20")]
    {
        let mut body =
            json!({ "game": { "ruleset": game }, "position": position, "seed": 7, "worth": true });
        let mut told = lab.told("play", &body);
        for _ in 0..100 {
            let view = &told["view"];
            if !view["state"]["over"].is_null() {
                break;
            }
            body["moves"] = told["moves"].clone();
            body["wish"] = match view["thinking"].as_bool().unwrap() {
                true => json!({ "do": "reply" }),
                false => {
                    let moves = view["moves"].as_array().unwrap();
                    let winning = moves
                        .iter()
                        .find(|m| view["worths"][m["id"].as_str().unwrap()] == json!(true));
                    json!({ "do": "move", "id": winning.unwrap_or(&moves[0])["id"] })
                }
            };
            told = lab.told("play", &body);
            assert!(told["view"]["refusal"].is_null(), "{told}");
        }
        let over = &told["view"]["state"]["over"];
        assert!(!over.is_null(), "{game}");
        // These positions are won by whoever begins, who played the moves that win.
        assert_eq!(over["winner"], json!("left"), "{game}: {told}");
        body["moves"] = told["moves"].clone();
        body["wish"] = json!({ "do": "undo" });
        let back = lab.told("play", &body);
        assert!(back["view"]["state"]["over"].is_null() && back["view"]["yours"] == json!(true));
    }
    let illegal = json!({ "game": { "ruleset": "minnie" }, "position": "3,8", "wish": { "do": "type", "text": "3,4" } });
    let told = lab.told("play", &illegal);
    assert!(told["view"]["refusal"].as_str().unwrap().contains("k <= min(piles)"), "{told}");
    assert_eq!(told["moves"], json!([]));
}

#[test]
fn the_record_has_a_verdict_for_every_statement() {
    let lab = open();
    let told = lab.told("record", &json!({}));
    let statements = told["statements"].as_array().unwrap();
    assert!(statements.len() > 700);
    let with = statements.iter().filter(|statement| statement["verdict"].is_string()).count();
    assert!(with * 10 > statements.len() * 9, "{with} of {}", statements.len());
    let statement = lab.told("statement", &json!({ "name": statements[0]["name"] }));
    assert!(statement["text"].as_str().unwrap().contains("claim"));
}

#[test]
fn results_are_written_as_files() {
    let lab = open();
    let table = |format: &str| {
        lab.ask("export", &json!({ "what": "table", "format": format, "game": { "ruleset": "wythoff" }, "piles": 2, "max": 8, "nim": true }))
    };
    assert!(table("png").body.starts_with(b"\x89PNG"));
    assert!(table("svg").text().starts_with("<svg") || table("svg").text().starts_with("<?xml"));
    assert!(table("latex").text().contains("\\begin{"));
    assert!(table("csv").text().lines().count() > 30);
    // By antidiagonals: T(0,0), T(0,1), T(1,0), T(0,2), T(1,1), T(2,0), ...
    assert!(
        table("bfile").text().starts_with("0 0\n1 1\n2 1\n3 2\n4 2\n5 2\n"),
        "{}",
        table("bfile").text()
    );
    let sequence = |format: &str| {
        lab.ask("export", &json!({ "what": "sequence", "format": format, "game": { "ruleset": "kayles" }, "to": 50 })).text()
    };
    assert!(sequence("bfile").starts_with("0 0\n1 1\n2 2\n3 3\n4 1\n"));
    let graph = json!({ "what": "graph", "format": "svg", "game": { "ruleset": "wyg" }, "position": "C(5) chips=1" });
    assert!(lab.ask("export", &graph).text().contains("<svg"));
}

#[test]
fn values_have_a_thermograph_and_a_tree() {
    let lab = open();
    let told = lab.told("value", &json!({ "expression": "{3|-1}+^*" }));
    assert_eq!((told["mean"].as_str(), told["temperature"].as_str()), (Some("1"), Some("2")));
    assert!(told["thermograph_svg"].as_str().unwrap().contains("<svg"));
    assert!(!told["options"]["left"].as_array().unwrap().is_empty());
    let told =
        lab.told("value", &json!({ "game": { "ruleset": "domineering" }, "position": "2x2" }));
    assert_eq!(told["canonical"], json!("+-1"));
    assert_eq!(lab.ask("value", &json!({ "expression": "{1|" })).kind(), "input");
}

#[test]
fn a_census_of_the_folder_is_counted_and_looked_through() {
    let folder = std::path::Path::new(env!("CARGO_TARGET_TMPDIR")).join("lab/census");
    let _ = std::fs::remove_dir_all(&folder);
    std::fs::create_dir_all(&folder).unwrap();
    let session = Session::new().threads(1);
    session
        .census(sprague::Family::lr_nim(2, 9).unwrap())
        .rows_to(folder.join("lr.parquet"))
        .compute()
        .unwrap();
    std::fs::write(folder.join("damaged.parquet"), "PAR1 this is not what follows PAR1").unwrap();
    let lab = common::open_with(common::limits(), Some(&folder));
    let files = lab.told("folder", &json!({}));
    let id = |name: &str| {
        let files = files["files"].as_array().unwrap();
        files.iter().find(|file| file["name"] == name).unwrap_or_else(|| panic!("{files:?}"))["id"]
            .clone()
    };
    let told = lab.told("census", &json!({ "id": id("lr.parquet") }));
    assert_eq!(told["rows"], json!(128));
    let page =
        lab.told("census/rows", &json!({ "id": id("lr.parquet"), "from": 120, "count": 100 }));
    assert_eq!((page["rows"].as_array().unwrap().len(), &page["of"]), (8, &json!(128)));
    let last = &page["game"][7];
    assert_eq!(last, &json!("lr-nim(2,3,4,5,6,7,8,9)"));
    let by = json!({ "id": id("lr.parquet"), "by": "period", "down": true, "count": 128 });
    let page = lab.told("census/rows", &by);
    let place =
        page["columns"].as_array().unwrap().iter().position(|column| column == "period").unwrap();
    let periods: Vec<u64> =
        page["rows"].as_array().unwrap().iter().map(|row| row[place].as_u64().unwrap()).collect();
    assert!(periods.len() == 128 && periods.is_sorted_by(|a, b| a >= b));
    for route in ["census", "census/rows"] {
        let answer = lab.ask(route, &json!({ "id": id("damaged.parquet") }));
        assert_eq!(
            (answer.status, &answer.kind()[..]),
            (400, "input"),
            "{route}: {}",
            answer.text()
        );
        assert!(!answer.text().contains(folder.to_str().unwrap()), "no paths are told");
    }
}

#[test]
fn damaged_questions_are_refused_and_do_no_harm() {
    let lab = open();
    let samples = [
        (
            "check",
            json!({ "text": "game x \"y\" piles any move take k from one pile", "arguments": "2", "misere": false, "examples": true }),
        ),
        ("solve", json!({ "game": { "ruleset": "minnie" }, "position": "3,8" })),
        (
            "options",
            json!({ "game": { "ruleset": "lr-nim(2,3)" }, "position": "9", "player": "right" }),
        ),
        (
            "table",
            json!({ "game": { "ruleset": "nim" }, "piles": 3, "max": 9, "nim": true, "fixed": [4], "large": false }),
        ),
        ("estimate", json!({ "game": { "ruleset": "nim" }, "piles": 2, "max": 9 })),
        (
            "diff",
            json!({ "old": { "ruleset": "nim" }, "new": { "ruleset": "minnie" }, "piles": 2, "max": 9 }),
        ),
        (
            "overlay",
            json!({ "claim": "claim \"x\"\n  game nim\n  piles a <= b\n  P iff a = b\n", "place": 0, "max": 9, "fixed": [] }),
        ),
        (
            "play",
            json!({ "game": { "ruleset": "nim" }, "position": "1,2", "side": "L", "begin": true, "level": "club", "seed": 3, "moves": ["1,1"], "wish": { "do": "reply" } }),
        ),
        (
            "claims/check",
            json!({ "text": "claim \"x\"\n  game nim\n  piles a\n  P iff a = 0\n", "games": {} }),
        ),
        (
            "claim",
            json!({ "text": "claim \"x\"\n  game nim\n  piles a\n  P iff a = 0\n", "only": [0] }),
        ),
        ("sequence", json!({ "game": { "ruleset": "kayles" }, "to": 50 })),
        ("identify", json!({ "values": [0, 1, 2, 3, 1, 4, 3, 2, 1, 4, 2, 6] })),
        ("statement", json!({ "name": "classics/nim" })),
        ("automaton", json!({ "certificate": "claim" })),
        ("automaton/read", json!({ "certificate": "claim", "position": [1, 2] })),
        ("value", json!({ "expression": "{1|-1}" })),
        ("folder", json!({})),
        ("file", json!({ "id": "f1" })),
        ("census/rows", json!({ "id": "f1", "from": 1, "count": 2, "by": "period", "down": true })),
        (
            "export",
            json!({ "what": "table", "format": "csv", "game": { "ruleset": "nim" }, "piles": 2, "max": 5 }),
        ),
        ("progress", json!({ "job": "nothing" })),
        ("about", json!({})),
    ];
    let mut drawn = Drawn(2024);
    let begun = Instant::now();
    for round in 0..400 {
        let (route, body) = &samples[round % samples.len()];
        let damaged = match drawn.below(4) {
            0 => (0..drawn.below(200)).map(|_| drawn.below(256) as u8).collect(),
            1 => {
                let mut bytes = body.to_string().into_bytes();
                for _ in 0..1 + drawn.below(6) {
                    let at = drawn.below(bytes.len());
                    bytes[at] = drawn.below(128) as u8;
                }
                bytes
            }
            2 => {
                let bytes = body.to_string().into_bytes();
                bytes[..drawn.below(bytes.len())].to_vec()
            }
            _ => {
                // Another value in the place of one of the fields, or one field more.
                let mut body = body.clone();
                body["limits"] = json!({ "time": 2 });
                let fields = body.as_object_mut().unwrap();
                let keys: Vec<String> = fields.keys().cloned().chain(["more".into()]).collect();
                let odd = [
                    json!(null),
                    json!(-1),
                    json!(1.5),
                    json!(u64::MAX),
                    json!(""),
                    json!("\u{0}"),
                    json!([]),
                    json!({}),
                    json!(true),
                    json!([[[[]]]]),
                    json!({ "ruleset": "nim", "text": "x" }),
                    json!(4_294_967_295u32),
                    json!("\"'<>\\"),
                ];
                fields.insert(
                    keys[drawn.below(keys.len())].clone(),
                    odd[drawn.below(odd.len())].clone(),
                );
                body.to_string().into_bytes()
            }
        };
        let answer = lab.post(route, &damaged);
        let shown = String::from_utf8_lossy(&damaged).into_owned();
        assert!(answer.status < 500, "{route} {shown}: {}", answer.text());
        assert!(!answer.text().contains("\"inside\""), "{route} {shown}");
        if answer.status != 200 {
            assert!(!answer.json()["error"]["message"].as_str().unwrap().is_empty());
        }
    }
    // Deep nesting ends in a message, not in a stack that is too small.
    let deep = "[".repeat(200_000);
    assert_eq!(lab.post("check", deep.as_bytes()).status, 400);
    assert_eq!(
        lab.post("check", format!("{{\"text\":{}1", "{\"a\":".repeat(100_000)).as_bytes()).status,
        400
    );
    assert_eq!(lab.get("/").status, 200);
    eprintln!("400 damaged questions in {:?}", begun.elapsed());
}
