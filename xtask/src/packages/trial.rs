//! Tests the release files in an empty environment: without a network, without environment variables, and without files
//! of this machine except the C library.
//!
//! The test runs in two processes. The outer process downloads the packages that Python needs, and unpacks the files.
//! The inner process is started by `unshare`. Its only network is its own loopback interface, so it can use the port of
//! the image.

use std::path::{Path, PathBuf};
use std::process::Command;

use super::sandbox::Sandbox;
use super::{Plan, archive, dockerfile, fresh, http, output, wheel};
use crate::Failure;
use crate::steps::{command, step};

/// The path of the program in the sandbox.
const PROGRAM: &str = "/usr/local/bin/rulebook";
/// The only folder to which the program may write.
const DATA: &str = "/var/lib/rulebook";
const PORT: u16 = 8080;
/// The packages that PettingZoo's test needs. The wheel itself needs only numpy.
const PACKAGES: [&str; 3] = ["numpy>=1.26", "pettingzoo>=1.24", "gymnasium>=1.0"];
/// The virtual environment with the wheel.
const WHEEL: &str = "wheel";
/// The virtual environment with the package that was compiled from the source distribution.
const SOURCE: &str = "source";
/// The input for a short match: always the first move of the list.
const FIRST_MOVES: &str = "1\n1\n1\n1\n1\n1\n1\n1\n1\n1\n";

/// Unpacks the files, then starts this program again without a network.
pub fn outside(plan: &Plan, args: &[String]) -> Result<(), Failure> {
    if !cfg!(target_os = "linux") {
        println!("==> trial: LEFT OUT, it needs the namespaces of Linux");
        return Ok(());
    }
    let sums = ["--check", "--quiet", "SHA256SUMS"];
    let mut check = Command::new("sha256sum");
    check.current_dir(plan.packages()).args(sums);
    command("checksums", check)?;
    step("empty folder", &place(plan).display().to_string(), || fresh(&place(plan)))?;
    if plan.wants("archive") {
        unpack_archive(plan)?;
    }
    if plan.wants("image") {
        unpack(&plan.image(), &root_of(plan, "image"))?;
    }
    if plan.wants("python") {
        for venv in [WHEEL, SOURCE] {
            wheel::environment(&place(plan).join(venv))?;
            let install = ["install", "-q", PACKAGES[0], PACKAGES[1], PACKAGES[2]];
            command("python packages", wheel::pip(&place(plan).join(venv), &install))?;
        }
        install_source(plan)?;
    }
    let this = std::env::current_exe().map_err(|e| Failure::Failed(e.to_string()))?;
    let mut inner = Command::new("unshare");
    inner.current_dir(&plan.root).args(["--mount", "--net"]);
    // A user other than root needs a user namespace.
    inner.args((!is_root()).then_some(["--user", "--map-root-user"]).iter().flatten());
    inner.arg(this).arg("dist").args(args).arg("--inside");
    inner.env("RULEBOOK_DIST_USER", if is_root() { "image" } else { "same" });
    command("trial without a network", inner)
}

/// Runs the tests. Called in the process without a network.
pub fn inside(plan: &Plan) -> Result<(), Failure> {
    let mut lo = Command::new("ip");
    lo.args(["link", "set", "lo", "up"]);
    command("loopback", lo)?;
    let as_user = std::env::var_os("RULEBOOK_DIST_USER").is_some_and(|user| user == "image");
    if plan.wants("archive") {
        step("archive: files", &plan.archive().display().to_string(), || archive_files(plan))?;
        let home = [("HOME".to_owned(), DATA.to_owned())];
        let sandbox = Sandbox::new(&root_of(plan, "archive"), DATA, &home, as_user);
        commands(&sandbox)?;
        let serve = [PROGRAM, "serve", "--addr", "127.0.0.1:8080"];
        serves(plan, "archive", &sandbox, &serve, None)?;
    }
    if plan.wants("image") {
        let start = dockerfile::read(&plan.root).map_err(Failure::Failed)?;
        let sandbox = Sandbox::new(&root_of(plan, "image"), &start.folder, &start.variables, as_user);
        step("image: owner", DATA, || image_owner(plan))?;
        let entrypoint: Vec<&str> = start.entrypoint.iter().map(String::as_str).collect();
        let health: Vec<&str> = start.health.iter().map(String::as_str).collect();
        serves(plan, "image", &sandbox, &entrypoint, Some(&health))?;
    }
    if plan.wants("python") {
        python(plan)?;
    }
    println!("dist: every file passed");
    Ok(())
}

