//! What keeps the lab safe, line by line: who may come in, what a page may do, what can be reached, and what it may cost.

mod common;

use std::collections::BTreeSet;
use std::fs;
use std::net::TcpStream;
use std::panic::AssertUnwindSafe;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use common::{Open, limits, open, open_with};
use serde_json::{Value, json};
use sprague_lab::Limits;

#[test]
fn it_listens_on_this_machine_alone() {
    let lab = open();
    assert!(lab.host.starts_with("127.0.0.1:"), "{}", lab.host);
    // Whoever listens everywhere would be found at every address of this machine.
    assert!(TcpStream::connect(("127.0.0.2", lab.port)).is_err());
    assert!(TcpStream::connect(("::1", lab.port)).is_err());
}

#[test]
fn a_request_names_exactly_this_host() {
    let lab = open();
    assert_eq!(lab.get("/").status, 200);
    let port = lab.port;
    let others = [
        format!("localhost:{port}"),
        format!("evil.example:{port}"),
        format!("127.0.0.1.evil.example:{port}"),
        format!("127.0.0.1:{}", port.wrapping_add(1)),
        format!("127.1:{port}"),
        format!("[::1]:{port}"),
        format!(" {}", "127.0.0.1"),
        "127.0.0.1".into(),
        "".into(),
    ];
    for other in &others {
        for path in ["/", "/lab/main.js", "/api/about"] {
            let answer = lab.request(&format!("GET {path}"), &[("Host", other)], b"");
            assert_eq!(answer.status, 403, "{other} {path}: {}", answer.text());
            assert!(!answer.text().contains("<html"));
        }
    }
    // No name at all, two of them, or another one in the first line.
    for request in [
        "GET / HTTP/1.1\r\nConnection: close\r\n\r\n".to_string(),
        "GET / HTTP/1.0\r\n\r\n".to_string(),
        format!("GET / HTTP/1.1\r\nConnection: close\r\nHost: {0}\r\nHost: {0}\r\n\r\n", lab.host),
        format!(
            "GET http://evil.example/ HTTP/1.1\r\nConnection: close\r\nHost: {}\r\n\r\n",
            lab.host
        ),
    ] {
        let answer = lab.raw(request.as_bytes());
        assert!([400, 403].contains(&answer.status), "{request}: {}", answer.status);
        assert!(!answer.text().contains("<html"));
    }
}

#[test]
fn other_origins_and_sites_are_turned_away() {
    let lab = open();
    let bearer = format!("Bearer {}", lab.token);
    let own = format!("http://{}", lab.host);
    let ask = |more: &[(&str, &str)]| {
        let mut headers = vec![
            ("Host", &lab.host[..]),
            ("Authorization", &bearer),
            ("Content-Type", "application/json"),
        ];
        headers.extend_from_slice(more);
        lab.request("POST /api/about", &headers, b"{}").status
    };
    assert_eq!(ask(&[("Origin", &own), ("Sec-Fetch-Site", "same-origin")]), 200);
    // A program that is no browser says nothing of all this, and knows the token.
    assert_eq!(ask(&[]), 200);
    let https = format!("https://{}", lab.host);
    let local = format!("http://localhost:{}", lab.port);
    for origin in
        ["http://evil.example", "null", "", "file://", &https[..], &local[..], "http://127.0.0.1"]
    {
        assert_eq!(ask(&[("Origin", origin)]), 403, "{origin}");
    }
    assert_eq!(ask(&[("Origin", &own), ("Origin", &own)]), 403);
    for site in ["cross-site", "same-site", "none", "", "same-origin, cross-site"] {
        assert_eq!(ask(&[("Sec-Fetch-Site", site)]), 403, "{site}");
    }
    // Files are not for other pages either; only the page itself may be opened from elsewhere, by a link.
    let get = |path: &str, more: &[(&str, &str)]| {
        let mut headers = vec![("Host", &lab.host[..])];
        headers.extend_from_slice(more);
        lab.request(&format!("GET {path}"), &headers, b"").status
    };
    let link = [
        ("Sec-Fetch-Site", "cross-site"),
        ("Sec-Fetch-Mode", "navigate"),
        ("Sec-Fetch-Dest", "document"),
    ];
    assert_eq!((get("/", &link), get("/play.js", &link)), (200, 403));
    let frame = [
        ("Sec-Fetch-Site", "cross-site"),
        ("Sec-Fetch-Mode", "navigate"),
        ("Sec-Fetch-Dest", "iframe"),
    ];
    assert_eq!(get("/", &frame), 403);
    let script = [
        ("Sec-Fetch-Site", "cross-site"),
        ("Sec-Fetch-Mode", "no-cors"),
        ("Sec-Fetch-Dest", "script"),
    ];
    assert_eq!((get("/", &script), get("/play.js", &script)), (403, 403));
    // A page of another origin that asks whether it may ask gets no leave.
    let asks = [
        ("Host", &lab.host[..]),
        ("Origin", "http://evil.example"),
        ("Access-Control-Request-Method", "POST"),
    ];
    let preflight = lab.request("OPTIONS /api/about", &asks, b"");
    assert_eq!(preflight.status, 403);
    assert!(preflight.headers.iter().all(|(name, _)| !name.starts_with("access-control")));
}

