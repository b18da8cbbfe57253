//! Reads options from a TOML file. Its keys are the long names of flags. Flags on the command line take precedence.
//!
//! ```toml
//! shelf = ["games-of-mine"]
//!
//! [serve]
//! addr = "0.0.0.0:8080"
//!
//! [import.variants]
//! out = "games"
//! ```

use crate::failure::Failure;
use crate::folders;
use crate::games::suggest;
use clap::error::ErrorKind;
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
    /// The file. `None` if there is no file.
    file: Option<PathBuf>,
    /// The folders of games that the file adds.
    shelves: Vec<String>,
    /// Whether the command line alone lacks an argument that it needs.
    lacks: bool,
}

impl Merged {
    /// The failure for arguments that clap refuses. The text names the options file, unless the mistake is in the
    /// command line.
    pub fn refused(&self, told: clap::Error) -> Failure {
        let own = !told.use_stderr() || (self.lacks && told.kind() == ErrorKind::MissingRequiredArgument);
        match &self.file {
            Some(file) if !own => {
                // Clap adds the usage and a hint, which are about the command line.
                let text = told.render().to_string();
                let why = text.split("\n\nUsage:").next().unwrap_or_default();
                let why = why.split("\n\nFor more information").next().unwrap_or_default();
                let why = why.strip_prefix("error: ").unwrap_or(why).trim_end();
                Failure::Usage(format!("{}: {why}", file.display()))
            }
            _ => Failure::Clap(told),
        }
    }

    /// The failure of a command. It names the file if the file lists a folder of games that does not exist.
    pub fn failed(&self, failure: Failure) -> Failure {
        match (failure, &self.file) {
            (Failure::Input(why), Some(file)) if self.shelves.iter().any(|shelf| why == missing_shelf(shelf)) => {
                let why = why.trim_start_matches("--");
                Failure::Usage(format!("{}: {why}", file.display()))
            }
            (failure, _) => failure,
        }
    }
}

/// The error for a folder of games that does not exist.
fn missing_shelf(folder: &str) -> String {
    format!("--shelf: there is no folder {folder}")
}

/// Parses the command line, and adds the options of the file to it.
///
/// # Errors
/// Returns an error if the command line is wrong, or the file is. An option that the command line lacks may be in the
/// file, so it is no error here.
pub fn merge(command: &Command, args: Vec<OsString>) -> Result<Merged, Failure> {
    let (given, lacks) = match command.clone().try_get_matches_from(&args) {
        Err(told) if told.kind() == ErrorKind::MissingRequiredArgument => {
            let partial = command.clone().ignore_errors(true).try_get_matches_from(&args);
            (partial.map_err(Failure::Clap)?, true)
        }
        given => (given.map_err(|told| Failure::Clap(suggest(told)))?, false),
    };
    let Some((path, table)) = read(&given).map_err(Failure::Usage)? else {
        return Ok(Merged { args, serve: Vec::new(), file: None, shelves: Vec::new(), lacks });
    };
    match add(command, args.clone(), &given, &table) {
        Ok((all, serve)) => {
            let added = all.iter().chain(&serve).filter(|word| !args.contains(word));
            let shelf = |word: &OsString| Some(word.to_str()?.strip_prefix("--shelf=")?.to_owned());
            let shelves = added.filter_map(shelf).collect();
            Ok(Merged { args: all, serve, file: Some(path), shelves, lacks })
        }
        Err(why) => Err(Failure::Usage(format!("{}: {why}", path.display()))),
    }
}

/// The options file: `--config`, else `RULEBOOK_CONFIG`, else the default file of the user if it exists. An empty name
/// means no file.
fn read(given: &ArgMatches) -> Result<Option<(PathBuf, Table)>, String> {
    let mut innermost = given;
    while let Some((_, inner)) = innermost.subcommand() {
        innermost = inner;
    }
    let option = innermost.try_get_one::<PathBuf>(CONFIG).ok().flatten().cloned();
    let named = option.or_else(|| std::env::var_os("RULEBOOK_CONFIG").map(PathBuf::from));
    let path = match &named {
        Some(path) if path.as_os_str().is_empty() => return Ok(None),
        Some(path) => path.clone(),
        None => match folders::config().filter(|path| path.exists()) {
            Some(path) => path,
            None => return Ok(None),
        },
    };
    let wrong = |why: String| format!("{}: {why}", path.display());
    let text = std::fs::read_to_string(&path).map_err(|error| wrong(error.to_string()))?;
    let table = text.parse::<Table>().map_err(|error| wrong(error.to_string().trim_end().to_owned()))?;
    Ok(Some((path, table)))
}