/// Tests commands that play, check and create games, with only the binary in the sandbox.
fn commands(sandbox: &Sandbox) -> Result<(), Failure> {
    let listed = |out: &str| ["hearts", "chess", "duel"].iter().all(|id| out.contains(id));
    let new = [PROGRAM, "new", "my-game", "--family", "cgml"];
    let play = [PROGRAM, "play", "tic-tac-toe", "--plain", "--seed", "1"];
    let sim = [PROGRAM, "sim", "hearts", "--games", "20", "--seed", "1"];
    tried(sandbox, &[PROGRAM, "--version"], "", |out| out.starts_with("rulebook "))?;
    tried(sandbox, &[PROGRAM, "list"], "", listed)?;
    tried(sandbox, &play, FIRST_MOVES, |out| !out.is_empty())?;
    tried(sandbox, &[PROGRAM, "check", "hearts"], "", |_| true)?;
    tried(sandbox, &sim, "", |out| !out.is_empty())?;
    tried(sandbox, &new, "", |_| true)?;
    tried(sandbox, &[PROGRAM, "check", "games/my-game"], "", |_| true)?;
    tried(sandbox, &[PROGRAM, "schema", "board"], "", |out| out.trim_start().starts_with('{'))
}

/// Runs one command as a step. The command must succeed, and `good` must accept its output.
fn tried(sandbox: &Sandbox, line: &[&str], input: &str, good: impl Fn(&str) -> bool) -> Result<(), Failure> {
    step("archive: command", &line.join(" "), || {
        let out = sandbox.run(line, input)?;
        if good(&out) { Ok(()) } else { Err(format!("unexpected output:\n{out}")) }
    })
}

/// Starts the server, fetches the page and its script, opens the page in a browser, and stops the server.
fn serves(plan: &Plan, name: &str, sandbox: &Sandbox, line: &[&str], health: Option<&[&str]>) -> Result<(), Failure> {
    step(&format!("{name}: server"), &line.join(" "), || {
        let server = sandbox.serve(line, PORT)?;
        let (status, _) = http::get(PORT, "/healthz")?;
        if status != 200 {
            return Err(format!("/healthz answers {status}"));
        }
        if let Some(health) = health {
            sandbox.run(health, "")?;
        }
        page()?;
        browser(plan)?;
        server.stop()
    })
}

/// Fetches the page, and the script that the page names.
fn page() -> Result<(), String> {
    let (status, page) = http::get(PORT, "/")?;
    let page = String::from_utf8_lossy(&page).into_owned();
    let script = script(&page).ok_or_else(|| format!("/ answers {status} without a script:\n{page}"))?;
    let (status, program) = http::get(PORT, script)?;
    if status != 200 || program.len() < 10_000 {
        return Err(format!("{script} answers {status} with {} bytes", program.len()));
    }
    let (status, games) = http::get(PORT, "/games")?;
    if status == 200 && String::from_utf8_lossy(&games).contains("hearts") {
        return Ok(());
    }
    Err(format!("/games answers {status} without Hearts"))
}

/// The path of the first script in a page.
fn script(page: &str) -> Option<&str> {
    let tag = page.split("<script").find(|tag| tag.contains("src=\"/"))?;
    tag.split_once("src=\"")?.1.split('"').next()
}

