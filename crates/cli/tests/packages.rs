//! Every room can be packed by `cargo package`: it says what it is, and holds its licences and the files it compiles in.

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
    for (room, folder) in [("rules", "games"), ("papers", "claims")] {
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

#[test]
fn the_command_depends_on_the_front_door_alone() {
    let manifest = include_str!("../Cargo.toml");
    let (_, dependencies) = manifest.split_once("[dependencies]").unwrap();
    let dependencies = dependencies.split("\n[").next().unwrap();
    assert!(dependencies.contains("sprague.workspace"));
    assert!(!dependencies.contains("sprague-"), "{dependencies}");
}
