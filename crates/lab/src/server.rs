//! The server: one port of this machine, one page, the routes, and an end.

use std::io;
use std::net::{Ipv4Addr, SocketAddr};
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use axum::Router;
use axum::middleware::from_fn_with_state;
use axum::routing::{get, post};
use tokio::net::TcpListener;

use crate::connections::Places;
use crate::door::Door;
use crate::folder::Folder;
use crate::jobs::{Jobs, Limits};
use crate::{
    assets, automaton, census, claims, door, export, folder, game, heap, jobs, papers, play, solve,
    table, value,
};

/// The port that is tried first, so that links to a page go on to work.
const USUAL_PORT: u16 = 7717;
/// How often the server looks whether it should end.
const LOOK: Duration = Duration::from_millis(50);
/// How long work and answers may take to end.
const FAREWELL: Duration = Duration::from_millis(250);
/// Stacks of the threads that work: recursions go deep.
const STACK: usize = 8 << 20;

/// The lab, about to be opened.
#[derive(Clone, Debug, Default)]
pub struct Lab {
    /// The port; a free one for 0, and the usual one or else a free one if nothing is said.
    pub port: Option<u16>,
    /// A folder whose games, claims and files of rows can be opened.
    pub folder: Option<PathBuf>,
    /// What a question may cost.
    pub limits: Limits,
}

/// Why there is no lab.
#[derive(Debug)]
pub struct Trouble(String);

impl std::fmt::Display for Trouble {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for Trouble {}

/// What all questions share.
pub struct Shared {
    pub door: Door,
    pub jobs: Jobs,
    pub folder: Option<Folder>,
}

impl Lab {
    /// Serves until the flag is raised. The address, with the token in its fragment, is handed over once the server listens.
    pub fn serve(
        self,
        stop: &Arc<AtomicBool>,
        ready: impl FnOnce(&str) + Send,
    ) -> Result<(), Trouble> {
        let wrong = |what: &str, why: io::Error| Trouble(format!("{what}: {why}"));
        let runtime = tokio::runtime::Builder::new_current_thread()
            .enable_io()
            .enable_time()
            .thread_stack_size(STACK)
            .thread_keep_alive(Duration::from_secs(5))
            .build()
            .map_err(|why| wrong("cannot start the server", why))?;
        let folder = match &self.folder {
            Some(folder) => Some(Folder::open(folder).map_err(Trouble)?),
            None => None,
        };
        let served = runtime.block_on(async {
            let listener = self.listen().await?;
            let address = listener.local_addr().map_err(|why| wrong("no address", why))?;
            let door = Door::new(address).map_err(Trouble)?;
            ready(&door.address());
            let listener = Places::new(listener, self.limits.connections);
            let shared = Arc::new(Shared { door, jobs: Jobs::new(self.limits, stop), folder });
            let jobs = shared.clone();
            let flag = stop.clone();
            let ended = async move {
                ended(flag).await;
                jobs.jobs.end();
            };
            let serving = axum::serve(listener, router(shared)).with_graceful_shutdown(ended);
            let over = async {
                ended_for_good(stop.clone()).await;
                Ok(())
            };
            // Whoever keeps a connection open does not keep the server.
            tokio::select! {
                served = serving => served,
                over = over => over,
            }
            .map_err(|why| wrong("the server ended", why))
        });
        runtime.shutdown_timeout(FAREWELL);
        served
    }

    async fn listen(&self) -> Result<TcpListener, Trouble> {
        let at = |port| TcpListener::bind(SocketAddr::from((Ipv4Addr::LOCALHOST, port)));
        let (port, tried) = match self.port {
            Some(port) => (port, at(port).await),
            None => match at(USUAL_PORT).await {
                Ok(listener) => (USUAL_PORT, Ok(listener)),
                Err(_) => (0, at(0).await),
            },
        };
        tried.map_err(|why| Trouble(format!("cannot listen on port {port} of 127.0.0.1: {why}")))
    }
}

async fn ended(stop: Arc<AtomicBool>) {
    while !stop.load(Ordering::Relaxed) {
        tokio::time::sleep(LOOK).await;
    }
}

async fn ended_for_good(stop: Arc<AtomicBool>) {
    ended(stop).await;
    tokio::time::sleep(FAREWELL).await;
}

fn router(shared: Arc<Shared>) -> Router {
    let api = Router::new()
        .route("/about", post(jobs::about))
        .route("/progress", post(jobs::progress))
        .route("/games", post(game::games))
        .route("/check", post(game::check))
        .route("/solve", post(solve::solve))
        .route("/options", post(solve::options))
        .route("/estimate", post(table::estimate))
        .route("/table", post(table::table))
        .route("/diff", post(table::diff))
        .route("/overlay", post(claims::overlay))
        .route("/play", post(play::play))
        .route("/claim", post(claims::claim))
        .route("/claims/check", post(claims::check))
        .route("/sequence", post(heap::sequence))
        .route("/identify", post(heap::identify))
        .route("/record", post(papers::record))
        .route("/statement", post(papers::statement))
        .route("/automaton", post(automaton::automaton))
        .route("/automaton/read", post(automaton::read))
        .route("/value", post(value::value))
        .route("/folder", post(folder::folder))
        .route("/file", post(folder::file))
        .route("/census", post(census::census))
        .route("/census/rows", post(census::rows))
        .route("/export", post(export::export))
        .fallback(door::no_route)
        .method_not_allowed_fallback(door::wrong_method)
        .layer(from_fn_with_state(shared.clone(), door::token));
    Router::new()
        .nest("/api", api)
        .route("/", get(assets::page))
        .fallback(get(assets::file))
        .method_not_allowed_fallback(door::wrong_method)
        .layer(from_fn_with_state(shared.clone(), door::guard))
        .with_state(shared)
}
