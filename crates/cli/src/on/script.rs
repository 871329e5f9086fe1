//! Words of a command as a shell reads them, and the script that does a shard of a scheduler's array.

use std::path::Path;

use super::Plan;

/// A word that a shell takes as it is.
pub fn quoted(word: &str) -> String {
    let plain = |c: char| c.is_ascii_alphanumeric() || "-_./=,:+@%".contains(c);
    match !word.is_empty() && word.chars().all(plain) {
        true => word.to_string(),
        false => format!("'{}'", word.replace('\'', r"'\''")),
    }
}

/// A command as a line.
pub fn line(program: &Path, words: &[String]) -> String {
    let words = words.iter().map(|word| quoted(word));
    let words: Vec<String> =
        [quoted(&program.to_string_lossy())].into_iter().chain(words).collect();
    words.join(" ") + "\n"
}

/// Shards as tasks of a scheduler's array. A task has the number of its first shard and so many of its neighbours; those that
/// are there already cost it nothing.
pub struct Array<'p> {
    plan: &'p Plan,
    together: u64,
}

impl<'p> Array<'p> {
    /// As many together as are worth a task.
    pub fn new(plan: &'p Plan) -> Array<'p> {
        Array { plan, together: plan.together }
    }

    /// From now on every shard has a task of its own, so that one that kills its task takes no other with it.
    pub fn one_by_one(&mut self) {
        self.together = 1;
    }

    /// The numbers of the tasks that have these shards.
    pub fn tasks(&self, shards: &[u64]) -> Vec<u64> {
        let mut tasks: Vec<u64> =
            shards.iter().map(|shard| shard - shard % self.together).collect();
        tasks.dedup();
        tasks
    }

    /// What was submitted, in words.
    pub fn submitted(&self, shards: &[u64]) -> String {
        match (self.tasks(shards).len(), shards.len()) {
            (tasks, shards) if tasks == shards => format!("{shards} shards"),
            (1, shards) => format!("{shards} shards in one task"),
            (tasks, shards) => format!("{shards} shards in {tasks} tasks"),
        }
    }

    /// The script of a task: the scheduler tells its number by a variable, and how many cores it has by what the shell makes of
    /// `cores`.
    pub fn script(&self, head: &str, number: &str, cores: &str) -> String {
        let Plan { folder, program, arguments, shards, threads, .. } = self.plan;
        let out = ["--out".to_string(), folder.to_string_lossy().into_owned()];
        let command = line(program, &[arguments, &out[..]].concat());
        let threads = threads.map_or_else(|| cores.to_string(), |threads| threads.to_string());
        let (last, of_all) = (self.together - 1, shards - 1);
        let these = match self.together {
            1 => format!("${{{number}}}"),
            _ => format!(
                "${{{number}}}-$(({number} + {last} < {of_all} ? {number} + {last} : {of_all}))"
            ),
        };
        // The program takes the place of the shell, and so hears the signals that the scheduler sends.
        let command = command.trim_end();
        format!(
            "#!/bin/bash\n{head}exec {command} --shard \"{these}/{shards}\" --threads {threads}\n"
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_come_through_a_shell_as_they_are() {
        let words = ["a b", "it's", "$HOME", "", "--max=3", "*", "a\nb", "`x`", "\\"];
        let words: Vec<String> = words.map(String::from).to_vec();
        let line = line(Path::new("printf"), &[&["%s|".to_string()][..], &words].concat());
        let output = std::process::Command::new("sh").args(["-c", &line]).output().unwrap();
        assert_eq!(String::from_utf8(output.stdout).unwrap(), words.join("|") + "|");
    }
}
