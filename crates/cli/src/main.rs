//! The binary `rulebook`: parses arguments, runs commands and prints text. It contains no rules of games.

mod address;
mod admin;
mod archive;
mod arena;
mod browser;
mod cards;
mod check;
mod config;
mod decks;
mod dev;
mod explain;
mod failure;
mod fix;
mod folders;
mod games;
mod health;
mod hint;
mod import_variants;
mod input;
mod interrupt;
mod list;
mod logs;
mod lsp;
mod migrate;
mod new;
mod numbers;
mod object_storage;
mod observed_flow;
mod packaging;
mod perft;
mod pgn;
mod play;
mod print;
mod replay;
mod report;
mod schema;
mod seed;
mod serve;
mod show;
mod sim;
mod train;
mod transfer;
mod tune;
mod uci;
mod verify;
mod write;

use clap::builder::{OsStringValueParser, TypedValueParser};
use clap::{CommandFactory, Parser, Subcommand};
use failure::Failure;
use std::io::{self, Write};
use std::net::SocketAddr;
use std::path::PathBuf;
use std::process::ExitCode;

/// Plays card games, board games and Magic from a file of rules
///
/// Without a command, starts a server, like `rulebook serve`, and opens the browser.
/// GAME is a game id, a path to a game's folder, or a file in it.
/// Exit codes: 0 success, 1 wrong input or mistakes found, 2 wrong command line.
#[derive(Parser)]
#[command(name = "rulebook", version, max_term_width = 100)]
struct Cli {
    #[command(flatten)]
    games: games::Games,
    /// Without a command: do not open the browser
    #[arg(long)]
    no_open: bool,
    /// Without a command: address to listen on
    #[arg(long, value_name = "ADDRESS", value_parser = |text: &str| address::address(text, serve::PORT))]
    addr: Option<SocketAddr>,
    /// File with options [default: config.toml in the configuration folder of the user]
    #[arg(long, value_name = "FILE", global = true, value_parser = OsStringValueParser::new().map(PathBuf::from))]
    config: Option<PathBuf>,
    #[command(subcommand)]
    command: Option<Command>,
}

#[derive(Subcommand)]
enum Command {
    List(list::List),
    Play(play::Play),
    Sim(sim::Sim),
    Arena(arena::Arena),
    Hint(Box<hint::Hint>),
    Replay(replay::Replay),
    Verify(verify::Verify),
    Check(check::Check),
    Report(Box<report::Report>),
    Explain(explain::Explain),
    Print(Box<print::Print>),
    Dev(dev::Dev),
    Lsp(lsp::Lsp),
    Fix(fix::Fix),
    New(new::New),
    Write(write::Write),
    Perft(perft::Perft),
    Pgn(pgn::Pgn),
    Train(train::Train),
    Tune(tune::Tune),
    Uci(uci::Uci),
    Schema(schema::Schema),
    Serve(Box<serve::Serve>),
    Export(transfer::Export),
    Import(transfer::Import),
    Migrate(migrate::Migrate),
    Archive(archive::Archive),
    Admin(admin::Admin),
    Cards(cards::Cards),
    Health(health::Health),
    Completions(packaging::Completions),
    Man(packaging::Man),
}

fn main() -> ExitCode {
    // A server starts this program again for each game of a visitor. Such a process reads no files, so it is not parsed
    // like a command.
    if std::env::args_os().nth(1).is_some_and(|arg| arg == serve::WORKER) {
        // A game of a visitor may inherit a game of this program.
        let _ = rulebook_catalog::Catalog::embedded(rulebook_embedded::GAMES);
        let ended = rulebook_server::visitors::run_worker();
        return if ended.is_ok() { ExitCode::SUCCESS } else { ExitCode::FAILURE };
    }
    // Stdout is not locked, because the language server writes to it from another thread.
    let mut out = io::stdout();
    let done = parse()
        .and_then(|(parsed, merged)| run(parsed, &mut out).map_err(|failure| merged.failed(failure)))
        .and_then(|()| Ok(out.flush()?));
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(failure) => failure.tell(),
    }
}

/// Parses the command line and the options file. If the command line names no command, the command is `serve`.
fn parse() -> Result<(Cli, config::Merged), Failure> {
    let merged = config::merge(&Cli::command(), std::env::args_os().collect())?;
    let mut cli = Cli::try_parse_from(&merged.args).map_err(|told| merged.refused(told))?;
    if cli.command.is_none() {
        let serve = serve::Serve::plain(&merged.serve).map_err(|told| merged.refused(told))?;
        cli.command = Some(Command::Serve(Box::new(serve.open(!cli.no_open).listen(cli.addr))));
    }
    Ok((cli, merged))
}

fn run(cli: Cli, out: &mut dyn Write) -> Result<(), Failure> {
    let Cli { games, command, .. } = cli;
    let Some(command) = command else { return Ok(()) };
    match command {
        Command::List(list) => list.run(&games, out),
        Command::Play(play) => play.run(&games, out),
        Command::Sim(sim) => sim.run(&games, out),
        Command::Arena(arena) => arena.run(&games, out),
        Command::Hint(hint) => hint.run(&games, out),
        Command::Replay(replay) => replay.run(&games, out),
        Command::Verify(verify) => verify.run(&games, out),
        Command::Check(check) => check.run(&games, out),
        Command::Report(report) => report.run(&games, out),
        Command::Explain(explain) => explain.run(&games, out),
        Command::Print(print) => print.run(&games, out),
        Command::Dev(dev) => dev.run(&games, out),
        Command::Lsp(lsp) => lsp.run(),
        Command::Fix(fix) => fix.run(&games, out),
        Command::New(new) => new.run(&games, out),
        Command::Write(write) => write.run(&games, out),
        Command::Perft(perft) => perft.run(&games, out),
        Command::Pgn(pgn) => pgn.run(&games, out),
        Command::Train(train) => train.run(&games, out),
        Command::Tune(tune) => tune.run(&games, out),
        Command::Uci(uci) => uci.run(&games, out),
        Command::Schema(schema) => schema.run(out),
        Command::Serve(serve) => serve.run(&games, out),
        Command::Export(export) => export.run(out),
        Command::Import(import) => import.run(&games, out),
        Command::Migrate(migrate) => migrate.run(out),
        Command::Archive(archive) => archive.run(out),
        Command::Admin(admin) => admin.run(out),
        Command::Cards(cards) => cards.run(out),
        Command::Health(health) => health.run(out),
        Command::Completions(completions) => completions.run(out),
        Command::Man(man) => man.run(),
    }
}
