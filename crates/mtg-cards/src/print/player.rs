//! Prints players.

use super::W;
use crate::ir::{Players, TargetKind, Who, WhoSay};

pub(crate) fn players_word(players: Players) -> &'static str {
    match players {
        Players::Any => "player",
        Players::Opponent => "opponent",
        Players::Other => "other player",
    }
}

impl W<'_> {
    pub fn who(&mut self, who: &Who) {
        match who {
            Who::You => self.w("you"),
            Who::Target(slot) => self.target_player(*slot),
            Who::Each(players) => {
                self.w("each");
                self.w(players_word(*players));
            }
            Who::A(players) => self.article(|w| w.w(players_word(*players))),
            Who::Opponents => self.w("your opponents"),
            Who::Back { say, .. } => self.w(match say {
                WhoSay::ThatPlayer => "that player",
                WhoSay::ThatOpponent => "that opponent",
                WhoSay::They => "they",
            }),
            Who::ControllerOf(object, many) => {
                self.object_possessive(object);
                self.either(*many, "controllers", "controller");
            }
            Who::OwnerOf(object, many) => {
                self.object_possessive(object);
                self.either(*many, "owners", "owner");
            }
            Who::Defending => self.w("defending player"),
            Who::Enchanted => self.w("enchanted player"),
            Who::Both(list) => {
                self.list(list, "and", |w, who| w.who(who));
                self.w("each");
            }
        }
    }

    fn target_player(&mut self, slot: u8) {
        let Some(target) = self.targets.get(usize::from(slot)) else { return };
        if let TargetKind::Player(players) = target.kind {
            self.w("target");
            self.w(players_word(players));
        }
    }

    /// Whether a verb after this player has its base form.
    pub fn plural_who(&self, who: &Who) -> bool {
        match who {
            Who::You | Who::Opponents | Who::Both(_) => true,
            Who::Back { say, .. } => *say == WhoSay::They,
            Who::ControllerOf(_, many) | Who::OwnerOf(_, many) => *many,
            _ => false,
        }
    }

    pub fn possessive(&mut self, who: &Who) {
        match who {
            Who::You => self.w("your"),
            Who::Back { say: WhoSay::They, .. } => self.w("their"),
            Who::Opponents => self.w("your opponents '"),
            _ => {
                self.who(who);
                let many = matches!(who, Who::ControllerOf(_, true) | Who::OwnerOf(_, true));
                self.either(many, "'", "'s");
            }
        }
    }
}