#[test]
fn every_question_needs_the_token_and_there_are_no_cookies() {
    let lab = open();
    assert!(lab.token.len() >= 32 && lab.token.chars().all(|c| c.is_ascii_hexdigit()));
    assert_ne!(lab.token, open().token);
    let ask = |path: &str, more: &[(&str, &str)]| {
        let mut headers = vec![("Host", &lab.host[..]), ("Content-Type", "application/json")];
        headers.extend_from_slice(more);
        lab.request(&format!("POST {path}"), &headers, b"{}")
    };
    let good = format!("Bearer {}", lab.token);
    assert_eq!(ask("/api/about", &[("Authorization", &good)]).status, 200);
    let short = format!("Bearer {}", &lab.token[1..]);
    let long = format!("Bearer {}0", lab.token);
    let upper = format!("Bearer {}", lab.token.to_uppercase());
    let cookie = format!("token={}", lab.token);
    let wrong: [&[(&str, &str)]; 8] = [
        &[],
        &[("Authorization", "Bearer ")],
        &[("Authorization", &lab.token)],
        &[("Authorization", &short)],
        &[("Authorization", &long)],
        &[("Authorization", &upper)],
        &[("Cookie", &cookie)],
        &[("Authorization", &good), ("Authorization", &good)],
    ];
    for headers in wrong {
        let same_anyway = headers == [("Authorization", &upper[..])] && upper == good;
        assert!(ask("/api/about", headers).status == 401 || same_anyway, "{headers:?}");
    }
    let path = format!("/api/about?token={}", lab.token);
    assert_eq!(ask(&path, &[]).status, 401);
    for route in ROUTES {
        let answer = ask(&format!("/api/{route}"), &[]);
        assert_eq!((answer.status, &answer.kind()[..]), (401, "token"), "{route}");
    }
    assert_eq!(ask("/api/nothing", &[]).status, 401);
    // It is never told, and nothing is remembered by cookies.
    for path in ["/", "/lab/main.js", "/play.js"] {
        let answer = lab.get(path);
        assert_eq!(answer.status, 200, "{path}");
        assert!(!answer.text().contains(&lab.token) && answer.header("set-cookie").is_none());
    }
    let answer = lab.ask("about", &json!({}));
    assert!(!answer.text().contains(&lab.token) && answer.header("set-cookie").is_none());
}

/// Everything that can be asked.
const ROUTES: [&str; 24] = [
    "about",
    "progress",
    "games",
    "check",
    "solve",
    "options",
    "estimate",
    "table",
    "diff",
    "overlay",
    "play",
    "claim",
    "claims/check",
    "sequence",
    "identify",
    "record",
    "statement",
    "automaton",
    "automaton/read",
    "value",
    "folder",
    "file",
    "census",
    "export",
];

