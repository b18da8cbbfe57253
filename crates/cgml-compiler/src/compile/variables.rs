//! Variables (CGML 7.4): their types and their storage.
//!
//! The type of a variable follows from its initial value and from all assignments. Assigned values can depend on other
//! variables, so the compiler repeats passes over the document until no new type is found ([`InferredTypes`]).

use super::value::Ty;
use crate::code::{ListId, SlotId};
use crate::syntax::{self, Audience, Components, ExprKind, Literal, Scope};
use rulebook_diag::{Diagnostic, Span};
use rulebook_table::VarId;
use std::collections::BTreeMap;

/// The inferred types by name: variables and their fields (`trick.suit`), values that outlive rules (`ref:name`),
/// fields of events (`on.event.field`), changed properties (`property:name`).
#[derive(Clone, Debug, Default)]
pub(super) struct InferredTypes {
    pub(super) types: BTreeMap<String, (Ty, Option<Span>)>,
    /// Whether the last pass found a new type.
    pub(super) more: bool,
}

impl InferredTypes {
    pub(super) fn get(&self, name: &str) -> Option<Ty> {
        self.types.get(name).map(|(ty, _)| *ty)
    }

    /// Records the type of a name, unless one is already known. A variable that is also set to single values holds the
    /// key of a group, not the group.
    pub(super) fn learn(&mut self, name: &str, ty: Ty, span: Option<Span>) {
        let is_new = match (self.get(name), ty) {
            (None, _) => true,
            (Some(Ty::Group(_, key)), Ty::One(kind)) => key == kind,
            _ => false,
        };
        if is_new {
            self.types.insert(name.to_owned(), (ty, span));
            self.more = true;
        }
    }
}

/// A variable, or a field of a record variable.
#[derive(Clone, Debug)]
pub(super) struct Variable<'a> {
    /// The name, such as `trick.suit` for the field of a record.
    pub(super) name: String,
    pub(super) span: Span,
    pub(super) scope: Scope,
    /// Whether the scope could not be read. This was already reported, so uses of the variable are not reported.
    pub(super) lost: bool,
    pub(super) ty: Option<Ty>,
    pub(super) place: VariableSlot,
    pub(super) audience: Option<Audience>,
    /// The expression of a computed variable.
    pub(super) computed: Option<&'a syntax::Expr>,
    /// The initial value.
    pub(super) initial: Option<&'a syntax::Expr>,
}

/// The storage of a variable.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum VariableSlot {
    /// The variable has no storage: it is computed, a record, or has no known type.
    Nowhere,
    /// The variable is shared and stored on the table.
    Shared(VarId),
    /// The table stores one variable for each owner. The `usize` is the index of their common definition on the table.
    Owned(usize),
    /// The interpreter stores one scalar for each owner.
    Global(Vec<SlotId>),
    /// The interpreter stores one list for each owner.
    Lists(Vec<ListId>),
    /// The interpreter stores groups as two lists for each owner: the members group by group, and the key of each
    /// member.
    Groups(Vec<(ListId, ListId)>),
}

