//! `sprague lab` as a command: it prints its address, says nothing else that is secret, and ends with Ctrl-C.

#![cfg(feature = "lab")]

mod common;

use std::io::{BufRead as _, BufReader, Read as _, Write as _};
use std::net::TcpStream;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use common::sprague;

/// A lab, and the address that it prints.
fn open(arguments: &[&str]) -> (Child, String) {
    let mut child = Command::new(env!("CARGO_BIN_EXE_sprague"))
        .args(["lab", "--no-open", "--port", "0"])
        .args(arguments)
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let mut line = String::new();
    BufReader::new(child.stdout.as_mut().unwrap()).read_line(&mut line).unwrap();
    (child, line.trim().to_string())
}

/// What it says to a request.
fn ask(address: &str, path: &str, body: &str) -> String {
    let (origin, token) = address.split_once("/#token=").unwrap();
    let host = origin.strip_prefix("http://").unwrap();
    let mut stream = TcpStream::connect(host).unwrap();
    let request = format!(
        "POST {path} HTTP/1.1\r\nHost: {host}\r\nConnection: close\r\nAuthorization: Bearer {token}\r\n\
         Content-Type: application/json\r\nContent-Length: {}\r\n\r\n{body}",
        body.len()
    );
    stream.write_all(request.as_bytes()).unwrap();
    let mut text = String::new();
    stream.read_to_string(&mut text).unwrap();
    text
}

#[test]
fn it_prints_its_address_keeps_its_key_and_ends_with_ctrl_c() {
    let (mut child, address) = open(&["--verbose", "--time", "2s", "--memory", "64M"]);
    assert!(address.starts_with("http://127.0.0.1:"), "{address}");
    let told = ask(&address, "/api/solve", r#"{"game":{"ruleset":"minnie"},"position":"3,8"}"#);
    assert!(told.contains(r#""outcome":"P""#), "{told}");
    // The limits of the command line are those of each question.
    let told = ask(&address, "/api/about", "{}");
    assert!(told.contains(r#""time":2.0"#) && told.contains(r#""memory":67108864"#), "{told}");
    let wrong =
        ask(&address, "/api/solve", r#"{"game":{"ruleset":"\u001b[31m"},"position":"3,8"}"#);
    assert!(wrong.contains("HTTP/1.1 400"), "{wrong}");
    // The time of the command itself is not limited.
    std::thread::sleep(Duration::from_millis(2500));
    assert!(child.try_wait().unwrap().is_none());
    let begun = Instant::now();
    Command::new("kill").args(["-INT", &child.id().to_string()]).status().unwrap();
    let status = child.wait().unwrap();
    assert!(status.success(), "{status}");
    assert!(begun.elapsed() < Duration::from_secs(3), "{:?}", begun.elapsed());
    let mut said = String::new();
    child.stderr.take().unwrap().read_to_string(&mut said).unwrap();
    child.stdout.take().unwrap().read_to_string(&mut said).unwrap();
    let token = address.split_once("token=").unwrap().1;
    assert!(!said.contains(token), "the key is printed once: {said}");
    assert!(!said.contains('\u{1b}'), "{said:?}");
}

#[test]
fn ctrl_c_ends_it_while_it_works() {
    let (mut child, address) = open(&[]);
    let body = r#"{"game":{"ruleset":"officers"},"to":1000000}"#;
    let asking = address.clone();
    let question = std::thread::spawn(move || {
        std::panic::catch_unwind(|| ask(&asking, "/api/sequence", body))
    });
    std::thread::sleep(Duration::from_millis(500));
    let begun = Instant::now();
    Command::new("kill").args(["-INT", &child.id().to_string()]).status().unwrap();
    assert!(child.wait().unwrap().success());
    assert!(begun.elapsed() < Duration::from_secs(3), "{:?}", begun.elapsed());
    let _ = question.join();
}

#[test]
fn what_is_no_folder_and_no_port_is_refused() {
    let wrong = sprague(&["lab", "/no/such/folder", "--no-open"], "");
    assert_eq!(wrong.status.code(), Some(2));
    let said = String::from_utf8(wrong.stderr).unwrap();
    assert!(said.contains("there is no folder /no/such/folder"), "{said}");
    let (mut child, address) = open(&[]);
    let port = address.split_once("127.0.0.1:").unwrap().1.split('/').next().unwrap();
    let taken = sprague(&["lab", "--no-open", "--port", port], "");
    assert_eq!(taken.status.code(), Some(2));
    let said = String::from_utf8(taken.stderr).unwrap();
    assert!(said.contains(&format!("cannot listen on port {port}")), "{said}");
    child.kill().unwrap();
    child.wait().unwrap();
}

/// Everybody on the machine can read the arguments of a program.
#[cfg(target_os = "linux")]
#[test]
fn the_browser_is_told_the_address_by_a_file_that_only_its_owner_reads() {
    use std::os::unix::fs::PermissionsExt as _;
    let folder = std::env::temp_dir().join(format!("sprague-opener-{}", std::process::id()));
    let (bin, session) = (folder.join("bin"), folder.join("session"));
    for folder in [&bin, &session] {
        std::fs::create_dir_all(folder).unwrap();
    }
    // Instead of a browser: it notes its arguments and what it finds in the file.
    let opener = bin.join("xdg-open");
    let script = "#!/bin/sh\nprintf '%s\\n' \"$*\" > \"$NOTES/arguments\"\ncat \"$1\" > \"$NOTES/page.part\"\nmv \"$NOTES/page.part\" \"$NOTES/page\"\n";
    std::fs::write(&opener, script).unwrap();
    std::fs::set_permissions(&opener, std::fs::Permissions::from_mode(0o755)).unwrap();
    let path = format!("{}:{}", bin.display(), std::env::var("PATH").unwrap());
    let mut child = Command::new(env!("CARGO_BIN_EXE_sprague"))
        .args(["lab", "--port", "0"])
        .env("PATH", path)
        .env("NOTES", &folder)
        .env("XDG_RUNTIME_DIR", &session)
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .unwrap();
    let mut address = String::new();
    BufReader::new(child.stdout.as_mut().unwrap()).read_line(&mut address).unwrap();
    let address = address.trim();
    let begun = Instant::now();
    while !folder.join("page").exists() && begun.elapsed() < Duration::from_secs(20) {
        std::thread::sleep(Duration::from_millis(20));
    }
    let arguments = std::fs::read_to_string(folder.join("arguments")).unwrap();
    let page = std::fs::read_to_string(folder.join("page")).unwrap();
    let token = address.split_once("token=").unwrap().1;
    assert!(!arguments.contains(token) && !arguments.contains("token"), "{arguments}");
    assert!(page.contains(&format!("url={address}\"")), "{page}");
    let file = std::path::PathBuf::from(arguments.trim());
    assert!(file.starts_with(&session), "{arguments}");
    assert_eq!(std::fs::metadata(&file).unwrap().permissions().mode() & 0o777, 0o600);
    Command::new("kill").args(["-INT", &child.id().to_string()]).status().unwrap();
    assert!(child.wait().unwrap().success());
    assert!(!file.exists(), "it goes with the lab");
    std::fs::remove_dir_all(&folder).unwrap();
}
