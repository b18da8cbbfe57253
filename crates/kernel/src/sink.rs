//! Sinks: the receivers of facts.

/// A receiver of facts. A search passes `()`; then no fact is built at all.
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
    /// Whether this sink uses facts. It is a constant, so the compiler removes code that only prepares facts.
    const ON: bool;
    /// Reports one fact. The closure runs only if the sink uses facts.
    fn tell(&mut self, fact: impl FnOnce() -> F);
    /// Reports the use of a numbered part of the rules, for usage counts. This is not a fact: no viewer learns it.
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

/// Converts facts of one type into another type and passes them on. Example: table facts become facts of a game.
#[derive(Debug)]
pub struct Via<'a, S, F> {
    out: &'a mut S,
    outer: std::marker::PhantomData<fn() -> F>,
}

impl<'a, S, F> Via<'a, S, F> {
    /// A sink that converts every fact with `From` and reports it to `out`.
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
