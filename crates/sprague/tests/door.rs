//! The front door is a library: no face is among its dependencies, and a stranger's crate can be built on it.

use std::path::Path;
use std::process::Command;

/// What belongs to faces.
const FACES: [&str; 8] =
    ["clap", "clap_complete", "ctrlc", "indicatif", "tokio", "hyper", "axum", "sprague-cli"];

fn cargo() -> Command {
    let mut cargo = Command::new(std::env::var("CARGO").unwrap_or_else(|_| "cargo".into()));
    cargo.current_dir(env!("CARGO_MANIFEST_DIR"));
    cargo
}

#[test]
fn no_face_is_among_its_dependencies() {
    let tree = cargo()
        .args(["tree", "-p", "sprague", "-e", "normal", "--prefix", "none", "--offline"])
        .output()
        .expect("cargo runs");
    assert!(tree.status.success(), "{}", String::from_utf8_lossy(&tree.stderr));
    let text = String::from_utf8(tree.stdout).unwrap();
    assert!(text.contains("sprague-solve"), "{text}");
    for line in text.lines() {
        let package = line.split_whitespace().next().unwrap_or_default();
        assert!(!FACES.contains(&package), "{package} belongs to a face:\n{text}");
    }
}

#[test]
fn the_example_compiles_in_a_crate_outside_the_workspace() {
    let room = Path::new(env!("CARGO_MANIFEST_DIR"));
    let root = room.parent().and_then(Path::parent).expect("the room is in the workspace");
    let folder = std::env::temp_dir().join(format!("sprague-stranger-{}", std::process::id()));
    std::fs::create_dir_all(folder.join("src")).unwrap();
    // The settings of the workspace, so that what it has built is built once.
    let settings = std::fs::read_to_string(root.join("Cargo.toml")).unwrap();
    let profiles = settings.find("[profile.dev]").map_or("", |at| &settings[at..]);
    let manifest = format!(
        "[package]\nname = \"stranger\"\nversion = \"0.1.0\"\nedition = \"2024\"\n\n\
         [dependencies]\nsprague = {{ path = {:?} }}\n\n[workspace]\n\n{profiles}",
        room.display().to_string()
    );
    std::fs::write(folder.join("Cargo.toml"), manifest).unwrap();
    std::fs::copy(room.join("examples/front.rs"), folder.join("src/main.rs")).unwrap();
    std::fs::copy(root.join("Cargo.lock"), folder.join("Cargo.lock")).unwrap();
    // Beside the artefacts of this very test.
    let target = std::env::current_exe().unwrap();
    let target = target.ancestors().nth(3).expect("target/debug/deps/test").to_path_buf();
    let run = cargo()
        .current_dir(&folder)
        // That it runs is tested inside; here only its dependencies are others.
        .args(["check", "--offline", "--quiet"])
        .env("CARGO_TARGET_DIR", target)
        .output()
        .expect("cargo runs");
    std::fs::remove_dir_all(&folder).unwrap();
    assert!(run.status.success(), "{}", String::from_utf8_lossy(&run.stderr));
}
