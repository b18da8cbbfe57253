//! Zones (CGML 7.1, 7.3): their owners, order, visibility, initial deck and role.

use super::codes;
use super::faces::Faces;
use super::limits::Limits;
use super::unknown_names::{no_teams, unknown};
use crate::syntax::{
    BUILT_IN_ZONE_TYPES, Components, Face, OwnerScope, Role, Visibility, Zone, ZoneKind, ZoneOrdering, ZoneType,
    built_in_zone_type,
};
use rulebook_diag::{Diagnostic, Diagnostics, Span};
use rulebook_scene::ZoneRole;
use rulebook_table::{Ordering, Scope, ZoneDef, ZoneVisibility, behavior};

/// A zone definition.
#[derive(Clone, Debug)]
pub(super) struct ZoneInfo {
    pub(super) name: String,
    pub(super) span: Span,
    pub(super) scope: Scope,
    pub(super) def: ZoneDef,
    /// The deck that starts in this zone.
    pub(super) deck: Option<usize>,
    pub(super) role: Option<Role>,
    /// The reason for an inferred role. `None` if the role is written.
    pub(super) inferred: Option<&'static str>,
    /// The ordering.
    pub(super) ordering: ZoneOrdering,
    /// The name of the deck that starts in the zone, as written.
    pub(super) of_deck: Option<String>,
    /// The zone type as written.
    pub(super) kind: ZoneKind,
    /// Whether the zone type has the key `allows_reorder`.
    pub(super) says_reorder: bool,
}

impl ZoneInfo {
    pub(super) fn is_shared(&self) -> bool {
        self.scope == Scope::Shared
    }
}

/// Reads all zones of a document.
pub(super) fn zones(
    components: &Components,
    faces: &Faces,
    turns_up: bool,
    diags: &mut Vec<Diagnostic>,
) -> Vec<ZoneInfo> {
    let written: Vec<&Zone> = components.zones.iter().filter(|zone| !zone.disabled).collect();
    let mut found = Diagnostics::new();
    let mut infos: Vec<ZoneInfo> = Vec::new();
    let mut behaviors = Vec::new();
    let mut kept: Vec<&Zone> = Vec::new();
    for zone in written {
        let Some(kind) = kind_of(zone, components, diags) else { continue };
        diags.extend(kind.seen_level().filter(|_| !turns_up && kind.default_face == Face::Down).map(|level| {
            let message = "nobody sees these cards: they are face down, and no action turns them up";
            let found = Diagnostic::warning(codes::FACE_DOWN, level.span, message).label("never seen");
            found.help("remove `default_face: down`; `visibility` decides who sees the cards")
        }));
        let of_team = zone.owner_scope.filter(|scope| scope.value == OwnerScope::Team);
        diags.extend(of_team.filter(|_| components.teams.is_empty()).map(|scope| no_teams(scope.span)));
        let scope = scope_of(zone);
        let same = |known: &&ZoneInfo| known.name == zone.name.text && known.is_shared() == (scope == Scope::Shared);
        if let Some(known) = infos.iter().find(same) {
            let message = format!("two zones are called `{}`", zone.name.text);
            diags.push(
                Diagnostic::error(codes::TWICE, zone.name.span, message).secondary(known.span, "first declaration"),
            );
            continue;
        }
        if infos.len() == Limits::ZONES {
            let message = format!("a game can have at most {} zones", Limits::ZONES);
            diags.push(Diagnostic::error(codes::LIMIT, zone.span, message));
            break;
        }
        behaviors.push(zone.behavior.as_ref().and_then(|written| behavior::read(&written.0, &mut found)));
        infos.push(info(zone, &kind, scope));
        kept.push(zone);
    }
    homes(&kept, &mut infos, faces, components, diags);
    let declared: Vec<behavior::Declared<'_>> = infos
        .iter()
        .zip(&behaviors)
        .map(|(info, written)| behavior::Declared {
            id: &info.name,
            ordering: info.def.ordering,
            scope: info.scope,
            written: written.as_ref(),
        })
        .collect();
    behavior::check(&declared, &mut found);
    if !found.has_errors() {
        for (info, written) in infos.iter_mut().zip(behaviors) {
            info.def.behavior = written.map(|written| written.behavior);
        }
    }
    diags.extend(found);
    for (info, zone) in infos.iter_mut().zip(kept) {
        (info.role, info.inferred) = role_of(zone, info);
        // A written role comes first, then the role that the name of the zone suggests, then an inferred role.
        let known = info.def.role.filter(|_| zone.role.is_none());
        info.def.role = known.or(info.role.map(|role| match role {
            Role::Deck => ZoneRole::Deck,
            Role::Hand => ZoneRole::Hand,
            Role::Play => ZoneRole::Trick,
            Role::Discard => ZoneRole::Discard,
        }));
    }
    infos
}

