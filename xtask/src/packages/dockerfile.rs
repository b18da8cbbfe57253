//! Reads from `deploy/Dockerfile` how the image starts the server, so that the test starts it in the same way.

use std::path::Path;

/// The commands with which the image starts and checks the server.
#[derive(Debug, PartialEq, Eq)]
pub struct Start {
    /// The program and its arguments.
    pub entrypoint: Vec<String>,
    /// The command of the health check.
    pub health: Vec<String>,
    pub variables: Vec<(String, String)>,
    /// The working directory.
    pub folder: String,
}

pub fn read(root: &Path) -> Result<Start, String> {
    let path = root.join("deploy/Dockerfile");
    let text = std::fs::read_to_string(&path).map_err(|e| format!("{}: {e}", path.display()))?;
    start(&text)
}

/// Parses the last stage of the Dockerfile.
fn start(text: &str) -> Result<Start, String> {
    let text = text.replace("\\\n", " ");
    let last: Vec<&str> = text.rsplit("\nFROM ").next().unwrap_or_default().lines().collect();
    let after = |word: &str| last.iter().find_map(|line| line.strip_prefix(word)).map(str::trim);
    let health = after("HEALTHCHECK ").and_then(|line| line.split_once("CMD ")).map(|(_, list)| list);
    let pairs = after("ENV ").unwrap_or_default().split_whitespace().filter_map(|pair| pair.split_once('='));
    Ok(Start {
        entrypoint: list(after("ENTRYPOINT "), "ENTRYPOINT")?,
        health: list(health, "HEALTHCHECK")?,
        variables: pairs.map(|(name, value)| (name.to_owned(), value.to_owned())).collect(),
        folder: after("WORKDIR ").unwrap_or("/").to_owned(),
    })
}

fn list(text: Option<&str>, word: &str) -> Result<Vec<String>, String> {
    let text = text.ok_or_else(|| format!("deploy/Dockerfile has no {word}"))?;
    serde_json::from_str(text.trim()).map_err(|e| format!("deploy/Dockerfile: {word} is not a list of texts: {e}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_last_stage_is_read() {
        let text = "FROM a AS b\nENTRYPOINT [\"no\"]\n\nFROM scratch\nWORKDIR /data\nENV HOME=/data PATH=/bin\n\
                    HEALTHCHECK --retries=3 \\\n  CMD [\"p\", \"health\"]\nENTRYPOINT [\"p\", \"serve\"]\n";
        let words = |list: &[&str]| list.iter().map(|word| (*word).to_owned()).collect::<Vec<_>>();
        let variables = vec![("HOME".into(), "/data".into()), ("PATH".into(), "/bin".into())];
        let expected = Start {
            entrypoint: words(&["p", "serve"]),
            health: words(&["p", "health"]),
            variables,
            folder: "/data".into(),
        };
        assert_eq!(start(text), Ok(expected));
        assert!(start("FROM scratch\n").is_err());
    }

    #[test]
    fn the_file_of_the_repository_can_be_read() {
        let root = crate::find_root(Path::new(env!("CARGO_MANIFEST_DIR"))).expect("the repository");
        let start = read(&root).expect("a start");
        assert_eq!(start.entrypoint[0], "/usr/local/bin/rulebook");
        assert_eq!(start.health[0], "/usr/local/bin/rulebook");
    }
}
