//! Outlines: the only shapes of a drawing. Letters are outlines too, so a printer needs no fonts.

/// A point: right, then down.
pub type Point = (f32, f32);

/// A part of an outline.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Segment {
    /// Starts a new part at a point.
    Move(Point),
    /// A straight line.
    Line(Point),
    /// A cubic Bézier curve: two control points and the end.
    Curve(Point, Point, Point),
    /// A straight line back to the start of the part.
    Close,
}

/// An affine transform: `x' = a x + c y + e`, `y' = b x + d y + f`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Affine(pub [f32; 6]);

impl Affine {
    /// Leaves every point where it is.
    pub const UNIT: Affine = Affine([1.0, 0.0, 0.0, 1.0, 0.0, 0.0]);

    /// Scales by these factors, then moves.
    pub fn place(scale: Point, at: Point) -> Affine {
        Affine([scale.0, 0.0, 0.0, scale.1, at.0, at.1])
    }

    /// Rotates clockwise by an angle in degrees, around a point.
    pub fn turn(degrees: f32, (x, y): Point) -> Affine {
        let (sin, cos) = degrees.to_radians().sin_cos();
        Affine([cos, sin, -sin, cos, x - cos * x + sin * y, y - sin * x - cos * y])
    }

    /// The transform that applies `first`, then this one.
    pub fn after(self, first: Affine) -> Affine {
        let [a, b, c, d, e, f] = self.0;
        let [a2, b2, c2, d2, e2, f2] = first.0;
        Affine([
            a * a2 + c * b2,
            b * a2 + d * b2,
            a * c2 + c * d2,
            b * c2 + d * d2,
            a * e2 + c * f2 + e,
            b * e2 + d * f2 + f,
        ])
    }

    /// The image of a point.
    pub fn of(self, (x, y): Point) -> Point {
        let [a, b, c, d, e, f] = self.0;
        (a * x + c * y + e, b * x + d * y + f)
    }

    /// The factor by which lengths grow.
    pub fn scale(self) -> f32 {
        let [a, b, c, d, ..] = self.0;
        (a * d - b * c).abs().sqrt()
    }
}

/// One or more closed or open lines.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Outline(pub Vec<Segment>);

/// The distance of the control points of a quarter of a circle with radius 1.
const QUARTER: f32 = 0.552_284_8;

impl Outline {
    /// A rectangle: left, top, width, height.
    pub fn rect(x: f32, y: f32, width: f32, height: f32) -> Outline {
        Outline::polygon(&[(x, y), (x + width, y), (x + width, y + height), (x, y + height)])
    }

    /// A rectangle with round corners.
    pub fn rounded(x: f32, y: f32, width: f32, height: f32, radius: f32) -> Outline {
        let (r, k) = (radius, radius * (1.0 - QUARTER));
        let (right, below) = (x + width, y + height);
        Outline(vec![
            Segment::Move((x + r, y)),
            Segment::Line((right - r, y)),
            Segment::Curve((right - k, y), (right, y + k), (right, y + r)),
            Segment::Line((right, below - r)),
            Segment::Curve((right, below - k), (right - k, below), (right - r, below)),
            Segment::Line((x + r, below)),
            Segment::Curve((x + k, below), (x, below - k), (x, below - r)),
            Segment::Line((x, y + r)),
            Segment::Curve((x, y + k), (x + k, y), (x + r, y)),
            Segment::Close,
        ])
    }

    /// An ellipse: its centre and its two radii.
    pub fn ellipse(x: f32, y: f32, rx: f32, ry: f32) -> Outline {
        let (kx, ky) = (rx * QUARTER, ry * QUARTER);
        Outline(vec![
            Segment::Move((x + rx, y)),
            Segment::Curve((x + rx, y + ky), (x + kx, y + ry), (x, y + ry)),
            Segment::Curve((x - kx, y + ry), (x - rx, y + ky), (x - rx, y)),
            Segment::Curve((x - rx, y - ky), (x - kx, y - ry), (x, y - ry)),
            Segment::Curve((x + kx, y - ry), (x + rx, y - ky), (x + rx, y)),
            Segment::Close,
        ])
    }

    /// A circle.
    pub fn circle(x: f32, y: f32, radius: f32) -> Outline {
        Outline::ellipse(x, y, radius, radius)
    }

    /// A closed line through these points.
    pub fn polygon(points: &[Point]) -> Outline {
        let mut outline = Outline::line(points);
        outline.0.push(Segment::Close);
        outline
    }

    /// An open line through these points.
    pub fn line(points: &[Point]) -> Outline {
        let of = |(at, point): (usize, &Point)| if at == 0 { Segment::Move(*point) } else { Segment::Line(*point) };
        Outline(points.iter().enumerate().map(of).collect())
    }

