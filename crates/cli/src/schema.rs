//! `rulebook schema`: JSON Schemas for editors and programs.

use crate::failure::Failure;
use clap::{Args, ValueEnum};
use std::io::Write;

/// Prints the JSON Schema of a language, for editors and programs
#[derive(Args)]
#[command(after_help = "Example:\n  rulebook schema board > board.schema.json")]
pub struct Schema {
    /// The language
    language: Language,
}

#[derive(Clone, Copy, ValueEnum)]
enum Language {
    /// Board games in JSON
    Board,
    /// Card games in YAML
    Cgml,
    /// Actions of a duel in JSON
    Duel,
}

impl Schema {
    pub fn run(self, out: &mut dyn Write) -> Result<(), Failure> {
        let schema = match self.language {
            Language::Board => rulebook_boards::schema(),
            Language::Cgml => rulebook_cgml::syntax::file_schema(),
            Language::Duel => rulebook_mtg::rules::action::schema(),
        };
        let text = serde_json::to_string_pretty(&schema).map_err(|error| Failure::Input(error.to_string()))?;
        writeln!(out, "{text}")?;
        Ok(())
    }
}
