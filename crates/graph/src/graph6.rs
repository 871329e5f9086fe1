//! graph6, the format of nauty and its relatives: a graph as a short line of printable characters.
//!
//! A character holds six bits, 63 + their number. First comes the number of vertices (one character
//! up to 62, `~` and three more up to 258047), then the upper triangle of the adjacency matrix column
//! by column, filled up with zeros.

use sprague_rules::Complaint;

use crate::graph::Graph;

/// Larger graphs are refused: nothing here could solve them.
pub const MOST_VERTICES: usize = 20_000;

/// The header that may stand before the first graph of a file, on a line of its own or not.
const HEADER: &str = ">>graph6<<";

/// Reads a line of a file of graphs: a graph, or nothing if the line is empty but for the header.
pub fn line(line: &str) -> Result<Option<Graph>, Complaint> {
    let text = line.trim_end();
    let start = text.len() - text.trim_start().len();
    let graph = text[start..].strip_prefix(HEADER);
    let start = if graph.is_some() { start + HEADER.len() } else { start };
    match &text[start..] {
        "" => Ok(None),
        graph => {
            let moved = |mut complaint: Complaint| {
                complaint.span = complaint.span.start + start..complaint.span.end + start;
                complaint
            };
            read(graph).map(Some).map_err(moved)
        }
    }
}

/// What of nauty's other formats begins so.
fn other_format(text: &str) -> Option<(&'static str, usize)> {
    let begins = [
        (">>sparse6<<", "sparse6"),
        (">>planar_code", "planar code"),
        (">>digraph6<<", "digraph6"),
        (":", "sparse6"),
        (";", "incremental sparse6"),
        ("&", "digraph6"),
    ];
    let found = begins.into_iter().find(|(begin, _)| text.starts_with(begin));
    found.map(|(begin, name)| (name, begin.len()))
}

/// Reads a graph; spans count from the start of `text`.
pub fn read(text: &str) -> Result<Graph, Complaint> {
    let bytes = text.as_bytes();
    if let Some((name, length)) = other_format(text) {
        let help = match name {
            "digraph6" => "the games here are played on graphs without directions",
            _ => "graph6 is read; nauty's `copyg -g` turns the one into the other",
        };
        return Err(Complaint::new(0..length, format!("this is {name}, not graph6")).help(help));
    }
    if let Some(at) = bytes.iter().position(|b| !(63..=126).contains(b)) {
        let length = text[at..].chars().next().map_or(1, char::len_utf8);
        let message = "this character does not occur in graph6";
        return Err(Complaint::new(at..at + length, message)
            .help("graph6 uses the characters from `?` to `~`"));
    }
    let six = |at: usize| usize::from(bytes[at] - 63);
    let whole = 0..text.len();
    let (n, header) = match bytes {
        [] => return Err(Complaint::new(whole, "an empty graph6 text").help("`Bw` is a triangle")),
        [b'~', b'~', ..] => {
            return Err(Complaint::new(0..2, "more than 258047 vertices are out of reach"));
        }
        [b'~', _, _, _, ..] => (six(1) << 12 | six(2) << 6 | six(3), 4),
        [b'~', ..] => {
            return Err(Complaint::new(
                whole,
                "after `~` come three characters for the number of vertices",
            ));
        }
        _ => (six(0), 1),
    };
    if n > MOST_VERTICES {
        let message = format!("{n} vertices are more than the {MOST_VERTICES} that are read");
        return Err(Complaint::new(0..header, message));
    }
    let bits = n * n.saturating_sub(1) / 2;
    let expected = header + bits.div_ceil(6);
    if bytes.len() != expected {
        let message = format!(
            "graph6 of {n} vertices has {expected} characters, and this has {}",
            bytes.len()
        );
        let span = if bytes.len() > expected { expected..bytes.len() } else { whole };
        return Err(Complaint::new(span, message));
    }
    let bit = |i: usize| six(header + i / 6) >> (5 - i % 6) & 1 == 1;
    if (bits..6 * (expected - header)).any(bit) {
        let last = expected - 1..expected;
        return Err(Complaint::new(last, "the bits after the last pair of vertices are not 0"));
    }
    let pairs = (0..n).flat_map(|v| (0..v).map(move |u| (u, v)));
    let edges: Vec<_> = pairs.enumerate().filter(|&(i, _)| bit(i)).map(|(_, e)| e).collect();
    Ok(Graph::from_edges(n, &edges))
}