    /// The outline, transformed by `map`.
    pub fn map(&self, map: Affine) -> Outline {
        let of = |segment: &Segment| match *segment {
            Segment::Move(to) => Segment::Move(map.of(to)),
            Segment::Line(to) => Segment::Line(map.of(to)),
            Segment::Curve(a, b, to) => Segment::Curve(map.of(a), map.of(b), map.of(to)),
            Segment::Close => Segment::Close,
        };
        Outline(self.0.iter().map(of).collect())
    }

    /// Adds another outline.
    pub fn add(&mut self, other: Outline) {
        self.0.extend(other.0);
    }

    /// Reads the path language of SVG. Reading stops at the first part that is not understood.
    pub fn svg(text: &str) -> Outline {
        let mut reader =
            Reader { rest: text, at: (0.0, 0.0), start: (0.0, 0.0), control: None, outline: Outline::default() };
        let mut command = ' ';
        while reader.step(&mut command).is_some() {}
        reader.outline
    }
}

struct Reader<'t> {
    rest: &'t str,
    at: Point,
    start: Point,
    /// The last control point of the curve before, if the last command drew a curve: the command in lower case, and the
    /// point.
    control: Option<(char, Point)>,
    outline: Outline,
}

impl Reader<'_> {
    fn skip(&mut self) {
        self.rest = self.rest.trim_start_matches(|sign: char| sign.is_whitespace() || sign == ',');
    }

    fn number(&mut self) -> Option<f32> {
        self.skip();
        let mut seen_dot = false;
        let end = self.rest.char_indices().find(|&(at, sign)| {
            let dot = sign == '.' && !seen_dot;
            seen_dot |= dot;
            !(sign.is_ascii_digit() || dot || at == 0 && sign == '-')
        });
        let (number, rest) = self.rest.split_at(end.map_or(self.rest.len(), |(at, _)| at));
        self.rest = rest;
        number.parse().ok()
    }

    fn point(&mut self, relative: bool) -> Option<Point> {
        let (x, y) = (self.number()?, self.number()?);
        Some(if relative { (self.at.0 + x, self.at.1 + y) } else { (x, y) })
    }

    fn line(&mut self, to: Point) {
        self.outline.0.push(Segment::Line(to));
        self.at = to;
    }

    /// Reads one command, or further numbers for the last command. `None` at the end.
    fn step(&mut self, command: &mut char) -> Option<()> {
        self.skip();
        let next = self.rest.chars().next()?;
        if next.is_ascii_alphabetic() {
            self.rest = &self.rest[1..];
            *command = next;
        }
        let relative = command.is_ascii_lowercase();
        let control = self.control.take();
        // A smooth curve begins in the direction in which a curve of the same kind ended.
        let mirrored = |kind: char, at: Point| match control {
            Some((known, (x, y))) if known == kind => (2.0 * at.0 - x, 2.0 * at.1 - y),
            _ => at,
        };
        match command.to_ascii_lowercase() {
            'm' => {
                let to = self.point(relative)?;
                self.outline.0.push(Segment::Move(to));
                (self.at, self.start) = (to, to);
                // Further points after a move are lines.
                *command = if relative { 'l' } else { 'L' };
            }
            'l' => {
                let to = self.point(relative)?;
                self.line(to);
            }
            'h' => {
                let x = self.number()? + if relative { self.at.0 } else { 0.0 };
                self.line((x, self.at.1));
            }
            'v' => {
                let y = self.number()? + if relative { self.at.1 } else { 0.0 };
                self.line((self.at.0, y));
            }
            'c' => {
                let (a, b, to) = (self.point(relative)?, self.point(relative)?, self.point(relative)?);
                self.outline.0.push(Segment::Curve(a, b, to));
                (self.at, self.control) = (to, Some(('c', b)));
            }
            's' => {
                let a = mirrored('c', self.at);
                let (b, to) = (self.point(relative)?, self.point(relative)?);
                self.outline.0.push(Segment::Curve(a, b, to));
                (self.at, self.control) = (to, Some(('c', b)));
            }
            'q' => {
                let (control, to) = (self.point(relative)?, self.point(relative)?);
                self.outline.0.push(quadratic(self.at, control, to));
                (self.at, self.control) = (to, Some(('q', control)));
            }
            't' => {
                let control = mirrored('q', self.at);
                let to = self.point(relative)?;
                self.outline.0.push(quadratic(self.at, control, to));
                (self.at, self.control) = (to, Some(('q', control)));
            }
            'a' => {
                let (rx, ry, turn) = (self.number()?, self.number()?, self.number()?);
                let (large, sweep) = (self.number()? != 0.0, self.number()? != 0.0);
                let to = self.point(relative)?;
                self.arc((rx, ry), turn, large, sweep, to);
            }
            'z' => {
                self.outline.0.push(Segment::Close);
                self.at = self.start;
            }
            _ => return None,
        }
        Some(())
    }

    /// Adds an arc of an ellipse as curves. See "Elliptical arc implementation notes" of SVG 1.1, F.6.
    fn arc(&mut self, (rx, ry): Point, turn: f32, large: bool, sweep: bool, to: Point) {
        let (sin, cos) = turn.to_radians().sin_cos();
        let half = ((self.at.0 - to.0) / 2.0, (self.at.1 - to.1) / 2.0);
        let (x, y) = (cos * half.0 + sin * half.1, -sin * half.0 + cos * half.1);
        // If the radii are too small to reach the end point, enlarge them (F.6.6).
        let grow = ((x / rx).powi(2) + (y / ry).powi(2)).sqrt().max(1.0);
        let (rx, ry) = (rx * grow, ry * grow);
        let below = (rx * y).powi(2) + (ry * x).powi(2);
        let above = ((rx * ry).powi(2) - below).max(0.0);
        let factor = if below == 0.0 { 0.0 } else { (above / below).sqrt() } * if large == sweep { -1.0 } else { 1.0 };
        let (cx, cy) = (factor * rx * y / ry, -factor * ry * x / rx);
        let begin = ((y - cy) / ry).atan2((x - cx) / rx);
        let end = ((-y - cy) / ry).atan2((-x - cx) / rx);
        let mut sweep_angle = end - begin;
        let whole = 2.0 * std::f32::consts::PI;
        if sweep && sweep_angle < 0.0 {
            sweep_angle += whole;
        } else if !sweep && sweep_angle > 0.0 {
            sweep_angle -= whole;
        }
        let centre = ((self.at.0 + to.0) / 2.0, (self.at.1 + to.1) / 2.0);
        let place = Affine([cos, sin, -sin, cos, cos * cx - sin * cy + centre.0, sin * cx + cos * cy + centre.1]);
        let parts = (sweep_angle.abs() / std::f32::consts::FRAC_PI_2).ceil().max(1.0);
        let step = sweep_angle / parts;
        let reach = 4.0 / 3.0 * (step / 4.0).tan();
        for part in 0..parts as usize {
            let (from, upto) = (begin + step * part as f32, begin + step * (part + 1) as f32);
            let on = |angle: f32| (rx * angle.cos(), ry * angle.sin());
            let tangent = |angle: f32| (-rx * angle.sin(), ry * angle.cos());
            let (p, q, dp, dq) = (on(from), on(upto), tangent(from), tangent(upto));
            let a = place.of((p.0 + reach * dp.0, p.1 + reach * dp.1));
            let b = place.of((q.0 - reach * dq.0, q.1 - reach * dq.1));
            self.outline.0.push(Segment::Curve(a, b, place.of(q)));
        }
        self.at = to;
    }
}

