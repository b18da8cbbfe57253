//! Parses `--vary hand_size=5..9`.

/// The variable or option to vary, and the values to try.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Vary {
    pub name: String,
    pub values: Vec<i64>,
    /// The argument as typed.
    pub text: String,
}

/// Maximum number of values. With more, the plot would be unreadable.
const MOST: usize = 40;

pub fn parse(text: &str) -> Result<Vary, String> {
    let help = "write NAME=FROM..TO or NAME=A,B,C";
    let (name, values) = text.split_once('=').filter(|(name, _)| !name.is_empty()).ok_or(help)?;
    let number = |text: &str| text.trim().parse::<i64>().map_err(|_| format!("{text:?} is not a whole number: {help}"));
    let values: Vec<i64> = match values.split_once("..") {
        Some((from, to)) => {
            let (from, to) = (number(from)?, number(to.strip_prefix('=').unwrap_or(to))?);
            if from > to {
                return Err(format!("{from} is greater than {to}"));
            }
            (from..=to).take(MOST + 1).collect()
        }
        None => values.split(',').map(number).collect::<Result<_, _>>()?,
    };
    if values.len() > MOST {
        return Err(format!("at most {MOST} values"));
    }
    Ok(Vary { name: name.to_owned(), values, text: text.to_owned() })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ranges_and_lists() {
        assert_eq!(parse("n=5..8").unwrap().values, [5, 6, 7, 8]);
        assert_eq!(parse("n=3,1").unwrap().values, [3, 1]);
        assert_eq!(parse("n=-2..=0").unwrap().values, [-2, -1, 0]);
        for wrong in ["n", "=1", "n=", "n=a", "n=9..5", "n=0..1000", "n=0..9223372036854775807"] {
            assert!(parse(wrong).is_err(), "{wrong}");
        }
    }
}
