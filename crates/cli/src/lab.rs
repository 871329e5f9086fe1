//! `sprague lab`: the page in a browser.

mod redirect;

use std::ffi::OsStr;
use std::io::Write as _;
use std::process::{Command, Stdio};

use sprague_lab::{Lab, Limits as LabLimits};

use crate::args::{LabArgs, Limits};
use crate::failure::{Failure, Outcome};
use crate::work;

use redirect::Redirect;

pub fn run(args: &LabArgs, limits: &Limits) -> Outcome {
    if let Some(folder) = &args.folder
        && !folder.is_dir()
    {
        return Err(Failure::Usage(format!("there is no folder {}", folder.display())));
    }
    let usual = LabLimits::default();
    let limits = LabLimits {
        time: limits.time.unwrap_or(usual.time),
        memory: limits.memory.unwrap_or(usual.memory),
        threads: limits.threads.map_or(usual.threads, usize::from),
        ..usual
    };
    let lab = Lab { port: args.port, folder: args.folder.clone(), limits };
    let mut shown = None;
    let ready = |address: &str| {
        // The server runs whether or not anybody reads this.
        let mut out = std::io::stdout();
        let _ = writeln!(out, "{address}").and_then(|()| out.flush());
        if !args.no_open {
            shown = Redirect::write(address).ok();
        }
        match &shown {
            Some(redirect) => {
                eprintln!(
                    "The lab is open at this address, in case no browser shows it; Ctrl-C closes it."
                );
                open(redirect.path().as_os_str());
            }
            None => eprintln!("The lab is open at this address; Ctrl-C closes it."),
        }
    };
    quietly();
    lab.serve(&work::cancel(), ready).map_err(|trouble| Failure::Usage(trouble.to_string()))
}

/// A question that breaks down is answered, and the others go on: the terminal is told where it was, and nothing of the texts that were sent. Readers of
/// damaged files, which are not ours, break down in the ordinary course of things.
fn quietly() {
    std::panic::set_hook(Box::new(|trouble| {
        if let Some(place) = trouble.location().filter(|place| place.file().contains("crates/")) {
            eprintln!("a question could not be answered: a mistake of the program at {place}");
        }
    }));
}

/// Shows the page in the browser that the system likes best. If there is none, the address is still there to be read.
fn open(page: &OsStr) {
    let opener = match std::env::consts::OS {
        "macos" => Command::new("open").arg(page).spawn_quietly(),
        "windows" => {
            let handler = OsStr::new("url.dll,FileProtocolHandler");
            Command::new("rundll32").args([handler, page]).spawn_quietly()
        }
        _ => Command::new("xdg-open").arg(page).spawn_quietly(),
    };
    // It is waited for elsewhere, so that it does not stay behind as a zombie.
    if let Some(mut opener) = opener {
        let _ = std::thread::Builder::new().spawn(move || opener.wait());
    }
}

trait Quietly {
    fn spawn_quietly(&mut self) -> Option<std::process::Child>;
}

impl Quietly for Command {
    fn spawn_quietly(&mut self) -> Option<std::process::Child> {
        self.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null()).spawn().ok()
    }
}
