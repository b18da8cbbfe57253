//! Warns about options that leak hidden information (decision 17): the offered options depend on cards that the asked
//! player cannot see. Offering face-down cards by position leaks nothing. This file also warns if a message
//! to one player contains a value that this player cannot see.

use super::zones::ZoneInfo;
use super::{Compiler, codes};
use crate::code::walk::each::{self, Node};
use crate::code::{Ask, Binding, Cards, Expr, Item, Kind, List, MessagePart, Options, Seats, TempId, Test, Zones};
use rulebook_diag::{Diagnostic, Span};
use rulebook_table::{Scope, ZoneVisibility};

/// A zone whose faces are read.
pub(super) struct Read {
    pub(super) zone: Expr,
    /// Whether only the top card is read.
    pub(super) top: bool,
}

impl<'a> Compiler<'a> {
    /// Warns about a question whose options depend on cards that the asked player cannot see.
    pub(super) fn tells(&mut self, ask: &Ask, span: Span) {
        let mut reads = Vec::new();
        let picked = match &ask.options {
            Options::Cards(cards) => Some(cards),
            _ => None,
        };
        let mut look = |node: Node<'_>| faces(&node, picked, &mut reads);
        each::options(&ask.options, &mut look);
        let buttons = ask.buttons.iter().filter_map(|button| button.when.as_ref());
        buttons.chain(&ask.must).for_each(|condition| each::expr(condition, &mut look));
        for part in ask.many.iter().flat_map(|many| [Some(&many.min), many.max.as_ref(), many.constraint.as_ref()]) {
            part.into_iter().for_each(|part| each::expr(part, &mut look));
        }
        self.wants(ask, span);
        let hidden = reads.into_iter().find_map(|read| self.hidden_from(&ask.who, &read));
        if let Some(name) = hidden {
            let message = format!("these options depend on cards in `{name}` that the asked player cannot see");
            let found = Diagnostic::warning(codes::TELLS, span, message).label("reveals hidden cards");
            self.report(found.help("offer the same options for all cards, or show the cards with `LOOK` first"));
        }
    }

    /// Warns about a message to one player with a value that this player cannot read.
    pub(super) fn unreadable(&mut self, message: usize, to: &Seats, span: Span) {
        let who = match to {
            Seats::One(who) => (**who).clone(),
            Seats::These(seats) if seats.len() == 1 => Expr::Const(i32::from(seats[0])),
            _ => return,
        };
        let (mut reads, mut zones) = (Vec::new(), Vec::new());
        for part in &self.messages[message].parts {
            let mut look = |node: Node<'_>| faces(&node, None, &mut reads);
            match part {
                MessagePart::Text(_) => {}
                MessagePart::Value(value, _) => each::expr(value, &mut look),
                MessagePart::List(list, _) => each::list(list, &mut look),
            }
            match part {
                MessagePart::Value(card, Kind::Card) => card_read(card, None, &mut reads),
                MessagePart::List(list, Kind::Card) => list_sources(list, None, &mut zones),
                _ => {}
            }
        }
        reads.extend(zones.into_iter().map(|zone| Read { zone, top: false }));
        let hidden = reads.into_iter().find_map(|read| self.hidden_from(&who, &read));
        if let Some(name) = hidden {
            let message =
                format!("the player who gets this message cannot see the cards in `{name}`, and reads `…` instead");
            let found = Diagnostic::warning(codes::UNREADABLE, span, message).label("depends on hidden cards");
            self.report(found.help("show the cards with `LOOK` or `REVEAL` first, or name the value in a question"));
        }
    }

    /// The name of the zone, if the asked player cannot see the cards that are read.
    pub(super) fn hidden_from(&self, who: &Expr, read: &Read) -> Option<String> {
        let (def, owner) = match &read.zone {
            Expr::Const(number) => (self.game.def_of(*number)?, None),
            Expr::ZoneOf(def, seat) => (*def, Some(&**seat)),
            _ => return None,
        };
        let info = &self.game.zones[def];
        let own = info.scope != Scope::Shared && owner == Some(who);
        let level = if own { info.def.owner_level } else { info.def.others_level };
        let seen =
            self.can_be_up(info) && level >= if read.top { ZoneVisibility::TopOnly } else { ZoneVisibility::All };
        (!seen && !self.was_shown(who, &read.zone)).then(|| info.name.clone())
    }

    /// Whether a card of the zone can be face up. The face of a face-down card is hidden from all players.
    pub(super) fn can_be_up(&self, zone: &ZoneInfo) -> bool {
        zone.def.default_face_up || self.survey.turns_up
    }

