//! Parses players: `you`, `target opponent`, `its controller`, and their possessives.

use super::P;
use crate::ir::{Choice, Link, Obj, Players, Target, TargetKind, Who, WhoLink, WhoSay};

impl P<'_> {
    /// Parses a player. Later pronouns may refer to this player.
    pub fn who(&mut self) -> Option<Who> {
        self.attempt(|p| {
            let who = p.who_plain()?;
            if matches!(who, Who::ControllerOf(..) | Who::OwnerOf(..)) {
                p.people.push(WhoLink::Last);
            }
            Some(who)
        })
    }

    /// Parses a player, without recording the mention for later pronouns.
    pub fn who_plain(&mut self) -> Option<Who> {
        self.attempt(|p| {
            match p.peek() {
                "you" => {
                    p.bump();
                    return Some(Who::You);
                }
                "your" => return p.eat("your opponents").then_some(Who::Opponents),
                "defending" => return p.eat("defending player").then_some(Who::Defending),
                "enchanted" if p.is("enchanted player") => {
                    p.eat("enchanted player");
                    return Some(Who::Enchanted);
                }
                "each" => return p.each_player(),
                "a" | "an" | "any" => {
                    return p.one_of(&[("a player", Players::Any), ("an opponent", Players::Opponent)]).map(Who::A);
                }
                "they" | "them" => {
                    let to = p.people.last().copied()?;
                    p.bump();
                    return Some(Who::Back { to, say: WhoSay::They });
                }
                "target" if matches!(p.peek_at(1), "player" | "opponent") => return p.target_player(),
                "that" => {
                    let say = p.one_of(&[("that player", WhoSay::ThatPlayer), ("that opponent", WhoSay::ThatOpponent)]);
                    if let Some(say) = say {
                        let to = p.people.last().copied()?;
                        return Some(Who::Back { to, say });
                    }
                }
                _ => {}
            }
            p.through_object()
        })
    }

    fn each_player(&mut self) -> Option<Who> {
        let who = self.one_of(&[
            ("each player", Players::Any),
            ("each opponent", Players::Opponent),
            ("each other player", Players::Other),
        ])?;
        Some(Who::Each(who))
    }

    fn target_player(&mut self) -> Option<Who> {
        let players = self.one_of(&[("target player", Players::Any), ("target opponent", Players::Opponent)])?;
        // `target player or planeswalker` is not only a player. Another parser handles it.
        if self.is("or") && !self.is("or more") {
            return None;
        }
        let slot =
            self.new_target(Target { count: Choice::One, kind: TargetKind::Player(players), by_opponent: false })?;
        self.people.push(WhoLink::Target(slot));
        Some(Who::Target(slot))
    }

    pub fn new_target(&mut self, target: Target) -> Option<u8> {
        let slot = u8::try_from(self.targets.len()).ok().filter(|slot| *slot < 16)?;
        self.targets.push(target);
        Some(slot)
    }

    /// Parses a player named through an object: `its controller`, `that creature's owner`, `their controllers`.
    fn through_object(&mut self) -> Option<Who> {
        // The controller of the source is `you`. So `its controller` means the controller of another object, if the
        // text has mentioned one.
        let other = if self.is("its controller") {
            let apart = [&self.apart[..], &[Link::Source]].concat();
            self.latest_apart(false, &apart)
        } else {
            None
        };
        let object = match other {
            Some(to) => {
                self.bump();
                Obj::Back { to, say: crate::ir::Say::It }
            }
            None => self.object_possessive()?,
        };
        let object = Box::new(object);
        if self.eat("controller") {
            Some(Who::ControllerOf(object, false))
        } else if self.eat("controllers") {
            Some(Who::ControllerOf(object, true))
        } else if self.eat("owner") {
            Some(Who::OwnerOf(object, false))
        } else if self.eat("owners") {
            Some(Who::OwnerOf(object, true))
        } else {
            None
        }
    }

    /// Parses the possessive of a player: `your`, `their`, `its owner's`, `target player's`.
    pub fn possessive(&mut self) -> Option<Who> {
        self.attempt(|p| {
            if p.eat("your opponents '") {
                return Some(Who::Opponents);
            }
            if p.eat("your") {
                return Some(Who::You);
            }
            if p.is("their") && !matches!(p.peek_at(1), "owner" | "owners" | "controller" | "controllers") {
                p.bump();
                return Some(Who::Back { to: WhoLink::Subject, say: WhoSay::They });
            }
            let who = p.who()?;
            if matches!(who, Who::You | Who::Opponents | Who::Back { say: WhoSay::They, .. }) {
                return None;
            }
            let plural = matches!(who, Who::ControllerOf(_, true) | Who::OwnerOf(_, true));
            p.need(if plural { "'" } else { "'s" })?;
            Some(who)
        })
    }

    /// Whether a verb after this player has its base form (`you draw`, not `draws`).
    pub fn plural_who(&self, who: &Who) -> bool {
        matches!(who, Who::You | Who::Opponents | Who::Back { say: WhoSay::They, .. } | Who::Both(_))
            || matches!(who, Who::ControllerOf(_, true) | Who::OwnerOf(_, true))
    }

    /// Parses the possessive of an object: `its`, `their`, `that creature's`, `~'s`, `enchanted creature's`.
    pub fn object_possessive(&mut self) -> Option<Obj> {
        self.attempt(|p| {
            if p.eat("its") {
                let to = p.latest(false)?;
                return Some(Obj::Back { to, say: crate::ir::Say::It });
            }
            if p.eat("their") {
                let to = p.latest(true)?;
                return Some(Obj::Back { to, say: crate::ir::Say::Them });
            }
            let object = p.object_single()?;
            p.need("'s")?;
            Some(object)
        })
    }
}
