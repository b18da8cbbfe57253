//! `Hosted` erases the type of rules: it implements [`AnyRules`], and its matches implement [`AnyMatch`].

use crate::Facts;
use crate::Match;
use crate::key_rings::Rings;
use crate::save::Saved;
use crate::vector_match::Listed;
use crate::{AnyMatch, AnyRules};
use crate::{Declares, Staged, save};
use rulebook_kernel::{Corrupt, Digest, Illegal, Info, Key, Rng, Setup};
use rulebook_scene::EngineIds;
use std::any::Any;
use std::sync::{Arc, Mutex};

/// Rules whose type is erased behind [`AnyRules`].
#[derive(Debug)]
pub struct Hosted<R> {
    rules: Arc<R>,
}

impl<R: Staged> Hosted<R> {
    /// Erases the type of these rules.
    pub fn new(rules: impl Into<Arc<R>>) -> Hosted<R> {
        Hosted { rules: rules.into() }
    }

    /// The rules.
    #[must_use]
    pub fn rules(&self) -> &Arc<R> {
        &self.rules
    }

    /// Starts a match and keeps its type.
    ///
    /// # Errors
    /// Returns the reason why a match cannot start with this setup.
    pub fn begin(&self, setup: &Setup, key: Key) -> Result<Match<R>, Illegal> {
        self.rules.info().admits(setup)?;
        let state = self.rules.start(setup, Rng::new(key.clone()), &mut ());
        Ok(Match {
            rules: Arc::clone(&self.rules),
            setup: setup.clone(),
            rings: Mutex::new(Arc::new(Rings::new(&key))),
            key,
            state,
            asks: vec![0; setup.seats],
            head: None,
            listed: Listed::default(),
        })
    }
}

impl<R: Staged> Hosted<R> {
    fn restored(&self, saved: Saved<R::State>) -> Match<R> {
        Match {
            rules: Arc::clone(&self.rules),
            setup: saved.setup(),
            rings: Mutex::new(Arc::new(Rings::restored(&saved.key, saved.rings))),
            key: saved.key,
            state: saved.state,
            asks: saved.asks,
            head: saved.head,
            listed: Listed::default(),
        }
    }
}

impl<R: Staged> AnyRules for Hosted<R> {
    fn info(&self) -> &Info {
        self.rules.info()
    }

    fn is_dealt(&self) -> bool {
        self.rules.is_dealt()
    }

    fn start(&self, setup: &Setup, key: Key) -> Result<Box<dyn AnyMatch>, Illegal> {
        Ok(Box::new(self.begin(setup, key)?))
    }

    fn load(&self, saved: &[u8]) -> Result<Box<dyn AnyMatch>, Corrupt> {
        Ok(Box::new(self.restored(save::read(&*self.rules, saved, self.info().semantics)?)))
    }

    fn adopt(&self, saved: &[u8], head: Digest) -> Result<Box<dyn AnyMatch>, Corrupt> {
        let semantics = save::semantics(saved)?;
        let game = self.restored(save::read(&*self.rules, saved, semantics)?);
        Ok(Box::new(Match { head: Some(head), ..game }))
    }

    fn facts(&self, json: &str) -> Result<Facts, Corrupt> {
        Facts::parse(Arc::clone(&self.rules), json)
    }

    fn action_schema(&self) -> Option<String> {
        self.rules.action_schema()
    }

    fn declares(&self) -> Declares {
        self.rules.declares()
    }

    fn engine_ids(&self) -> EngineIds {
        self.rules.engine_ids()
    }

    fn as_any(&self) -> &dyn Any {
        self
    }
}