#[test]
fn the_page_may_load_nothing_but_its_own() {
    let lab = open();
    let page = lab.get("/");
    let policy = page.header("content-security-policy").unwrap();
    let parts: Vec<&str> = policy.split(';').map(str::trim).collect();
    for part in [
        "default-src 'none'",
        "connect-src 'self'",
        "base-uri 'none'",
        "form-action 'none'",
        "frame-ancestors 'none'",
    ] {
        assert!(parts.contains(&part), "{part}: {policy}");
    }
    assert!(
        !policy.contains("unsafe") && !policy.contains('*') && !policy.contains("http"),
        "{policy}"
    );
    let script = parts.iter().find(|part| part.starts_with("script-src")).unwrap();
    let nonce = script.split("'nonce-").nth(1).unwrap().split('\'').next().unwrap();
    assert!(nonce.len() >= 16);
    assert!(page.text().contains(nonce) && !page.text().contains("__NONCE__"));
    assert!(!lab.get("/").text().contains(nonce), "the number is used once");
    // What the page has inline carries the number; there are no handlers and no styles in its markup.
    let text = page.text();
    for tag in text.split('<').filter(|tag| tag.starts_with("script") || tag.starts_with("style")) {
        let tag = tag.split('>').next().unwrap();
        assert!(tag.contains("src=\"/") || tag.contains(&format!("nonce=\"{nonce}\"")), "<{tag}>");
    }
    assert!(
        !text.contains(" onclick=") && !text.contains(" style=") && !text.contains("javascript:")
    );
    for answer in [
        page,
        lab.get("/play.js"),
        lab.get("/nothing"),
        lab.ask("about", &json!({})),
        lab.post("check", b""),
    ] {
        let policy = answer.header("content-security-policy").unwrap();
        assert!(policy.starts_with("default-src 'none'"), "{policy}");
        assert_eq!(answer.header("x-content-type-options"), Some("nosniff"));
        assert_eq!(answer.header("cross-origin-resource-policy"), Some("same-origin"));
        assert_eq!(answer.header("referrer-policy"), Some("no-referrer"));
        assert!(answer.header("access-control-allow-origin").is_none());
    }
}

#[test]
fn questions_have_texts_and_never_paths() {
    let folder = fresh("paths");
    let secret = folder.join("secret.game");
    fs::write(&secret, "game secret \"hidden words\" piles any move take k from one pile").unwrap();
    fs::write(
        folder.join("secret.claim"),
        "claim \"hidden words\"\n  game nim\n  piles a\n  P iff a = 0\n",
    )
    .unwrap();
    let lab = open();
    let path = secret.display().to_string();
    for name in [
        path.clone(),
        format!("misere {path}"),
        "./secret.game".into(),
        "../../games/nim.game".into(),
        "/etc/passwd".into(),
        "file:///etc/passwd".into(),
    ] {
        for (route, body) in [
            ("solve", json!({ "game": { "ruleset": name }, "position": "3" })),
            ("table", json!({ "game": { "ruleset": name }, "piles": 2, "max": 5 })),
            ("sequence", json!({ "game": { "ruleset": name }, "to": 5 })),
            ("play", json!({ "game": { "ruleset": name }, "position": "3" })),
            ("value", json!({ "game": { "ruleset": name }, "position": "3" })),
            (
                "claims/check",
                json!({ "text": format!("claim \"x\"\n  game {name}\n  piles a\n  P iff a = 0\n") }),
            ),
            (
                "claim",
                json!({ "text": format!("claim \"x\"\n  game {name}\n  piles a\n  P iff a = 0\n") }),
            ),
            ("statement", json!({ "name": name })),
            ("file", json!({ "id": name })),
            ("census", json!({ "id": name })),
        ] {
            let answer = lab.ask(route, &body);
            let text = answer.text();
            assert!(!text.contains("hidden") && !text.contains("root:"), "{route} {name}: {text}");
            let refused = answer.status >= 400 || answer.json()["ok"] == json!(false);
            assert!(refused, "{route} {name}: {text}");
        }
    }
    // A text that a question brings along is found by its name, and nothing else is.
    let claim = "claim \"x\"\n  game ./own.game\n  piles a\n  P iff a = 0\n";
    let games = json!({ "./own.game": "game own \"Nim.\" piles any move take k from one pile" });
    assert_eq!(
        lab.told("claims/check", &json!({ "text": claim, "games": games }))["ok"],
        json!(true)
    );
    assert_eq!(lab.told("claims/check", &json!({ "text": claim }))["ok"], json!(false));
}

