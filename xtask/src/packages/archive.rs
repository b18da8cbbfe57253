//! The archive with the binary. It also contains completions, man pages, licences and the README.

use std::path::Path;
use std::process::Command;

use super::{Plan, fresh, notices, output};
use crate::Failure;
use crate::steps::step;

/// The documents in every archive.
const PAGES: [&str; 4] = ["README.md", "CHANGELOG.md", "LICENSE-MIT", "LICENSE-APACHE"];
/// The shells that have completions, and the file name that each shell expects.
pub const SHELLS: [(&str, &str); 4] =
    [("bash", "rulebook.bash"), ("zsh", "_rulebook"), ("fish", "rulebook.fish"), ("powershell", "_rulebook.ps1")];

pub fn make(plan: &Plan) -> Result<(), Failure> {
    step("archive", &plan.archive().display().to_string(), || {
        let folder = plan.target.join("packages-parts").join(plan.name());
        fresh(&folder)?;
        let binary = plan.binary();
        let name = binary.file_name().ok_or("the binary has no name")?;
        copy(&binary, &folder.join(name))?;
        for page in PAGES {
            copy(&plan.root.join(page), &folder.join(page))?;
        }
        completions(&binary, &folder.join("completions"))?;
        man_pages(&binary, &folder.join("man"))?;
        notices::write(plan, &folder.join("THIRD-PARTY-LICENSES.txt"))?;
        pack(plan, &folder)
    })
}

fn completions(binary: &Path, folder: &Path) -> Result<(), String> {
    fresh(folder)?;
    for (shell, file) in SHELLS {
        let mut program = Command::new(binary);
        program.args(["completions", shell]);
        std::fs::write(folder.join(file), output(program)?).map_err(|e| e.to_string())?;
    }
    Ok(())
}

fn man_pages(binary: &Path, folder: &Path) -> Result<(), String> {
    fresh(folder)?;
    let mut program = Command::new(binary);
    program.arg("man").arg(folder);
    output(program).map(drop)
}

/// Packs the folder. With GNU tar, packing twice gives the same bytes. The tar of macOS and Windows cannot sort files.
fn pack(plan: &Plan, folder: &Path) -> Result<(), String> {
    let mut version = Command::new("tar");
    version.arg("--version");
    let gnu = String::from_utf8_lossy(&output(version)?).contains("GNU tar");
    let mut tar = Command::new("tar");
    tar.current_dir(folder.parent().ok_or("the archive has no folder")?).arg("-cf").arg(plan.archive());
    if gnu {
        let time = format!("--mtime=@{}", plan.epoch());
        tar.args(["--sort=name", "--owner=0", "--group=0", "--numeric-owner", &time]);
        // On Windows, GNU tar would otherwise take the `C:` of a path for the name of a host.
        tar.args(cfg!(windows).then_some("--force-local"));
        // Without `-n`, gzip may write the current time into the file.
        tar.args(["-I", "gzip -9n"]);
    } else {
        tar.arg("-z");
    }
    tar.arg(plan.name());
    output(tar).map(drop)
}

fn copy(from: &Path, to: &Path) -> Result<(), String> {
    std::fs::copy(from, to).map(drop).map_err(|e| format!("{}: {e}", from.display()))
}
