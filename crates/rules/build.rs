//! Compiles the catalogue into the crate: one entry for each file of `games/`.

use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::{env, fs};

fn main() {
    let crate_folder = PathBuf::from(env::var("CARGO_MANIFEST_DIR").unwrap());
    // A link, or the folder itself where the crate was packed. Where links are not known, the folder is found by its place.
    let places = ["games", "../../games"].map(|place| crate_folder.join(place));
    let games = places.iter().find(|place| place.is_dir()).expect("the folder games/");
    println!("cargo::rerun-if-changed={}", games.display());
    let mut files: Vec<_> = fs::read_dir(games).unwrap().map(|f| f.unwrap().path()).collect();
    files.retain(|f| f.extension().is_some_and(|e| e == "game"));
    files.sort();
    let mut code = String::from(
        "/// The name and the text of each game, in the order of the names.\npub static TEXTS: &[(&str, &str)] = &[\n",
    );
    for file in files {
        println!("cargo::rerun-if-changed={}", file.display());
        let name = file.file_stem().unwrap().to_str().unwrap();
        let path = file.canonicalize().unwrap();
        writeln!(code, "    ({name:?}, include_str!({:?})),", path.to_str().unwrap()).unwrap();
    }
    code.push_str("];\n");
    fs::write(Path::new(&env::var("OUT_DIR").unwrap()).join("catalogue.rs"), code).unwrap();
}