    /// Whether the cards of a zone were shown to the player earlier in this effect.
    pub(super) fn was_shown(&self, who: &Expr, zone: &Expr) -> bool {
        self.shown.iter().any(|(cards, to)| {
            let mut zones = Vec::new();
            sources(cards, None, &mut zones);
            zones.contains(zone) && self.includes(to, who)
        })
    }

    fn includes(&self, seats: &Seats, who: &Expr) -> bool {
        match seats {
            Seats::These(these) => {
                these.len() == self.game.seats
                    || matches!(who, Expr::Const(seat) if these.iter().any(|own| i32::from(*own) == *seat))
            }
            Seats::One(one) => **one == *who,
            Seats::Join(parts) => parts.iter().any(|part| self.includes(part, who)),
            Seats::TurnOrder => true,
            _ => false,
        }
    }
}

/// The zones whose faces a node reads by itself, without the reads of its children.
pub(super) fn faces(node: &Node<'_>, picked: Option<&Cards>, reads: &mut Vec<Read>) {
    let mut whole = Vec::new();
    match node {
        Node::Expr(Expr::Property(_, card) | Expr::RankOfCard(card) | Expr::FaceId(card)) => {
            return card_read(card, picked, reads);
        }
        // Whether the cards include a certain card shows where that card lies.
        Node::Expr(Expr::HasCard(cards, _)) => sources(cards, picked, &mut whole),
        Node::Expr(Expr::Quantified(_, item, temp, by) | Expr::SumOver(item, temp, by)) if of(by, *temp) => {
            item_sources(item, picked, &mut whole);
        }
        Node::Expr(Expr::ExtremeBy(_, item, temp, by)) if of(by, *temp) => item_sources(item, picked, &mut whole),
        Node::Expr(Expr::Let(temp, card, body)) if of(body, *temp) => return card_read(card, picked, reads),
        // The body may read the faces of the cards in the list.
        Node::Expr(Expr::LetList(_, item, body)) if of_faces(|mut visit| each::expr(body, &mut visit)) => {
            item_sources(item, picked, &mut whole);
        }
        Node::Cards(Cards::Let(bound, body)) if of_faces(|mut visit| each::cards(body, &mut visit)) => {
            bound_sources(bound, picked, &mut whole);
        }
        Node::List(List::Let(bound, body)) if of_faces(|mut visit| each::list(body, &mut visit)) => {
            bound_sources(bound, picked, &mut whole);
        }
        Node::Cards(Cards::Filter(cards, by) | Cards::Prefer(cards, by)) if tests(by) => {
            sources(cards, picked, &mut whole);
        }
        Node::Cards(Cards::SortBy(cards, temp, by)) if of(by, *temp) => sources(cards, picked, &mut whole),
        Node::List(List::Map(item, temp, by)) if of(by, *temp) => item_sources(item, picked, &mut whole),
        Node::List(List::Filter(list, temp, by) | List::SortBy(list, temp, by)) if of(by, *temp) => {
            list_sources(list, picked, &mut whole);
        }
        Node::List(List::Keys(keys)) => sources(&keys.cards, picked, &mut whole),
        _ => {}
    }
    reads.extend(whole.into_iter().map(|zone| Read { zone, top: false }));
}

/// Records that the face of the card in an expression is read.
fn card_read(card: &Expr, picked: Option<&Cards>, reads: &mut Vec<Read>) {
    let mut whole = Vec::new();
    match card {
        Expr::Top(zone) => reads.push(Read { zone: (**zone).clone(), top: true }),
        Expr::Bottom(zone) | Expr::CardAt(zone, _) => whole.push((**zone).clone()),
        Expr::FirstOf(item) | Expr::LastOf(item) | Expr::ItemAt(item, _) => item_sources(item, picked, &mut whole),
        Expr::ExtremeBy(_, item, ..) => item_sources(item, picked, &mut whole),
        Expr::If(_, then, otherwise) => {
            card_read(then, picked, reads);
            card_read(otherwise, picked, reads);
        }
        _ => {}
    }
    reads.extend(whole.into_iter().map(|zone| Read { zone, top: false }));
}

/// Whether an expression reads the face of the card in a temporary.
fn of(expr: &Expr, temp: TempId) -> bool {
    let mut found = false;
    each::expr(expr, &mut |node| {
        if let Node::Expr(Expr::Property(_, card) | Expr::RankOfCard(card) | Expr::FaceId(card)) = node {
            found |= **card == Expr::Temp(temp);
        }
    });
    found
}

fn tests(test: &Test) -> bool {
    match test {
        Test::Mask(_) | Test::ByValue(..) | Test::ByOrder(..) => true,
        Test::Fixed(_) => false,
        Test::And(parts) | Test::Or(parts) => parts.iter().any(tests),
        Test::Not(part) => tests(part),
        Test::Each(temp, by) => of(by, *temp),
    }
}

