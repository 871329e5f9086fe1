//! A page on disk that leads to the address of the lab.
//!
//! The arguments of a program can be read by everybody on the machine, so the address, which holds the token, cannot be handed to the
//! browser as one. Instead the browser is handed the name of a file that only its owner may read, and that leads on.

use std::fs::{self, File, OpenOptions};
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};

/// Names that are tried before giving up: somebody else may have taken some.
const TRIES: u32 = 20;

/// The file, which goes when this does.
pub struct Redirect {
    path: PathBuf,
}

impl Redirect {
    /// Writes it to the folder of the session if there is one, which nobody else can enter, and else to that for temporary files.
    pub fn write(address: &str) -> io::Result<Redirect> {
        let session = std::env::var_os("XDG_RUNTIME_DIR").map(PathBuf::from);
        let session = session.filter(|folder| folder.is_absolute() && folder.is_dir());
        let mut folders = session.into_iter().chain([std::env::temp_dir()]);
        let (path, mut file) =
            folders.find_map(|folder| create(&folder).ok()).ok_or_else(|| {
                io::Error::new(io::ErrorKind::PermissionDenied, "no folder for temporary files")
            })?;
        let redirect = Redirect { path };
        file.write_all(page(address).as_bytes())?;
        Ok(redirect)
    }

    /// Where it is.
    pub fn path(&self) -> &Path {
        &self.path
    }
}

impl Drop for Redirect {
    fn drop(&mut self) {
        let _ = fs::remove_file(&self.path);
    }
}

/// A file that was not there before, so that nobody else has it open and no link leads elsewhere.
fn create(folder: &Path) -> io::Result<(PathBuf, File)> {
    let mut options = OpenOptions::new();
    options.write(true).create_new(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    let mut last = io::Error::from(io::ErrorKind::AlreadyExists);
    for number in 0..TRIES {
        let path = folder.join(format!("sprague-lab-{}-{number}.html", std::process::id()));
        match options.open(&path) {
            Ok(file) => return Ok((path, file)),
            Err(why) => last = why,
        }
    }
    Err(last)
}

/// An address is made of letters, digits and `:/.#=`, none of which means anything in a page.
fn page(address: &str) -> String {
    format!(
        "<!DOCTYPE html>\n<html lang=\"en\">\n<meta charset=\"utf-8\">\n<title>Sprague</title>\n\
         <meta name=\"referrer\" content=\"no-referrer\">\n\
         <meta http-equiv=\"refresh\" content=\"0; url={address}\">\n\
         <p>The lab is at <a href=\"{address}\">this address</a>.</p>\n</html>\n"
    )
}