/// All arguments, and the options of `serve` if the command line names no command.
fn add(
    command: &Command,
    mut args: Vec<OsString>,
    given: &ArgMatches,
    table: &Table,
) -> Result<(Vec<OsString>, Vec<OsString>), String> {
    let (mut top, mut serve) = (Vec::new(), Vec::new());
    for (key, value) in table {
        let Value::Table(options) = value else {
            top.extend(flags(command, "rulebook", key, value, Some(given))?);
            continue;
        };
        let inner = find(command, key)?;
        let matches = given.subcommand().filter(|(name, _)| name == key).map(|(_, matches)| matches);
        let words = of_command(inner, &format!("rulebook {key}"), options, matches)?;
        if matches.is_some() {
            // Options are inserted before `--`, because words after it are values.
            let end = args.iter().position(|arg| arg == "--").unwrap_or(args.len());
            args.splice(end..end, words);
        } else if key == "serve" && given.subcommand().is_none() {
            serve.extend(words);
        }
    }
    args.splice(1.min(args.len())..1.min(args.len()), top);
    Ok((args, serve))
}

/// The arguments for the table of one command. `name` is how a user writes the command. `given` is `None` if the
/// command line names another command; then the options are only checked.
fn of_command(
    command: &Command,
    name: &str,
    table: &Table,
    given: Option<&ArgMatches>,
) -> Result<Vec<OsString>, String> {
    let mut words = Vec::new();
    for (key, value) in table {
        let Value::Table(options) = value else {
            words.extend(flags(command, name, key, value, given)?);
            continue;
        };
        let deeper = given.and_then(ArgMatches::subcommand).filter(|(inner, _)| inner == key);
        let found = of_command(find(command, key)?, &format!("{name} {key}"), options, deeper.map(|(_, inner)| inner))?;
        if deeper.is_some() {
            words.extend(found);
        }
    }
    Ok(words)
}

/// The command with this name inside another command.
fn find<'a>(command: &'a Command, name: &str) -> Result<&'a Command, String> {
    command.find_subcommand(name).ok_or_else(|| {
        let meant = nearest(name, command.get_subcommands().map(Command::get_name));
        format!("there is no command `{name}`{}", did_you_mean(meant))
    })
}

/// The arguments for one option of the file. Empty if the command line already has the option, or names a command that
/// does not take it.
fn flags(
    command: &Command,
    name: &str,
    key: &str,
    value: &Value,
    given: Option<&ArgMatches>,
) -> Result<Vec<OsString>, String> {
    if key == CONFIG {
        return Err(format!("`{CONFIG}` names the file with options, so it cannot be in that file"));
    }
    let Some(arg) = options(command).find(|arg| arg.get_long() == Some(key)) else {
        let meant = nearest(key, options(command).filter_map(clap::Arg::get_long));
        let has_it = |inner: &&Command| options(inner).any(|arg| arg.get_long() == Some(key));
        let hint = match command.get_subcommands().find(has_it) {
            Some(inner) if meant.is_none() => {
                format!("; options of one command are in its table, such as `[{}]`", inner.get_name())
            }
            _ => did_you_mean(meant),
        };
        return Err(format!("`{name}` has no option `{key}`{hint}"));
    };
    let takes_value = arg.get_action().takes_values();
    let word = |value: &Value| -> Result<Option<OsString>, String> {
        match value {
            Value::Boolean(true) if !takes_value => Ok(Some(format!("--{key}").into())),
            Value::Boolean(false) if !takes_value => Ok(None),
            Value::String(text) if takes_value => Ok(Some(format!("--{key}={text}").into())),
            Value::Integer(number) if takes_value => Ok(Some(format!("--{key}={number}").into())),
            _ => Err(format!(
                "`{key}` of `{name}` must be {}",
                if takes_value { "a text or a whole number" } else { "true or false" }
            )),
        }
    };
    let words: Vec<OsString> = match value {
        Value::Array(values) => values.iter().filter_map(|value| word(value).transpose()).collect::<Result<_, _>>()?,
        value => word(value)?.into_iter().collect(),
    };
    let id = arg.get_id().as_str();
    let is_given = |given: &ArgMatches| {
        given.try_contains_id(id).is_ok() && given.value_source(id) == Some(ValueSource::CommandLine)
    };
    // If this command contains another one, only global options apply to both. They may stand after the inner command.
    let inner = given.and_then(ArgMatches::subcommand).filter(|_| name != "rulebook");
    let elsewhere = inner.is_some_and(|(_, inner)| !arg.is_global_set() || is_given(inner));
    Ok(if elsewhere || given.is_some_and(is_given) { Vec::new() } else { words })
}

