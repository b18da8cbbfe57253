//! Turns drawings into pages of a PDF file. A drawing that occurs on several pages is stored once.

use crate::drawing::{Color, Drawing, Shape};
use crate::outline::{Affine, Outline, Segment};
use crate::pictures::Pictures;
use flate2::Compression;
use flate2::write::ZlibEncoder;
use pdf_writer::types::{LineCapStyle, LineJoinStyle};
use pdf_writer::{Content, Filter, Finish, Name, Pdf, Rect, Ref, TextStr};
use std::collections::{BTreeMap, BTreeSet};
use std::io::Write as _;

/// Points in a millimetre.
const POINTS: f32 = 72.0 / 25.4;

/// A drawing in the file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Stored(Ref);

/// A drawing at a place of a page.
pub struct Placed {
    /// The drawing.
    pub drawing: Stored,
    /// The transform from the units of the drawing to millimetres, which count from the left upper corner of the page.
    pub map: Affine,
    /// Nothing is drawn outside this rectangle in millimetres: left, top, width, height.
    pub clip: [f32; 4],
    /// The colour of the rectangle below the drawing.
    pub ground: Color,
}

/// A file that is being written.
pub struct PdfFile {
    pdf: Pdf,
    next: i32,
    tree: Ref,
    pages: Vec<Ref>,
    /// The pictures so far: their place in the file, width and height. `None` if the file cannot be read.
    images: BTreeMap<String, Option<(Ref, f32, f32)>>,
    /// Opacities in percent.
    opacities: BTreeMap<u8, Ref>,
}

impl PdfFile {
    /// An empty file with a title.
    pub fn new(title: &str) -> PdfFile {
        let mut file = PdfFile {
            pdf: Pdf::new(),
            next: 1,
            tree: Ref::new(1),
            pages: Vec::new(),
            images: BTreeMap::new(),
            opacities: BTreeMap::new(),
        };
        let catalog = file.take();
        file.tree = file.take();
        let tree = file.tree;
        file.pdf.catalog(catalog).pages(tree);
        let info = file.take();
        file.pdf.document_info(info).title(TextStr(title)).creator(TextStr("Rulebook"));
        file
    }

    fn take(&mut self) -> Ref {
        let id = Ref::new(self.next);
        self.next += 1;
        id
    }

    /// Stores a drawing.
    pub fn store(&mut self, drawing: &Drawing, pictures: &mut Pictures<'_>) -> Stored {
        let mut content = Content::new();
        let (mut images, mut opacities) = (BTreeSet::new(), BTreeSet::new());
        for shape in &drawing.shapes {
            if let Shape::Fill(_, _, opacity) = shape {
                opacities.insert(percent(*opacity));
            }
            if let Shape::Picture(file, [x, y, width, height]) = shape {
                let Some((_, wide, high)) = self.image(file, pictures) else { continue };
                let grow = (width / wide).max(height / high);
                let (wide, high) = (wide * grow, high * grow);
                let (left, below) = (x + (width - wide) / 2.0, y + (height + high) / 2.0);
                content.save_state();
                content.rect(*x, *y, *width, *height).clip_nonzero().end_path();
                // PDF draws a picture upwards, but the y axis of the drawing points down: flip the picture.
                content.transform([wide, 0.0, 0.0, -high, left, below]);
                content.x_object(Name(image_name(file).as_bytes()));
                content.restore_state();
                images.insert(file.clone());
                continue;
            }
            paint(&mut content, shape);
        }
        let bytes = packed(&content.finish());
        let id = self.take();
        let images: Vec<(String, Ref)> = images
            .iter()
            .filter_map(|file| Some((image_name(file), self.images.get(file).copied().flatten()?.0)))
            .collect();
        let opacities: Vec<(u8, Ref)> = opacities
            .into_iter()
            .filter(|percent| *percent < 100)
            .map(|percent| (percent, self.opacity(percent)))
            .collect();
        let mut form = self.pdf.form_xobject(id, &bytes);
        form.filter(Filter::FlateDecode);
        form.bbox(Rect::new(0.0, 0.0, drawing.width, drawing.height));
        let mut resources = form.resources();
        if !images.is_empty() {
            let mut objects = resources.x_objects();
            for (name, id) in &images {
                objects.pair(Name(name.as_bytes()), *id);
            }
        }
        if !opacities.is_empty() {
            let mut states = resources.ext_g_states();
            for (percent, id) in &opacities {
                states.pair(Name(opacity_name(*percent).as_bytes()), *id);
            }
        }
        resources.finish();
        form.finish();
        Stored(id)
    }

