//! `rulebook lsp`

use crate::failure::Failure;
use clap::Args;

/// Serves editors: the language server protocol on standard input and output
///
/// Mistakes as you type, completion, hover, definitions, references and rename, for games in CGML and boards in JSON.
#[derive(Args)]
#[command(after_help = "Editors start it themselves: see editors/vscode/README.md")]
pub struct Lsp {}

impl Lsp {
    pub fn run(self) -> Result<(), Failure> {
        rulebook_lsp::serve().map_err(|error| Failure::Input(format!("cannot serve: {error}")))
    }
}
