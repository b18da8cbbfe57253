//! Finds asks whose options depend on hidden information. Such an ask leaks: the asked seat can infer a hidden value
//! from its options. `rulebook sim` reports the leaks.

use super::choice;
use super::eval::{Eval, Memo};
use super::rules::Cgml;
use super::state::{CgmlState, hidden_from};
use crate::code::Expr;
use crate::code::walk::each::{self, Node};
use crate::code::walk::temps;
use rulebook_kernel::{Hidden, Rng, Rules, Seat, Viewer};

/// Number of samples that are drawn to test whether the options of the seat depend on hidden information.
const GUESSES: usize = 8;

/// A value that options depend on although the asked seat may not know it.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct OptionLeak {
    /// The id of the rule that asks.
    pub rule: String,
    /// The name of the variable or of the stored value.
    pub value: String,
}

impl Cgml {
    /// The first value that the options of `seat` read although the seat may not know it. `None` if there is no such
    /// value, or if no sample offers different moves.
    pub fn option_leak(&self, state: &CgmlState, seat: Seat) -> Option<OptionLeak> {
        let p = self.of(state.seats);
        let open = choice::open(p, state, seat)?;
        let memo = Memo::default();
        let mut eval = Eval::new(p, state, &memo, open.here.base, open.here.lists);
        let unknown = |var| !state.table.var_audience(&p.shape, var).has(seat);
        let mut found: Option<String> = None;
        let mut look = |node: Node<'_>| {
            let Node::Expr(read) = node else { return };
            let name = match read {
                Expr::Var(var) if unknown(*var) => &p.vars[p.var_defs[var.index()]].name,
                Expr::VarOf(def, of) => {
                    // In a predicate the owner varies, so the variables of all players count.
                    let whose = if temps(of) == 0 { eval.seat(of) } else { None };
                    let any = || Seat::all(p.seats).any(|other| unknown(p.shape.var_of(*def, other)));
                    let hidden = match whose {
                        Some(whose) => unknown(p.shape.var_of(*def, whose)),
                        None => temps(of) > 0 && any(),
                    };
                    if !hidden {
                        return;
                    }
                    &p.vars[*def].name
                }
                Expr::Global(slot) if hidden_from(state.cells[slot.0 as usize]).has(seat) => {
                    &p.globals[slot.0 as usize].name
                }
                Expr::Slot(slot) if hidden_from(state.cells[open.here.base + slot.0 as usize]).has(seat) => {
                    &p.unit(open.here.rule).slots[slot.0 as usize].name
                }
                _ => return,
            };
            found.get_or_insert_with(|| name.clone());
        };
        each::options(&open.ask.options, &mut look);
        let buttons = open.ask.buttons.iter().filter_map(|button| button.when.as_ref());
        buttons.chain(&open.ask.must).for_each(|condition| each::expr(condition, &mut look));
        for part in open.ask.many.iter().flat_map(|many| [Some(&many.min), many.max.as_ref(), many.constraint.as_ref()])
        {
            part.into_iter().for_each(|part| each::expr(part, &mut look));
        }
        let value = found.filter(|_| self.offers_vary(state, seat))?;
        Some(OptionLeak { rule: p.rule_name(open.here.rule).to_owned(), value })
    }

    /// Returns whether the seat has different moves in at least one sample of its view.
    fn offers_vary(&self, state: &CgmlState, seat: Seat) -> bool {
        let view = self.view(state, Viewer::Seat(seat));
        let mut rng = Rng::seeded("doubt");
        let (mut here, mut there) = (Vec::new(), Vec::new());
        self.moves(state, seat, &mut here);
        (0..GUESSES).any(|_| {
            there.clear();
            self.moves(&self.sample(&view, &mut rng), seat, &mut there);
            here != there
        })
    }
}
