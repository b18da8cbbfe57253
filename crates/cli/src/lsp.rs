//! `rulebook lsp`: the language server.

use crate::failure::Failure;
use clap::Args;

/// Runs the language server for editors on standard input and output
///
/// Diagnostics while you type, completion, hover, definitions, references and rename, for CGML games and board games in
/// JSON.
#[derive(Args)]
#[command(after_help = "Editors start this command; see editors/vscode/README.md")]
pub struct Lsp {}

impl Lsp {
    pub fn run(self) -> Result<(), Failure> {
        rulebook_lsp::serve(rulebook_catalog::embedded_file)
            .map_err(|error| Failure::Input(format!("cannot serve: {error}")))
    }
}
