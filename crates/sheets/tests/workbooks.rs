//! Reads workbooks that spreadsheet programs have written.

use rulebook_sheets::{is_workbook, sheets, text_of};

const XLSX: &[u8] = include_bytes!("workbooks/cards.xlsx");
const ODS: &[u8] = include_bytes!("workbooks/cards.ods");

fn text(bytes: &[u8], name: &str, sheet: Option<&str>) -> String {
    String::from_utf8(text_of(bytes.to_vec(), name, sheet).expect("a workbook")).expect("UTF-8")
}

#[test]
fn the_rows_of_a_sheet_keep_their_numbers() {
    let rows = text(XLSX, "cards.xlsx", None);
    let mut lines = rows.lines();
    assert_eq!(lines.next(), Some("Name\tCost\tFruit\tText\tCount"));
    assert_eq!(lines.next(), Some("Oak\t3\t0\t\"Draw a card,"));
    assert_eq!(lines.next(), Some("then discard \"\"one\"\".\"\t2"));
    assert_eq!(lines.next().map(str::trim), Some(""), "an empty row stays");
    assert_eq!(lines.nth(1), Some("Sapling\ttrue\t1.5\t\t10"));
    assert_eq!(
        text(XLSX, "cards.xlsx", Some("Promo")),
        "\n\n\tname\n\tYew\n",
        "empty rows and columns at the edge stay"
    );
}

#[test]
fn ods_and_xlsx_have_the_same_text() {
    assert_eq!(text(ODS, "cards.ods", Some("Trees")), "Name\tCost\tText\nOak\t3\t\"Draw \"\"one\"\".\"\nPear\t4\t\n");
    let names: Vec<String> =
        sheets(ODS.to_vec(), "cards.ods").expect("sheets").into_iter().map(|(name, _)| name).collect();
    assert_eq!(names, ["Trees", "Promo"]);
}

#[test]
fn mistakes_are_told() {
    let missing = text_of(XLSX.to_vec(), "cards.xlsx", Some("trees")).expect_err("names are exact");
    assert_eq!(missing, "the workbook has no sheet `trees`; its sheets are `Trees`, `Promo`");
    let broken = text_of(b"PK\x03\x04nonsense".to_vec(), "cards.xlsx", None).expect_err("no archive");
    assert!(broken.starts_with("it is not a workbook that can be read"), "{broken}");
    assert_eq!(text_of(b"name\nOak\n".to_vec(), "cards.xlsx", None).as_deref(), Ok(&b"name\nOak\n"[..]), "a kept copy");
    assert!(is_workbook("a/cards.XLSX") && !is_workbook("cards.csv"));
}
