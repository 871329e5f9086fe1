//! Any bytes as a file of claims: all that is wrong with it is shown, and what is good can be read again.

#![no_main]

use libfuzzer_sys::fuzz_target;
use sprague_claim::parse_claims;
use sprague_fuzz::show;

fuzz_target!(|data: &[u8]| {
    let text = String::from_utf8_lossy(data);
    match parse_claims("fuzz.claim", &text) {
        Ok(claims) => {
            let again = parse_claims("fuzz.claim", &text).expect("a good text stays good");
            assert_eq!(claims.len(), again.len());
        }
        Err(wrong) => wrong.into_iter().for_each(|diagnostic| show(&diagnostic)),
    }
});
