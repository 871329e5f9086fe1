//! Certificates of false claims, made by hand by people who read the checker's code. Each was accepted once.

use sprague_certificate::Certificate;
use sprague_task::Task;
use sprague_verify::accept;

#[test]
fn forged_certificates_are_rejected() {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/forged");
    let mut seen = 0;
    for entry in std::fs::read_dir(folder).expect("the folder is there") {
        let file = entry.expect("it can be listed").path();
        let text = std::fs::read_to_string(&file).expect("it is a text");
        let certificate = Certificate::read(&text).expect("it is written as certificates are");
        let accepted = accept(certificate, &Task::default());
        assert!(accepted.is_err(), "{} is accepted", file.display());
        seen += 1;
    }
    assert!(seen >= 11, "{seen} files");
}
