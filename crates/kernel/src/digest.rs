//! Digests of values: BLAKE3 over one canonical encoding.

use serde::{Deserialize, Deserializer, Serialize, Serializer};
use std::fmt;
use std::str::FromStr;

/// A digest of 256 bits. Its text is 64 hexadecimal digits.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Digest([u8; 32]);

impl Digest {
    /// The digest of a value: BLAKE3 of its postcard encoding. Equal values have equal digests on every machine.
    /// Postcard writes each integer in exactly one way, and no state holds a float, a hash map or a pointer.
    ///
    /// # Panics
    /// Panics if the value cannot be encoded, for example a map of unknown length. Its type then has a bug.
    #[must_use]
    pub fn of<T: Serialize + ?Sized>(value: &T) -> Digest {
        // Hash the whole buffer at once: hashing many small pieces costs more than the buffer.
        Digest::of_bytes(&postcard::to_stdvec(value).expect("a value of a game can be encoded"))
    }

    /// The digest of plain bytes, for example of a rules file.
    #[must_use]
    pub fn of_bytes(bytes: &[u8]) -> Digest {
        Digest(*blake3::hash(bytes).as_bytes())
    }

    /// The digest with these bytes.
    #[must_use]
    pub const fn from_bytes(bytes: [u8; 32]) -> Digest {
        Digest(bytes)
    }

    /// The bytes of the digest.
    #[must_use]
    pub const fn bytes(&self) -> &[u8; 32] {
        &self.0
    }

    /// The first 16 hexadecimal digits, for people to compare.
    #[must_use]
    pub fn short(&self) -> String {
        self.to_string()[..16].to_owned()
    }
}

impl Digest {
    /// The hexadecimal digits. Formatting each byte would take longer than computing the hash.
    fn digits(&self) -> [u8; 64] {
        const DIGITS: &[u8; 16] = b"0123456789abcdef";
        let mut digits = [0; 64];
        for (pair, byte) in digits.chunks_exact_mut(2).zip(self.0) {
            pair[0] = DIGITS[usize::from(byte >> 4)];
            pair[1] = DIGITS[usize::from(byte & 15)];
        }
        digits
    }
}

impl fmt::Display for Digest {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(std::str::from_utf8(&self.digits()).expect("digits are text"))
    }
}

impl fmt::Debug for Digest {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Digest({}..)", self.short())
    }
}

impl FromStr for Digest {
    type Err = &'static str;

    fn from_str(text: &str) -> Result<Digest, Self::Err> {
        const WRONG: &str = "a digest is 64 lower-case hexadecimal digits";
        let nibble = |c: u8| match c {
            b'0'..=b'9' => Ok(c - b'0'),
            b'a'..=b'f' => Ok(c - b'a' + 10),
            _ => Err(WRONG),
        };
        let text = text.as_bytes();
        if text.len() != 64 {
            return Err(WRONG);
        }
        let mut bytes = [0; 32];
        for (byte, pair) in bytes.iter_mut().zip(text.chunks_exact(2)) {
            *byte = nibble(pair[0])? << 4 | nibble(pair[1])?;
        }
        Ok(Digest(bytes))
    }
}

impl Serialize for Digest {
    /// Readable formats (logs) get hexadecimal digits, binary formats (snapshots) get bytes.
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        if serializer.is_human_readable() {
            serializer.serialize_str(std::str::from_utf8(&self.digits()).expect("digits are text"))
        } else {
            self.0.serialize(serializer)
        }
    }
}

impl<'de> Deserialize<'de> for Digest {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Digest, D::Error> {
        if deserializer.is_human_readable() {
            String::deserialize(deserializer)?.parse().map_err(serde::de::Error::custom)
        } else {
            <[u8; 32]>::deserialize(deserializer).map(Digest)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_round_trips_and_is_strict() {
        let digest = Digest::of(&(1u32, "two"));
        assert_eq!(digest.to_string().parse::<Digest>(), Ok(digest));
        assert!("abc".parse::<Digest>().is_err());
        assert!(digest.to_string().to_uppercase().parse::<Digest>().is_err());
    }

    #[test]
    fn different_values_differ() {
        assert_ne!(Digest::of(&[1u8, 2]), Digest::of(&[2u8, 1]));
    }
}