    fn opacity(&mut self, percent: u8) -> Ref {
        if let Some(id) = self.opacities.get(&percent) {
            return *id;
        }
        let id = self.take();
        self.pdf.ext_graphics(id).non_stroking_alpha(f32::from(percent) / 100.0);
        self.opacities.insert(percent, id);
        id
    }

    fn image(&mut self, file: &str, pictures: &mut Pictures<'_>) -> Option<(Ref, f32, f32)> {
        if let Some(known) = self.images.get(file) {
            return *known;
        }
        let stored = pictures.get(file).map(|picture| {
            let (width, height) = (picture.pixels.width(), picture.pixels.height());
            let (bytes, filter, grey) = match &picture.jpeg {
                Some((bytes, grey)) => (bytes.clone(), Filter::DctDecode, *grey),
                None => {
                    // Transparent parts become white.
                    let pixels = picture.pixels.data().chunks_exact(4);
                    let rgb: Vec<u8> =
                        pixels.flat_map(|p| [p[0], p[1], p[2]].map(|part| part.saturating_add(255 - p[3]))).collect();
                    (packed(&rgb), Filter::FlateDecode, false)
                }
            };
            (bytes, filter, grey, width, height)
        });
        let stored = stored.map(|(bytes, filter, grey, width, height)| {
            let id = self.take();
            let mut image = self.pdf.image_xobject(id, &bytes);
            image.filter(filter);
            image.width(width as i32);
            image.height(height as i32);
            match grey {
                true => image.color_space().device_gray(),
                false => image.color_space().device_rgb(),
            };
            image.bits_per_component(8);
            image.finish();
            (id, width as f32, height as f32)
        });
        self.images.insert(file.to_owned(), stored);
        stored
    }

    /// Adds a page of this size in millimetres. `over` is drawn above the placed drawings, in millimetres, and without
    /// pictures.
    pub fn page(&mut self, (width, height): (f32, f32), placed: &[Placed], over: &Drawing) {
        let mut content = Content::new();
        // From now on, coordinates are millimetres from the left upper corner.
        content.transform([POINTS, 0.0, 0.0, -POINTS, 0.0, height * POINTS]);
        for one in placed {
            let [x, y, wide, high] = one.clip;
            let Color(red, green, blue) = one.ground;
            let [red, green, blue] = [red, green, blue].map(|part| f32::from(part) / 255.0);
            content.save_state();
            content.rect(x, y, wide, high).clip_nonzero().end_path();
            content.set_fill_rgb(red, green, blue).rect(x, y, wide, high).fill_nonzero();
            content.transform(one.map.0);
            content.x_object(Name(form_name(one.drawing).as_bytes()));
            content.restore_state();
        }
        for shape in &over.shapes {
            paint(&mut content, shape);
        }
        let bytes = packed(&content.finish());
        let (id, stream) = (self.take(), self.take());
        let opacities: Vec<(u8, Ref)> = over
            .shapes
            .iter()
            .filter_map(|shape| if let Shape::Fill(_, _, opacity) = shape { Some(percent(*opacity)) } else { None })
            .filter(|percent| *percent < 100)
            .collect::<BTreeSet<_>>()
            .into_iter()
            .map(|percent| (percent, self.opacity(percent)))
            .collect();
        self.pdf.stream(stream, &bytes).filter(Filter::FlateDecode);
        let mut page = self.pdf.page(id);
        page.media_box(Rect::new(0.0, 0.0, width * POINTS, height * POINTS));
        page.parent(self.tree);
        page.contents(stream);
        let mut resources = page.resources();
        let forms: BTreeSet<i32> = placed.iter().map(|one| one.drawing.0.get()).collect();
        let mut objects = resources.x_objects();
        for form in forms {
            let stored = Stored(Ref::new(form));
            objects.pair(Name(form_name(stored).as_bytes()), stored.0);
        }
        objects.finish();
        if !opacities.is_empty() {
            let mut states = resources.ext_g_states();
            for (percent, id) in &opacities {
                states.pair(Name(opacity_name(*percent).as_bytes()), *id);
            }
        }
        resources.finish();
        page.finish();
        self.pages.push(id);
    }

