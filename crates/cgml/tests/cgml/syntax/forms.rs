//! Tests that both forms of an expression are one tree: printing either form and reading it gives the same tree.

use rulebook_cgml::syntax::{Anchor, ExprKind, Literal, Name, Op, Root, Segment, SegmentKind, Selector};
use rulebook_diag::{FileId, Span};
use rulebook_kernel::Rng;

use super::*;

const NOWHERE: Span = Span { file: FileId(0), start: 0, end: 0 };

/// Generates random expression trees.
struct Maker(Rng);

impl Maker {
    fn below(&mut self, n: usize) -> usize {
        self.0.below(u32::try_from(n).expect("small")) as usize
    }

    fn pick<T: Copy>(&mut self, items: &[T]) -> T {
        items[self.below(items.len())]
    }

    fn name(&mut self) -> Name {
        Name::new(self.pick(&["a", "zones", "x1", "not_so", "ünlü", "_", "order", "inner"]), NOWHERE)
    }

    fn text(&mut self) -> String {
        self.pick(&["", "A", "10", "it's", "\"", "\\", "a\nb\tc", "♥ {x}", "ref:x", "$.a", "alice-b", "true"]).into()
    }

    fn exprs(&mut self, depth: usize, count: usize) -> Vec<Expr> {
        (0..count).map(|_| self.expr(depth)).collect()
    }

    fn boxed(&mut self, depth: usize) -> Box<Expr> {
        Box::new(self.expr(depth))
    }

    /// A random tree of at most this depth.
    fn expr(&mut self, depth: usize) -> Expr {
        let kind = match self.below(if depth == 0 { 5 } else { 12 }) {
            0 => ExprKind::Literal(Literal::Int(self.pick(&[0, 1, 52, -1, i64::MAX, i64::MIN]))),
            1 => ExprKind::Literal(Literal::Text(self.text())),
            2 => ExprKind::Literal(self.pick(&[Some(true), Some(false), None]).map_or(Literal::Null, Literal::Bool)),
            3 => ExprKind::Ref(self.name()),
            4 => ExprKind::Path(self.selector(0)),
            5 => ExprKind::Path(self.selector(depth - 1)),
            6 => {
                let count = self.below(3);
                ExprKind::List(self.exprs(depth - 1, count))
            }
            7 => {
                // A JSON map has sorted keys.
                let keys = ["a", "b c", "it's"].into_iter().filter(|_| self.below(2) == 0).collect::<Vec<_>>();
                let field = |key: &str| (Name::new(key, NOWHERE), self.expr(depth - 1));
                ExprKind::Record(keys.into_iter().map(field).collect())
            }
            8 => {
                let (value, body) = (self.boxed(depth - 1), self.boxed(depth - 1));
                ExprKind::Let { name: self.name(), value, body }
            }
            _ => self.call(depth),
        };
        Expr { kind, span: NOWHERE }
    }

    fn call(&mut self, depth: usize) -> ExprKind {
        let op = Op::ALL[self.below(Op::ALL.len())].1;
        let (fewest, most) = (*op.arity().start(), (*op.arity().end()).min(4));
        let count = fewest + self.below(most - fewest + 1);
        ExprKind::Call { op, args: self.exprs(depth - 1, count), at: NOWHERE }
    }

    fn selector(&mut self, depth: usize) -> Selector {
        let count = 1 + self.below(3);
        let segments = (0..count).map(|_| Segment { kind: self.segment(depth), span: NOWHERE }).collect();
        let root = match self.below(4) {
            0 => Root::Anchor(Anchor::ALL[self.below(Anchor::ALL.len())].1),
            1 => Root::Ref(self.name()),
            2 if depth > 0 => Root::Expr(Box::new(Expr { kind: self.call(depth), span: NOWHERE })),
            _ => Root::Game,
        };
        Selector { root, segments, span: NOWHERE }
    }

    fn segment(&mut self, depth: usize) -> SegmentKind {
        match self.below(if depth == 0 { 6 } else { 10 }) {
            0 => SegmentKind::FieldOfRef(self.name()),
            1 => SegmentKind::Index(self.pick(&[0, 7, u32::MAX])),
            2 => SegmentKind::Every,
            3 => SegmentKind::Current,
            4 => SegmentKind::Opponent,
            5 => SegmentKind::Field(self.name()),
            6 => SegmentKind::Item(self.boxed(depth - 1)),
            7 => SegmentKind::ById(self.boxed(depth - 1)),
            8 => SegmentKind::Team(self.boxed(depth - 1)),
            _ => SegmentKind::Where(self.boxed(depth - 1)),
        }
    }
}

/// Enough trees for every operator to occur inside every other one many times.
const TREES: usize = 4_000;

#[test]
fn printed_in_either_form_a_tree_reads_as_itself() {
    let mut maker = Maker(Rng::seeded("both forms"));
    for round in 0..TREES {
        let tree = maker.expr(1 + round % 4);
        let (as_string, nested) = (tree.to_string(), tree.to_nested().to_string());
        assert_eq!(shape(&string(&as_string).clean()), shape(&tree), "from the string {as_string}");
        assert_eq!(shape(&expr(&nested).clean()), shape(&tree), "from the nested form {nested}");
    }
}

#[test]
fn the_maker_makes_every_operator() {
    let mut maker = Maker(Rng::seeded("both forms"));
    let all: String = (0..TREES).map(|round| shape(&maker.expr(1 + round % 4))).collect();
    for (_, op) in Op::ALL {
        assert!(all.contains(&format!("op: {op:?},")), "{op:?} never came up");
    }
}

#[test]
fn can_perform_is_nested_only() {
    let asked = expr("canPerform: { action: DRAW, count: 2 }").clean();
    assert_eq!(asked.to_string(), "canPerform(DRAW …)");
    let again = expr(&asked.to_nested().to_string()).clean();
    assert_eq!(shape(&again), shape(&asked));
}
