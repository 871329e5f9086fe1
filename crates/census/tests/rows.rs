//! Rows are read as they were computed, by the reader of the `parquet` crate, which has no part in making
//! the pages.

use std::path::PathBuf;

use parquet::file::serialized_reader::SerializedFileReader;
use parquet::record::{Field, Row};
use sprague_census::run::Folder;
use sprague_census::{
    Batches, Census, EndingNim, Family, LrNim, NimFamily, Question, Summary, Trouble, single,
};
use sprague_columns::Kind;
use sprague_rules::parse_ruleset;
use sprague_sequence::Sequence;
use sprague_solve::{Budget, Watch};

/// All rows, in a file in a folder of its own.
fn write(family: Family, name: &str) -> PathBuf {
    let path = std::env::temp_dir().join(format!("sprague-rows-{name}-{}", std::process::id()));
    let _ = std::fs::remove_dir_all(&path);
    let census =
        Census::new(family, Question { cycles: true, preperiods: false, rows: true, top: 1 });
    let folder = Folder::open(&path.join("run"), &census).unwrap();
    folder.run(&census, 2, &Watch::new(None)).unwrap();
    let rows = path.join("rows.parquet");
    folder.hand_over(&rows).unwrap();
    rows
}

fn read(rows: &PathBuf) -> Vec<Row> {
    let reader = SerializedFileReader::new(std::fs::File::open(rows).unwrap()).unwrap();
    reader.into_iter().map(|row| row.unwrap()).collect()
}

fn field<'r>(row: &'r Row, name: &str) -> &'r Field {
    row.get_column_iter().find(|(column, _)| *column == name).unwrap().1
}

fn number(row: &Row, name: &str) -> Option<u64> {
    match field(row, name) {
        Field::UInt(number) => Some((*number).into()),
        Field::ULong(number) => Some(*number),
        Field::Null => None,
        other => panic!("{name}: {other:?}"),
    }
}

fn text<'r>(row: &'r Row, name: &str) -> &'r str {
    match field(row, name) {
        Field::Str(text) => text,
        other => panic!("{name}: {other:?}"),
    }
}

/// The preperiod and period that `sequence` finds for a ruleset.
fn regularity(ruleset: &str) -> (Option<u64>, Option<u64>) {
    let ruleset = parse_ruleset(ruleset).unwrap();
    let (budget, watch) = (Budget::default(), Watch::new(None));
    let found = Sequence::compute(&ruleset, 1000, &budget, &watch).unwrap().regularity(&ruleset);
    (found.map(|r| r.preperiod as u64), found.map(|r| r.period as u64))
}

#[test]
fn rows_of_lr_nim_are_those_of_sequences() {
    // More than a page, so that later pages are read, too.
    let family = LrNim::new(2, 19).unwrap();
    let path = write(Family::LrNim(family), "lr");
    let rows = read(&path);
    assert_eq!(rows.len() as u64, family.total());
    for (i, row) in rows.iter().enumerate() {
        let bits = number(row, "bits").unwrap();
        assert_eq!(bits, family.set(i as u64));
        assert_eq!(text(row, "set"), sprague_census::game::Amounts(bits).to_string());
        let cycle = ["cycle_l", "cycle_r", "cycle_n", "cycle_p"].map(|c| number(row, c).unwrap());
        assert_eq!(Some(cycle.iter().sum()), number(row, "period"));
        let class = if cycle[1..] == [0; 3] { "all-L" } else { "mixed" };
        assert_eq!(text(row, "class"), class);
        if i % 997 == 0 {
            let found = regularity(&format!("lr-nim({})", text(row, "set")));
            assert_eq!((number(row, "preperiod"), number(row, "period")), found);
        }
    }
    let (summary, asked) = Summary::read(&path, &Watch::new(None)).unwrap();
    assert_eq!((summary.rows, asked), (family.total(), "all-L"));
    let left = rows.iter().filter(|row| text(row, "class") == "all-L").count() as u64;
    assert_eq!(summary.classes["all-L"], left);
    assert_eq!(summary.share_by_max.values().map(|[asked, _]| asked).sum::<u64>(), left);
    assert_eq!(summary.periods.values().sum::<u64>(), family.total());
    let size = std::fs::metadata(&path).unwrap().len();
    assert!(size < 3 * family.total(), "{size} bytes");
    std::fs::remove_dir_all(path.parent().unwrap()).unwrap();
}

