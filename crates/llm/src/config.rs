//! Reads the settings from environment variables. Unknown variables are ignored.

use rulebook_policy::Style;
use std::fmt;
use std::time::Duration;

const TIMEOUT: i64 = 10_000;
const MIN_THINK: i64 = 300;

/// The settings of a model.
#[derive(Clone, Debug, PartialEq)]
pub struct Config {
    /// The source of the decisions.
    pub mode: Mode,
    /// Maximum time for a move. `None` means no limit.
    pub timeout: Option<Duration>,
    /// Minimum time for a move. A faster answer waits, so that players can follow the game.
    pub min_think: Option<Duration>,
    /// Whether error details are shown to players.
    pub show_exceptions: bool,
    /// How prompts offer the legal decisions.
    pub style: Style,
}

/// The source of the decisions: a model, or a fixed rule for tests.
#[derive(Clone, Debug, PartialEq)]
pub enum Mode {
    /// A model at an endpoint.
    Llm(Endpoint),
    /// Always the first candidate, for tests.
    FirstCandidate,
}

/// The endpoint of a model.
#[derive(Clone, PartialEq)]
pub struct Endpoint {
    /// The base URL, such as `http://localhost:1234/v1`.
    pub base_url: String,
    /// The API key. It is sent only to the endpoint.
    pub api_key: String,
    /// The name of the model.
    pub model: String,
    /// The sampling temperature.
    pub temperature: f64,
}

impl fmt::Debug for Endpoint {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Endpoint").field("base_url", &self.base_url).field("model", &self.model).finish_non_exhaustive()
    }
}

/// The settings from the environment.
#[derive(Clone, Debug, PartialEq)]
pub enum Settings {
    /// Models may play.
    On(Config),
    /// Models are off. Contains the reason.
    Off(String),
}

impl Settings {
    /// Reads `BACKEND_LLM_ENABLED`, `LLM_BASE_URL`, `LLM_API_KEY`, `LLM_MODEL`, `LLM_TEMPERATURE`,
    /// `LLM_TURN_TIMEOUT_MS`, `LLM_MIN_THINK_TIME_MS`, `LLM_POLICY_MODE`, `LLM_STYLE` and
    /// `LLM_SHOW_EXCEPTIONS_IN_FRONTEND`.
    /// `variable` returns the value of an environment variable.
    ///
    /// # Errors
    /// Returns a sentence about an invalid variable.
    pub fn read(variable: impl Fn(&str) -> Option<String>) -> Result<Settings, String> {
        let text = |name: &str| variable(name).map(|text| text.trim().to_owned()).filter(|text| !text.is_empty());
        let millis = |name: &str, default: i64| match text(name) {
            None => Ok(positive(default)),
            Some(text) => match text.parse::<i64>() {
                Ok(millis) => Ok(positive(millis)),
                Err(_) => Err(format!("{name} is a number of milliseconds, not {text:?}")),
            },
        };
        let timeout = millis("LLM_TURN_TIMEOUT_MS", TIMEOUT)?;
        let min_think = millis("LLM_MIN_THINK_TIME_MS", MIN_THINK)?;
        let show_exceptions = matches!(text("LLM_SHOW_EXCEPTIONS_IN_FRONTEND").as_deref(), Some("true" | "1"));
        let style = match text("LLM_STYLE").as_deref() {
            None | Some("candidates") => Style::Candidates,
            Some("schema") => Style::Schema,
            Some(other) => return Err(format!("LLM_STYLE is candidates or schema, not {other:?}")),
        };
        let temperature = match text("LLM_TEMPERATURE") {
            None => 0.0,
            Some(text) => {
                let number = text.parse::<f64>().ok().filter(|number| (0.0..=2.0).contains(number));
                number.ok_or_else(|| format!("LLM_TEMPERATURE is a number from 0 to 2, not {text:?}"))?
            }
        };
        if text("BACKEND_LLM_ENABLED").as_deref() != Some("1") {
            return Ok(Settings::Off("BACKEND_LLM_ENABLED is not 1".to_owned()));
        }
        let mode = match text("LLM_POLICY_MODE").as_deref() {
            Some("firstCandidate") => Mode::FirstCandidate,
            None | Some("llm") => {
                let names = ["LLM_BASE_URL", "LLM_API_KEY", "LLM_MODEL"];
                let missing: Vec<&str> = names.into_iter().filter(|name| text(name).is_none()).collect();
                if !missing.is_empty() {
                    return Ok(Settings::Off(format!("{} not set", missing.join(", "))));
                }
                let [base_url, api_key, model] = names.map(|name| text(name).unwrap_or_default());
                let scheme = base_url.split_once("://").map(|(scheme, _)| scheme.to_ascii_lowercase());
                if !matches!(scheme.as_deref(), Some("http" | "https")) {
                    // Do not quote the value in the message, because it may be an API key by mistake.
                    return Err("LLM_BASE_URL is an address such as http://localhost:1234/v1".to_owned());
                }
                Mode::Llm(Endpoint { base_url, api_key, model, temperature })
            }
            Some(other) => return Err(format!("LLM_POLICY_MODE is llm or firstCandidate, not {other:?}")),
        };
        Ok(Settings::On(Config { mode, timeout, min_think, show_exceptions, style }))
    }
}

