//! Any bytes as a certificate: it is refused with a line and a reason, or what is read is written and read again.

#![no_main]

use libfuzzer_sys::fuzz_target;
use sprague_certificate::Certificate;

fuzz_target!(|data: &[u8]| {
    let text = String::from_utf8_lossy(data);
    match Certificate::read(&text) {
        Ok(certificate) => {
            let written = certificate.write();
            let again = Certificate::read(&written).expect("what is written can be read");
            assert_eq!(again.write(), written);
        }
        Err(fault) => assert!(!fault.to_string().is_empty()),
    }
});
