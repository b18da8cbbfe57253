//! `cargo xtask dist`: makes the release files for this platform, and tests them in an empty environment.
//!
//! The files go to `target/packages`. (`target/dist` is used by cargo for the profile `dist`.) The files are made by
//! the scripts in `deploy/`, which also make the container image.

#[cfg(test)]
mod agreement;
mod archive;
mod dockerfile;
mod http;
mod notices;
mod sandbox;
mod trial;
mod wheel;

use std::path::{Path, PathBuf};
use std::process::Command;

use crate::Failure;
use crate::steps::{command, step};

/// The parts of a release. `--only` accepts these names.
const PARTS: [&str; 3] = ["archive", "python", "image"];

/// The settings of a build: the folders, the platform, the profile, and the parts to build.
struct Plan {
    root: PathBuf,
    /// The output folder of cargo.
    target: PathBuf,
    version: String,
    /// The platform, for example `x86_64-unknown-linux-gnu`.
    triple: String,
    /// The cargo profile of the binary and the wheel.
    profile: String,
    /// The parts to build.
    parts: Vec<String>,
}

/// The parsed arguments.
#[derive(Debug, PartialEq, Eq)]
struct Asked {
    test: bool,
    /// Whether this process is the inner process of `--test`. It runs without a network.
    inside: bool,
    profile: String,
    parts: Vec<String>,
}

/// Builds the parts of a release. With `--test`, tests the files in `target/packages` instead.
pub fn run(root: &Path, args: &[String]) -> Result<(), Failure> {
    let asked = Asked::read(args)?;
    let plan = Plan::new(root, &asked)?;
    match (asked.test, asked.inside) {
        (false, _) => build(&plan),
        (true, false) => trial::outside(&plan, args),
        (true, true) => trial::inside(&plan),
    }
}

fn build(plan: &Plan) -> Result<(), Failure> {
    std::fs::create_dir_all(plan.packages()).map_err(|e| Failure::Failed(e.to_string()))?;
    if plan.wants("archive") || plan.wants("image") {
        command("web table", plan.script("build-web.sh", &[]))?;
        command("binary", plan.script("build-binary.sh", &[&plan.profile]))?;
    }
    if plan.wants("archive") {
        archive::make(plan)?;
    }
    if plan.wants("python") {
        wheel::make(plan)?;
    }
    if plan.wants("image") {
        image(plan)?;
    }
    checksums(plan)
}

/// Makes the root file system of the container image. Does nothing on systems other than Linux.
fn image(plan: &Plan) -> Result<(), Failure> {
    if !cfg!(target_os = "linux") {
        println!("==> image: LEFT OUT, an image is made on Linux");
        return Ok(());
    }
    let (binary, file) = (plan.binary(), plan.image());
    command("image", plan.script("root-fs.sh", &[&binary.to_string_lossy(), &file.to_string_lossy()]))
}

/// Writes the file `SHA256SUMS` with the checksums of all other files in the folder.
fn checksums(plan: &Plan) -> Result<(), Failure> {
    let names: Vec<String> = plan.files()?.into_iter().filter(|name| name != "SHA256SUMS").collect();
    step("checksums", "SHA256SUMS", || {
        let sums = ["sha256sum", "shasum"].iter().find_map(|program| {
            let mut sum = Command::new(program);
            sum.current_dir(plan.packages()).args((*program == "shasum").then_some(["-a", "256"]).iter().flatten());
            sum.args(&names).output().ok().filter(|done| done.status.success())
        });
        let sums = sums.ok_or("neither sha256sum nor shasum works here")?;
        std::fs::write(plan.packages().join("SHA256SUMS"), sums.stdout).map_err(|e| e.to_string())?;
        for name in &names {
            println!("    {name}");
        }
        Ok(())
    })
}

impl Asked {
    fn read(args: &[String]) -> Result<Asked, Failure> {
        let mut asked = Asked { test: false, inside: false, profile: "dist".into(), parts: Vec::new() };
        let mut args = args.iter();
        while let Some(arg) = args.next() {
            let mut value = || args.next().cloned().ok_or_else(|| Failure::Usage(format!("{arg} needs a value")));
            match arg.as_str() {
                "--test" => asked.test = true,
                "--inside" => asked.inside = true,
                "--profile" => asked.profile = value()?,
                "--only" => asked.parts.push(value()?),
                other => return Err(Failure::Usage(format!("dist does not know `{other}`"))),
            }
        }
        match asked.parts.iter().find(|part| !PARTS.contains(&part.as_str())) {
            Some(part) => Err(Failure::Usage(format!("`{part}` is none of {}", PARTS.join(", ")))),
            None => Ok(asked),
        }
    }
}