#[test]
fn files_come_from_the_program_only() {
    let lab = open();
    assert_eq!(lab.get("/lab/index.html").status, 200);
    for path in [
        "/../Cargo.toml",
        "/../../Cargo.toml",
        "/lab/../../Cargo.toml",
        "/%2e%2e/Cargo.toml",
        "/..%2fCargo.toml",
        "/lab/%2e%2e/%2e%2e/Cargo.toml",
        "//etc/passwd",
        "/etc/passwd",
        "/lab/..\\..\\Cargo.toml",
        "/.git/config",
        "/lab/.",
        "/lab",
        "/lab/",
        "/play.js%00",
        "/play.js/",
        "/./play.js",
        "/Cargo.toml",
        "/crates/lab/src/lib.rs",
        "/api/../play.js",
    ] {
        let answer = lab.get(path);
        assert!(
            answer.status == 404 || answer.status == 401 || answer.status == 405,
            "{path}: {}",
            answer.status
        );
        assert!(!answer.text().contains("[package]") && !answer.text().contains("root:"), "{path}");
    }
    for method in ["PUT", "DELETE", "PATCH", "TRACE", "POST"] {
        let answer = lab.request(&format!("{method} /play.js"), &[("Host", &lab.host)], b"");
        assert_eq!(answer.status, 405, "{method}");
    }
    assert_eq!(lab.get("/play.js").header("content-type"), Some("text/javascript; charset=utf-8"));
}

/// An empty folder for a test.
fn fresh(name: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("lab").join(name);
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).unwrap();
    folder.canonicalize().unwrap()
}

#[test]
#[cfg(unix)]
fn nothing_outside_the_folder_is_reachable() {
    use std::os::unix::fs::symlink;
    let outside = fresh("outside");
    fs::write(
        outside.join("secret.game"),
        "game secret \"hidden words\" piles any move take 1 from one pile",
    )
    .unwrap();
    fs::write(outside.join("rows.parquet"), "hidden words").unwrap();
    let folder = fresh("inside");
    fs::create_dir_all(folder.join("below/deeper")).unwrap();
    fs::create_dir_all(folder.join(".hidden")).unwrap();
    let own = "game own \"Nim.\" piles any move take k from one pile";
    for name in [
        "own.game",
        "below/deeper/own.game",
        ".hidden/own.game",
        ".own.game",
        "notes.txt",
        "swapped.game",
    ] {
        fs::write(folder.join(name), own).unwrap();
    }
    fs::write(folder.join("a\u{1b}[31m.game"), own).unwrap();
    symlink(outside.join("secret.game"), folder.join("link.game")).unwrap();
    symlink(&outside, folder.join("linked")).unwrap();
    symlink("/", folder.join("root")).unwrap();
    symlink(outside.join("rows.parquet"), folder.join("rows.parquet")).unwrap();
    let lab = open_with(limits(), Some(&folder));
    let listed = lab.told("folder", &json!({}));
    let files = listed["files"].as_array().unwrap();
    let names: BTreeSet<&str> = files.iter().map(|file| file["name"].as_str().unwrap()).collect();
    assert_eq!(names, BTreeSet::from(["below/deeper/own.game", "own.game", "swapped.game"]));
    assert!(
        !listed.to_string().contains(folder.parent().unwrap().to_str().unwrap()),
        "no paths are told"
    );
    let id = |name: &str| files.iter().find(|file| file["name"] == name).unwrap()["id"].clone();
    for name in &names {
        let file = lab.told("file", &json!({ "id": id(name) }));
        assert_eq!((file["text"].as_str(), &file["kind"]), (Some(own), &json!("game")));
    }
    // What has become a link since it was listed leads nowhere.
    fs::remove_file(folder.join("swapped.game")).unwrap();
    symlink(outside.join("secret.game"), folder.join("swapped.game")).unwrap();
    fs::remove_dir_all(folder.join("below/deeper")).unwrap();
    symlink(&outside, folder.join("below/deeper")).unwrap();
    let mut ids = vec![id("swapped.game"), id("below/deeper/own.game")];
    ids.extend(
        [
            "../outside/secret.game",
            "link.game",
            "linked/secret.game",
            "own.game",
            "",
            "/etc/passwd",
            "f0",
        ]
        .map(|id| json!(id)),
    );
    for id in ids {
        for route in ["file", "census", "census/rows"] {
            let answer = lab.ask(route, &json!({ "id": id }));
            assert_eq!((answer.status, &answer.kind()[..]), (404, "missing"), "{route} {id}");
            assert!(!answer.text().contains("hidden"));
        }
    }
    // Without a folder there are no files.
    let none = open();
    assert_eq!(none.told("folder", &json!({})), json!({ "name": null, "files": [] }));
    assert_eq!(none.ask("file", &json!({ "id": "f0" })).status, 404);
}

