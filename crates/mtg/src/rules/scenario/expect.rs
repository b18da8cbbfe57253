//! Finds objects by name, and checks the expectations of a scenario.

use super::super::compiled_cards::bit;
use super::super::move_text::step_name;
use super::super::state::{GameObject, Id, Over, Zone};
use super::ScenarioMatch;
use super::read::seat;
use crate::ir::{CardType, Color, PlainKeyword};
use rulebook_kernel::Seat;

impl ScenarioMatch<'_> {
    fn named(&self, o: &GameObject, name: &str) -> bool {
        self.cards().defs[o.face as usize].name.eq_ignore_ascii_case(name)
    }

    /// The objects with this name, for example `Bear` or `p2 Bear`. Permanents come first, then the stack, then other
    /// zones.
    pub(super) fn candidates(&self, text: &str) -> Vec<Id> {
        let (whose, name) = match text.split_once(' ') {
            Some((who, rest)) if seat(who).is_some() => (seat(who), rest),
            _ => (None, text),
        };
        let fits = |o: &GameObject| self.named(o, name) && whose.is_none_or(|seat| o.chars.controller == seat);
        let mut found: Vec<Id> = self.s.permanents().filter(|(_, o)| fits(o)).map(|(id, _)| id).collect();
        let stack = self.s.stack.iter().rev().map(|item| item.id);
        found.extend(stack.filter(|id| self.s.known(*id).is_some_and(&fits)));
        for zone in [Zone::Graveyard, Zone::Exile] {
            found.extend(self.s.all().filter(|(_, o)| o.zone == zone && fits(o)).map(|(id, _)| id));
        }
        found
    }

    pub(super) fn find(&self, text: &str) -> Result<Id, String> {
        let (name, nth) = match text.rsplit_once(" #") {
            Some((name, n)) => (name, n.parse::<usize>().map_err(|_| format!("`{text}`: no number"))?),
            None => (text, 1),
        };
        self.candidates(name).get(nth - 1).copied().ok_or_else(|| format!("there is no `{text}`"))
    }

    fn in_hidden(&self, name: &str, hand: bool) -> usize {
        let (whose, name) = match name.split_once(' ') {
            Some((who, rest)) if seat(who).is_some() => (seat(who), rest),
            _ => (None, name),
        };
        let (shape, board) = (self.r.shape(&self.s), self.r.board(&self.s));
        let zones = if hand { &board.hand } else { &board.library };
        let mine = zones.iter().enumerate().filter(|(at, _)| whose.is_none_or(|seat| seat.index() == *at));
        mine.flat_map(|(_, zone)| self.s.table.entries(shape, *zone))
            .filter(|entry| self.r.face_name(&self.s, self.s.table.face(shape, *entry)).eq_ignore_ascii_case(name))
            .count()
    }

    fn count_in(&self, name: &str, place: &str) -> Result<usize, String> {
        let zone = match place {
            "on battlefield" => Zone::Battlefield,
            "on stack" => Zone::Stack,
            "in graveyard" => Zone::Graveyard,
            "in exile" => Zone::Exile,
            "in hand" => return Ok(self.in_hidden(name, true)),
            "in library" => return Ok(self.in_hidden(name, false)),
            _ => return Err(format!("no place: `{place}`")),
        };
        Ok(self.candidates(name).into_iter().filter(|id| self.s.obj(*id).zone == zone).count())
    }

    pub(super) fn check(&self, text: &str) -> Result<(), String> {
        let told = |is: String| if is.is_empty() { Ok(()) } else { Err(format!("`{text}`, but {is}")) };
        let places = [" on battlefield", " on stack", " in graveyard", " in exile", " in hand", " in library"];
        if let Some(place) = places.iter().find(|place| text.ends_with(**place)) {
            let rest = &text[..text.len() - place.len()];
            let (wanted, name) = match rest.split_once(' ') {
                Some(("no", name)) => (0, name),
                Some((n, name)) if n.parse::<usize>().is_ok() => (n.parse().unwrap_or(0), name),
                _ => (usize::MAX, rest),
            };
            let is = self.count_in(name, place.trim())?;
            let fine = if wanted == usize::MAX { is > 0 } else { is == wanted };
            return told(if fine { String::new() } else { format!("{is} are there") });
        }
        if text == "draw" {
            let drawn = matches!(self.s.over, Some(Over::Draw(_)));
            return told(if drawn { String::new() } else { format!("it is {:?}", self.s.over) });
        }
        if let Some(n) = text.strip_prefix("stack ") {
            let is = self.s.stack.len().to_string();
            return told(if is == n { String::new() } else { format!("it holds {is}") });
        }
        if let Some(step) = text.strip_prefix("step ") {
            let is = step_name(self.s.step);
            return told(if is == step { String::new() } else { format!("it is {is}") });
        }
        if let Some((who, rest)) = text.split_once(' ')
            && let Some(seat) = seat(who)
            && let Some(verdict) = self.check_player(seat, rest)
        {
            return told(verdict?);
        }
        told(self.check_object(text)?)
    }

    fn check_player(&self, seat: Seat, text: &str) -> Option<Result<String, String>> {
        let player = self.s.player(seat);
        let same = |is: String, wanted: &str| Ok(if is == wanted { String::new() } else { format!("it is {is}") });
        let board = self.r.board(&self.s);
        let count = |zone| self.s.table.count(self.r.shape(&self.s), zone).to_string();
        let (what, rest) = text.split_once(' ').unwrap_or((text, ""));
        Some(match what {
            "life" => same(player.life.to_string(), rest),
            "poison" => same(player.poison.to_string(), rest),
            "hand" => same(count(board.hand[seat.index()]), rest),
            "library" => same(count(board.library[seat.index()]), rest),
            "graveyard" => same(count(board.graveyard[seat.index()]), rest),
            "mana" => {
                let letters = player.pool.iter().zip(['W', 'U', 'B', 'R', 'G', 'C']);
                let all: String = letters.flat_map(|(n, c)| std::iter::repeat_n(c, usize::from(*n))).collect();
                same(if all.is_empty() { "none".to_owned() } else { all }, rest)
            }
            "wins" => {
                let won = matches!(self.s.over, Some(Over::Won(who, _)) if who == seat);
                Ok(if won { String::new() } else { format!("it is {:?}", self.s.over) })
            }
            "asked" => {
                let asked = self.s.ask.is_some_and(|ask| ask.seat == seat);
                let is = self.s.ask.map_or("nothing", |ask| ask.what.word());
                let fine = asked && (rest.is_empty() || is == rest);
                Ok(if fine { String::new() } else { format!("{:?} is asked {is}", self.s.ask.map(|ask| ask.seat)) })
            }
            "prompt" => {
                let asked = self.s.ask.filter(|ask| ask.seat == seat);
                let is = asked.map(|ask| self.r.question_text(&self.s, ask.what)).unwrap_or_default();
                same(bare(is.trim_end_matches('?')), rest)
            }
            "refused" => {
                let (json, wanted) = rest.split_at(rest.rfind('}').map_or(rest.len(), |end| end + 1));
                match self.acted(seat, json) {
                    Ok(_) => Ok("the action is accepted".to_owned()),
                    Err(why) if why.contains(wanted.trim()) => Ok(String::new()),
                    Err(why) => Ok(format!("the reason is: {why}")),
                }
            }
            "may" => {
                if self.s.ask.is_none_or(|ask| ask.seat != seat) {
                    return Some(Err("that player is not asked now".to_owned()));
                }
                let (not, wanted) = rest.strip_prefix("not ").map_or((false, rest), |rest| (true, rest));
                let (wanted, moves) = match wanted.strip_prefix("as bot ") {
                    Some(wanted) => (wanted, self.brief_texts()),
                    None => (wanted, self.texts()),
                };
                let texts: Vec<String> = moves.into_iter().map(|(text, _)| bare(&text)).collect();
                let may = texts.iter().any(|text| text == wanted || text.starts_with(&format!("{wanted} ")));
                Ok(if may != not { String::new() } else { format!("the moves are {}", texts.join(", ")) })
            }
            _ => return None,
        })
    }

    /// Describes how an object differs from the expectation. Empty if the expectation holds.
    fn check_object(&self, text: &str) -> Result<String, String> {
        let verbs = [
            " is ",
            " has ",
            " lacks ",
            " damage ",
            " counters ",
            " controlled by ",
            " attached to ",
            " tapped",
            " untapped",
            " attacking",
            " unattached",
        ];
        let verb =
            verbs.iter().find(|verb| text.contains(**verb)).ok_or_else(|| format!("`{text}` is no assertion"))?;
        let (name, rest) = text.split_once(verb).unwrap_or((text, ""));
        let id = self.find(name)?;
        let o = self.s.obj(id);
        let fine = |fine: bool, is: String| if fine { String::new() } else { is };
        let keyword = |word: &str| {
            let found = PlainKeyword::ALL.iter().find(|keyword| keyword.words() == word);
            found.map(|keyword| o.chars.keywords & bit(*keyword) != 0).ok_or_else(|| format!("no keyword: `{word}`"))
        };
        Ok(match verb.trim() {
            "is" => match rest.split_once('/') {
                Some(_) => {
                    let is = format!("{}/{}", o.chars.power, o.chars.toughness);
                    fine(is == rest, format!("it is {is}"))
                }
                None => self.is_kind(o, rest)?,
            },
            "has" => fine(keyword(rest)?, "it does not".to_owned()),
            "lacks" => fine(!keyword(rest)?, "it has".to_owned()),
            "damage" => fine(o.damage.to_string() == rest, format!("it has {}", o.damage)),
            "counters" => {
                let (n, kind) = rest.split_once(' ').ok_or("counters need a number and a kind")?;
                let is = self.s.count(id, self.kind(kind)?);
                fine(is.to_string() == n, format!("it has {is}"))
            }
            "controlled by" => fine(seat(rest) == Some(o.chars.controller), format!("it is {}", o.chars.controller)),
            "attached to" => {
                let host = self.find(rest)?;
                fine(o.host == host, "it is not".to_owned())
            }
            "unattached" => fine(o.host.is_none(), "it is attached".to_owned()),
            "tapped" => fine(o.tapped, "it is not".to_owned()),
            "untapped" => fine(!o.tapped, "it is tapped".to_owned()),
            _ => fine(self.s.is_attacking(id), "it is not".to_owned()),
        })
    }

    fn is_kind(&self, o: &GameObject, word: &str) -> Result<String, String> {
        let (not, word) = word.strip_prefix("not ").map_or((false, word), |word| (true, word));
        let by_type = CardType::ALL.into_iter().find(|kind| kind.word() == word);
        let by_color = Color::ALL.into_iter().find(|color| color.word() == word);
        let is = match (by_type, by_color) {
            (Some(kind), _) => o.chars.types & super::super::compiled_cards::type_bit(kind) != 0,
            (_, Some(color)) => o.chars.colors & (1 << color as u8) != 0,
            _ => {
                let at = self.cards().subtype_names.iter().position(|name| name == word);
                let at = at.ok_or_else(|| format!("neither a type nor a color: `{word}`"))?;
                super::super::compiled_cards::has_sub(&o.chars.subs, at)
            }
        };
        Ok(if is != not {
            String::new()
        } else if is {
            "it is".to_owned()
        } else {
            "it is not".to_owned()
        })
    }
}

/// The text of a move without object numbers. Players are named as in scenarios.
pub(super) fn bare(text: &str) -> String {
    let number = |word: &&str| word.strip_prefix('#').is_none_or(|n| n.parse::<u16>().is_err());
    let bare = text.split(' ').filter(number).collect::<Vec<_>>().join(" ");
    bare.replace("seat 1", "p1").replace("seat 2", "p2")
}