/// Opens the page in a browser, if one is installed.
fn browser(plan: &Plan) -> Result<(), String> {
    let program = std::env::var("CHROMIUM").unwrap_or_else(|_| "chromium".to_owned());
    let home = place(plan).join("browser");
    fresh(&home)?;
    let mut chromium = Command::new("timeout");
    chromium.arg("120").arg(program).args(["--headless", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage"]);
    chromium.arg(format!("--user-data-dir={}", home.display())).args(["--virtual-time-budget=20000", "--dump-dom"]);
    chromium.arg(format!("http://127.0.0.1:{PORT}/")).env("HOME", &home);
    let done = chromium.output().map_err(|e| format!("timeout: {e}"))?;
    // `timeout` exits with 127 if the program does not exist.
    if done.status.code() == Some(127) {
        println!("    browser: LEFT OUT, there is no chromium");
        return Ok(());
    }
    let page = String::from_utf8_lossy(&done.stdout);
    if page.contains("Hearts") {
        println!("    browser: the page lists the games");
        return Ok(());
    }
    let told = String::from_utf8_lossy(&done.stderr);
    Err(format!("the page in the browser does not list Hearts ({}):\n{page}\n{told}", done.status))
}

/// Unpacks the archive, and makes a sandbox with its binary and the libraries that the binary needs.
fn unpack_archive(plan: &Plan) -> Result<(), Failure> {
    let folder = place(plan).join("unpacked");
    unpack(&plan.archive(), &folder)?;
    let binary = folder.join(plan.name()).join("rulebook");
    let root = root_of(plan, "archive");
    command("empty root", plan.script("root-fs.sh", &[&binary.to_string_lossy(), &root.to_string_lossy()]))
}

fn unpack(file: &Path, folder: &Path) -> Result<(), Failure> {
    step("unpack", &file.display().to_string(), || {
        fresh(folder)?;
        let mut tar = Command::new("tar");
        tar.arg("-xf").arg(file).arg("-C").arg(folder);
        output(tar).map(drop)
    })
}

/// Checks that the archive contains all promised files and that none is empty.
fn archive_files(plan: &Plan) -> Result<(), String> {
    let folder = place(plan).join("unpacked").join(plan.name());
    let pages =
        ["rulebook", "README.md", "LICENSE-MIT", "LICENSE-APACHE", "THIRD-PARTY-LICENSES.txt", "man/rulebook.1"];
    let completions = archive::SHELLS.map(|(_, file)| format!("completions/{file}"));
    for file in pages.iter().copied().chain(completions.iter().map(String::as_str)) {
        if !std::fs::metadata(folder.join(file)).is_ok_and(|about| about.len() > 0) {
            return Err(format!("{file} is missing or empty"));
        }
    }
    Ok(())
}

/// Checks that the data folder of the image belongs to the user of the image.
fn image_owner(plan: &Plan) -> Result<(), String> {
    let mut tar = Command::new("tar");
    tar.args(["--numeric-owner", "-tvf"]).arg(plan.image());
    let listing = output(tar)?;
    let listing = String::from_utf8_lossy(&listing);
    let data = listing.lines().find(|line| line.trim_end_matches('/').ends_with(DATA)).unwrap_or_default();
    if data.contains("1000/1000") { Ok(()) } else { Err(format!("its owner is not 1000: {data:?}")) }
}

/// Installs the wheel into a new environment. Then plays a match and runs PettingZoo's API test, with the wheel and
/// with the package that was compiled from the source distribution.
fn python(plan: &Plan) -> Result<(), Failure> {
    let built = ours(plan, ".whl")?;
    let venv = place(plan).join(WHEEL);
    let home = place(plan).join("home");
    step("wheel: empty home", &home.display().to_string(), || fresh(&home))?;
    let install = ["install", "--no-index", "--no-deps", "--no-cache-dir", &built.to_string_lossy()];
    command("wheel: install", empty(wheel::pip(&venv, &install), &home))?;
    step("python: script", "trial.py", || std::fs::write(home.join("trial.py"), PYTHON).map_err(|e| e.to_string()))?;
    for name in [WHEEL, SOURCE] {
        let venv = place(plan).join(name);
        command(&format!("{name}: dependencies"), empty(wheel::pip(&venv, &["check"]), &home))?;
        let mut test = Command::new(wheel::program(&venv, "python"));
        test.args(["-I", "trial.py"]);
        command(&format!("{name}: PettingZoo"), empty(test, &home))?;
    }
    Ok(())
}

/// The wheel or the source distribution in the folder of packages.
fn ours(plan: &Plan, ending: &str) -> Result<PathBuf, Failure> {
    let name = plan.files()?.into_iter().find(|name| wheel::is_ours(name) && name.ends_with(ending));
    let name = name.ok_or_else(|| Failure::Failed(format!("there is no {ending} in {}", plan.packages().display())))?;
    Ok(plan.packages().join(name))
}

/// Compiles and installs the source distribution, as `pip install` does if there is no wheel for a platform. This needs
/// a network for crates and for maturin. Pip unpacks the files into a temporary folder, so nothing of this repository
/// can be used by accident. Compiled crates are kept in the target folder for the next run. They are compiled quickly,
/// because the test is about missing files and not about speed.
fn install_source(plan: &Plan) -> Result<(), Failure> {
    let source = ours(plan, ".tar.gz")?;
    let home = place(plan).join("home-of-source");
    step("source: empty folder", &home.display().to_string(), || fresh(&home))?;
    let install = ["install", "--no-deps", "--no-cache-dir", &source.to_string_lossy()];
    let mut pip = wheel::pip(&place(plan).join(SOURCE), &install);
    pip.current_dir(&home).env_remove("RULEBOOK_PREBUILT");
    pip.env("CARGO_TARGET_DIR", plan.target.join("packages-source")).env("MATURIN_PEP517_ARGS", "--profile dev");
    command("source: compile and install", pip)
}

/// Gives a command an empty home folder and no environment variables.
fn empty(mut command: Command, home: &Path) -> Command {
    command.env_clear().env("HOME", home).env("PATH", "/usr/bin:/bin").current_dir(home);
    command
}

/// The Python program that tests an installed package: it lists the games, plays a match, and runs the API test of PettingZoo.
const PYTHON: &str = r#"
import rulebook
import rulebook.pettingzoo
from pettingzoo.test import api_test

assert "site-packages" in rulebook.__file__, rulebook.__file__
assert {"hearts", "chess", "duel"} <= set(rulebook.games()), rulebook.games()
state = rulebook.load("hearts").new(seed=7)
while not state.over:
    seat = state.seats_to_act()[0]
    state.play(state.legal_actions(seat)[0], seat)
print(rulebook.__version__, state.outcome())
for game in ("tic-tac-toe", "hearts", "chess"):
    api_test(rulebook.pettingzoo.env(game), num_cycles=100)
"#;

/// The folder into which the test unpacks everything.
fn place(plan: &Plan) -> PathBuf {
    plan.target.join("packages-test")
}

/// A folder that is the root file system of a sandbox.
fn root_of(plan: &Plan, name: &str) -> PathBuf {
    place(plan).join(format!("{name}-root"))
}

fn is_root() -> bool {
    let mut id = Command::new("id");
    id.arg("-u");
    output(id).is_ok_and(|out| out.trim_ascii() == b"0")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_script_of_a_page_is_found() {
        let page =
            "<head><script>0</script><script type=\"module\" crossorigin src=\"/assets/a-1.js\"></script></head>";
        assert_eq!(script(page), Some("/assets/a-1.js"));
        assert_eq!(script("<p>There is no table.</p>"), None);
    }
}
