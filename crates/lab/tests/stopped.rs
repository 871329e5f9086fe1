//! Who goes away stops the work: a dropped request ends what is done for it within 0.2 seconds. It is measured alone, without
//! other tests beside it.

mod common;

use std::io::{Read as _, Write as _};
use std::time::{Duration, Instant};

use common::{Open, open};
use serde_json::{Value, json};

/// How soon the work has to end.
const SOON: Duration = Duration::from_millis(200);

#[test]
fn who_goes_away_stops_the_work() {
    let big = "game big \"Any.\" piles any move take k from one pile where k mod 7 != 3 and sum(piles) > 2";
    let families = sprague::papers::find("ending-partizan/deep-families").unwrap()[0].text;
    let asked = [
        (
            "table",
            json!({ "game": { "text": big }, "piles": 3, "max": 2000, "fixed": [1], "large": true }),
        ),
        ("sequence", json!({ "game": { "ruleset": "officers" }, "to": 1_000_000 })),
        ("claim", json!({ "text": families, "only": [0] })),
        (
            "play",
            json!({ "game": { "ruleset": "jennifer" }, "position": "120,150,170,190", "wish": { "do": "hint" } }),
        ),
    ];
    let lab = open();
    for (number, (route, body)) in asked.iter().enumerate() {
        let mut measured = Vec::new();
        let in_time = (0..4).any(|round| {
            let mut body = body.clone();
            body["job"] = json!(format!("{number}-{round}"));
            let (late, worked) = dropped(&lab, route, &body);
            measured.push((late, worked));
            // On a busy machine others have the processor in between: then what counts is how long the work itself went on.
            late < SOON || worked.is_some_and(|worked| worked < SOON)
        });
        eprintln!("{route}: {measured:?}");
        assert!(in_time, "{route}: {measured:?}");
    }
}

/// How long work goes on after whoever asked has gone, as the progress of the job shows it; and how much this process has worked in
/// that time.
fn dropped(lab: &Open, route: &str, body: &Value) -> (Duration, Option<Duration>) {
    let mut asking = lab.connect();
    asking.write_all(&lab.question(route, body.to_string().as_bytes())).unwrap();
    let mut progress = lab.connect();
    progress
        .write_all(&lab.question("progress", json!({ "job": body["job"] }).to_string().as_bytes()))
        .unwrap();
    let mut seen = String::new();
    let mut bytes = [0; 4096];
    while !seen.contains("event: progress") {
        let count = progress.read(&mut bytes).unwrap();
        seen += &String::from_utf8_lossy(&bytes[..count]);
        assert!(count > 0 && !seen.contains("event: end"), "{route} ended by itself: {seen}");
    }
    std::thread::sleep(Duration::from_millis(300));
    let (gone, before) = (Instant::now(), worked());
    drop(asking);
    let mut rest = String::new();
    while !rest.contains("event: end") {
        let count = progress.read(&mut bytes).unwrap();
        assert!(count > 0, "{rest}");
        rest += &String::from_utf8_lossy(&bytes[..count]);
    }
    let late = gone.elapsed();
    (late, worked().zip(before).map(|(after, before)| after.saturating_sub(before)))
}

/// How long the processor has worked for this process, where the system tells.
fn worked() -> Option<Duration> {
    let stat = std::fs::read_to_string("/proc/self/stat").ok()?;
    let mut fields = stat.rsplit_once(')')?.1.split_whitespace().skip(11);
    let (user, system): (u64, u64) = (fields.next()?.parse().ok()?, fields.next()?.parse().ok()?);
    Some(Duration::from_millis(10 * (user + system)))
}