/// Writes a graph.
pub fn write(graph: &Graph) -> String {
    let n = graph.vertices();
    let mut text = String::new();
    let mut push = |six: usize| text.push((63 + (six & 63)) as u8 as char);
    if n > 62 {
        push(63);
        push(n >> 12);
        push(n >> 6);
    }
    push(n);
    let (mut six, mut filled) = (0, 0);
    for v in 0..n {
        for u in 0..v {
            six = six << 1 | usize::from(graph.adjacent(u, v));
            filled += 1;
            if filled == 6 {
                push(six);
                (six, filled) = (0, 0);
            }
        }
    }
    if filled > 0 {
        push(six << (6 - filled));
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn known_texts_are_read_and_written() {
        // nauty's manual: DQc has the edges 02, 04, 13, 34.
        let example = Graph::from_edges(5, &[(0, 2), (0, 4), (1, 3), (3, 4)]);
        assert_eq!(write(&example), "DQc");
        assert_eq!(read("DQc"), Ok(example));
        assert_eq!(read("Bw"), Ok(Graph::complete(3)));
        for graph in [Graph::empty(0), Graph::empty(1), Graph::path(63), Graph::cycle(100)] {
            assert_eq!(read(&write(&graph)), Ok(graph));
        }
    }

    #[test]
    fn malformed_texts_are_refused_with_the_place() {
        assert_eq!(read("").unwrap_err().span, 0..0);
        assert_eq!(read("B w").unwrap_err().span, 1..2);
        assert_eq!(read("DQ").unwrap_err().span, 0..2);
        assert_eq!(read("DQcc").unwrap_err().span, 3..4);
        assert_eq!(read("Bx").unwrap_err().span, 1..2);
        assert_eq!(read("~?").unwrap_err().span, 0..2);
    }

    #[test]
    fn lines_may_have_a_header_and_need_not_have_a_graph() {
        let triangle = Ok(Some(Graph::complete(3)));
        for text in ["Bw", ">>graph6<<Bw", " Bw\r", ">>graph6<<Bw \n"] {
            assert_eq!(line(text), triangle, "{text:?}");
        }
        for text in ["", "  ", ">>graph6<<", ">>graph6<<\r\n"] {
            assert_eq!(line(text), Ok(None), "{text:?}");
        }
        assert_eq!(line(" >>graph6<<B w").unwrap_err().span, 12..13);
        // The header stands once.
        assert!(line(">>graph6<<>>graph6<<Bw").is_err());
    }

    #[test]
    fn other_formats_are_named() {
        for (text, name) in [
            (":Bcd", "sparse6"),
            (">>sparse6<<:Bcd", "sparse6"),
            (";n", "incremental sparse6"),
            ("&AO", "digraph6"),
            (">>digraph6<<&AO", "digraph6"),
            (">>planar_code<<", "planar code"),
        ] {
            let complaint = read(text).unwrap_err();
            assert!(complaint.message.contains(name), "{text}: {}", complaint.message);
            assert_eq!(complaint.span.start, 0);
        }
    }

    #[test]
    fn graphs_of_more_than_62_vertices_have_four_characters_for_their_number() {
        for n in [62, 63, 64, 127, 300] {
            for graph in [Graph::empty(n), Graph::path(n), Graph::complete(n)] {
                let text = write(&graph);
                assert_eq!(text.starts_with('~'), n > 62, "{n}");
                assert_eq!(read(&text), Ok(graph), "{n}");
            }
        }
        // 63 is 0, 0, 63 in digits of six bits.
        assert!(write(&Graph::empty(63)).starts_with("~??~"));
        assert!(read("~~?????").unwrap_err().message.contains("258047"));
        assert_eq!(read("~~?????").unwrap_err().span, 0..2);
        assert!(read("~Ezzz").unwrap_err().message.contains("20000"));
    }
}