fn kind_of(zone: &Zone, components: &Components, diags: &mut Vec<Diagnostic>) -> Option<ZoneType> {
    let name = match &zone.kind {
        ZoneKind::Inline(kind) => return Some((**kind).clone()),
        ZoneKind::Named(name) => name,
    };
    let found = components.zone_type(name.as_str()).cloned();
    let found = found.or_else(|| built_in_zone_type(name.as_str(), name.span));
    if found.is_none() {
        let types = components.types.as_ref();
        let known = types.into_iter().flat_map(|types| types.zone_types.names()).chain(BUILT_IN_ZONE_TYPES);
        diags.push(unknown(codes::UNKNOWN_ZONE, "zone type", name, known));
    }
    // Treat the zone as declared even if its type is unknown, so that using it causes no further error.
    found.or_else(|| built_in_zone_type("public", name.span))
}

fn scope_of(zone: &Zone) -> Scope {
    match zone.owner_scope.map(|scope| scope.value) {
        _ if zone.per_player => Scope::Seat,
        Some(OwnerScope::Player) => Scope::Seat,
        Some(OwnerScope::Team) => Scope::Team,
        Some(OwnerScope::Global) | None => Scope::Shared,
    }
}

fn info(zone: &Zone, kind: &ZoneType, scope: Scope) -> ZoneInfo {
    let name = zone.name.as_str();
    let def = match scope {
        Scope::Shared => ZoneDef::shared(name),
        Scope::Seat => ZoneDef::per_seat(name),
        Scope::Team => ZoneDef::per_team(name),
    };
    let ordering = kind.ordering.map_or(ZoneOrdering::Lifo, |ordering| ordering.value);
    let (owner, others) = levels(kind.visibility.as_ref());
    let mut def = def.levels(owner, others).ordered(match ordering {
        ZoneOrdering::Unordered => Ordering::Unordered,
        ZoneOrdering::Fifo => Ordering::Fifo,
        ZoneOrdering::Lifo => Ordering::Lifo,
        ZoneOrdering::Shuffled => Ordering::Shuffled,
    });
    def.default_face_up = kind.default_face == Face::Up;
    def.allows_reorder = kind.allows_reorder == Some(true);
    ZoneInfo {
        name: name.to_owned(),
        span: zone.name.span,
        scope,
        def,
        deck: None,
        of_deck: zone.of_deck.as_ref().map(|deck| deck.text.clone()),
        role: None,
        inferred: None,
        ordering,
        kind: zone.kind.clone(),
        says_reorder: kind.allows_reorder.is_some(),
    }
}

/// The visibility for the owner and for the others. `owner` and `others` override `all`. A player without a level sees
/// only the number of cards. Without `visibility`, everybody sees all cards.
fn levels(visibility: Option<&Visibility>) -> (ZoneVisibility, ZoneVisibility) {
    use crate::syntax::ZoneVisibility as Written;
    let Some(seen) = visibility else { return (ZoneVisibility::All, ZoneVisibility::All) };
    let level = |own: Option<crate::syntax::At<Written>>| {
        own.or(seen.all).map_or(ZoneVisibility::CountOnly, |level| match level.value {
            Written::All => ZoneVisibility::All,
            Written::CountOnly => ZoneVisibility::CountOnly,
            Written::Hidden => ZoneVisibility::Hidden,
            Written::TopCardOnly => ZoneVisibility::TopOnly,
        })
    };
    (level(seen.owner), level(seen.others))
}

