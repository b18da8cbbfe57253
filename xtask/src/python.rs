//! Tests the Python package. Builds a wheel from the compiled extension, installs it into a virtual environment, and
//! runs the tests there. If Python or its packages are missing, prints a message.

use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use crate::Failure;
use crate::cargo::cargo;
use crate::steps::{command, step};

/// Packages that `--all` needs in addition to `requirements-test.txt`.
const MORE: [&str; 7] = [
    "maturin>=1.8,<2",
    "ray>=2.9",
    "mypy>=1.11",
    "matplotlib>=3.8",
    "nbclient>=0.10",
    "ipykernel>=6",
    "chess>=1.11,<2",
];

/// Builds the wheel and tests it with a few games of every kind. With `--all`, tests every game, the type hints, Ray,
/// `rulebook uci` with python-chess, and the examples with a wheel made by `pip install`. Other arguments are passed to
/// pytest.
pub fn run(root: &Path, args: &[String]) -> Result<(), Failure> {
    if !found() {
        println!("==> python: SKIPPED, python3 3.11 or newer with venv is missing");
        return Ok(());
    }
    let (all, rest): (Vec<&String>, Vec<&String>) = args.iter().partition(|arg| *arg == "--all");
    let all = !all.is_empty();
    let Some(place) = environment(root, all)? else {
        println!("==> python: SKIPPED, the test packages are not installed and no package index answers");
        return Ok(());
    };
    let mut install = program(root, &place, "python");
    install.args(["-m", "pip", "install", "-q", "--no-deps", "--no-build-isolation", "--force-reinstall", "./python"]);
    if !all {
        install.env("RULEBOOK_PREBUILT", extension(root)?);
    }
    command("python wheel", install)?;
    if all {
        command("python types", in_python(root, &place, "mypy", ".", &["rulebook"]))?;
    }
    // The tests must not run in the folder of the package. Ray workers would import the sources there instead of the
    // installed package.
    let mut tests = in_python(root, &place, "pytest", "tests", &["."]);
    if all {
        tests.arg("--every");
    } else {
        // The tests with Ray run only with `--all`, because Ray is optional and slow to start.
        tests.arg("--ignore=test_ray.py");
    }
    tests.args(rest);
    command("python tests", tests)
}

/// Makes the virtual environment that [`run`] needs without `--all`. A failure is ignored here, because `run` tries again
/// and reports it.
pub fn prepare(root: &Path) {
    if found() {
        let _ = environment(root, false);
    }
}

/// Whether a suitable Python is installed.
fn found() -> bool {
    let mut probe = Command::new("python3");
    probe.args(["-c", "import sys, venv, ensurepip; sys.exit(sys.version_info < (3, 11))"]);
    probe.stdout(Stdio::null()).stderr(Stdio::null()).status().is_ok_and(|status| status.success())
}

/// The virtual environment with the required packages. It is made again if the requirements have changed. `None` if the
/// packages cannot be downloaded.
fn environment(root: &Path, all: bool) -> Result<Option<PathBuf>, Failure> {
    let failed = |what: String| Failure::Failed(what);
    let wanted = root.join("python/requirements-test.txt");
    let mut text = std::fs::read_to_string(&wanted).map_err(|e| failed(format!("{}: {e}", wanted.display())))?;
    if all {
        text += &MORE.join("\n");
    }
    let place = root.join(if all { "target/python-all" } else { "target/python" });
    let stamp = place.join("installed.txt");
    if std::fs::read_to_string(&stamp).is_ok_and(|installed| installed == text) {
        return Ok(Some(place));
    }
    let mut make = Command::new("python3");
    make.current_dir(root).args(["-m", "venv", "--clear"]).arg(&place);
    command("python environment", make)?;
    let mut install = program(root, &place, "python");
    install.args(["-m", "pip", "install", "-q", "--disable-pip-version-check", "-r", "python/requirements-test.txt"]);
    if all {
        install.args(MORE);
    }
    if let Err(why) = command("python packages", install) {
        return if has_index(root, &place) { Err(why) } else { Ok(None) };
    }
    std::fs::write(&stamp, text).map_err(|e| failed(format!("{}: {e}", stamp.display())))?;
    Ok(Some(place))
}

/// Whether a package index can be reached. Downloads a small, common package to find out.
fn has_index(root: &Path, place: &Path) -> bool {
    let mut probe = program(root, place, "python");
    probe.args(["-m", "pip", "download", "-q", "--disable-pip-version-check", "--retries", "1", "--timeout", "10"]);
    probe.args(["--no-deps", "--no-cache-dir", "--dest"]).arg(place.join("probe")).arg("iniconfig");
    probe.stdout(Stdio::null()).stderr(Stdio::null()).status().is_ok_and(|status| status.success())
}

/// Builds the compiled extension. The whole workspace is built, because the tests need it anyway.
fn extension(root: &Path) -> Result<PathBuf, Failure> {
    let mut build = cargo(root);
    build.args(["build", "--locked", "--workspace", "--lib"]);
    command("python extension", build)?;
    let target = std::env::var_os("CARGO_TARGET_DIR").map_or_else(|| root.join("target"), PathBuf::from);
    let name = format!("{}_rulebook{}", std::env::consts::DLL_PREFIX, std::env::consts::DLL_SUFFIX);
    let built = target.join("debug").join(name);
    step("check the python extension", &built.display().to_string(), || {
        if built.is_file() { Ok(()) } else { Err("cargo built no extension there".to_owned()) }
    })?;
    Ok(built)
}

/// A program of the virtual environment that runs in a folder of the Python package.
fn in_python(root: &Path, place: &Path, name: &str, folder: &str, args: &[&str]) -> Command {
    let mut command = program(root, place, name);
    command.current_dir(root.join("python").join(folder)).args(args);
    command
}

/// A program of the virtual environment. The other programs of the environment are on its PATH, because the build
/// backend must find maturin.
fn program(root: &Path, place: &Path, name: &str) -> Command {
    let folder = place.join(if cfg!(windows) { "Scripts" } else { "bin" });
    let mut command = Command::new(folder.join(name));
    let others = std::env::var_os("PATH").unwrap_or_default();
    let path = std::iter::once(folder).chain(std::env::split_paths(&others));
    if let Ok(path) = std::env::join_paths(path) {
        command.env("PATH", path);
    }
    command.current_dir(root);
    command
}
