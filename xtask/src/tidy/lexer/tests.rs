use super::*;

/// The tokens in one line: a float as `float(1.5)`, and a string as `""`.
fn seen(source: &str) -> String {
    let shown = |token: Token| match token.kind {
        Kind::Float => format!("float({})", token.text),
        Kind::Quoted => "\"\"".to_string(),
        _ => token.text,
    };
    lex(source).into_iter().map(shown).collect::<Vec<_>>().join(" ")
}

#[test]
fn comments_are_left_out() {
    assert_eq!(seen("a // std::fs\nb"), "a b");
    assert_eq!(seen("/// std::fs\n//! f64\na"), "a");
    assert_eq!(seen("a /* one /* two */ std::fs */ b"), "a b");
    assert_eq!(seen("a /* never closed"), "a");
    assert_eq!(seen("a /**/ b /* \" */ c"), "a b c");
    assert_eq!(seen("6 / 2"), "6 / 2");
}

#[test]
fn strings_are_opaque() {
    assert_eq!(seen(r#"a "std::fs // no \" comment" b"#), "a \"\" b");
    assert_eq!(seen(r#""\\" a"#), "\"\" a");
    assert_eq!(seen(r##"r"\" a"##), "\"\" a");
    assert_eq!(seen(r###"r#"a " b"# c"###), "\"\" c");
    assert_eq!(seen(r####"br##"a "# b"## c"####), "\"\" c");
    assert_eq!(seen(r#"b"x" c"y" d"#), "\"\" \"\" d");
    assert_eq!(seen(r#"r"" a"#), "\"\" a");
    assert_eq!(seen("\"never closed"), "\"\"");
    assert_eq!(seen("r#\"never closed\""), "\"\"");
}

#[test]
fn characters_and_lifetimes() {
    assert_eq!(seen("'a' b"), "\"\" b");
    assert_eq!(seen(r"'\'' b"), "\"\" b");
    assert_eq!(seen(r"'\\' b"), "\"\" b");
    assert_eq!(seen(r"'\u{1F600}' b"), "\"\" b");
    assert_eq!(seen("'\"' b '\"'"), "\"\" b \"\"");
    assert_eq!(seen("''' b"), "\"\" b");
    assert_eq!(seen("b'\"' c b'\\'' d"), "\"\" c \"\" d");
    assert_eq!(seen("&'a str"), "& str");
    assert_eq!(seen("fn f<'a>(x: &'a u8, y: &'static u8)"), "fn f < > ( x : & u8 , y : & u8 )");
    assert_eq!(seen("'outer: loop { break 'outer; }"), ": loop { break ; }");
}

#[test]
fn numbers() {
    assert_eq!(seen("1 1_000 0xff 0b1 1u8 0x1e5 0xf32"), "1 1_000 0xff 0b1 1u8 0x1e5 0xf32");
    assert_eq!(seen("1.5 2. 1e9 1E-3 2f32 2_f64 1.0e+3f64"), {
        "float(1.5) float(2.) float(1e9) float(1E-3) float(2f32) float(2_f64) float(1.0e+3f64)"
    });
    assert_eq!(seen("0..10"), "0 . . 10");
    assert_eq!(seen("0..=9"), "0 . . = 9");
    assert_eq!(seen("0..1.5"), "0 . . float(1.5)");
    assert_eq!(seen("1.max(2)"), "1 . max ( 2 )");
    assert_eq!(seen("pair.0.1"), "pair . 0 . 1");
    assert_eq!(seen("f(2.)"), "f ( float(2.) )");
}

#[test]
fn words() {
    assert_eq!(seen("std::fs"), "std : : fs");
    assert_eq!(seen("r#type r b br"), "type r b br");
    assert_eq!(seen("élan _x x1"), "élan _x x1");
}

#[test]
fn lines_are_counted_through_comments_and_strings() {
    let lines: Vec<usize> = lex("a\n/* \n */ b \"\n\n\" c\nr#\"\n\"# d").iter().map(|t| t.line).collect();
    assert_eq!(lines, [1, 3, 3, 5, 6, 7]);
}

#[test]
fn nothing_panics() {
    let nasty = ["", "'", "\"", "r#", "r#\"", "b'", "1.", "0x", "1e", "/*", "/", "'\\", "\"\\", "b", "é'", "#![x]"];
    for source in nasty {
        lex(source);
    }
}
