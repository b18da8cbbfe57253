//! Collects facts about the whole document that the compiler needs before it compiles any part.

use crate::syntax::{
    Action, CardEvent, CreateCard, Document, Emits, Event, Face, Keep, Name, Root, Segment, SegmentKind, Verb,
};
use std::collections::BTreeSet;

/// Facts about all actions of a document.
#[derive(Debug, Default)]
pub(super) struct Prescan<'a> {
    /// The cards that `CREATE_CARD` makes.
    pub(super) made: Vec<&'a CreateCard>,
    /// Whether cards are destroyed.
    pub(super) destroys: bool,
    /// The properties that `SET_PROPERTY` changes.
    pub(super) marked: Vec<&'a Name>,
    /// The phases that `INSERT_PHASE` adds.
    pub(super) inserted: Vec<&'a Name>,
    /// Values that outlive their rule: the name, and whether they last for the whole game.
    pub(super) kept: Vec<(&'a Name, bool)>,
    /// Whether a rule listens to each card event, by `CardEvent as usize`.
    pub(super) heard: [bool; 4],
    /// Whether a recap message is about moved cards. A recap does not count as a listening rule.
    pub(super) recaps: bool,
    /// The declared events that moved cards trigger.
    pub(super) emitted: BTreeSet<&'a str>,
    /// The shared variables that are assigned as a whole.
    pub(super) set_whole: BTreeSet<&'a str>,
    /// Whether cards can be turned face up, or moved face up by an action.
    pub(super) turns_up: bool,
    /// The states that actions enter.
    pub(super) entered: BTreeSet<&'a str>,
    /// Whether an action enters a state that is known only during play.
    any_state: bool,
    /// Whether an action enters or inserts a phase that is known only during play.
    pub(super) any_phase: bool,
    /// Whether an action ends the game.
    pub(super) ends: bool,
}

impl<'a> Prescan<'a> {
    pub(super) fn of(document: &'a Document) -> Prescan<'a> {
        let mut survey = Prescan::default();
        let mut note = |action: &'a Action| survey.note(action);
        each(&document.setup, &mut note);
        document.rules.iter().filter(|rule| !rule.disabled).for_each(|rule| each(&rule.effect, &mut note));
        for rule in document.rules.iter().filter(|rule| !rule.disabled) {
            if let Event::Card(event) = rule.trigger.event {
                survey.heard[event as usize] = true;
            }
            if let (Some(name), Some(keep)) = (&rule.store_as, rule.keep) {
                survey.kept.push((name, keep.value == Keep::Game));
            }
        }
        if survey.any_state {
            survey.entered.extend(document.flow.states.names());
        }
        let mut recaps = document.presentation.iter().flat_map(|written| &written.recap);
        survey.recaps = recaps.any(|recap| matches!(recap.trigger.event, Event::Card(_) | Event::Custom(_)));
        if survey.heard[CardEvent::Move as usize] {
            survey.heard = [true; 4];
        }
        survey
    }

    fn note(&mut self, action: &'a Action) {
        match &action.verb {
            Verb::CreateCard(made) => self.made.push(made),
            Verb::DestroyCard(_) => self.destroys = true,
            Verb::SetProperty(set) => self.marked.push(&set.property),
            Verb::InsertPhase(insert) => match insert.phase.name() {
                Some(name) => self.inserted.push(name),
                None => self.any_phase = true,
            },
            Verb::SetPhase(set) => self.any_phase |= set.phase.name().is_none(),
            Verb::SetState(set) => match set.state.name() {
                Some(name) => {
                    self.entered.insert(name.as_str());
                }
                None => self.any_state = true,
            },
            Verb::EndGame(_) => self.ends = true,
            Verb::SetVariable(set) => {
                if let (Root::Game, [Segment { kind: SegmentKind::Field(name), .. }]) =
                    (&set.path.root, set.path.segments.as_slice())
                {
                    self.set_whole.insert(name.as_str());
                }
            }
            // New action: add it if it creates or destroys cards, sets a property or a variable, inserts or sets a
            // phase, enters a state or ends the game.
            _ => {}
        }
        let face = match &action.verb {
            Verb::Flip(_) => {
                self.turns_up = true;
                None
            }
            Verb::Move(moved) => moved.face,
            Verb::MoveAll(moved) => moved.face,
            Verb::Deal(dealt) => dealt.face,
            Verb::DealRoundRobin(dealt) => dealt.face,
            Verb::DealAll(dealt) => dealt.face,
            Verb::Play(played) => played.face,
            Verb::Draw(drawn) => drawn.face,
            Verb::Discard(laid) => laid.face,
            Verb::Mill(milled) => milled.face,
            Verb::CreateCard(made) => made.face,
            // New action: add it if it has a `face:` key or turns cards face up.
            _ => None,
        };
        self.turns_up |= face.is_some_and(|face| face.value == Face::Up);
        if let Some(Emits::Custom(name)) = &action.common.emit {
            self.emitted.insert(name.as_str());
        }
        // New action: add it if its `keep:` belongs to a phase that it inserts or removes.
        let flow = matches!(action.verb, Verb::InsertPhase(_) | Verb::RemovePhase(_));
        if let (Some(name), Some(keep), false) = (&action.common.store_as, action.common.keep, flow) {
            self.kept.push((name, keep.value == Keep::Game));
        }
    }
}

/// Visits each action. An inner action comes after the action that contains it.
pub(super) fn each<'a>(actions: &'a [Action], visit: &mut impl FnMut(&'a Action)) {
    for action in actions {
        visit(action);
        for body in action.bodies().into_iter().flatten() {
            each(body, visit);
        }
    }
}
