//! Checks that rules are pure functions of state and move. The crates in `rows::pure` must not use IO, clocks, threads,
//! the environment, printing, floats, locks, atomics or random hashing. Clippy checks that they do not depend on the
//! order of hash maps (`iter_over_hash_type`).
//!
//! Unit tests (`#[cfg(test)] mod`) may use everything. The check also refuses ways to hide code from it: a renamed
//! `std`, a module at another path, and a build script.

mod locks;

use super::lexer::{Kind, Token, lex};
use super::repo::Repo;
use super::report::{Finding, Report};
use super::rows;

pub fn check(repo: &Repo) -> Report {
    let mut errors = Vec::new();
    for name in rows::pure() {
        let folder = format!("crates/{name}/src/");
        let sources = repo.files().iter().filter(|file| file.starts_with(&folder) && file.ends_with(".rs"));
        let sources = sources.filter_map(|file| Some((file.clone(), repo.text(file)?))).collect();
        errors.extend(judge(sources));
        errors.extend(build_script(name, repo.files()));
    }
    Report { errors: locks::excuse(errors), notes: Vec::new() }
}

/// Refuses a file `build.rs`. The check `externals` finds build scripts with other names, because it asks cargo.
fn build_script(name: &str, files: &[String]) -> Option<Finding> {
    let script = format!("crates/{name}/build.rs");
    let text = "no build scripts here: a pure crate is built from its sources alone";
    files.contains(&script).then(|| Finding::of(script, text))
}

/// The findings in the sources of one crate.
fn judge(sources: Vec<(String, String)>) -> Vec<Finding> {
    let mut lexed = Vec::new();
    let mut test_modules = Vec::new();
    let mut real_modules = Vec::new();
    for (file, source) in sources {
        let (tokens, modules) = without_tests(lex(&source));
        test_modules.extend(modules.iter().map(|module| module_path(&file, module)));
        real_modules.extend(declared(&tokens).map(|module| module_path(&file, module)));
        lexed.push((file, tokens));
    }
    // A module may be declared twice, once for tests and once for production. Then it counts as production code.
    test_modules.retain(|module| !real_modules.contains(module));
    let of_tests = |file: &str| {
        test_modules
            .iter()
            .any(|path| file.strip_prefix(path).is_some_and(|rest| rest == ".rs" || rest.starts_with('/')))
    };
    lexed.retain(|(file, _)| !of_tests(file));
    lexed.iter().flat_map(|(file, tokens)| impurities(file, tokens)).collect()
}

/// The names of the modules that are declared as `mod name;`.
fn declared(tokens: &[Token]) -> impl Iterator<Item = &str> {
    let named = tokens.windows(3).filter(|three| three[0].is("mod") && three[2].is(";"));
    named.map(|three| three[1].text.as_str())
}

/// The tokens outside `#[cfg(test)] mod … { }`, and the names of modules declared as `#[cfg(test)] mod name;`.
fn without_tests(tokens: Vec<Token>) -> (Vec<Token>, Vec<String>) {
    if follows(&tokens, 0, &["#", "!", "[", "cfg", "(", "test", ")", "]"]) {
        return (Vec::new(), Vec::new());
    }
    let (mut kept, mut modules, mut at) = (Vec::new(), Vec::new(), 0);
    while at < tokens.len() {
        match test_module(&tokens, at) {
            Some((name, after)) if tokens.get(after).is_some_and(|token| token.is(";")) => {
                modules.push(name);
                at = after + 1;
            }
            Some((_, after)) => at = past_group(&tokens, after),
            None => {
                kept.push(tokens[at].clone());
                at += 1;
            }
        }
    }
    (kept, modules)
}

/// If `#[cfg(test)] … mod name` starts at token `at`: its name, and the index of its `;` or `{`.
fn test_module(tokens: &[Token], at: usize) -> Option<(String, usize)> {
    if !follows(tokens, at, &["#", "[", "cfg", "(", "test", ")", "]"]) {
        return None;
    }
    let mut at = at + 7;
    while follows(tokens, at, &["#", "["]) {
        at = past_group(tokens, at + 1);
    }
    if follows(tokens, at, &["pub"]) {
        at += 1;
        if follows(tokens, at, &["("]) {
            at = past_group(tokens, at);
        }
    }
    follows(tokens, at, &["mod"]).then_some(())?;
    Some((tokens.get(at + 1)?.text.clone(), at + 2))
}

/// The index of the token after the bracket that closes the bracket at `at`.
fn past_group(tokens: &[Token], at: usize) -> usize {
    let mut depth = 0usize;
    for (index, token) in tokens.iter().enumerate().skip(at) {
        if token.kind == Kind::Punct && matches!(token.text.as_str(), "(" | "[" | "{") {
            depth += 1;
        } else if token.kind == Kind::Punct && matches!(token.text.as_str(), ")" | "]" | "}") {
            depth = depth.saturating_sub(1);
        }
        if depth == 0 {
            return index + 1;
        }
    }
    tokens.len()
}

fn follows(tokens: &[Token], at: usize, texts: &[&str]) -> bool {
    texts.iter().enumerate().all(|(n, text)| tokens.get(at + n).is_some_and(|token| token.is(text)))
}