/// All variables of a document, including the fields of records.
pub(super) fn variables<'a>(
    components: &'a Components,
    learned: &mut InferredTypes,
    diags: &mut Vec<Diagnostic>,
) -> Vec<Variable<'a>> {
    let mut all: Vec<Variable<'a>> = Vec::new();
    for written in components.variables.iter().filter(|variable| !variable.disabled) {
        if let Some(known) = all.iter().find(|known| known.name == written.name.text) {
            let message = format!("two variables are called `{}`", written.name.text);
            diags.push(
                Diagnostic::error(super::codes::TWICE, written.name.span, message)
                    .secondary(known.span, "first declaration"),
            );
            continue;
        }
        let name = written.name.as_str();
        let scope = written.scope.0.unwrap_or(Scope::Global);
        let of_player = matches!(scope, Scope::PerPlayer | Scope::PerTeam);
        let taken = match of_player {
            true => {
                super::fields::PLAYER.contains(&name).then(|| format!("`{name}` is already a field of every player"))
            }
            false => None,
        };
        let taken = taken.or_else(|| {
            super::select::ROOTS.contains(&name).then(|| format!("`$.{name}` is reserved by the language"))
        });
        if let Some(message) = taken {
            let found = Diagnostic::error(super::codes::RESERVED, written.name.span, message);
            diags.push(found.label("choose another name for the variable"));
        }
        if scope == Scope::PerTeam && components.teams.is_empty() {
            diags.push(super::unknown_names::no_teams(written.name.span));
        }
        let initial = written.initial_value.as_ref().map(|initial| &initial.0);
        let literal = initial.is_some_and(|initial| matches!(initial.kind, ExprKind::Literal(_)));
        diags.extend(initial.filter(|_| !written.computed).and_then(quoted));
        let computed = written.expression.as_ref().or(initial.filter(|_| !literal)).filter(|_| written.computed);
        if written.computed && computed.is_none() || written.expression.is_some() && !written.computed {
            let message = match written.computed {
                true => format!("the computed variable `{}` has no expression", written.name.text),
                false => format!("`{}` has an expression, but is not marked as computed", written.name.text),
            };
            let help = if written.computed { "write `expression: …`" } else { "write `computed: true`" };
            diags.push(Diagnostic::error(super::codes::COMPUTED, written.name.span, message).help(help));
        }
        if scope == Scope::PerCard && !written.computed {
            let message = format!("the variable `{}` of cards must be computed", written.name.text);
            let help = "write `computed: true` and an `expression`, or use `SET_PROPERTY` to change a property";
            diags.push(Diagnostic::error(super::codes::COMPUTED, written.name.span, message).help(help));
        }
        let variable = Variable {
            name: written.name.text.clone(),
            span: written.name.span,
            scope,
            lost: written.scope.0.is_none(),
            ty: None,
            place: VariableSlot::Nowhere,
            audience: written.audience.map(|audience| audience.value),
            computed,
            initial: if written.computed { None } else { initial },
        };
        spread(variable, learned, &mut all);
    }
    // Add fields that exist only through assignments.
    let fields: Vec<(String, Span)> = learned
        .types
        .iter()
        .filter(|(name, _)| name.contains('.') && !name.starts_with("on."))
        .filter_map(|(name, (_, span))| Some((name.clone(), (*span)?)))
        .collect();
    for (name, span) in fields {
        let base = name.split('.').next().unwrap_or_default();
        let Some(base) = all.iter().find(|known| known.name == base).cloned() else { continue };
        // Groups have no fields that can be set. The assignment is reported.
        if matches!(learned.get(&base.name), Some(Ty::Group(..) | Ty::Groups(..))) {
            continue;
        }
        if all.iter().all(|known| known.name != name) {
            all.push(Variable { name, span, initial: None, computed: None, ..base });
        }
    }
    for variable in &mut all {
        variable.ty = learned.get(&variable.name);
    }
    all
}

/// Adds a variable and, if it starts as a record, its fields.
fn spread<'a>(variable: Variable<'a>, learned: &mut InferredTypes, all: &mut Vec<Variable<'a>>) {
    if let Some(ty) = variable.initial.and_then(|initial| ty_of(&initial.kind)) {
        learned.learn(&variable.name, ty, Some(variable.span));
    }
    let fields = match variable.initial.map(|initial| &initial.kind) {
        Some(ExprKind::Record(fields)) => fields.as_slice(),
        _ => &[],
    };
    let base = variable.clone();
    all.push(variable);
    for (name, value) in fields {
        let name = format!("{}.{name}", base.name);
        spread(Variable { name, initial: Some(value), ..base.clone() }, learned, all);
    }
}

/// The warning for an initial text with its own quotes. An initial value is not an expression, so the quotes are part
/// of the text.
fn quoted(initial: &syntax::Expr) -> Option<Diagnostic> {
    let ExprKind::Literal(Literal::Text(text)) = &initial.kind else { return None };
    let inner = text.strip_prefix('\'').and_then(|rest| rest.strip_suffix('\''))?;
    let message = "the quotes are part of this text";
    let found = Diagnostic::warning(super::codes::QUOTED, initial.span, message).label("not an expression");
    let wanted = if inner.is_empty() { "\"\"" } else { inner };
    Some(found.help(format!("write `initial_value: {wanted}`")))
}

fn ty_of(kind: &ExprKind) -> Option<Ty> {
    use crate::code::Kind;
    Some(match kind {
        ExprKind::Literal(Literal::Int(_)) => Ty::One(Kind::Number),
        ExprKind::Literal(Literal::Bool(_)) => Ty::One(Kind::Bool),
        ExprKind::Literal(Literal::Text(_)) => Ty::One(Kind::Text),
        ExprKind::List(items) => {
            let kinds: Vec<Ty> = items.iter().filter_map(|item| ty_of(&item.kind)).collect();
            match kinds.as_slice() {
                [] => return None,
                [first, rest @ ..] if rest.iter().all(|ty| ty == first) => Ty::List(first.kind()),
                _ => Ty::List(Kind::Text),
            }
        }
        _ => return None,
    })
}
