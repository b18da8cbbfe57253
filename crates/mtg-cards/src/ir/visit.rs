//! Visits every node of a card text: outer nodes first, then inner nodes in the order of the declared fields.
//!
//! Checks of a text use this visitor to search for nodes such as X or a target. They never search the debug text of the
//! types. [`Visit`] is complete: the macro below names every field of every variant. A new variant or field does not
//! compile until it is listed here.

use super::*;

/// A node of the typed form.
#[derive(Clone, Copy, Debug)]
pub enum Node<'a> {
    /// An ability.
    Ability(&'a Ability),
    /// A step of a body.
    Step(&'a TextStep),
    /// An instruction.
    Act(&'a Act),
    /// A modification.
    Mod(&'a Mod),
    /// A rule for objects.
    Rule(&'a Rule),
    /// An event.
    Event(&'a Event),
    /// A part of a cost.
    Cost(&'a CostPart),
    /// A keyword.
    Keyword(&'a Keyword),
    /// A static ability.
    Static(&'a Static),
    /// A replacement effect.
    Replacement(&'a Replacement),
    /// A condition.
    Cond(&'a Cond),
    /// An amount.
    Amount(&'a Amount),
    /// One or more objects.
    Obj(&'a Obj),
    /// One or more players.
    Who(&'a Who),
    /// A property of an object.
    Pred(&'a Pred),
    /// A duration.
    Duration(&'a Duration),
    /// A target slot.
    Target(&'a Target),
    /// A limit on an activated ability.
    Limit(&'a Limit),
    /// A rule for players.
    PlayerRule(&'a PlayerRule),
    /// A cost of the spell itself.
    SpellCost(&'a SpellCost),
    /// The place to which an instruction moves cards.
    Where(&'a Where),
    /// The recipients of damage.
    DamageTo(&'a DamageTo),
    /// A mana symbol.
    ManaSymbol(&'a ManaSymbol),
    /// A kind of counter.
    CounterKind(&'a CounterKind),
    /// A subtype.
    Subtype(&'a SubtypeId),
}

/// A part of a text that contains nodes.
pub trait Visit {
    /// Calls `see` with this value, if it is a node, and with every node inside it.
    fn visit<'a>(&'a self, see: &mut dyn FnMut(Node<'a>));

    /// Whether `test` holds for this node or for any node inside it.
    fn any(&self, test: &dyn Fn(Node<'_>) -> bool) -> bool {
        let mut found = false;
        self.visit(&mut |node| found = found || test(node));
        found
    }
}

impl<T: Visit> Visit for [T] {
    fn visit<'a>(&'a self, see: &mut dyn FnMut(Node<'a>)) {
        self.iter().for_each(|one| one.visit(see));
    }
}

impl<T: Visit> Visit for Vec<T> {
    fn visit<'a>(&'a self, see: &mut dyn FnMut(Node<'a>)) {
        self[..].visit(see);
    }
}

impl<T: Visit> Visit for Option<T> {
    fn visit<'a>(&'a self, see: &mut dyn FnMut(Node<'a>)) {
        self.iter().for_each(|one| one.visit(see));
    }
}

impl<T: Visit> Visit for Box<T> {
    fn visit<'a>(&'a self, see: &mut dyn FnMut(Node<'a>)) {
        (**self).visit(see);
    }
}

impl<A: Visit, B: Visit> Visit for (A, B) {
    fn visit<'a>(&'a self, see: &mut dyn FnMut(Node<'a>)) {
        self.0.visit(see);
        self.1.visit(see);
    }
}

impl Visit for SubtypeId {
    fn visit<'a>(&'a self, see: &mut dyn FnMut(Node<'a>)) {
        see(Node::Subtype(self));
    }
}

/// Implements [`Visit`] for types that contain no nodes.
macro_rules! leaves {
    ($($leaf:ident),* $(,)?) => {
        $(impl Visit for $leaf {
            fn visit<'a>(&'a self, _: &mut dyn FnMut(Node<'a>)) {}
        })*
    };
}

/// Implements [`Visit`] for types. The caller lists all fields and variants of each type. `as` names the variant of
/// [`Node`] that holds the type.
#[macro_export]
macro_rules! visit {
    () => {};
    (struct $name:ident $(as $node:ident)? { $($field:ident),* $(,)? } $($rest:tt)*) => {
        impl $crate::ir::Visit for $name {
            fn visit<'a>(&'a self, see: &mut dyn FnMut($crate::ir::Node<'a>)) {
                $(see($crate::ir::Node::$node(self));)?
                let $name { $($field),* } = self;
                $($crate::ir::Visit::visit($field, see);)*
            }
        }
        $crate::ir::visit! { $($rest)* }
    };
    (enum $name:ident $(as $node:ident)? {
        $($variant:ident $(($($part:ident),*))? $({ $($field:ident),* })?,)*
    } $($rest:tt)*) => {
        impl $crate::ir::Visit for $name {
            fn visit<'a>(&'a self, see: &mut dyn FnMut($crate::ir::Node<'a>)) {
                $(see($crate::ir::Node::$node(self));)?
                match self {
                    $($name::$variant $(($($part),*))? $({ $($field),* })? => {
                        $($($crate::ir::Visit::visit($part, see);)*)?
                        $($($crate::ir::Visit::visit($field, see);)*)?
                    })*
                }
            }
        }
        $crate::ir::visit! { $($rest)* }
    };
}
pub use visit;

leaves! {
    bool, u8, u16, u32, i8, i16, AmountSay, CardType, ChosenKind, Cmp, Color, Colors, DamageSay, Delay, DigSay, DigTo,
    DoubledKind, During, Form, FoundSay, InsteadSay, Join, Joint, Keep, KeywordAct, KeywordCost, KeywordCount, Kind,
    Layout, Link, Loyalty, ModeCount, MoveVerb, NameId, NumberAct, Order, Phase, PlainKeyword, Players, Round,
    ShuffleWhen, Stat, Supertype, TargetedBy, TriggerSay, WhoLink, WhoSay, WordId, Zone,
}

visit! {
    struct Card { name, layout, faces }
    struct Face { name, mana_cost, colors, supertypes, types, subtypes, power, toughness, loyalty, abilities }
    enum Ability as Ability {
        Keywords(list, flag),
        Spell(body),
        Triggered(triggered),
        Activated(activated),
        Static(ability),
        Cost(spell_cost),
        Chapter(numbers, body),
        Worded(word, ability),
    }
    struct Body { targets, steps, modes }
    struct Modes { choose, repeat, modes }
    struct Mode { body }
    struct Triggered { event, say, cond, body, once_each_turn }
    struct Activated { cost, loyalty, body, limits }
    enum Limit as Limit {
        When(when),
        AnyPlayer,
        Costs(spell_cost),
    }
    enum Static as Static {
        Continuous { what, mods, cond, first, x },
        DuringYourTurn { what, mods },
        Replace(replacement),
        CostChange(cost_change),
        AttackTax(tax),
        Player(who, player_rule),
        SpellRule(rule),
        CastOnly(when),
        MayPlay { what, from, cast },
    }
    enum PlayerRule as PlayerRule {
        NoMaximumHandSize,
        ExtraLands(n),
        LookAtTop,
        TopRevealed,
        HandRevealed,
        Hexproof,
        Shroud,
        CantGainLife,
        CantCast(filter),
        OneSpellEachTurn,
        Flash(filter),
        CantLose,
        OneDrawEachTurn,
        MaximumHand(count),
        Unpreventable,
    }
    enum TextStep as Step {
        Do { joint, said, act },
        May { joint, who, have, steps },
        MayPay { joint, who, cost },
        If { joint, cond, after, then, otherwise },
        Unless { joint, steps, who, cost },
        WhereX { x, steps },
        Instead { cond, say, base, steps },
        Later { joint, when, first, steps },
        Watch { joint, until, ability },
        Reflexive { body },
        Choose(modes),
    }
    enum Act as Act {
        Modify { what, mods, until },
        Damage { from, amount, to, say },
        Fight { a, b },
        Destroy { what },
        Exile { who, what, until, face_down },
        Counter { what },
        Move { who, verb, what, to },
        Draw { who, amount, say },
        Discard { who, what, random },
        Mill { who, amount },
        GainLife { who, amount, say },
        LoseLife { who, amount, say },
        SetLife { who, to },
        Scry(who, amount),
        Surveil(who, amount),
        PutCounters { count, kind, on, say, who },
        RemoveCounters { count, kind, from },
        Distribute { count, kind, among },
        DoubleCounters(kind, what),
        GetCounters { who, count, kind },
        Create { who, count, token, entering, say },
        Tap(what),
        Untap(what),
        TapOrUntap(what),
        Sacrifice { who, what },
        Regenerate(what),
        AddMana { who, mana, spend },
        Search(search),
        Shuffle(who),
        ShuffleInto { what, into, who },
        Dig(dig),
        DigUntil(dig_until),
        LookAtHand(who),
        RevealHand(who),
        Reveal { who, what },
        LookTop { count, of },
        ChooseObj { who, what },
        Attach { what, to },
        ExtraTurn(who),
        ExtraCombat { main },
        ExtraLand(amount),
        Goad(what),
        CopySpell { what, retarget },
        Prevent(prevention),
        PreventNext { by, to },
        Unpreventable,
        Win(who),
        Lose(who),
        ChooseNewTargets(what),
        EndTurn,
        ChooseType,
        ChooseColor,
        Keyword(keyword_act),
        KeywordNumber(number_act, amount),
        Amass(subtype, amount),
        ExchangeControl(what),
        MayPlay { what, until, free, cast },
        Transform(what),
        ExileIfDies(what),
        PutBack,
        Explores(what),
        Connives(what),
        Emblem(ability),
        SkipNext(who, phase),
    }
    enum DamageTo as DamageTo {
        Obj(what),
        Who(who),
        Both(what, who),
        WhoAndObj(who, what),
        Divided(what),
    }
    enum Where as Where {
        Hand(who),
        Battlefield { under, entering, tapped_last },
        Graveyard(who),
        LibraryTop(who),
        LibraryBottom(who, order),
        TopOrBottom(who),
        LibraryFromTop(who, n),
        Exile,
    }
    struct Entering { tapped, attacking, transformed, counters, attached }
    enum Token {
        Spec(token_spec),
        Named(subtype, n),
        CopyOf(what),
    }
    struct TokenSpec { pt, supertypes, colors, subtypes, types, name, keywords, abilities, later }
    enum Mana {
        Symbols(mana),
        OneOf(mana),
        AnyColor(amount),
        Combination(amount, colors),
        ForEach(mana, amount),
        AmountOf(mana, amount),
        ChosenColor(amount),
        ColorOfLands(who, flag),
    }
    enum SpendOnly {
        Cast(filter, flag),
        Activate,
        CastOrActivate(filter, flag, filter2, flag2),
        NotCast(filter),
    }
    struct Search { who, library, count, filter, reveal, to, say, put, and, shuffle }
    struct Dig { count, reveal, take, filter, may, show, to, rest, say }
    struct DigUntil { filter, to, rest, others }
    struct Prevention { amount, combat, to, by, turn_first }
    enum Mod as Mod {
        Get(change, change2),
        GetEach(change, change2, amount, flag),
        Base(amount, amount2),
        Defined { power, toughness, to },
        Switch,
        Gain(keyword),
        GainAbility(ability),
        GainBoth(keyword, ability),
        Lose(keyword),
        LoseAll,
        Become(new),
        EveryCreatureType,
        NotType(card_type),
        Color(colors),
        ColorOfChoice,
        LandTypeOfChoice,
        Control(who),
        Rule(rule),
        NoAbilities(flag),
    }
    enum Change {
        By { minus, by },
    }
    struct Become { base, colors, supertypes, subtypes, types, with, ability, keep, article, base_after }
    enum Rule as Rule {
        CantAttack,
        CantBlock,
        CantAttackOrBlock,
        CantAttackOrBlockAlone,
        CantUnless { attack, block, cond },
        CantBeBlocked,
        CantBeBlockedBy(filter),
        CantBeBlockedExceptBy(filter),
        CantBeBlockedExceptByCount(n),
        CantBeBlockedByMoreThan(n),
        BlockOnly(filter),
        CantBlockObj(filter),
        BlockMore(n),
        AttackDespiteDefender,
        MustAttack,
        MustBlock,
        MustBeBlocked,
        Lure,
        Goaded,
        DoesntUntap { your, next, steps },
        MayStayTapped,
        CantBeCountered,
        CantBeRegenerated,
        CantBeTargeted,
        AssignsToughness,
        MayAssignUnblocked,
        AssignsNone,
        EntersTapped,
        CantBeEnchanted,
        CantBeSacrificed,
        NoLegendRule,
        ExiledIfLeaves,
        CantTransform,
        CastAsFlash,
    }
    struct CostChange { what, by, more, mana, each, first }
    struct Tax { what, cost }
    enum Except {
        NotLegendary,
        Mod { change, said },
    }
    enum Replacement as Replacement {
        EntersTapped { what, unless, cond },
        EntersTappedUnlessPaid { what, cost },
        EntersWith { what, count, kind, additional, each, x, cond, first },
        EntersChoosing(chosen_kind),
        EntersAsCopy { of, may, one, except },
        DiesExile(what),
        GraveyardExile(what),
        PreventAll { combat, to, by },
        DrawInstead(who, step),
        Doubled(doubled_kind),
        ExiledAsLeaves,
        Skip(who, phase),
        EntersSacrificing(count, filter),
    }
    enum Event as Event {
        Enters(what),
        Dies(what),
        Leaves(what),
        ToGraveyard { what, from, whose },
        Attacks { what, alone, whom },
        AttacksOrWalker(what, who),
        CyclesOrDiscards(who, what),
        EntersOrRoom(what),
        While(event, cond),
        Blocks(what, what2),
        BecomesBlocked(what, what2),
        Unblocked(what),
        PlayerAttacks(who, what),
        AttacksWith { what, others, filter },
        DealsDamage { what, combat, to },
        DealtDamage { what, combat },
        PlayerDamaged(who),
        BecomesTapped(what),
        BecomesUntapped(what),
        Targeted { what, by, whose },
        Cast { who, what, nth, or_copy },
        PlaysLand(who, what),
        Begins(phase, whose),
        GainsLife(who),
        LosesLife(who),
        Draws(who, n),
        Discards(who, what),
        Cycles(who, what),
        Sacrifices(who, what),
        CountersPut { who, count, kind, on },
        Exploits(what),
        LeavesGraveyard(what, who),
        LastCounter(kind, what),
        TapsForMana(who, what),
        FaceUp(what),
        BecomesAttached(what, what2),
        DamagedDies(what),
        Transforms(what),
        Scries(who),
        Surveils(who),
        Chapter(n),
        ControlsNone(who, filter),
        During(event, during),
        Or(event),
    }
    enum DamageRecipient {
        Who(who),
        Obj(what),
        Either(who, what),
    }
    enum Duration as Duration {
        Always,
        EndOfTurn { first },
        ThisTurn,
        YourNextTurn { first },
        EndOfYourNextTurn { first },
        EndOfCombat,
        ThisCombat,
        WhileControlled(who, what),
        WhileOnBattlefield(what),
        WhileTapped(what),
        UntilLeaves(what),
    }
    enum StepOwner {
        Your,
        Each(flag),
        EachOpponent,
        The,
        Of(who),
        Whos(who),
    }
    enum When {
        Sorcery,
        Instant,
        OnceEachTurn,
        Once,
        TimesEachTurn(n),
        YourTurn,
        YourPhase(phase),
        Combat,
        BeforeAttackers,
        OpponentsTurn,
        Attackers,
        Blockers,
        BeforeBlockers,
        AfterBlockers,
        Attacked,
        If(cond),
    }
    enum CostPart as Cost {
        Mana(mana),
        PayMana(mana),
        Tap,
        Untap,
        Sacrifice(what),
        Discard { what, random },
        Life(amount),
        Exile(what),
        Return(what),
        TapObj(what),
        TapPower { other, least },
        UntapObj(what),
        RemoveCounters { count, kind, from },
        PutCounters { count, kind, on },
        Reveal(what),
        Mill(amount),
        Energy(amount),
    }
    enum SpellCost as SpellCost {
        Additional(cost),
        AdditionalOr(cost),
        Alternative { cond, cost },
        Change { more, mana, each, cond, targeting, x },
    }
    enum Keyword as Keyword {
        Plain(plain_keyword),
        Cost(keyword_cost, cost),
        Number(keyword_count, amount),
        Enchant(filter),
        EnchantPlayer(players),
        Protection(quality),
        HexproofFrom(quality),
        Landwalk(filter),
        Typecycling(subtype, cost),
        Affinity(filter),
        Suspend(amount, mana),
        EquipOnly(filter, cost),
        PartnerWith(name),
        KickerTwo(mana, mana2),
    }
    enum Quality {
        Color(colors),
        AllColors,
        Everything,
        Monocolored,
        Multicolored,
        Objects(filter),
        ChosenColor,
        ColorOfChoice,
    }
    enum Cond as Cond {
        Controls(who, count, filter),
        ControlsNo(who, filter),
        ControlsNone(who, filter),
        ControlsEither(who, filter),
        InGraveyard(what),
        GainedAtLeast(who, n),
        DiedUnder(who),
        Opponents(count),
        Drawn(who, count),
        Poison(who, count),
        Graveyard(who, count),
        Total(filter, stat, amount),
        LeftThisTurn(who, filter, flag),
        XAtLeast(n),
        ControlsMore(who, filter, who2),
        Exists(count, filter),
        Is(what, is),
        IsNot(what, is, flag),
        HasCounters(what, kind, count),
        StatOf(what, stat, cmp, amount),
        Life(who, cmp, amount),
        Hand(who, count),
        YourTurn,
        NotYourTurn,
        Kicked(what),
        WasCast(what),
        CastFrom(what, zone),
        DiedThisTurn(filter),
        GainedLife(who),
        LostLife(who),
        Attacked(who),
        CastThisTurn(who, count, filter),
        EnteredThisTurn(who, count, filter),
        HadCounters(what, kind, count),
        Was(what, is),
        Did { who, not },
        Cannot(who),
        OnBattlefield(what),
        Monarch(who),
        Compare(amount, cmp, amount2),
        AttackedOrBlocked(what),
        EnteredObj(what),
        DealtDamage(who),
        NewlyYours(what),
        Greater(what, what2),
        Blessing(who),
        TypesInGraveyard(count),
        NoSpellsLastTurn,
        TwoSpellsLastTurn,
        And(cond, cond2),
    }
    enum Is {
        A(filter),
        Being(pred),
    }
    enum Count {
        One,
        OrMore(amount),
        OrFewer(amount),
        Exactly(amount),
        No,
    }
    enum Amount as Amount {
        Number(n),
        X,
        CountOf(filter),
        Players(who),
        StatOf(stat, what),
        StatOfLong(stat, what),
        CountersOn(kind, what),
        Greatest(stat, filter),
        Total(stat, filter),
        LifeOf(who),
        ThatMuch,
        Times(n, amount),
        Half(amount, round),
        Plus(amount, n),
        NumberPlus(n, amount, flag),
        Devotion(who, color),
        DevotionBoth(who, color, color2),
        ColorsAmong(filter),
        ColorsOf(what),
        Party,
        CreaturesDied,
        ThisWay(way),
        Domain,
        TypesInGraveyard(who),
        TimesKicked,
        AnyNumber,
    }
    enum Way {
        LifeLost,
        DamageDealt,
        Drawn,
        Discarded,
        Destroyed(head),
        Exiled(head),
        Sacrificed(head),
        Returned(head),
        Removed(kind),
    }
    enum Obj as Obj {
        Source,
        SourceIn(zone),
        Target(n),
        Back { to, say },
        Host(host_kind),
        Every { filter, say },
        Choose { count, filter },
        TopOf { count, of },
        HandOf(who),
        GraveyardOf(who),
        Both(what),
        Either(what),
        EachOf(what),
        Apiece(what),
    }
    enum HostKind {
        Enchanted(head),
        Equipped,
    }
    enum Choice {
        One,
        Exactly(amount),
        UpTo(amount),
        Any,
        OneTo(n),
        OrMore(n),
    }
    enum Say {
        Unsaid,
        Itself,
        EachOfThem,
        It,
        Them,
        That(head),
        ThatOr(head, head2),
        Those(head),
        The(head),
        TheMany(head),
        Sacrificed(head),
        Exiled(head),
        Discarded(head),
        Revealed(head),
    }
    struct Filter { nouns, join, post, repeat }
    struct Noun { adj, head }
    struct Head { kind, types, subtype }
    enum Pred as Pred {
        Other,
        Color(color),
        NotColor(color),
        AnyColor(colors),
        Colorless,
        Multicolored,
        Monocolored,
        Super(supertype),
        NotSuper(supertype),
        NotType(card_type),
        NotSubtype(subtype),
        Tapped,
        Untapped,
        Attacking,
        Blocking,
        AttackingOrBlocking,
        Blocked,
        Unblocked,
        Token,
        Nontoken,
        Subtype(subtype),
        Enchanted,
        Equipped,
        Historic,
        Modified,
        FaceDown,
        Controlled(who),
        NotControlled(who),
        Owned(who),
        With(keyword),
        Without(keyword),
        Stat(stat, cmp, amount),
        Extreme { greatest, stat, among },
        WithCounter(kind, n),
        WithoutCounter(kind),
        In(zone),
        ChosenType,
        ChosenColor,
        Named(name),
        NamedSelf,
        IsAny(filter),
        OtherThan(what),
        DamagedThisTurn,
        EnteredThisTurn,
        AttackedThisTurn,
        AttachedTo(what),
        BlockingObj(what),
        BlockedBy(what),
        AttackingWho(who),
        Targets(filter),
        TargetsObj(what),
        FromIt,
        SameGraveyard,
        SharesCreatureType(what),
    }
    struct ZoneOf { zone, of, from }
    struct Target as Target { count, kind, by_opponent }
    enum TargetKind {
        Any { other },
        Player(players),
        Object(filter),
        PlayerOr(players, filter),
        OrPlayer(filter, players),
    }
    enum Who as Who {
        You,
        Target(n),
        Each(players),
        A(players),
        Opponents,
        Back { to, say },
        ControllerOf(what, flag),
        OwnerOf(what, flag),
        Defending,
        Enchanted,
        Both(who),
    }
    enum ManaSymbol as ManaSymbol {
        Generic(n),
        X,
        Color(color),
        Colorless,
        Snow,
        Hybrid(color, color2),
        TwoOr(color),
        ColorlessOr(color),
        Phyrexian(color),
        HybridPhyrexian(color, color2),
    }
    enum CounterKind as CounterKind {
        PlusOne,
        MinusOne,
        PowerToughness(i8, i82),
        MinusToughness,
        MinusPower,
        Loyalty,
        Keyword(plain_keyword),
        Stun,
        Shield,
        Finality,
        Poison,
        Age,
        Time,
        Fade,
        Lore,
        Named(word),
    }
}
