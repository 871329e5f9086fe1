//! What others wrote for the page is as they published it: every file of `web/vendor` stands in the manifest with its
//! hash, its package has a version and a licence, and the page names nothing that is not there.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use serde_json::Value;
use sha2::{Digest, Sha256};

fn web() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../web")
}

fn manifest() -> Value {
    let text =
        fs::read_to_string(web().join("vendor/manifest.json")).expect("the manifest is there");
    serde_json::from_str(&text).expect("the manifest is JSON")
}

fn text<'a>(value: &'a Value, key: &str) -> &'a str {
    value[key].as_str().unwrap_or_else(|| panic!("`{key}` is missing in {value}"))
}

#[test]
fn every_file_has_the_hash_that_the_manifest_says() {
    let mut listed = BTreeSet::from(["manifest.json".to_string()]);
    for package in manifest()["packages"].as_array().expect("packages") {
        assert!(text(package, "version").split('.').count() == 3, "{package}");
        assert_eq!(text(package, "license"), "MIT", "{package}");
        let files = package["files"].as_array().expect("files");
        assert!(
            files.iter().any(|file| text(file, "path").ends_with("/LICENSE")),
            "{package} has no licence text"
        );
        for file in files {
            let path = text(file, "path");
            let bytes = fs::read(web().join("vendor").join(path))
                .unwrap_or_else(|error| panic!("{path}: {error}"));
            let hash: String =
                Sha256::digest(&bytes).iter().map(|byte| format!("{byte:02x}")).collect();
            assert_eq!(hash, text(file, "sha256"), "{path} is not what its package published");
            listed.insert(path.to_string());
        }
    }
    let mut found = BTreeSet::new();
    files_below(&web().join("vendor"), "", &mut found);
    assert_eq!(found, listed, "files of web/vendor and the manifest");
}

fn files_below(folder: &Path, prefix: &str, found: &mut BTreeSet<String>) {
    for entry in fs::read_dir(folder).expect("a folder") {
        let entry = entry.expect("an entry");
        let name = format!("{prefix}{}", entry.file_name().to_string_lossy());
        if entry.path().is_dir() {
            files_below(&entry.path(), &format!("{name}/"), found);
        } else {
            found.insert(name);
        }
    }
}

#[test]
fn the_import_map_of_the_page_names_these_packages() {
    let page = fs::read_to_string(web().join("lab/index.html")).expect("the page is there");
    let map = page.split("<script type=\"importmap\"").nth(1).expect("an import map");
    let map = map.split_once('>').expect("the end of the tag").1;
    let map: Value = serde_json::from_str(map.split("</script>").next().expect("the map"))
        .expect("the map is JSON");
    let named: BTreeSet<(String, String)> = map["imports"]
        .as_object()
        .expect("imports")
        .iter()
        .map(|(name, path)| (name.clone(), path.as_str().expect("a path").to_string()))
        .collect();
    let vendored: BTreeSet<(String, String)> = manifest()["packages"]
        .as_array()
        .expect("packages")
        .iter()
        .map(|package| {
            let file = &package["files"][0];
            (text(package, "name").to_string(), format!("/vendor/{}", text(file, "path")))
        })
        .collect();
    assert_eq!(named, vendored);
}

#[test]
fn the_page_asks_for_nothing_from_elsewhere() {
    let mut names = BTreeSet::new();
    files_below(&web().join("lab"), "lab/", &mut names);
    names.extend(
        ["play.js", "piles.js", "graph.js", "meaning.js", "elements.js", "play.css"]
            .map(String::from),
    );
    for name in names {
        let Ok(text) = fs::read_to_string(web().join(&name)) else { continue };
        let plain = text.replace("http://www.w3.org/2000/svg", "");
        assert!(
            !plain.contains("http://") && !plain.contains("https://"),
            "{name} names another host"
        );
        assert!(
            !plain.contains("innerHTML") && !plain.contains("insertAdjacentHTML"),
            "{name} makes markup of text"
        );
    }
}
