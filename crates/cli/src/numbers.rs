//! Formats numbers for people.

/// A number with separators: `1,234,567`.
pub fn grouped(number: u64) -> String {
    let digits = number.to_string();
    let mut text = String::with_capacity(digits.len() * 4 / 3);
    for (at, digit) in digits.chars().enumerate() {
        if at > 0 && (digits.len() - at).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

/// Events per second as text. Large rates have no decimals.
pub fn rate(count: u64, seconds: f64) -> String {
    let rate = per_second(count, seconds);
    if rate < 10.0 { format!("{rate:.2}") } else { grouped(rate.round() as u64) }
}

/// Events per second. A duration of zero counts as a very short duration.
pub fn per_second(count: u64, seconds: f64) -> f64 {
    count as f64 / seconds.max(1e-9)
}

/// A share as text: `12.3 %`.
pub fn percent(part: f64, whole: u64) -> String {
    if whole == 0 {
        return "-".to_owned();
    }
    format!("{:.1} %", 100.0 * part / whole as f64)
}

/// A number with its noun: `1 game`, `2 games`.
pub fn counted(number: u64, one: &str) -> String {
    match number {
        1 => format!("1 {one}"),
        n => format!("{} {one}s", grouped(n)),
    }
}

/// A duration as text: `8 s`, `3 min`, `2.5 h`.
pub fn duration(time: std::time::Duration) -> String {
    match time.as_secs_f64() {
        seconds if seconds < 100.0 => format!("{seconds:.0} s"),
        seconds if seconds < 6000.0 => format!("{:.0} min", seconds / 60.0),
        seconds => format!("{:.1} h", seconds / 3600.0),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_grouped_by_thousands() {
        for (number, text) in
            [(0, "0"), (999, "999"), (1000, "1,000"), (12_345, "12,345"), (100_000_000, "100,000,000")]
        {
            assert_eq!(grouped(number), text);
        }
        assert_eq!((rate(3, 2.0), rate(30_000, 2.0)), ("1.50".to_owned(), "15,000".to_owned()));
        assert_eq!((percent(1.0, 8), percent(0.0, 0)), ("12.5 %".to_owned(), "-".to_owned()));
        assert_eq!((counted(1, "game"), counted(2000, "game")), ("1 game".to_owned(), "2,000 games".to_owned()));
    }
}
