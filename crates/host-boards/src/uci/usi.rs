//! Converts between our notation and USI. In USI, columns are numbers from the right, rows are letters from the top,
//! and the pieces in hand are written separately.

/// Size of a board.
#[derive(Clone, Copy, Debug)]
pub struct Size {
    /// Number of columns.
    pub columns: u8,
    /// Number of rows.
    pub rows: u8,
}

/// Converts a USI square to our notation: `7g` becomes `c3` on a board of nine by nine.
fn square_in(text: &str, size: Size) -> Option<String> {
    let (file, rank) = text.split_at_checked(text.len().checked_sub(1)?)?;
    let file: u8 = file.parse().ok().filter(|file| (1..=size.columns).contains(file))?;
    let rank = rank.bytes().next()?.checked_sub(b'a').filter(|rank| *rank < size.rows)?;
    Some(format!("{}{}", char::from(b'a' + (size.columns - file)), size.rows - rank))
}

/// Converts a square of our notation to USI: `c3` becomes `7g`.
fn square_out(text: &str, size: Size) -> Option<String> {
    let column = text.bytes().next()?.checked_sub(b'a').filter(|column| *column < size.columns)?;
    let row: u8 = text.get(1..)?.parse().ok().filter(|row| (1..=size.rows).contains(row))?;
    Some(format!("{}{}", size.columns - column, char::from(b'a' + (size.rows - row))))
}

/// Converts a USI move such as `7g7f`, `8h2b+` or `P*5e` to our notation. `None` if the text is not a move in this
/// notation, or if it is a promotion that `legal` does not contain.
pub fn move_in(text: &str, size: Size, legal: &[String]) -> Option<String> {
    if let Some((piece, square)) = text.split_once('*') {
        let named = !piece.is_empty() && piece.bytes().all(|letter| letter.is_ascii_alphabetic());
        return named.then(|| square_in(square, size)).flatten().map(|square| format!("{piece}@{square}"));
    }
    let (plain, promotes) = text.strip_suffix('+').map_or((text, false), |plain| (plain, true));
    let middle = plain.char_indices().find(|(_, letter)| letter.is_ascii_lowercase())?.0 + 1;
    let (from, to) = plain.split_at_checked(middle)?;
    let squares = format!("{}{}", square_in(from, size)?, square_in(to, size)?);
    match promotes {
        false => Some(squares),
        // USI only says that the piece promotes. Our notation also names the new piece, so look it up among the legal
        // moves.
        true => legal.iter().find(|ours| ours.starts_with(&squares) && **ours != squares).cloned(),
    }
}

/// Converts a move of our notation to USI.
pub fn move_out(text: &str, size: Size) -> Option<String> {
    if let Some((piece, square)) = text.split_once('@') {
        return Some(format!("{piece}*{}", square_out(square, size)?));
    }
    let second = text.char_indices().skip(1).find(|(_, letter)| letter.is_ascii_lowercase())?.0;
    let (from, rest) = text.split_at_checked(second)?;
    let digits =
        rest.char_indices().skip(1).find(|(_, letter)| !letter.is_ascii_digit()).map_or(rest.len(), |(at, _)| at);
    let (to, promotion) = rest.split_at_checked(digits)?;
    let sign = if promotion.is_empty() { "" } else { "+" };
    Some(format!("{}{}{sign}", square_out(from, size)?, square_out(to, size)?))
}

/// Converts a USI position to our notation, which writes the pieces in hand in brackets. Black moves first in USI, so
/// Black is our first player.
pub fn position_in(words: &[&str]) -> Option<String> {
    let [rows, turn, rest @ ..] = words else { return None };
    let turn = match *turn {
        "b" => "w",
        "w" => "b",
        _ => return None,
    };
    let mut hands = String::new();
    let mut count = 0usize;
    for letter in rest.first().copied().unwrap_or("-").chars() {
        match letter.to_digit(10) {
            Some(digit) => count = (count * 10 + digit as usize).min(99),
            None if letter == '-' => {}
            None => {
                (0..count.max(1)).for_each(|_| hands.push(letter));
                count = 0;
            }
        }
    }
    Some(format!("{rows}[{hands}] {turn}"))
}
