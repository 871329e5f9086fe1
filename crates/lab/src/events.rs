//! Events while work goes on, as a stream (server-sent events): `event: NAME`, then a line of JSON.

use std::pin::Pin;
use std::task::{Context, Poll};
use std::time::Duration;

use axum::body::Body;
use axum::http::header;
use axum::response::{IntoResponse as _, Response};
use futures_core::Stream;
use serde_json::Value;
use tokio::sync::mpsc;
use tokio::time::{Instant, Interval, MissedTickBehavior, interval_at};

use crate::answer::harmless;
use crate::jobs::Wanted;

/// Events that may wait for whoever reads them.
const WAITING: usize = 64;
/// A sign of life where there is nothing to tell.
const QUIET: Duration = Duration::from_secs(10);

/// Where events are told.
#[derive(Clone)]
pub struct Events(mpsc::Sender<String>);

/// Events as they are read.
struct Reading {
    events: mpsc::Receiver<String>,
    life: Interval,
    /// Dropped with the stream, which is how a reader stops the work.
    _wanted: Option<Wanted>,
}

impl Events {
    /// Events and the answer that consists of them.
    pub fn channel() -> (Events, Response) {
        Events::channel_of(None)
    }

    /// The same; the work ends when nobody reads any more.
    pub fn channel_of(wanted: Option<Wanted>) -> (Events, Response) {
        let (send, events) = mpsc::channel(WAITING);
        let mut life = interval_at(Instant::now() + QUIET, QUIET);
        life.set_missed_tick_behavior(MissedTickBehavior::Delay);
        let body = Body::from_stream(Reading { events, life, _wanted: wanted });
        let headers = [(header::CONTENT_TYPE, "text/event-stream")];
        (Events(send), (headers, body).into_response())
    }

    /// Tells something; false if nobody listens.
    pub async fn send(&mut self, name: &str, data: &Value) -> bool {
        self.0.send(written(name, data)).await.is_ok()
    }

    /// The same from a thread that works.
    pub fn tell(&self, name: &str, data: &Value) -> bool {
        self.0.blocking_send(written(name, data)).is_ok()
    }
}

/// JSON has no line ends outside of strings, and none in them.
fn written(name: &str, data: &Value) -> String {
    format!("event: {name}\ndata: {}\n\n", harmless(data.clone()))
}

impl Stream for Reading {
    type Item = Result<String, std::convert::Infallible>;

    fn poll_next(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Option<Self::Item>> {
        if let Poll::Ready(event) = self.events.poll_recv(context) {
            return Poll::Ready(event.map(Ok));
        }
        match self.life.poll_tick(context) {
            Poll::Ready(_) => Poll::Ready(Some(Ok(": still here\n\n".to_string()))),
            Poll::Pending => Poll::Pending,
        }
    }
}