#[test]
fn a_question_has_so_many_bytes() {
    let lab = open_with(Limits { body: 10_000, ..limits() }, None);
    let body = |length: usize| json!({ "text": "x".repeat(length) }).to_string();
    assert_eq!(lab.post("check", body(9_000).as_bytes()).status, 200);
    let answer = lab.post("check", body(20_000).as_bytes());
    assert_eq!((answer.status, &answer.kind()[..]), (413, "long"));
    // Nor does it help not to say how long it is.
    let whole = body(20_000);
    let request = String::from_utf8(lab.question("check", b"")).unwrap();
    let head = request.trim_end_matches("\r\n\r\n");
    let chunk = format!(
        "{head}\r\nTransfer-Encoding: chunked\r\n\r\n{:x}\r\n{whole}\r\n0\r\n\r\n",
        whole.len()
    );
    assert_eq!(lab.raw(chunk.as_bytes()).status, 413);
    // A header that does not end is not read for ever.
    let endless =
        format!("GET / HTTP/1.1\r\nHost: {}\r\nX: {}\r\n\r\n", lab.host, "x".repeat(2_000_000));
    let answer = std::panic::catch_unwind(AssertUnwindSafe(|| lab.raw(endless.as_bytes()).status));
    assert!(answer.is_err() || answer.is_ok_and(|status| status >= 400));
    assert_eq!(lab.get("/").status, 200);
}

const BIG: &str =
    "game big \"Any.\" piles any move take k from one pile where k mod 7 != 3 and sum(piles) > 2";

#[test]
fn memory_is_limited() {
    let lab = open_with(Limits { memory: 4 << 20, ..limits() }, None);
    let table =
        json!({ "game": { "text": BIG }, "piles": 3, "max": 1000, "fixed": [1], "large": true });
    let answer = lab.ask("table", &table);
    assert_eq!((answer.status, &answer.kind()[..]), (422, "limit"), "{}", answer.text());
    // A question may ask for less, and gets no more than there is.
    let lab = open();
    let mut table = table.clone();
    table["limits"] = json!({ "memory": 1 << 20 });
    assert_eq!(lab.ask("table", &table).kind(), "limit");
    let lab = open_with(Limits { memory: 4 << 20, ..limits() }, None);
    table["limits"] = json!({ "memory": 1u64 << 40 });
    assert_eq!(lab.ask("table", &table).kind(), "limit");
}

#[test]
fn time_is_limited() {
    let lab = open_with(Limits { time: Duration::from_millis(300), ..limits() }, None);
    for (route, body) in slow() {
        let begun = Instant::now();
        let answer = lab.ask(route, &body);
        let late = begun.elapsed();
        assert!(late < Duration::from_secs(10), "{route}: {late:?}");
        let text = answer.text();
        let told = text.contains("\"stopped\"")
            || text.contains("\"complete\"")
            || text.contains("undecided")
            || text.contains("holds")
            || text.contains("\"limit\"");
        assert!(told, "{route}: {text}");
    }
    // A question may ask for less time, and gets no more than there is.
    let lab = open();
    let (route, mut body) = slow().remove(0);
    body["limits"] = json!({ "time": 0.2 });
    let begun = Instant::now();
    lab.ask(route, &body);
    assert!(begun.elapsed() < Duration::from_secs(10));
    for time in [json!(-1), json!(1e300), json!("soon"), json!(null)] {
        body["limits"] = json!({ "time": time, "memory": 1000 });
        let answer = lab.ask(route, &body);
        assert!(answer.status >= 400, "{time}");
    }
}

