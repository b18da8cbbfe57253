//! Tests the predefined tokens.

use rulebook_mtg::lexicon::Lexicon;
use rulebook_mtg::parse::parse_face;
use rulebook_mtg::predefined::TOKENS;
use rulebook_mtg::print::print_face;
use rulebook_mtg::text::tokens;

#[test]
fn their_abilities_are_understood() {
    let lexicon = Lexicon::default();
    for token in TOKENS {
        let abilities = parse_face(&tokens(token.text), &lexicon, false).expect(token.word);
        assert_eq!(print_face(&abilities, &lexicon), token.text);
    }
}