/// All cards among which a search selects some by their faces. The player who searches looks at all of them. If the
/// player saw only the matches, the other players would learn which cards match.
pub(super) fn searched(found: &Cards) -> Cards {
    match found {
        Cards::Filter(among, test) => match unread(test) {
            Some(rest) => Cards::Filter(Box::new(searched(among)), rest),
            None => searched(among),
        },
        Cards::Prefer(among, _) => searched(among),
        other => other.clone(),
    }
}

/// Whether a part reads the face of a card.
fn of_faces(walk: impl FnOnce(&mut dyn FnMut(Node<'_>))) -> bool {
    let mut found = false;
    walk(&mut |node| {
        found |= matches!(
            node,
            Node::Expr(Expr::Property(..) | Expr::RankOfCard(_) | Expr::FaceId(_)) | Node::List(List::Keys(_))
        );
    });
    found
}

/// The zones of the cards that a `let` names.
fn bound_sources(bound: &Binding, picked: Option<&Cards>, zones: &mut Vec<Expr>) {
    match bound {
        Binding::One(..) => {}
        Binding::Many(_, item) => item_sources(item, picked, zones),
    }
}

/// The test without the parts that read faces, or `None` if nothing is left.
fn unread(test: &Test) -> Option<Test> {
    match test {
        Test::And(parts) => {
            let rest: Vec<Test> = parts.iter().filter_map(unread).collect();
            (!rest.is_empty()).then_some(Test::And(rest))
        }
        test => (!tests(test)).then(|| test.clone()),
    }
}

/// The zones of these cards.
pub(super) fn sources(cards: &Cards, picked: Option<&Cards>, zones: &mut Vec<Expr>) {
    match cards {
        Cards::Zone(zone) => zones.push((**zone).clone()),
        Cards::Zones(of) => zone_sources(of, zones),
        Cards::Filter(cards, _)
        | Cards::Prefer(cards, _)
        | Cards::Take(cards, _)
        | Cards::TakeLast(cards, _)
        | Cards::SortBy(cards, ..)
        | Cards::Let(_, cards) => sources(cards, picked, zones),
        Cards::Join(parts) => parts.iter().for_each(|part| sources(part, picked, zones)),
        Cards::List(list) => list_sources(list, picked, zones),
        Cards::If(_, then, otherwise) => {
            sources(then, picked, zones);
            sources(otherwise, picked, zones);
        }
        Cards::One(card) => match &**card {
            Expr::Top(zone) | Expr::Bottom(zone) | Expr::CardAt(zone, _) => zones.push((**zone).clone()),
            _ => {}
        },
        Cards::Picked => picked.into_iter().for_each(|cards| sources(cards, None, zones)),
        Cards::Slot(_) | Cards::Global(_) => {}
    }
}

pub(super) fn zone_sources(of: &Zones, zones: &mut Vec<Expr>) {
    match of {
        Zones::These(these) => zones.extend(these.iter().map(|zone| Expr::Const(i32::from(zone.0)))),
        Zones::One(zone) => zones.push((**zone).clone()),
        Zones::OfSeats(def, seats) => {
            // The path may mean several players, so the owner of the zone is unknown.
            let seat = match &**seats {
                Seats::One(seat) => (**seat).clone(),
                _ => super::value::missing(),
            };
            zones.push(Expr::ZoneOf(*def, Box::new(seat)));
        }
        Zones::Filter(of, ..) => zone_sources(of, zones),
        Zones::Join(parts) => parts.iter().for_each(|part| zone_sources(part, zones)),
        Zones::List(_) => {}
    }
}

pub(super) fn item_sources(item: &Item, picked: Option<&Cards>, zones: &mut Vec<Expr>) {
    match item {
        Item::Cards(cards) => sources(cards, picked, zones),
        Item::List(list) => list_sources(list, picked, zones),
        Item::Seats(_) | Item::Zones(_) => {}
    }
}

fn list_sources(list: &List, picked: Option<&Cards>, zones: &mut Vec<Expr>) {
    match list {
        List::Cards(cards) => sources(cards, picked, zones),
        List::Filter(list, ..) | List::Distinct(list) | List::SortBy(list, ..) | List::Take(list, _) => {
            list_sources(list, picked, zones);
        }
        List::Let(_, list) => list_sources(list, picked, zones),
        List::Join(parts) => parts.iter().for_each(|part| list_sources(part, picked, zones)),
        List::If(_, then, otherwise) => {
            list_sources(then, picked, zones);
            list_sources(otherwise, picked, zones);
        }
        _ => {}
    }
}