/// Questions that take long.
fn slow() -> Vec<(&'static str, Value)> {
    let families = sprague::papers::find("ending-partizan/deep-families").unwrap()[0].text;
    vec![
        (
            "table",
            json!({ "game": { "text": BIG }, "piles": 3, "max": 1500, "fixed": [1500], "large": true }),
        ),
        ("sequence", json!({ "game": { "ruleset": "officers" }, "to": 900_000 })),
        ("solve", json!({ "game": { "ruleset": "jennifer" }, "position": "300,300,300,300" })),
        ("claim", json!({ "text": families, "only": [0] })),
    ]
}

#[test]
fn large_tables_are_estimated_first() {
    let lab = open();
    let mut table =
        json!({ "game": { "ruleset": "jennifer" }, "piles": 4, "max": 400, "fixed": [1, 1] });
    let answer = lab.ask("table", &table);
    assert_eq!((answer.status, &answer.kind()[..]), (422, "estimate"), "{}", answer.text());
    let estimate = &answer.json()["error"]["estimate"];
    assert!(
        estimate["seconds"].as_f64().unwrap() > 2.0
            || estimate["bytes"].as_u64().unwrap() > 256 << 20
    );
    assert_eq!(lab.told("estimate", &table), *estimate);
    // Whoever says that it may take long gets it, within the limits.
    table["large"] = json!(true);
    table["limits"] = json!({ "time": 0.2 });
    assert_ne!(lab.ask("table", &table).kind(), "estimate");
    // What is quick is not asked for twice, and more cells than a page can show are refused.
    let small = json!({ "game": { "ruleset": "minnie" }, "piles": 2, "max": 200 });
    assert_eq!(lab.told("estimate", &small)["large"], json!(false));
    assert_eq!(lab.ask("table", &small).status, 200);
    for max in [3000, 100_000, u32::MAX] {
        let answer = lab.ask(
            "table",
            &json!({ "game": { "ruleset": "nim" }, "piles": 2, "max": max, "large": true }),
        );
        assert_eq!((answer.status, &answer.kind()[..]), (422, "limit"), "{max}");
    }
}

#[test]
fn only_so_many_jobs_wait() {
    let lab = open_with(Limits { jobs: 1, waiting: 2, ..limits() }, None);
    let (route, body) = slow().remove(0);
    let question = lab.question(route, body.to_string().as_bytes());
    let mut running = Vec::new();
    for _ in 0..3 {
        use std::io::Write as _;
        let mut stream = lab.connect();
        stream.write_all(&question).unwrap();
        running.push(stream);
        std::thread::sleep(Duration::from_millis(150));
    }
    let refused = (0..20).any(|_| {
        let answer = lab.ask(
            "solve",
            &json!({ "game": { "ruleset": "nim" }, "position": "1", "limits": { "time": 0.1 } }),
        );
        answer.status == 429 && answer.kind() == "busy"
    });
    assert!(refused);
    // Who goes away makes room.
    drop(running);
    let begun = Instant::now();
    while lab.ask("solve", &json!({ "game": { "ruleset": "nim" }, "position": "1" })).status != 200
    {
        assert!(begun.elapsed() < Duration::from_secs(20));
        std::thread::sleep(Duration::from_millis(50));
    }
}

#[test]
fn only_so_many_claims_are_judged_at_once() {
    let lab = open_with(Limits { claims: 3, ..limits() }, None);
    let claims =
        |count: usize| "claim \"x\"\n  game nim\n  piles a\n  P iff a = 0\n\n".repeat(count);
    let answer = lab.ask("claim", &json!({ "text": claims(4) }));
    assert_eq!((answer.status, &answer.kind()[..]), (422, "limit"));
    let answer = lab.ask("claim", &json!({ "text": claims(4), "only": [3] }));
    assert_eq!(answer.events().iter().filter(|(name, _)| name == "verdict").count(), 1);
}