/// A quadratic curve as a cubic one.
pub fn quadratic(from: Point, control: Point, to: Point) -> Segment {
    let toward = |end: Point| (end.0 + 2.0 / 3.0 * (control.0 - end.0), end.1 + 2.0 / 3.0 * (control.1 - end.1));
    Segment::Curve(toward(from), toward(to), to)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn last(outline: &Outline) -> Point {
        let point = |segment: &Segment| match *segment {
            Segment::Move(to) | Segment::Line(to) | Segment::Curve(_, _, to) => Some(to),
            Segment::Close => None,
        };
        outline.0.iter().rev().find_map(point).expect("a point")
    }

    #[test]
    fn paths_of_svg_are_read() {
        let square = Outline::svg("M10 10h20v20H10z");
        assert_eq!(
            square,
            Outline(vec![
                Segment::Move((10.0, 10.0)),
                Segment::Line((30.0, 10.0)),
                Segment::Line((30.0, 30.0)),
                Segment::Line((10.0, 30.0)),
                Segment::Close,
            ])
        );
        assert_eq!(last(&Outline::svg("M2-3l-1.5.5-.5.5")), (0.0, -2.0), "numbers need no space between them");
        let (x, y) = last(&Outline::svg("M0 0a5 5 0 0 1 10 0"));
        assert!((x - 10.0).abs() < 1e-3 && y.abs() < 1e-3);
        // Half a circle to the right and below: its lowest point is one radius away.
        let half = Outline::svg("M0 0a5 5 0 0 0 10 0");
        let lowest = half.0.iter().filter_map(|part| if let Segment::Curve(.., to) = part { Some(to.1) } else { None });
        assert!((lowest.fold(0.0_f32, f32::max) - 5.0).abs() < 1e-3);
    }

    #[test]
    fn maps_follow_each_other() {
        let turned = Affine::turn(90.0, (50.0, 50.0)).of((50.0, 0.0));
        assert!((turned.0 - 100.0).abs() < 1e-3 && (turned.1 - 50.0).abs() < 1e-3, "{turned:?}");
        let both = Affine::place((2.0, 2.0), (1.0, 0.0)).after(Affine::place((1.0, 1.0), (3.0, 4.0)));
        assert_eq!(both.of((0.0, 0.0)), (7.0, 8.0));
        assert!((both.scale() - 2.0).abs() < 1e-6);
    }
}