/// The path of the file for `mod module;` in `file`, without the ending `.rs`.
fn module_path(file: &str, module: &str) -> String {
    let (folder, name) = file.rsplit_once('/').unwrap_or(("", file));
    match name {
        "lib.rs" | "main.rs" | "mod.rs" => format!("{folder}/{module}"),
        _ => format!("{}/{module}", file.trim_end_matches(".rs")),
    }
}

const MODULES: [(&str, &str); 7] = [
    ("fs", "no files here: the caller passes text in"),
    ("net", "no network here: only `server` has sockets"),
    ("io", "no IO here: return values, the caller writes them"),
    ("time", "no clocks here: a rule may not depend on when it runs"),
    ("thread", "no threads here: a rule may not depend on scheduling"),
    ("env", "no environment here: a rule may not depend on the machine"),
    ("process", "no processes here: a library does not end the program"),
];

const RENAMED: &str = "use the path in `std`: another name hides the use from this check";

fn impurities(file: &str, tokens: &[Token]) -> Vec<Finding> {
    let mut found = Vec::new();
    for (at, token) in tokens.iter().enumerate() {
        let mut tell =
            |line: usize, what: &str, why: &str| found.push(Finding::at(file, line, format!("`{what}`: {why}")));
        if token.kind == Kind::Float {
            tell(token.line, &token.text, "no floats here: rules use integers only");
        }
        if let Some(line) = moved_module(tokens, at) {
            tell(line, "#[path]", "modules outside `src/` are not allowed, because they are not checked");
        }
        if token.kind != Kind::Word {
            continue;
        }
        match token.text.as_str() {
            "f16" | "f32" | "f64" | "f128" => tell(token.line, &token.text, "no floats here: rules use integers only"),
            "print" | "println" | "eprint" | "eprintln" if follows(tokens, at + 1, &["!"]) => {
                tell(token.line, &format!("{}!", token.text), "no printing here: report facts or return diagnostics");
            }
            "SystemTime" => tell(token.line, "SystemTime", "no clocks here: a rule may not depend on when it runs"),
            // The word `Instant` alone is a card type of Magic. Code that reads the clock has `std::time` or `now`.
            "Instant" if follows(tokens, at + 1, &[":", ":", "now"]) => {
                tell(token.line, "Instant::now", "no clocks here: a rule may not depend on when it runs");
            }
            "include" if follows(tokens, at + 1, &["!"]) => {
                tell(token.line, "include!", "code outside `src/` is not allowed, because it is not checked");
            }
            "extern" if follows(tokens, at + 1, &["crate"]) => tell(token.line, "extern crate", RENAMED),
            "std" | "core" | "alloc" if follows(tokens, at + 1, &["as"]) => tell(token.line, "std as", RENAMED),
            "std" | "core" if follows(tokens, at + 1, &[":", ":"]) => {
                for module in imported(tokens, at + 3) {
                    let reached = format!("{}::{}", token.text, module.text);
                    if let Some(why) = banned(module) {
                        tell(module.line, &reached, why);
                    } else if module.is("*") || module.is("self") {
                        tell(module.line, &reached, RENAMED);
                    }
                }
            }
            "sync" if follows(tokens, at + 1, &[":", ":"]) => {
                for module in imported(tokens, at + 3).filter(|module| module.is("atomic")) {
                    tell(module.line, "sync::atomic", locks::ATOMICS);
                }
            }
            "thread_local" if follows(tokens, at + 1, &["!"]) => {
                tell(token.line, "thread_local!", locks::THREAD_LOCAL);
            }
            "RandomState" => tell(token.line, "RandomState", "no random hashing here: every run must be the same"),
            word => {
                if let Some(why) = locks::banned(word) {
                    tell(token.line, word, why);
                }
            }
        }
    }
    found
}

/// The modules that follow `std::`: one module, or each module in `{fs, io::Read, collections::{…}}`.
fn imported(tokens: &[Token], at: usize) -> impl Iterator<Item = &Token> {
    let mut heads = Vec::new();
    if !follows(tokens, at, &["{"]) {
        // `std::env!` is a macro that runs at compile time, and not the module `std::env`.
        heads.extend(tokens.get(at).filter(|_| !follows(tokens, at + 1, &["!"])));
    } else {
        let (end, mut inner) = (past_group(tokens, at), at + 1);
        let mut at_head = true;
        while inner < end {
            if follows(tokens, inner, &["{"]) {
                inner = past_group(tokens, inner);
                continue;
            }
            if at_head {
                heads.push(&tokens[inner]);
            }
            at_head = tokens[inner].is(",");
            inner += 1;
        }
    }
    heads.into_iter()
}

fn banned(module: &Token) -> Option<&'static str> {
    MODULES.iter().find(|(name, _)| module.is(name)).map(|(_, why)| *why)
}

/// The line of `path = "…"` in the attribute that starts at token `at`. `None` if the attribute has no path.
fn moved_module(tokens: &[Token], at: usize) -> Option<usize> {
    let open = if follows(tokens, at, &["#", "!", "["]) { at + 2 } else { at + 1 };
    (follows(tokens, at, &["#"]) && follows(tokens, open, &["["])).then_some(())?;
    let inside = &tokens[open..past_group(tokens, open)];
    let written = |three: &&[Token]| three[0].is("path") && three[1].is("=") && three[2].kind == Kind::Quoted;
    inside.windows(3).find(written).map(|three| three[0].line)
}

#[cfg(test)]
mod tests;