/// Texts that would like to be something else.
const HOSTILE: [&str; 6] = [
    "<script>alert(1)</script>",
    "<img src=x onerror=alert(1)>",
    "\u{1b}]0;owned\u{7}\u{1b}[31mred\u{9b}31m",
    "\u{202e}desrever\u{2066}x\u{2069}",
    "]]>&lt;\"'`$(rm -rf x)\\input{x}",
    "\u{2028}\u{85}\r\u{0}\u{8}",
];

#[test]
fn no_text_becomes_markup_or_steers_a_terminal() {
    let lab = open();
    for hostile in HOSTILE {
        let quoted = hostile.replace(['"', '\n'], "'");
        let game =
            format!("game odd \"{quoted}\" piles any move take k from one pile where k <= 3\n");
        let broken = format!("game odd \"{quoted}\" piles any move take {quoted} from one pile\n");
        let claim =
            format!("claim \"{quoted}\"\n  game nim\n  piles a <= b\n  P iff a = b + {quoted}\n");
        let refuted =
            format!("claim \"{quoted}\"\n  game nim\n  piles a <= b\n  P iff a = b + 1\n");
        let named = json!({ "text": game });
        let mut asked = vec![
            ("check", json!({ "text": game, "examples": true })),
            ("check", json!({ "text": broken })),
            ("check", json!({ "text": hostile })),
            (
                "check",
                json!({ "text": "game x(S: set of numbers) \"y\" piles any move take k in S from one pile", "arguments": hostile }),
            ),
            ("claims/check", json!({ "text": claim })),
            ("claim", json!({ "text": refuted })),
            ("claim", json!({ "text": claim })),
            ("value", json!({ "expression": hostile })),
            ("statement", json!({ "name": hostile })),
            ("automaton", json!({ "certificate": hostile })),
            (hostile_route(), json!({})),
        ];
        for body in [named.clone(), json!({ "ruleset": hostile }), json!({ "text": broken })] {
            asked.push(("solve", json!({ "game": body, "position": "3" })));
            asked.push(("solve", json!({ "game": body, "position": hostile })));
            asked.push(("play", json!({ "game": body, "position": "3,4" })));
            asked.push(("play", json!({ "game": body, "position": "3,4", "wish": { "do": "type", "text": hostile } })));
            asked.push((
                "play",
                json!({ "game": body, "position": "3,4", "wish": { "do": "move", "id": hostile } }),
            ));
            asked.push(("sequence", json!({ "game": body, "to": 20 })));
            asked.push(("table", json!({ "game": body, "piles": 2, "max": 5, "nim": true })));
            for format in ["svg", "csv", "latex", "text", "bfile", "json"] {
                asked.push(("export", json!({ "what": "table", "format": format, "game": body, "piles": 2, "max": 5, "nim": true })));
                asked.push((
                    "export",
                    json!({ "what": "sequence", "format": format, "game": body, "to": 20 }),
                ));
            }
        }
        for (route, body) in asked {
            let answer = lab.ask(route, &body);
            harmless(route, &body, &answer);
        }
    }
}

fn hostile_route() -> &'static str {
    "nothing/%3Cscript%3E"
}

fn harmless(route: &str, body: &Value, answer: &common::Answer) {
    let kind = answer.header("content-type").unwrap();
    assert!(!kind.contains("html"), "{route} {body}: {kind}");
    assert_eq!(answer.header("x-content-type-options"), Some("nosniff"));
    assert_ne!(answer.status, 500, "{route} {body}: {}", answer.text());
    let steers = |c: char| {
        (c.is_control() && c != '\n' && c != '\t')
            || "\u{202e}\u{2066}\u{2069}\u{2028}\u{2029}".contains(c)
    };
    if kind.contains("json") {
        // Strings are looked at as whoever reads them gets them.
        every_string(&answer.json(), &|text| {
            assert!(!text.chars().any(steers), "{route} {body}: {text:?}")
        });
    } else if kind.contains("event-stream") {
        for (_, data) in answer.events() {
            every_string(&data, &|text| {
                assert!(!text.chars().any(steers), "{route} {body}: {text:?}")
            });
        }
    } else if kind.contains("octet-stream") {
        every_string(&answer.sheet().0, &|text| {
            assert!(!text.chars().any(steers), "{route} {body}: {text:?}")
        });
    } else {
        let text = answer.text();
        assert!(!text.chars().any(|c| steers(c) && c != '\r'), "{route} {body}: {text:?}");
        let name = answer.header("content-disposition").unwrap();
        let plain = |c: char| c.is_ascii_alphanumeric() || "-_. =\";".contains(c);
        assert!(name.starts_with("attachment; ") && name.chars().all(plain), "{name}");
        if kind.contains("svg") {
            assert!(
                !text.contains("<script")
                    && !text.contains("<img")
                    && !text.contains("onerror=alert(1)>"),
                "{text}"
            );
        }
    }
}

