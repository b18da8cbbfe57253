//! Tests of the list from which a user chooses a game.

use ratatui::Terminal;
use ratatui::backend::TestBackend;
use ratatui::crossterm::event::{Event, KeyCode, KeyEvent, KeyModifiers, MouseButton, MouseEvent, MouseEventKind};
use rulebook_tui::{Choice, Chooser};

/// A list of 200 rows: `row-0` to `row-198`, and `row` at the end.
fn list() -> Chooser {
    let row = |at: usize| {
        let id = if at == 199 { "row".to_owned() } else { format!("row-{at}") };
        vec![id, format!("Row {at}"), format!("A description of number {at} that is longer than its column is wide.")]
    };
    let heads = ["ID", "NAME", "DESCRIPTION"].map(String::from).to_vec();
    Chooser::new("Choose a row", heads, (0..200).map(row).collect())
}

fn drawn(list: &mut Chooser, width: u16, height: u16) -> String {
    let mut terminal = Terminal::new(TestBackend::new(width, height)).unwrap();
    terminal.draw(|frame| list.draw(frame)).unwrap();
    terminal.backend().to_string()
}

fn press(list: &mut Chooser, code: KeyCode) -> Option<Choice> {
    list.input(&Event::Key(KeyEvent::new(code, KeyModifiers::NONE)))
}

fn types(list: &mut Chooser, text: &str) {
    text.chars().for_each(|letter| assert_eq!(press(list, KeyCode::Char(letter)), None));
}

#[test]
fn the_list_fits_terminals_of_any_size() {
    for (width, height) in [(80, 24), (200, 50), (30, 8), (20, 4), (5, 2), (1, 1)] {
        let mut list = list();
        let text = drawn(&mut list, width, height);
        assert_eq!(text.lines().count(), usize::from(height), "{text}");
        if height >= 4 {
            assert!(text.contains("row-0"), "the chosen row is visible: {text}");
        }
        press(&mut list, KeyCode::End);
        let text = drawn(&mut list, width, height);
        assert!(height < 4 || text.contains("Row 199"), "the last row is visible: {text}");
        assert_eq!(press(&mut list, KeyCode::Enter), Some(Choice::Row(199)));
    }
    let text = drawn(&mut list(), 80, 24);
    assert!(text.contains("Choose a row (200 of 200)") && text.contains("Enter plays"), "{text}");
    assert!(text.contains("A description of number 0 that is longer than its column is wide."), "{text}");
}

#[test]
fn typing_narrows_the_list() {
    let mut list = list();
    types(&mut list, "17 DESC");
    let text = drawn(&mut list, 80, 24);
    assert!(text.contains("(12 of 200)") && text.contains("row-117") && !text.contains("row-16 "), "{text}");
    assert_eq!(press(&mut list, KeyCode::Enter), Some(Choice::Row(17)));
    press(&mut list, KeyCode::Down);
    assert_eq!(press(&mut list, KeyCode::Enter), Some(Choice::Row(117)));
    // Escape clears the words first, then quits.
    assert_eq!(press(&mut list, KeyCode::Esc), None);
    assert_eq!(press(&mut list, KeyCode::Esc), Some(Choice::Quit));
    types(&mut list, "no such row");
    assert_eq!(press(&mut list, KeyCode::Enter), None);
    assert!(drawn(&mut list, 80, 24).contains("Nothing matches."));
}

#[test]
fn a_whole_name_wins_over_rows_that_contain_it() {
    let mut list = list();
    types(&mut list, "row");
    assert_eq!(press(&mut list, KeyCode::Enter), Some(Choice::Row(199)));
    types(&mut list, "-5");
    assert_eq!(press(&mut list, KeyCode::Enter), Some(Choice::Row(5)));
}

#[test]
fn a_click_chooses_and_a_second_click_answers() {
    let mut list = list();
    drawn(&mut list, 80, 24);
    let mut click = |row: u16| {
        let kind = MouseEventKind::Down(MouseButton::Left);
        list.input(&Event::Mouse(MouseEvent { kind, column: 3, row, modifiers: KeyModifiers::NONE }))
    };
    assert_eq!((click(0), click(5)), (None, None));
    assert_eq!(click(5), Some(Choice::Row(2)));
}