    /// The number of pages so far.
    pub fn pages(&self) -> usize {
        self.pages.len()
    }

    /// The bytes of the file.
    pub fn finish(mut self) -> Vec<u8> {
        let count = self.pages.len() as i32;
        self.pdf.pages(self.tree).kids(self.pages.iter().copied()).count(count);
        self.pdf.finish()
    }
}

fn percent(opacity: f32) -> u8 {
    (opacity.clamp(0.0, 1.0) * 100.0).round() as u8
}

fn opacity_name(percent: u8) -> String {
    format!("O{percent}")
}

fn form_name(form: Stored) -> String {
    format!("F{}", form.0.get())
}

/// The name of a picture in the file: only letters and digits.
fn image_name(file: &str) -> String {
    file.bytes().fold("I".to_owned(), |name, byte| {
        if byte.is_ascii_alphanumeric() { name + &char::from(byte).to_string() } else { format!("{name}_{byte:02x}") }
    })
}

fn packed(bytes: &[u8]) -> Vec<u8> {
    let mut encoder = ZlibEncoder::new(Vec::new(), Compression::default());
    // Writing to memory cannot fail.
    let _ = encoder.write_all(bytes);
    encoder.finish().unwrap_or_default()
}

/// Paints an outline.
fn paint(content: &mut Content, shape: &Shape) {
    let part = |Color(red, green, blue): Color| [red, green, blue].map(|part| f32::from(part) / 255.0);
    match shape {
        Shape::Fill(outline, color, opacity) if !outline.0.is_empty() => {
            let [red, green, blue] = part(*color);
            let clear = percent(*opacity) < 100;
            if clear {
                content.save_state();
                content.set_parameters(Name(opacity_name(percent(*opacity)).as_bytes()));
            }
            content.set_fill_rgb(red, green, blue);
            trace(content, outline);
            content.fill_nonzero();
            if clear {
                content.restore_state();
            }
        }
        Shape::Line(outline, color, width) if !outline.0.is_empty() => {
            let [red, green, blue] = part(*color);
            content.set_stroke_rgb(red, green, blue);
            content.set_line_width(*width);
            content.set_line_cap(LineCapStyle::RoundCap).set_line_join(LineJoinStyle::RoundJoin);
            trace(content, outline);
            content.stroke();
        }
        _ => {}
    }
}

fn trace(content: &mut Content, outline: &Outline) {
    // A thousandth of a unit is finer than any printer.
    let short = |value: f32| (value * 1000.0).round() / 1000.0;
    for segment in &outline.0 {
        match *segment {
            Segment::Move((x, y)) => content.move_to(short(x), short(y)),
            Segment::Line((x, y)) => content.line_to(short(x), short(y)),
            Segment::Curve((x1, y1), (x2, y2), (x, y)) => {
                content.cubic_to(short(x1), short(y1), short(x2), short(y2), short(x), short(y))
            }
            Segment::Close => content.close_path(),
        };
    }
}
