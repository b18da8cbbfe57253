//! All lists of a state in one flat buffer with end offsets. Cloning copies two buffers, and an empty list costs one
//! offset. Serialises as a list of lists.

use crate::code::Value;
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use smallvec::SmallVec;
use std::ops::Range;

/// All lists of a state in one buffer.
#[derive(Debug, Default, PartialEq, Eq, Hash)]
pub struct Lists {
    ends: SmallVec<[Part; 16]>,
    values: SmallVec<[Value; 16]>,
}

/// The end offset of a list, and the seats that may not know it. The list starts at the end of the previous one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
struct Part {
    end: u32,
    hidden_from: u32,
}

/// A list and its audience. Lists of cards are usually visible to everybody, because the table decides who knows each
/// card.
#[derive(Clone, Copy, Debug, Serialize)]
pub struct Items<'a> {
    /// The values, in order.
    pub values: &'a [Value],
    /// The seats that may not know the list.
    pub hidden_from: u32,
}

impl Clone for Lists {
    #[inline]
    fn clone(&self) -> Lists {
        Lists { ends: SmallVec::from_slice(&self.ends), values: SmallVec::from_slice(&self.values) }
    }

    #[inline]
    fn clone_from(&mut self, other: &Lists) {
        self.ends.clear();
        self.ends.extend_from_slice(&other.ends);
        self.values.clear();
        self.values.extend_from_slice(&other.values);
    }
}

impl Lists {
    /// Creates `count` empty lists.
    pub fn empty(count: usize) -> Lists {
        let mut lists = Lists::default();
        (0..count).for_each(|_| lists.add());
        lists
    }

    /// The number of lists.
    #[inline]
    pub fn len(&self) -> usize {
        self.ends.len()
    }

    /// Whether there are no lists.
    pub fn is_empty(&self) -> bool {
        self.ends.is_empty()
    }

    #[inline]
    fn start(&self, list: usize) -> usize {
        if list == 0 { 0 } else { self.ends[list - 1].end as usize }
    }

    #[inline]
    fn range(&self, list: usize) -> Range<usize> {
        self.start(list)..self.ends[list].end as usize
    }

    /// The values of a list.
    #[inline]
    pub fn values(&self, list: usize) -> &[Value] {
        &self.values[self.range(list)]
    }

    /// The seats that may not know a list.
    #[inline]
    pub fn hidden_from(&self, list: usize) -> u32 {
        self.ends[list].hidden_from
    }

