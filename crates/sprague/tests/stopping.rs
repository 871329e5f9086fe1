//! Work that is told to stop stops within 0.2 seconds, wherever it is: claims of the papers that take long are stopped at moments drawn
//! at random. All of them, or those of one paper, by hand:
//!
//! ```text
//! SPRAGUE_STOPPED=all cargo test --release -p sprague --test stopping -- --nocapture
//! ```
//!
//! What counts is how long the processor works for this process after the flag was raised: others on the machine are not its fault. It is
//! measured alone, without other tests beside it.

#![cfg(target_os = "linux")]

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::time::{Duration, Instant};

use sprague::{Session, papers};

/// How soon work has to end; without optimisation everything takes several times as long.
const SOON: Duration = Duration::from_millis(if cfg!(debug_assertions) { 800 } else { 200 });

/// The latest moment at which a claim is stopped.
const LATEST: u64 = 2500;

/// Claims that take long, each in another part of the program: the name of a file, and the place of the claim in it.
const LONG: [(&str, usize); 9] = [
    ("cut/lemma-17", 2),
    ("cut/observation-1", 1),
    ("cut/observation-3", 1),
    ("ending-partizan/deep-families", 0),
    ("ending-partizan/observation-2.2-summary", 2),
    ("ending-partizan/proposition-9", 2),
    ("ending-partizan/proposition-10", 1),
    ("ending-partizan/theorem-11", 0),
    ("ooooob/conjecture-2.1", 1),
];

#[test]
fn claims_stop_soon_after_they_are_told_to() {
    let asked = std::env::var("SPRAGUE_STOPPED").ok();
    let mut tried = 0;
    let mut drawn = 0x9e37_79b9_7f4a_7c15_u64;
    let mut late = Vec::new();
    for page in papers::all() {
        let (claims, _) = page.claims();
        for (place, claim) in claims.iter().enumerate() {
            let wanted = match &asked {
                Some(paper) => paper == "all" || page.paper() == paper,
                None => LONG.contains(&(page.name, place)),
            };
            if !wanted {
                continue;
            }
            tried += 1;
            drawn = drawn
                .wrapping_mul(6_364_136_223_846_793_005)
                .wrapping_add(1_442_695_040_888_963_407);
            let moment = Duration::from_millis((drawn >> 33) % LATEST);
            let Some(worked) = stopped(claim, moment) else { continue };
            let named = format!("{} {place} ({}) stopped after {moment:?}", page.name, claim.name);
            eprintln!("{named}: {worked:?}");
            if worked > SOON {
                late.push((named, worked));
            }
        }
    }
    assert!(tried >= LONG.len(), "only {tried} claims were found");
    assert!(late.is_empty(), "{late:#?}");
}

/// How long the processor works on a claim after it is told to stop at this moment; none, if it is decided before.
fn stopped(claim: &sprague::Claim, moment: Duration) -> Option<Duration> {
    let flag: Arc<AtomicBool> = Arc::default();
    let session = Session::new().threads(1).cancelled_by(flag.clone());
    let (send, receive) = channel();
    std::thread::scope(|scope| {
        scope.spawn(move || {
            session.judge(claim);
            let _ = send.send(());
        });
        match receive.recv_timeout(moment) {
            Err(RecvTimeoutError::Timeout) => {}
            _ => return None,
        }
        let before = worked();
        flag.store(true, Ordering::Relaxed);
        let told = Instant::now();
        while receive.recv_timeout(Duration::from_millis(5)).is_err() {
            assert!(told.elapsed() < Duration::from_secs(120), "{} does not stop", claim.name);
        }
        Some(worked() - before)
    })
}

/// How long the processor has worked for this process.
fn worked() -> Duration {
    let stat = std::fs::read_to_string("/proc/self/stat").unwrap();
    let mut fields = stat.rsplit_once(')').unwrap().1.split_whitespace().skip(11);
    let mut next = || fields.next().unwrap().parse::<u64>().unwrap();
    Duration::from_millis(10 * (next() + next()))
}
