//! Every room can be packed by `cargo package`: it says what it is, and holds its licences and the files it compiles in.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

fn rooms() -> Vec<PathBuf> {
    let crates = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let rooms = std::fs::read_dir(crates).unwrap().map(|entry| entry.unwrap().path());
    let rooms: Vec<PathBuf> = rooms.filter(|room| room.join("Cargo.toml").is_file()).collect();
    assert!(rooms.len() > 10);
    rooms
}

#[test]
fn every_room_says_what_it_is() {
    for room in rooms() {
        let manifest = std::fs::read_to_string(room.join("Cargo.toml")).unwrap();
        for key in ["description", "license", "readme", "keywords", "categories", "rust-version"] {
            let said = manifest.lines().any(|line| line.starts_with(key));
            assert!(said, "{} does not say its {key}", room.display());
        }
    }
}

#[test]
fn every_room_holds_the_licences() {
    for room in rooms() {
        for licence in ["LICENSE-MIT", "LICENSE-APACHE"] {
            let own = std::fs::read(room.join(licence)).unwrap_or_default();
            let common = std::fs::read(room.join("../..").join(licence)).unwrap();
            let link = format!("ln -s ../../{licence} {}", room.join(licence).display());
            assert!(own == common, "a link is missing: {link}");
        }
    }
}

#[test]
fn what_is_compiled_in_is_packed_with_its_room() {
    for (room, folder) in [("rules", "games"), ("papers", "claims"), ("lab", "web")] {
        let crates = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
        let own = crates.join(room).join(folder).canonicalize().unwrap();
        assert_eq!(own, crates.join("..").join(folder).canonicalize().unwrap());
    }
}

#[test]
fn rooms_depend_on_each_other_by_version() {
    let root = include_str!("../../../Cargo.toml");
    for line in root.lines().filter(|line| line.contains("path = \"crates/")) {
        assert!(line.contains(concat!("version = \"", env!("CARGO_PKG_VERSION"), "\"")), "{line}");
    }
}

/// What a manifest depends on, line by line.
fn dependencies(manifest: &str) -> Vec<&str> {
    let (_, dependencies) = manifest.split_once("[dependencies]").unwrap();
    let dependencies = dependencies.split("\n[").next().unwrap();
    dependencies.lines().filter(|line| line.contains('=')).collect()
}

#[test]
fn faces_depend_on_the_front_door_alone() {
    let command = dependencies(include_str!("../Cargo.toml"));
    let lab = dependencies(include_str!("../../lab/Cargo.toml"));
    for face in [&command, &lab] {
        assert!(face.contains(&"sprague.workspace = true"));
    }
    let rooms = |face: &[&'static str]| -> Vec<&'static str> {
        face.iter().copied().filter(|line| line.starts_with("sprague-")).collect()
    };
    assert_eq!(rooms(&lab), Vec::<&str>::new());
    // The command brings the page along, which can be left out.
    assert_eq!(rooms(&command), ["sprague-lab = { workspace = true, optional = true }"]);
}

#[test]
fn the_library_has_no_server_in_it() {
    let lock = include_str!("../../../Cargo.lock");
    let packages = lock.split("[[package]]").map(|package| {
        let name = package.lines().find_map(|line| line.strip_prefix("name = \"")).unwrap_or("\"");
        let (_, rest) = package.split_once("dependencies = [").unwrap_or(("", ""));
        let needed = rest.lines().filter_map(|line| line.trim().strip_prefix('"'));
        let needed = needed.map(|line| line.split([' ', '"']).next().unwrap_or_default());
        (name.trim_end_matches('"'), needed.collect::<Vec<_>>())
    });
    let packages: BTreeMap<&str, Vec<&str>> = packages.collect();
    let mut reached = BTreeSet::from(["sprague"]);
    let mut next = vec!["sprague"];
    while let Some(name) = next.pop() {
        let needed = packages.get(name).into_iter().flatten();
        next.extend(needed.filter(|needed| reached.insert(needed)));
    }
    assert!(reached.len() > 30, "{reached:?}");
    for server in ["axum", "hyper", "tokio", "rust-embed", "sprague-lab", "sprague-cli"] {
        assert!(packages.contains_key(server), "{server} is not in the lock file");
        assert!(!reached.contains(server), "`sprague` depends on {server}");
    }
}