    /// The list with this index. `None` if there are fewer lists.
    pub fn get(&self, list: usize) -> Option<Items<'_>> {
        (list < self.len()).then(|| self.items(list))
    }

    fn items(&self, list: usize) -> Items<'_> {
        Items { values: self.values(list), hidden_from: self.hidden_from(list) }
    }

    /// All lists.
    pub fn iter(&self) -> impl ExactSizeIterator<Item = Items<'_>> {
        (0..self.len()).map(|list| self.items(list))
    }

    /// A copy of the first `count` lists.
    pub fn first(&self, count: usize) -> Lists {
        self.iter().take(count).collect()
    }

    /// Adds an empty list.
    #[inline]
    pub fn add(&mut self) {
        self.ends.push(Part { end: self.values.len() as u32, hidden_from: 0 });
    }

    /// Keeps only the first `count` lists.
    #[inline]
    pub fn truncate(&mut self, count: usize) {
        if count < self.len() {
            self.values.truncate(self.start(count));
            self.ends.truncate(count);
        }
    }

    /// Appends copies of the lists in this range.
    pub fn repeat(&mut self, lists: Range<usize>) {
        for list in lists {
            let (range, hidden_from) = (self.range(list), self.hidden_from(list));
            for i in range {
                self.values.push(self.values[i]);
            }
            self.ends.push(Part { end: self.values.len() as u32, hidden_from });
        }
    }

    /// Sets the seats that may not know a list.
    #[inline]
    pub fn hide(&mut self, list: usize, from: u32) {
        self.ends[list].hidden_from = from;
    }

    /// Lets every seat know all lists.
    pub fn show_all(&mut self) {
        self.ends.iter_mut().for_each(|part| part.hidden_from = 0);
    }

    /// Replaces the values of a list and the seats that may not know it.
    #[inline]
    pub fn set(&mut self, list: usize, values: &[Value], hidden_from: u32) {
        self.put(list, values);
        self.hide(list, hidden_from);
    }

    /// Replaces the values of a list.
    #[inline]
    pub fn put(&mut self, list: usize, values: &[Value]) {
        let range = self.range(list);
        if range.len() != values.len() {
            self.stretch(list, values.len());
        }
        // Return early, because even an empty copy would cost a call.
        if values.is_empty() {
            return;
        }
        self.values[range.start..range.start + values.len()].copy_from_slice(values);
    }

    /// Changes the length of a list and shifts the later lists.
    fn stretch(&mut self, list: usize, len: usize) {
        let Range { start, end } = self.range(list);
        let (now, after) = (self.values.len(), start + len);
        if after > end {
            self.values.resize(now + (after - end), 0);
            self.values.copy_within(end..now, after);
        } else {
            self.values.copy_within(end..now, after);
            self.values.truncate(now - (end - after));
        }
        for part in &mut self.ends[list..] {
            part.end = part.end - end as u32 + after as u32;
        }
    }

    /// Removes and returns the last value.
    #[inline]
    pub fn pop(&mut self, list: usize) -> Option<Value> {
        let range = self.range(list);
        if range.is_empty() {
            return None;
        }
        let value = self.values[range.end - 1];
        self.stretch(list, range.len() - 1);
        Some(value)
    }

    /// Appends values.
    pub fn extend(&mut self, list: usize, values: &[Value]) {
        let range = self.range(list);
        self.stretch(list, range.len() + values.len());
        self.values[range.end..range.end + values.len()].copy_from_slice(values);
    }

    /// Inserts a value at a position.
    pub fn insert(&mut self, list: usize, at: usize, value: Value) {
        let range = self.range(list);
        self.stretch(list, range.len() + 1);
        self.values.copy_within(range.start + at..range.end, range.start + at + 1);
        self.values[range.start + at] = value;
    }

    /// Removes the value at a position.
    pub fn remove(&mut self, list: usize, at: usize) {
        let range = self.range(list);
        self.values.copy_within(range.start + at + 1..range.end, range.start + at);
        self.stretch(list, range.len() - 1);
    }

    /// Keeps the values for which the predicate holds.
    pub fn retain(&mut self, list: usize, keep: impl Fn(Value) -> bool) {
        let range = self.range(list);
        let mut kept = range.start;
        for i in range.clone() {
            if keep(self.values[i]) {
                self.values[kept] = self.values[i];
                kept += 1;
            }
        }
        self.stretch(list, kept - range.start);
    }
}

impl<'a> FromIterator<Items<'a>> for Lists {
    fn from_iter<I: IntoIterator<Item = Items<'a>>>(items: I) -> Lists {
        let mut lists = Lists::default();
        for Items { values, hidden_from } in items {
            lists.push(values, hidden_from);
        }
        lists
    }
}

impl Lists {
    /// Appends a list.
    pub fn push(&mut self, values: &[Value], hidden_from: u32) {
        self.values.extend_from_slice(values);
        self.ends.push(Part { end: self.values.len() as u32, hidden_from });
    }
}

impl Serialize for Lists {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(self.iter())
    }
}

impl<'de> Deserialize<'de> for Lists {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Lists, D::Error> {
        #[derive(Deserialize)]
        #[serde(rename = "Items")]
        struct Read {
            values: Vec<Value>,
            hidden_from: u32,
        }
        let lists = Vec::<Read>::deserialize(deserializer)?;
        let mut all = Lists::default();
        lists.iter().for_each(|list| all.push(&list.values, list.hidden_from));
        Ok(all)
    }
}