impl Plan {
    fn new(root: &Path, asked: &Asked) -> Result<Plan, Failure> {
        let failed = |why: &str| Failure::Failed(why.to_owned());
        let manifest = std::fs::read_to_string(root.join("Cargo.toml")).unwrap_or_default();
        let version = manifest.lines().find_map(|line| line.strip_prefix("version = \"")?.strip_suffix('"'));
        let rustc = Command::new("rustc").arg("-vV").output().map_err(|e| Failure::Failed(format!("rustc: {e}")))?;
        let about = String::from_utf8_lossy(&rustc.stdout);
        let triple = about.lines().find_map(|line| line.strip_prefix("host: "));
        Ok(Plan {
            root: root.to_path_buf(),
            target: std::env::var_os("CARGO_TARGET_DIR").map_or_else(|| root.join("target"), PathBuf::from),
            version: version.ok_or_else(|| failed("Cargo.toml has no version"))?.to_owned(),
            triple: triple.ok_or_else(|| failed("rustc does not say its platform"))?.to_owned(),
            profile: asked.profile.clone(),
            parts: asked.parts.clone(),
        })
    }

    fn wants(&self, part: &str) -> bool {
        self.parts.is_empty() || self.parts.iter().any(|wanted| wanted == part)
    }

    /// The folder to which the finished files go.
    fn packages(&self) -> PathBuf {
        self.target.join("packages")
    }

    /// The name of the archive without its ending. The folder inside has the same name.
    fn name(&self) -> String {
        format!("rulebook-{}-{}", self.version, self.triple)
    }

    fn archive(&self) -> PathBuf {
        self.packages().join(format!("{}.tar.gz", self.name()))
    }

    fn image(&self) -> PathBuf {
        self.packages().join(format!("{}-rootfs.tar", self.name()))
    }

    /// The path of the binary that cargo builds.
    fn binary(&self) -> PathBuf {
        let folder = if self.profile == "dev" { "debug" } else { &self.profile };
        self.target.join(folder).join(format!("rulebook{}", std::env::consts::EXE_SUFFIX))
    }

    /// The names of the finished files, sorted.
    fn files(&self) -> Result<Vec<String>, Failure> {
        let entries = self.packages().read_dir().map_err(|e| {
            Failure::Failed(format!("{}: {e}; run `cargo xtask dist` first", self.packages().display()))
        })?;
        let files = entries.flatten().filter(|entry| entry.path().is_file());
        let mut names: Vec<String> = files.map(|entry| entry.file_name().to_string_lossy().into_owned()).collect();
        names.sort();
        Ok(names)
    }

    /// A script in `deploy/`. Its timestamps are set to the time of the last commit, so that building twice gives the
    /// same bytes.
    fn script(&self, name: &str, args: &[&str]) -> Command {
        let mut script = Command::new("sh");
        script.current_dir(&self.root).arg(format!("deploy/{name}")).args(args);
        script.env("SOURCE_DATE_EPOCH", self.epoch());
        script
    }

    /// The time of the last commit, in seconds. 0 outside a git repository.
    fn epoch(&self) -> String {
        let mut git = Command::new("git");
        git.current_dir(&self.root).args(["log", "-1", "--format=%ct"]);
        let told = git.output().ok().filter(|done| done.status.success());
        let told = told.map(|done| String::from_utf8_lossy(&done.stdout).trim().to_owned());
        told.filter(|time| !time.is_empty()).unwrap_or_else(|| "0".to_owned())
    }
}

/// Makes an empty folder. Deletes its content if it exists.
fn fresh(folder: &Path) -> Result<(), String> {
    let told = |e: std::io::Error| format!("{}: {e}", folder.display());
    if folder.exists() {
        std::fs::remove_dir_all(folder).map_err(told)?;
    }
    std::fs::create_dir_all(folder).map_err(told)
}

/// Runs a program and returns its standard output.
fn output(mut program: Command) -> Result<Vec<u8>, String> {
    let done = program.output().map_err(|e| format!("{program:?}: {e}"))?;
    if done.status.success() {
        return Ok(done.stdout);
    }
    Err(format!("{program:?}: {}: {}", done.status, String::from_utf8_lossy(&done.stderr).trim()))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(line: &str) -> Result<Asked, Failure> {
        Asked::read(&line.split_whitespace().map(String::from).collect::<Vec<_>>())
    }

    #[test]
    fn arguments_are_read() {
        let plain = Asked { test: false, inside: false, profile: "dist".into(), parts: Vec::new() };
        assert!(read("").is_ok_and(|asked| asked == plain));
        let parts = vec!["archive".to_owned(), "image".to_owned()];
        let asked = Asked { test: true, profile: "release".into(), parts, ..plain };
        assert!(read("--test --profile release --only archive --only image").is_ok_and(|read| read == asked));
    }

    #[test]
    fn unknown_arguments_are_refused() {
        for line in ["--only", "--only wheel", "now", "--profile"] {
            assert!(matches!(read(line), Err(Failure::Usage(_))), "{line}");
        }
    }
}
