//! Compiles the statements of the papers into the crate: one entry for each file of `claims/`.

use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::{env, fs};

fn main() {
    let crate_folder = PathBuf::from(env::var("CARGO_MANIFEST_DIR").unwrap());
    // A link, or the folder itself where the crate was packed. Where links are not known, the folder is found by its place.
    let places = ["claims", "../../claims"].map(|place| crate_folder.join(place));
    let claims = places.iter().find(|place| place.is_dir()).expect("the folder claims/");
    let mut files = Vec::new();
    collect(claims, &mut files);
    files.sort();
    let mut code = String::from("static FILES: &[(&str, &str)] = &[\n");
    for file in files {
        println!("cargo::rerun-if-changed={}", file.display());
        let parts = file.strip_prefix(claims).unwrap().iter().map(|part| part.to_str().unwrap());
        let name = parts.collect::<Vec<_>>().join("/");
        let path = file.canonicalize().unwrap();
        writeln!(code, "    ({name:?}, include_str!({:?})),", path.to_str().unwrap()).unwrap();
    }
    code.push_str("];\n");
    fs::write(Path::new(&env::var("OUT_DIR").unwrap()).join("files.rs"), code).unwrap();
}

/// The claims and games in a folder and below it, and the record of the verdicts.
fn collect(folder: &Path, files: &mut Vec<PathBuf>) {
    println!("cargo::rerun-if-changed={}", folder.display());
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            collect(&path, files);
        } else if path.extension().is_some_and(|e| e == "claim" || e == "game")
            || path.ends_with("README.md")
        {
            files.push(path);
        }
    }
}
