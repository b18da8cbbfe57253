//! The faults that can be switched on in the duel, one at a time.

/// A fault that makes the duel break a law.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Fault {
    /// The effect of a move depends on a counter outside the state.
    Undetermined,
    /// The facts of the deal come in another order each time.
    OpeningUndetermined,
    /// Points are counted only if facts are reported to a sink.
    SilentDiffers,
    /// Dropping the lore changes the points.
    LoreCounts,
    /// `pick_random` never picks the last move.
    UnevenPicks,
    /// `clone_from` keeps a part of the overwritten state.
    CopyKeepsOld,
    /// The highest card of a hand is legal but not listed.
    MissingMove,
    /// `check` accepts any card, even one that the seat does not have.
    AcceptsTooMuch,
    /// A move is listed twice.
    ListedTwice,
    /// In the second round, a seat that has to decide has no moves.
    EmptyWhenDue,
    /// A seat that has already answered still has moves.
    MovesWhenNotDue,
    /// `moves` clears the buffer instead of appending to it.
    ClobbersBuffer,
    /// The order of the moves depends on a counter.
    UnorderedMoves,
    /// The moves offered to bots contain an illegal move.
    InventsForBots,
    /// In the second round, bots are offered no move.
    NothingForBots,
    /// Which moves are offered to bots depends on a hidden card: a card is left out if another seat holds the next
    /// higher card.
    ShortlistLeaks,
    /// `check` refuses a move that `moves` lists.
    RefusesListed,
    /// In the next round, no seat has to decide.
    NobodyDue,
    /// After a refused text, the match continues differently.
    AttemptChanges,
    /// `parse` panics because it cuts a text in the middle of a character.
    ParsePanics,
    /// `parse` refuses with an empty reason.
    RefusesSilently,
    /// A field is not saved.
    SaveLoses,
    /// `validate_state` refuses a correct state that was saved in the middle of an effect.
    RefusesOwnState,
    /// `validate_state` accepts every value.
    AdmitsAnything,
    /// The cards 3 and 13 have the same text.
    AmbiguousText,
    /// The text of a move has two lines.
    TextOfTwoLines,
    /// `parse` returns another move than the one that has this text.
    ParsesOther,
    /// A gesture refers to a card that is not in the scene.
    GestureAtNothing,
    /// Two seats draw in turn without end.
    NeverEnds,
    /// The match ends with a fault because a limit was reached.
    EndsByLimit,
    /// The result of a match with three seats has only two places.
    MiscountsSeats,
    /// `play` panics in the last round.
    PlayPanics,
    /// A fact shows all viewers which card a seat has looked at.
    FactNamesCard,
    /// A fact contains the position of a card in a hidden hand.
    FactNamesPlace,
    /// Whether a card is legal depends on a hidden card: it is refused if another seat holds the next higher card.
    MoveListLeaks,
    /// The reason for a refusal says which seat holds the card.
    RefusalLeaks,
    /// A value in the view is computed from the hands of other seats.
    ViewVariableLeaks,
    /// The view contains a hidden card in a field that its equality ignores. The scene shows this card.
    SceneLeaks,
    /// Which seat draws first depends on a hidden card.
    DueLeaks,
    /// The result reveals the cards that are left in the deck.
    OutcomeLeaks,
    /// Spectators see the hand of the first seat.
    SpectatorsSee,
    /// All viewers see the top card of the deck, and every sample keeps this card.
    ViewLeaksHonestly,
    /// Other seats see an answer before the last seat has answered.
    SealedIsSeen,
    /// Other seats see that a seat has answered.
    SealedIsCounted,
    /// When the first seat answers, the other seats are given an answer, too, without being asked.
    SealedForAll,
    /// An answer is reported before the last seat has answered.
    SealedIsTold,
    /// In a sample, the seat looks at another card than the top card of the deck.
    SampleForgetsEffect,
    /// Like `SampleForgetsEffect`, but `validate_state` accepts such a state.
    SampleForgetsEffectUnnoticed,
    /// A sample replaces high cards by low cards.
    SampleCrossesPools,
    /// All samples of a view are equal.
    SampleIsOne,
    /// A sample has too few cards in the deck.
    SampleLosesCards,
    /// The facts do not say which card was tossed, so the table cannot be rebuilt from them.
    FoldDiffers,
}
