//! Turns drawings into pictures made of pixels, for PNG files.

use crate::drawing::{Color, Drawing, Shape};
use crate::outline::{Outline, Segment};
use crate::pictures::Pictures;
use tiny_skia::{
    FillRule, FilterQuality, LineCap, LineJoin, Paint, Path, PathBuilder, Pattern, Pixmap, PixmapPaint, Rect, Shader,
    SpreadMode, Stroke, Transform,
};

/// Draws a drawing with this width in pixels. `None` if the width is 0 or far too large.
pub fn pixels(drawing: &Drawing, width: u32, pictures: &mut Pictures<'_>) -> Option<Pixmap> {
    let scale = width as f32 / drawing.width;
    let mut pixmap = Pixmap::new(width, (drawing.height * scale).round() as u32)?;
    pixmap.fill(paint_color(drawing.ground, 1.0));
    let view = Transform::from_scale(scale, scale);
    for shape in &drawing.shapes {
        match shape {
            Shape::Fill(outline, color, opacity) => {
                let Some(path) = path(outline) else { continue };
                pixmap.fill_path(&path, &paint(*color, *opacity), FillRule::Winding, view, None);
            }
            Shape::Line(outline, color, width) => {
                let Some(path) = path(outline) else { continue };
                let stroke =
                    Stroke { width: *width, line_cap: LineCap::Round, line_join: LineJoin::Round, ..Stroke::default() };
                pixmap.stroke_path(&path, &paint(*color, 1.0), &stroke, view, None);
            }
            Shape::Picture(file, [x, y, width, height]) => {
                let Some(picture) = pictures.get(file) else { continue };
                let source = picture.pixels.as_ref();
                let (wide, high) = (source.width() as f32, source.height() as f32);
                // Scale the picture until it fills the rectangle, and centre it.
                let grow = (width / wide).max(height / high);
                let (left, top) = (x + (width - wide * grow) / 2.0, y + (height - high * grow) / 2.0);
                let place = Transform::from_row(grow, 0.0, 0.0, grow, left, top);
                let Some(area) = Rect::from_xywh(*x, *y, *width, *height) else { continue };
                let shader = Pattern::new(source, SpreadMode::Pad, FilterQuality::Bilinear, 1.0, place);
                let paint = Paint { shader, anti_alias: true, ..Paint::default() };
                pixmap.fill_rect(area, &paint, view, None);
            }
        }
    }
    Some(pixmap)
}

/// Draws pictures into the cells of a sheet with this number of columns and rows.
pub fn sheet(cells: &[Pixmap], columns: u32, rows: u32) -> Option<Pixmap> {
    let first = cells.first()?;
    let mut sheet = Pixmap::new(first.width() * columns, first.height() * rows)?;
    for (cell, at) in cells.iter().zip(0_u32..) {
        let (x, y) = ((at % columns * first.width()) as i32, (at / columns * first.height()) as i32);
        sheet.draw_pixmap(x, y, cell.as_ref(), &PixmapPaint::default(), Transform::identity(), None);
    }
    Some(sheet)
}

fn paint_color(Color(red, green, blue): Color, opacity: f32) -> tiny_skia::Color {
    tiny_skia::Color::from_rgba8(red, green, blue, (opacity.clamp(0.0, 1.0) * 255.0).round() as u8)
}

fn paint(color: Color, opacity: f32) -> Paint<'static> {
    Paint { shader: Shader::SolidColor(paint_color(color, opacity)), anti_alias: true, ..Paint::default() }
}

fn path(outline: &Outline) -> Option<Path> {
    let mut builder = PathBuilder::new();
    for segment in &outline.0 {
        match *segment {
            Segment::Move((x, y)) => builder.move_to(x, y),
            Segment::Line((x, y)) => builder.line_to(x, y),
            Segment::Curve((x1, y1), (x2, y2), (x, y)) => builder.cubic_to(x1, y1, x2, y2, x, y),
            Segment::Close => builder.close(),
        }
    }
    builder.finish()
}