/// The option that names the file with options.
const CONFIG: &str = "config";

/// The options of a command, without its hidden old forms.
fn options(command: &Command) -> impl Iterator<Item = &clap::Arg> {
    command.get_arguments().filter(|arg| !arg.is_hide_set())
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
        let given = command.clone().ignore_errors(true).try_get_matches_from(&args).unwrap();
        let (args, serve) = add(&command, args, &given, &file.parse().unwrap())?;
        let text = |words: Vec<OsString>| words.join(" ".as_ref()).into_string().unwrap();
        Ok((text(args), text(serve)))
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
    fn required_options_may_be_in_the_file() {
        let line = |line: &str, file: &str| merged(line, file).unwrap().0;
        assert_eq!(line("rulebook sim war", "[sim]\ngames = 5"), "rulebook sim war --games=5");
        assert_eq!(line("rulebook sim war --games 7", "[sim]\ngames = 5"), "rulebook sim war --games 7");
        let proxy = "[serve]\ntrust-proxy = [\"10.0.0.0/8\"]";
        let given = "rulebook serve --proxy-header forwarded";
        assert_eq!(line(given, proxy), format!("{given} --trust-proxy=10.0.0.0/8"));
    }

    #[test]
    fn a_command_inside_a_command_has_a_table_of_its_own() {
        let line = |line: &str, file: &str| merged(line, file).unwrap().0;
        let file = "[import]\nstore = \"sqlite:a.db\"\n[import.variants]\nout = \"games\"";
        assert_eq!(line("rulebook import variants v.ini", file), "rulebook import variants v.ini --out=games");
        assert_eq!(line("rulebook import m.jsonl", file), "rulebook import m.jsonl --store=sqlite:a.db");
        let file = "[admin]\nurl = \"http://a:1\"\njson = true";
        assert_eq!(line("rulebook admin bans", file), "rulebook admin bans --json --url=http://a:1");
        assert_eq!(line("rulebook admin bans --url http://b:1", file), "rulebook admin bans --url http://b:1 --json");
        let why = merged("rulebook list", "[import.variant]\nout = \"a\"").unwrap_err();
        assert_eq!(why, "there is no command `variant`; did you mean `variants`?");
    }

    #[test]
    fn mistakes_in_the_file_are_named() {
        let why = |file: &str| merged("rulebook list", file).unwrap_err();
        assert_eq!(why("[sevre]\n"), "there is no command `sevre`; did you mean `serve`?");
        assert_eq!(why("[serve]\nadr = 1"), "`rulebook serve` has no option `adr`; did you mean `addr`?");
        assert_eq!(why("[serve]\njson = 1"), "`json` of `rulebook serve` must be true or false");
        let hint = "options of one command are in its table, such as `[play]`";
        assert_eq!(why("seats = 3"), format!("`rulebook` has no option `seats`; {hint}"));
        assert_eq!(why("shelve = \"a\""), "`rulebook` has no option `shelve`; did you mean `shelf`?");
        assert!(why("config = \"a\"").starts_with("`config` names the file"));
        assert!(why("[list]\nconfig = \"a\"").starts_with("`config` names the file"));
    }
}
