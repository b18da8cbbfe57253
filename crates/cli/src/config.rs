//! Reads options from a TOML file. Its keys are the long names of flags. Flags on the command line take precedence.
//!
//! ```toml
//! shelf = ["games-of-mine"]
//!
//! [serve]
//! addr = "0.0.0.0:8080"
//! ```

use crate::folders;
use clap::parser::ValueSource;
use clap::{ArgMatches, Command};
use rulebook_diag::nearest;
use std::ffi::OsString;
use std::path::PathBuf;
use toml::{Table, Value};

/// The command line after the options of the file were added.
pub struct Merged {
    /// All arguments, including the name of the program.
    pub args: Vec<OsString>,
    /// The options of the table `[serve]`. They apply if the command line names no command, because `serve` is the
    /// default.
    pub serve: Vec<OsString>,
}

/// Adds the options of the file to the command line.
///
/// # Errors
/// A sentence that says what is wrong with the file.
pub fn merge(command: &Command, args: Vec<OsString>, given: &ArgMatches) -> Result<Merged, String> {
    let Some((path, table)) = read(given)? else { return Ok(Merged { args, serve: Vec::new() }) };
    let merged = add(command, args, given, &table);
    merged.map_err(|why| format!("{}: {why}", path.display()))
}

/// The options file: `--config`, else `RULEBOOK_CONFIG`, else the default file of the user if it exists. An empty name
/// means no file.
fn read(given: &ArgMatches) -> Result<Option<(PathBuf, Table)>, String> {
    let mut innermost = given;
    while let Some((_, inner)) = innermost.subcommand() {
        innermost = inner;
    }
    let option = innermost.try_get_one::<PathBuf>("config").ok().flatten().cloned();
    let named = option.or_else(|| std::env::var_os("RULEBOOK_CONFIG").map(PathBuf::from));
    let path = match &named {
        Some(path) if path.as_os_str().is_empty() => return Ok(None),
        Some(path) => path.clone(),
        None => match folders::config().filter(|path| path.is_file()) {
            Some(path) => path,
            None => return Ok(None),
        },
    };
    let wrong = |why: String| format!("{}: {why}", path.display());
    let text = std::fs::read_to_string(&path).map_err(|error| wrong(error.to_string()))?;
    let table = text.parse::<Table>().map_err(|error| wrong(error.to_string().trim_end().to_owned()))?;
    Ok(Some((path, table)))
}

fn add(command: &Command, mut args: Vec<OsString>, given: &ArgMatches, table: &Table) -> Result<Merged, String> {
    let (mut top, mut serve) = (Vec::new(), Vec::new());
    for (key, value) in table {
        let Value::Table(options) = value else {
            top.extend(flags(command, "", key, value, given)?);
            continue;
        };
        let Some(inner) = command.find_subcommand(key) else {
            let meant = nearest(key, command.get_subcommands().map(Command::get_name));
            return Err(format!("there is no command `{key}`{}", did_you_mean(meant)));
        };
        let matches = given.subcommand().filter(|(name, _)| name == key).map(|(_, matches)| matches);
        for (flag, value) in options {
            let words = flags(inner, key, flag, value, matches.unwrap_or(&ArgMatches::default()))?;
            if matches.is_some() {
                // Options are inserted before `--`, because words after it are values.
                let end = args.iter().position(|arg| arg == "--").unwrap_or(args.len());
                args.splice(end..end, words);
            } else if key == "serve" && given.subcommand().is_none() {
                serve.extend(words);
            }
        }
    }
    args.splice(1.min(args.len())..1.min(args.len()), top);
    Ok(Merged { args, serve })
}

/// The arguments for one option of the file. Empty if the command line already has the option.
fn flags(command: &Command, name: &str, key: &str, value: &Value, given: &ArgMatches) -> Result<Vec<OsString>, String> {
    let known = || command.get_arguments().filter(|arg| !arg.is_hide_set());
    let Some(arg) = known().find(|arg| arg.get_long() == Some(key)) else {
        let place = if name.is_empty() { "rulebook".to_owned() } else { format!("rulebook {name}") };
        let meant = nearest(key, known().filter_map(clap::Arg::get_long));
        return Err(format!("`{place}` has no option `{key}`{}", did_you_mean(meant)));
    };
    let id = arg.get_id().as_str();
    if given.try_contains_id(id).is_ok() && given.value_source(id) == Some(ValueSource::CommandLine) {
        return Ok(Vec::new());
    }
    let takes_value = arg.get_action().takes_values();
    let word = |value: &Value| -> Result<Option<OsString>, String> {
        match value {
            Value::Boolean(true) if !takes_value => Ok(Some(format!("--{key}").into())),
            Value::Boolean(false) if !takes_value => Ok(None),
            Value::String(text) if takes_value => Ok(Some(format!("--{key}={text}").into())),
            Value::Integer(number) if takes_value => Ok(Some(format!("--{key}={number}").into())),
            _ => Err(format!(
                "`{key}` must be {}",
                if takes_value { "a text or a whole number" } else { "true or false" }
            )),
        }
    };
    match value {
        Value::Array(values) => values.iter().filter_map(|value| word(value).transpose()).collect(),
        value => word(value).map(|word| word.into_iter().collect()),
    }
}

fn did_you_mean(meant: Option<&str>) -> String {
    meant.map(|name| format!("; did you mean `{name}`?")).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;
    use clap::CommandFactory;

    fn merged(line: &str, file: &str) -> Result<(String, String), String> {
        let command = crate::Cli::command();
        let args: Vec<OsString> = line.split(' ').map(OsString::from).collect();
        let given = command.clone().try_get_matches_from(&args).unwrap();
        let merged = add(&command, args, &given, &file.parse().unwrap())?;
        let text = |words: Vec<OsString>| words.join(" ".as_ref()).into_string().unwrap();
        Ok((text(merged.args), text(merged.serve)))
    }

    #[test]
    fn options_of_the_file_are_added_and_flags_win() {
        let file = "shelf = [\"a\", \"b\"]\n[serve]\naddr = \"0.0.0.0:1\"\nrate = 5\njson = true";
        let both = |line: &str| merged(line, file).unwrap();
        let (line, serve) = both("rulebook serve --rate 7");
        assert_eq!(line, "rulebook --shelf=a --shelf=b serve --rate 7 --addr=0.0.0.0:1 --json");
        assert_eq!(serve, "");
        let (line, serve) = both("rulebook");
        assert_eq!((&*line, &*serve), ("rulebook --shelf=a --shelf=b", "--addr=0.0.0.0:1 --json --rate=5"));
        assert_eq!(both("rulebook list --json").0, "rulebook --shelf=a --shelf=b list --json");
    }

    #[test]
    fn mistakes_in_the_file_are_named() {
        let why = |file: &str| merged("rulebook list", file).unwrap_err();
        assert_eq!(why("[sevre]\n"), "there is no command `sevre`; did you mean `serve`?");
        assert_eq!(why("[serve]\nadr = 1"), "`rulebook serve` has no option `adr`; did you mean `addr`?");
        assert_eq!(why("[serve]\njson = 1"), "`json` must be true or false");
    }
}