#[test]
fn rows_of_ending_nim_name_their_games() {
    let family = EndingNim::new(2, 7).unwrap();
    let path = write(Family::EndingNim(family), "ending");
    for (i, row) in read(&path).iter().enumerate() {
        let ruleset = format!("ending-nim({}; {})", text(row, "set"), text(row, "ends"));
        assert_eq!(ruleset, family.ruleset(i as u64));
        let cycle = single::decide(&family.game(i as u64), u64::MAX).unwrap();
        assert_eq!(number(row, "period"), Some(cycle.period.into()));
        assert_eq!(number(row, "preperiod"), Some(cycle.preperiod.into()));
    }
    std::fs::remove_dir_all(path.parent().unwrap()).unwrap();
}

#[test]
fn rows_of_nim_families_are_those_of_sequences() {
    let families = [
        ("code", "octal", NimFamily::octal(2, 0, 1000).unwrap()),
        ("set", "cut", NimFamily::cut(5, 2, 1000).unwrap()),
        ("set", "subtract", NimFamily::subtract(1, 8, 1000).unwrap()),
    ];
    for (column, game, family) in families {
        let path = write(Family::Nim(family), game);
        let rows = read(&path);
        assert_eq!(rows.len() as u64, family.total());
        for row in rows {
            let ruleset = format!("{game}({})", text(&row, column));
            let found = regularity(&ruleset);
            assert_eq!((number(&row, "preperiod"), number(&row, "period")), found, "{ruleset}");
            assert_eq!(found.0.is_none(), text(&row, "class") == "none");
        }
        std::fs::remove_dir_all(path.parent().unwrap()).unwrap();
    }
}

/// Families of several chunks, and of several batches.
#[test]
fn rows_as_columns_are_the_rows_of_the_file() {
    let families = [
        ("stream-lr", Family::lr_nim(2, 19)),
        ("stream-ending", Family::ending_nim(3, 14)),
        ("stream-subtract", Family::subtract(2, 10, 1 << 20)),
        ("stream-octal", Family::octal(2, 4, 60)),
    ];
    for (name, family) in families {
        let family = family.unwrap();
        let path = write(family.clone(), name);
        let mut rows = read(&path).into_iter();
        let batches = Batches::new(family.clone(), 2, Watch::new(None));
        let columns = batches.columns().to_vec();
        let mut total = 0;
        for batch in batches {
            let batch = batch.unwrap();
            for at in 0..batch.rows {
                let row = rows.next().unwrap();
                for ((column, kind), values) in columns.iter().zip(&batch.columns) {
                    match kind {
                        Kind::Text => assert_eq!(values.text(at), Some(text(&row, column))),
                        _ => assert_eq!(values.number(at), number(&row, column), "{column}"),
                    }
                }
            }
            total += batch.rows as u64;
        }
        assert_eq!((total, rows.next()), (family.total(), None), "{name}");
        std::fs::remove_dir_all(path.parent().unwrap()).unwrap();
    }
}

#[test]
fn rows_that_are_stopped_say_so_once() {
    let family = Family::lr_nim(2, 40).unwrap();
    let watch = Watch::new(None);
    let mut batches = Batches::new(family, 1, watch.clone());
    assert_eq!(batches.next().unwrap().unwrap().rows, 1 << 16);
    watch.stop();
    let last = batches.by_ref().find(Result::is_err);
    assert!(matches!(last, Some(Err(Trouble::Stopped(_)))));
    assert!(batches.next().is_none());
}
