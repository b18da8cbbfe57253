//! Finds the types of unquoted scalars, according to the core schema of YAML 1.2 (section 10.3.2).

use crate::Kind;

/// The kind of an unquoted scalar.
pub(crate) fn resolve(text: &str) -> Kind {
    match text {
        "" | "~" | "null" | "Null" | "NULL" => Kind::Null,
        "true" | "True" | "TRUE" => Kind::Bool(true),
        "false" | "False" | "FALSE" => Kind::Bool(false),
        // A whole number that does not fit into an `i64` keeps its text, because it may be an id.
        _ if is_int(text) => int(text).map_or_else(|| Kind::Decimal(text.into()), Kind::Int),
        _ if is_float(text) => Kind::Decimal(text.into()),
        _ => Kind::Text(text.into()),
    }
}

/// The kind of a scalar with a YAML tag, such as `int` for `!!int`. `None` if the text does not fit the tag.
pub(crate) fn tagged(tag: &str, text: &str) -> Option<Kind> {
    match (tag, resolve(text)) {
        ("str", _) => Some(Kind::Text(text.into())),
        ("float", Kind::Int(_)) => Some(Kind::Decimal(text.into())),
        ("float", kind @ Kind::Decimal(_))
        | ("int", kind @ Kind::Int(_))
        | ("bool", kind @ Kind::Bool(_))
        | ("null", kind @ Kind::Null) => Some(kind),
        _ => None,
    }
}

fn digits(text: &str) -> bool {
    !text.is_empty() && text.bytes().all(|b| b.is_ascii_digit())
}

fn unsigned(text: &str) -> &str {
    text.strip_prefix(['-', '+']).unwrap_or(text)
}

fn is_int(text: &str) -> bool {
    if let Some(hex) = text.strip_prefix("0x") {
        !hex.is_empty() && hex.bytes().all(|b| b.is_ascii_hexdigit())
    } else if let Some(octal) = text.strip_prefix("0o") {
        !octal.is_empty() && octal.bytes().all(|b| matches!(b, b'0'..=b'7'))
    } else {
        digits(unsigned(text))
    }
}

fn int(text: &str) -> Option<i64> {
    let (digits, radix) = match text.get(..2) {
        Some("0x") => (&text[2..], 16),
        Some("0o") => (&text[2..], 8),
        _ => (text, 10),
    };
    i64::from_str_radix(digits, radix).ok()
}

fn is_float(text: &str) -> bool {
    let bare = unsigned(text);
    if matches!(bare, ".inf" | ".Inf" | ".INF") || matches!(text, ".nan" | ".NaN" | ".NAN") {
        return true;
    }
    let (mantissa, exponent) = bare.split_once(['e', 'E']).unwrap_or((bare, "0"));
    let mantissa = match mantissa.split_once('.') {
        Some(("", fraction)) => digits(fraction),
        Some((whole, fraction)) => digits(whole) && (fraction.is_empty() || digits(fraction)),
        None => digits(mantissa),
    };
    mantissa && digits(unsigned(exponent))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn plain_scalars_follow_the_core_schema() {
        for text in ["", "~", "null", "Null", "NULL"] {
            assert_eq!(resolve(text), Kind::Null, "{text}");
        }
        for (text, value) in [("true", true), ("TRUE", true), ("False", false)] {
            assert_eq!(resolve(text), Kind::Bool(value), "{text}");
        }
        let ints = [("0", 0), ("-0", 0), ("+12", 12), ("007", 7), ("0x1F", 31), ("0o17", 15)];
        for (text, value) in ints.into_iter().chain([("-9223372036854775808", i64::MIN)]) {
            assert_eq!(resolve(text), Kind::Int(value), "{text}");
        }
        for text in ["1.5", "1.", ".5", "1e3", "-1.5E-3", "+.inf", ".NaN", "9223372036854775808"] {
            assert_eq!(resolve(text), Kind::Decimal(text.into()), "{text}");
        }
        for text in
            ["yes", "no", "on", "nUll", "1_000", "0b1", "0x", "-0x1", "1e", ".", "-", "+", "e5", "1.2.3", "-.nan", "é"]
        {
            assert_eq!(resolve(text), Kind::Text(text.into()), "{text}");
        }
    }

    #[test]
    fn tags_of_yaml_force_the_kind_or_fail() {
        assert_eq!(tagged("str", "10"), Some(Kind::Text("10".into())));
        assert_eq!(tagged("int", "10"), Some(Kind::Int(10)));
        assert_eq!(tagged("float", "10"), Some(Kind::Decimal("10".into())));
        assert_eq!(tagged("bool", "yes"), None);
        assert_eq!(tagged("int", "1.5"), None);
        assert_eq!(tagged("map", "x"), None);
    }
}
