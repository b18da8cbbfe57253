//! Reads the picture files of a game: PNG and JPEG.

use std::collections::BTreeMap;
use tiny_skia::{IntSize, Pixmap};

/// A picture that can be drawn.
pub struct Picture {
    /// The pixels.
    pub pixels: Pixmap,
    /// The bytes of the file and whether it is grey, if a PDF can contain the file unchanged.
    pub jpeg: Option<(Vec<u8>, bool)>,
}

/// Reads picture files once. `read` returns the bytes of a file of the game.
pub struct Pictures<'a> {
    read: &'a dyn Fn(&str) -> Option<Vec<u8>>,
    known: BTreeMap<String, Option<Picture>>,
}

impl<'a> Pictures<'a> {
    /// Reads files with this function.
    pub fn new(read: &'a dyn Fn(&str) -> Option<Vec<u8>>) -> Pictures<'a> {
        Pictures { read, known: BTreeMap::new() }
    }

    /// The picture in a file. `None` if there is no such file, or if it is neither PNG nor JPEG.
    pub fn get(&mut self, file: &str) -> Option<&Picture> {
        let read = self.read;
        self.known.entry(file.to_owned()).or_insert_with(|| decode(read(file)?)).as_ref()
    }

    /// The files that could not be drawn, in alphabetical order.
    pub fn missing(&self) -> impl Iterator<Item = &str> {
        self.known.iter().filter(|(_, picture)| picture.is_none()).map(|(file, _)| file.as_str())
    }
}

fn decode(bytes: Vec<u8>) -> Option<Picture> {
    if bytes.starts_with(b"\x89PNG") {
        return Some(Picture { pixels: Pixmap::decode_png(&bytes).ok()?, jpeg: None });
    }
    let mut decoder = jpeg_decoder::Decoder::new(&bytes[..]);
    let raw = decoder.decode().ok()?;
    let info = decoder.info()?;
    let rgba: Vec<u8> = match info.pixel_format {
        jpeg_decoder::PixelFormat::RGB24 => raw.chunks_exact(3).flat_map(|p| [p[0], p[1], p[2], 255]).collect(),
        jpeg_decoder::PixelFormat::L8 => raw.iter().flat_map(|grey| [*grey, *grey, *grey, 255]).collect(),
        jpeg_decoder::PixelFormat::CMYK32 => raw
            .chunks_exact(4)
            .flat_map(|p| [0, 1, 2].map(|at| (u16::from(p[at]) * u16::from(p[3]) / 255) as u8).into_iter().chain([255]))
            .collect(),
        jpeg_decoder::PixelFormat::L16 => return None,
    };
    let size = IntSize::from_wh(u32::from(info.width), u32::from(info.height))?;
    let jpeg = match info.pixel_format {
        jpeg_decoder::PixelFormat::RGB24 => Some((bytes, false)),
        jpeg_decoder::PixelFormat::L8 => Some((bytes, true)),
        _ => None,
    };
    Some(Picture { pixels: Pixmap::from_vec(rgba, size)?, jpeg })
}