fn every_string(data: &Value, look: &dyn Fn(&str)) {
    match data {
        Value::String(text) => look(text),
        Value::Array(all) => all.iter().for_each(|one| every_string(one, look)),
        Value::Object(all) => all.iter().for_each(|(key, one)| {
            look(key);
            every_string(one, look);
        }),
        _ => {}
    }
}

#[test]
fn commands_to_copy_do_what_they_say_and_nothing_else() {
    let lab = open();
    let command = |body: Value| lab.told("solve", &body)["command"].clone();
    let known = command(json!({ "game": { "ruleset": "misere lr-nim(2, 3)" }, "position": "7" }));
    assert_eq!(known, json!("sprague solve 'misere lr-nim(2,3)' 7"));
    let text = "game own \"It's; $(touch x) `x`.\" piles any move take k from one pile\nEND\n";
    // `END` is the name of a pile here, and does not end the text before its time.
    let own = command(json!({ "game": { "text": text }, "position": "7" }));
    assert!(own.as_str().unwrap().starts_with("cat > ./own.game <<'END_'\n"), "{own}");
    let text = "game own \"It's; $(touch x) `x`.\" piles any move take k from one pile\n# END\n";
    let own = command(json!({ "game": { "text": text }, "position": "7" }));
    let own = own.as_str().unwrap();
    assert!(
        own.starts_with("cat > ./own.game <<'END'\ngame own")
            && own.ends_with("\nEND\nsprague solve ./own.game 7"),
        "{own}"
    );
    // A text that would steer the terminal is not put into a command.
    let steers = "game own \"\u{1b}[201~ls\" piles any move take k from one pile\n";
    assert_eq!(command(json!({ "game": { "text": steers }, "position": "7" })), Value::Null);
}

#[test]
fn only_so_many_connections_are_open() {
    use std::io::{Read as _, Write as _};
    let lab = open_with(Limits { connections: 5, ..limits() }, None);
    let held: Vec<_> = (0..5).map(|_| lab.connect()).collect();
    // Each of them has a place: none is answered before it asks, and all are alive.
    std::thread::sleep(Duration::from_millis(200));
    let page = format!("GET / HTTP/1.1\r\nHost: {}\r\nConnection: close\r\n\r\n", lab.host);
    let mut late = lab.connect();
    late.write_all(page.as_bytes()).unwrap();
    late.set_read_timeout(Some(Duration::from_millis(500))).unwrap();
    let mut byte = [0];
    assert!(late.read(&mut byte).is_err(), "there is no place for a sixth");
    // One of the five goes, and the sixth is served.
    drop(held.into_iter().next());
    late.set_read_timeout(Some(Duration::from_secs(20))).unwrap();
    let mut text = String::new();
    late.read_to_string(&mut text).unwrap();
    assert!(text.starts_with("HTTP/1.1 200"), "{text}");
    // Whoever comes and goes leaves no place taken.
    for _ in 0..50 {
        assert_eq!(lab.get("/").status, 200);
    }
}

#[test]
fn it_ends_when_it_is_told_to() {
    let lab: Open = open();
    let (route, body) = slow().remove(0);
    use std::io::Write as _;
    let mut stream = lab.connect();
    stream.write_all(&lab.question(route, body.to_string().as_bytes())).unwrap();
    let idle = lab.connect();
    std::thread::sleep(Duration::from_millis(300));
    let begun = Instant::now();
    drop(lab);
    assert!(begun.elapsed() < Duration::from_secs(5), "{:?}", begun.elapsed());
    drop(idle);
}
