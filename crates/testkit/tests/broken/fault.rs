//! The faults of the duel, one at a time.

/// A branch of `Duel` that breaks one property.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Fault {
    /// Play depends on a counter outside the state.
    Undetermined,
    /// The deal is reported in another order each time.
    OpeningUndetermined,
    /// Points are only counted if a sink listens.
    SilentDiffers,
    /// `clone_from` keeps a part of the old state.
    CopyKeepsOld,
    /// The highest card of a hand is legal but not listed.
    MissingMove,
    /// Any card is accepted, wherever it is.
    AcceptsTooMuch,
    /// A move is listed twice.
    ListedTwice,
    /// No moves in the second round.
    EmptyWhenDue,
    /// Moves for a seat that has answered.
    MovesWhenNotDue,
    /// `moves` clears the buffer.
    ClobbersBuffer,
    /// The order of the moves depends on a counter.
    UnorderedMoves,
    /// Bots are offered an illegal move.
    InventsForBots,
    /// Bots are offered no move in the second round.
    NothingForBots,
    /// Bots are not offered a card if another seat holds the next one.
    ShortlistLeaks,
    /// A listed move is refused.
    RefusesListed,
    /// The next round starts without a due seat.
    NobodyDue,
    /// A refused text changes what happens next.
    AttemptChanges,
    /// `parse` cuts the text at a byte.
    ParsePanics,
    /// `parse` refuses with an empty reason.
    RefusesSilently,
    /// A field is not saved.
    SaveLoses,
    /// `validate_state` refuses a state in the middle of an effect.
    RefusesOwnState,
    /// `validate_state` accepts anything.
    AdmitsAnything,
    /// The texts of 3 and 13 are the same.
    AmbiguousText,
    /// A text has two lines.
    TextOfTwoLines,
    /// A text is parsed as another move.
    ParsesOther,
    /// A gesture points at a card that is not there.
    GestureAtNothing,
    /// The same two seats draw for ever.
    NeverEnds,
    /// The match ends because a limit was hit.
    EndsByLimit,
    /// A match of three reports two seats.
    MiscountsSeats,
    /// `play` panics in the last round.
    PlayPanics,
    /// All viewers are told which card was looked at.
    FactNamesCard,
    /// A fact tells the place of a card in a hidden hand.
    FactNamesPlace,
    /// A card may not be played if another seat holds the next one.
    MoveListLeaks,
    /// A refusal says who holds the card.
    RefusalLeaks,
    /// A variable in the view is computed from the other hands.
    ViewVariableLeaks,
    /// The view has a field that its equality ignores, and the scene shows it.
    SceneLeaks,
    /// Who draws first depends on a hidden card.
    DueLeaks,
    /// The result reveals the rest of the deck.
    OutcomeLeaks,
    /// Spectators see the first hand.
    SpectatorsSee,
    /// All viewers see the top of the deck, and samples keep it.
    ViewLeaksHonestly,
    /// The other seats see a sealed answer.
    SealedIsSeen,
    /// The other seats see that a seat has answered.
    SealedIsCounted,
    /// The first answer counts for all seats.
    SealedForAll,
    /// A sealed answer is reported at once.
    SealedIsTold,
    /// A sample looks at another card than the one on the deck.
    SampleForgetsEffect,
    /// Like `SampleForgetsEffect`, and `validate_state` does not notice.
    SampleForgetsEffectUnnoticed,
    /// A sample deals low cards in place of high ones.
    SampleCrossesPools,
    /// All samples are equal.
    SampleIsOne,
    /// A sample has a deck that runs out.
    SampleLosesCards,
    /// The facts do not say which card was tossed.
    FoldDiffers,
}
