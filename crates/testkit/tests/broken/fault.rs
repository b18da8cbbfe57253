//! Everything that can be wrong with the duel, one at a time.

/// A branch of `Duel` that breaks one thing.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Fault {
    /// Play depends on a counter outside the state.
    Undetermined,
    /// The deal is told in another order each time.
    OpeningUndetermined,
    /// Points are only counted when somebody listens.
    SilentDiffers,
    /// `clone_from` keeps something of the old state.
    CopyKeepsOld,
    /// The highest card of a hand is legal and not listed.
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
    /// Bots are offered a move that is not legal.
    InventsForBots,
    /// Bots are offered nothing in the second round.
    NothingForBots,
    /// Bots are not offered a card if another seat holds the next one.
    ShortlistLeaks,
    /// A listed move is refused.
    RefusesListed,
    /// The next round starts without anybody due.
    NobodyDue,
    /// A refused text changes what happens next.
    AttemptChanges,
    /// `parse` cuts the text at a byte.
    ParsePanics,
    /// `parse` refuses without a word.
    RefusesSilently,
    /// A field is not saved.
    SaveLoses,
    /// The middle of an effect is not admitted.
    RefusesOwnState,
    /// Anything is admitted.
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
    /// It ends because a limit was hit.
    EndsByLimit,
    /// A match of three says that it has two seats.
    MiscountsSeats,
    /// `play` panics in the last round.
    PlayPanics,
    /// Everybody is told which card was looked at.
    FactNamesCard,
    /// A fact tells the place of a card in a hidden hand.
    FactNamesPlace,
    /// A card may not be played if another seat holds the next one.
    MoveListLeaks,
    /// A refusal says who holds the card.
    RefusalLeaks,
    /// A variable in the view is computed from the other hands.
    ViewVariableLeaks,
    /// The view has a field that its equality overlooks, and the scene shows it.
    SceneLeaks,
    /// Who draws first depends on a hidden card.
    DueLeaks,
    /// The result tells what was left in the deck.
    OutcomeLeaks,
    /// Spectators see the first hand.
    SpectatorsSee,
    /// Everybody sees the top of the deck, and samples keep it.
    ViewLeaksHonestly,
    /// The others see a sealed answer.
    SealedIsSeen,
    /// The others see that somebody has answered.
    SealedIsCounted,
    /// Whoever answers first answers for all.
    SealedForAll,
    /// A sealed answer is told at once.
    SealedIsTold,
    /// A sample looks at another card than the one on the deck.
    SampleForgetsEffect,
    /// The same, and `validate_state` does not notice.
    SampleForgetsEffectUnnoticed,
    /// A sample deals low cards where high ones were.
    SampleCrossesPools,
    /// A sample is always the same one.
    SampleIsOne,
    /// A sample has a deck that runs out.
    SampleLosesCards,
    /// The facts do not tell what was tossed.
    FoldDiffers,
}