/// The duration of this many milliseconds. Zero and negative values mean no limit.
fn positive(millis: i64) -> Option<Duration> {
    u64::try_from(millis).ok().filter(|millis| *millis > 0).map(Duration::from_millis)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(variables: &[(&str, &str)]) -> Result<Settings, String> {
        Settings::read(|name| variables.iter().find(|(known, _)| *known == name).map(|(_, value)| (*value).to_owned()))
    }

    const WHOLE: [(&str, &str); 4] = [
        ("BACKEND_LLM_ENABLED", "1"),
        ("LLM_BASE_URL", "http://localhost:1234/v1"),
        ("LLM_API_KEY", "very secret"),
        ("LLM_MODEL", "small"),
    ];

    // clause: Cards 7-4 7-5 7-7
    #[test]
    fn the_defaults_are_those_of_the_document() {
        let Ok(Settings::On(config)) = read(&WHOLE) else { panic!("it is on") };
        assert_eq!(config.timeout, Some(Duration::from_millis(10_000)));
        assert_eq!(config.min_think, Some(Duration::from_millis(300)));
        assert!(!config.show_exceptions);
        assert_eq!(config.style, Style::Candidates);
        let Mode::Llm(endpoint) = &config.mode else { panic!("a model decides") };
        assert_eq!(endpoint.temperature, 0.0);
        assert!(!format!("{config:?}").contains("secret"));
    }

    // clause: Cards 7-2 7-3
    #[test]
    fn models_are_off_unless_all_settings_exist() {
        assert_eq!(read(&[]), Ok(Settings::Off("BACKEND_LLM_ENABLED is not 1".into())));
        assert_eq!(read(&WHOLE[1..]), Ok(Settings::Off("BACKEND_LLM_ENABLED is not 1".into())));
        assert_eq!(read(&WHOLE[..2]), Ok(Settings::Off("LLM_API_KEY, LLM_MODEL not set".into())));
        let off = [("BACKEND_LLM_ENABLED", "0"), ("LLM_POLICY_MODE", "firstCandidate")];
        assert!(matches!(read(&off), Ok(Settings::Off(_))));
    }

    // clause: Cards 7-6 7-7
    #[test]
    fn zero_and_less_switch_times_off() {
        let mut variables = WHOLE.to_vec();
        variables.extend([("LLM_TURN_TIMEOUT_MS", "0"), ("LLM_MIN_THINK_TIME_MS", "-5")]);
        let Ok(Settings::On(config)) = read(&variables) else { panic!("it is on") };
        assert_eq!((config.timeout, config.min_think), (None, None));
    }

    // clause: Cards 7-1 7-8 7-11
    #[test]
    fn the_first_candidate_needs_no_endpoint_and_old_names_say_nothing() {
        let variables = [
            ("BACKEND_LLM_ENABLED", "1"),
            ("LLM_POLICY_MODE", "firstCandidate"),
            ("RULE_ENGINE_MODE", "llm"),
            ("LLM_VALIDATION_MODEL", "old"),
        ];
        assert!(matches!(read(&variables), Ok(Settings::On(Config { mode: Mode::FirstCandidate, .. }))));
    }

    #[test]
    fn nonsense_is_named() {
        for (name, value) in [
            ("LLM_TURN_TIMEOUT_MS", "soon"),
            ("LLM_TEMPERATURE", "hot"),
            ("LLM_TEMPERATURE", "-1"),
            ("LLM_POLICY_MODE", "x"),
            ("LLM_STYLE", "x"),
        ] {
            let mut variables = WHOLE.to_vec();
            variables.push((name, value));
            assert!(read(&variables).is_err_and(|why| why.contains(name)), "{name}={value}");
        }
        for address in ["notaurl", "ftp://localhost", "//localhost:1234/v1", "localhost:1234"] {
            let mut variables = WHOLE;
            variables[1].1 = address;
            let told = read(&variables).expect_err(address);
            assert!(told.starts_with("LLM_BASE_URL is an address") && !told.contains("notaurl"), "{told}");
        }
    }
}
