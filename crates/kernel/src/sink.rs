//! Where facts go.

/// Something that is told what happened. A search passes `()`: then no fact is ever built.
///
/// ```
/// use rulebook_kernel::Sink;
/// fn roll<S: Sink<String>>(out: &mut S) {
///     out.tell(|| "a six".to_owned());
/// }
/// let mut heard = Vec::new();
/// roll(&mut heard);
/// roll(&mut ());
/// assert_eq!(heard, ["a six"]);
/// ```
pub trait Sink<F> {
    /// Is anybody listening? Constant, so that work for facts alone is compiled away.
    const ON: bool;
    /// Tells one fact; the closure runs only if somebody listens.
    fn tell(&mut self, fact: impl FnOnce() -> F);
    /// A numbered part of the rules is used: for those who count how often. It is no fact, and nobody at the table learns of it.
    #[inline(always)]
    fn used(&mut self, part: u32) {
        let _ = part;
    }
}

impl<F> Sink<F> for () {
    const ON: bool = false;
    #[inline(always)]
    fn tell(&mut self, _: impl FnOnce() -> F) {}
}

impl<F> Sink<F> for Vec<F> {
    const ON: bool = true;
    #[inline]
    fn tell(&mut self, fact: impl FnOnce() -> F) {
        self.push(fact());
    }
}

impl<F, S: Sink<F>> Sink<F> for &mut S {
    const ON: bool = S::ON;
    #[inline]
    fn tell(&mut self, fact: impl FnOnce() -> F) {
        (**self).tell(fact);
    }
    #[inline]
    fn used(&mut self, part: u32) {
        (**self).used(part);
    }
}

/// Passes facts of one type on to a sink of another: a family's fact wraps those of the table.
#[derive(Debug)]
pub struct Via<'a, S, F> {
    out: &'a mut S,
    outer: std::marker::PhantomData<fn() -> F>,
}

impl<'a, S, F> Via<'a, S, F> {
    /// Tells `out` everything, wrapped by `From`.
    pub fn new(out: &'a mut S) -> Self {
        Via { out, outer: std::marker::PhantomData }
    }
}

impl<S: Sink<F>, F: From<G>, G> Sink<G> for Via<'_, S, F> {
    const ON: bool = S::ON;
    #[inline]
    fn tell(&mut self, fact: impl FnOnce() -> G) {
        self.out.tell(|| F::from(fact()));
    }
}
