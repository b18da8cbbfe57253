//! Compiles calls of functions of the document (extension).
//!
//! A call compiles the body of the function at the place of the call, with the parameters bound like names of `let`. So
//! a function costs nothing more than the expression written out, and its parameters can have any type.

use super::scope::{BARRIER, Binding, Bound, How};
use super::value::Val;
use super::{Compiler, codes};
use crate::syntax::{Expr, Function, Name, codes as syntax_codes};
use rulebook_diag::{Diagnostic, Span};

impl<'a> Compiler<'a> {
    /// Compiles a call. The result is a hole if the function could not be read.
    pub(super) fn apply(&mut self, name: &'a Name, args: &'a [Expr], span: Span) -> Val<'a> {
        let functions = &self.document.functions;
        let Some(number) = functions.find(name.as_str()) else { return Val::Hole };
        let function = &functions.0[number];
        self.applied.insert(number);
        if args.len() != function.params.len() {
            let params: Vec<&str> = function.params.iter().map(Name::as_str).collect();
            let wanted = match params.len() {
                1 => "one operand".to_owned(),
                many => format!("{many} operands"),
            };
            let message = format!("`{name}` takes {wanted}, found {}", args.len());
            let found = Diagnostic::error(syntax_codes::OPERANDS, name.span, message);
            self.report(found.help(format!("write `{name}({})`", params.join(", "))));
            return Val::Hole;
        }
        // The operands of a call are compiled in the scope around the call, so they can call the same function.
        let barrier = barrier(name.as_str());
        if self.scope.iter().any(|binding| binding.name == barrier) {
            let found = Diagnostic::error(codes::CYCLE, span, format!("the function `{name}` calls itself"));
            self.report(
                found.label("calls itself").help("visit the items of a list with `map`, `sum`, `any` or `all`"),
            );
            return Val::Hole;
        }
        let told = self.diags.len();
        let value = self.with_args(function, args, span);
        // A mistake in the body may be a mistake of the call: another type of operand.
        let body = function.body.span;
        let inside = |at: Span| at.file == body.file && body.start <= at.start && at.end <= body.end;
        for found in self.diags.iter_mut().skip(told).filter(|found| inside(found.primary.span)) {
            *found = found.clone().secondary(span, format!("called here as `{name}`"));
        }
        value
    }

    /// Binds the operands, then compiles the body. The first operand is bound first, and no operand reads another.
    fn with_args(&mut self, function: &'a Function, args: &'a [Expr], span: Span) -> Val<'a> {
        let Some((arg, others)) = args.split_first() else { return self.body(function, span) };
        let place = function.params.len() - args.len();
        // No author can write this name, so that the other operands do not read it.
        let name = format!("{place} of {}", function.name);
        self.binding(&name, arg, true, &mut |check| check.with_args(function, others, span))
    }

    /// Compiles the body. Its operands are the innermost bindings.
    fn body(&mut self, function: &'a Function, span: Span) -> Val<'a> {
        let end = self.scope.len();
        let first = end - function.params.len();
        self.again(end, span, |check| {
            let operands: Vec<Binding<'a>> = check.scope[first..].to_vec();
            check.bind(&barrier(function.name.as_str()), How::Both, Bound::Val(Val::Hole));
            for (param, operand) in function.params.iter().zip(operands) {
                check.scope.push(Binding { name: param.text.clone(), ..operand });
            }
            Some(check.lower(&function.body))
        })
        .unwrap_or(Val::Hole)
    }
}

/// The name of the binding before the parameters of a function.
fn barrier(function: &str) -> String {
    format!("{BARRIER}{function}")
}