/// Finds the zone where the cards of each deck start: the only zone that names the deck, or the one with `initial`.
fn homes(zones: &[&Zone], infos: &mut [ZoneInfo], faces: &Faces, components: &Components, diags: &mut Vec<Diagnostic>) {
    let mut lost = false;
    for zone in zones {
        let Some(name) = &zone.of_deck else { continue };
        if components.decks.get(name.as_str()).is_none() {
            diags.push(unknown(codes::UNKNOWN_DECK, "deck", name, components.decks.names()));
            lost = true;
        }
    }
    for (deck, info) in faces.decks.iter().enumerate() {
        let named = |zone: &&&Zone| zone.of_deck.as_ref().is_some_and(|name| name.text == info.name);
        let holders: Vec<&&Zone> = zones.iter().filter(named).collect();
        let initial: Vec<&&Zone> = holders.iter().copied().filter(|zone| zone.initial).collect();
        let home = match (holders.as_slice(), initial.as_slice()) {
            ([only], _) | (_, [only]) => only,
            ([], _) => {
                let span = components.decks.iter().find(|(name, _)| name.text == info.name).map(|(name, _)| name.span);
                // A zone with an unknown deck name may mean this deck.
                if let Some(span) = span.filter(|_| faces.has_cards(deck) && !lost) {
                    let message = format!("no zone holds the cards of the deck `{}`", info.name);
                    diags.push(
                        Diagnostic::warning(codes::HOMELESS, span, message)
                            .label("these cards start in no zone")
                            .help(format!("write `of_deck: {}` in the zone where the cards start", info.name)),
                    );
                }
                continue;
            }
            ([first, second, ..], _) => {
                let message = format!("two zones hold the cards of the deck `{}` at the start", info.name);
                diags.push(
                    Diagnostic::error(codes::TWO_HOMES, second.name.span, message)
                        .secondary(first.name.span, "first zone")
                        .help("write `initial: true` in the zone where the cards start"),
                );
                continue;
            }
        };
        if let Some(info) = zones.iter().position(|zone| zone.span == home.span).map(|i| &mut infos[i]) {
            info.deck = Some(deck);
        }
    }
}

/// The role of a zone, written or inferred. A zone with a deck is a `deck`, and a player's private zone is a `hand`. A
/// name that contains `play` or `discard` gives this role.
fn role_of(zone: &Zone, info: &ZoneInfo) -> (Option<Role>, Option<&'static str>) {
    if let Some(role) = zone.role {
        return (Some(role.value), None);
    }
    if info.deck.is_some() {
        return (Some(Role::Deck), Some("a deck starts in it"));
    }
    let type_name = match &zone.kind {
        ZoneKind::Named(name) => name.as_str(),
        ZoneKind::Inline(_) => "",
    };
    let says = |word: &str| [zone.name.as_str(), type_name].iter().any(|name| name.to_lowercase().contains(word));
    if says("discard") {
        return (Some(Role::Discard), Some("`discard` is in its name"));
    }
    let own = info.scope == Scope::Seat
        && info.def.owner_level == ZoneVisibility::All
        && info.def.others_level < ZoneVisibility::TopOnly;
    if own && info.def.default_face_up {
        return (Some(Role::Hand), Some("only its owner sees its cards"));
    }
    // Ignore `player` in the name, because it contains `play`.
    let play = |name: &str| name.to_lowercase().replace("player", "").contains("play");
    if play(zone.name.as_str()) || play(type_name) {
        return (Some(Role::Play), Some("`play` is in its name"));
    }
    (None, None)
}
