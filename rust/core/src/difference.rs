//! Compares two images of the same size box by box: which boxes changed, and by how many pixels.
//!
//! Colour distances are measured in YIQ space as defined by Kotsarenko and Ramos ("Measuring
//! perceived color difference using YIQ NTSC transmission color space in mobile applications",
//! 2010). Anti-aliased pixels are recognised by their neighbours (Vysniauskas, "Anti-aliased Pixel
//! and Intensity Slope Detector", 2009). `pixelmatch` uses the same two methods, so its thresholds
//! have the same meaning here.
//!
//! A box may have moved in the second image. A pixel belongs to the smallest box that contains it,
//! and is compared only if it belongs to the same box in both images. Both images are read once,
//! row by row. Nearly all rows are equal, and an equal row costs one memory comparison.

use crate::error::Error;
use crate::geometry::{Rect, Size};
use crate::owners::{LEFT_OUT, NOBODY, Owners, Pair};
use crate::request::Source;
use crate::rows::{Rows, Window};

/// Changes inside one box, without its inner boxes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Changed {
    /// Number of pixels of the box that are inside both images.
    pub compared: u64,
    /// Number of pixels whose colour changed.
    pub changed: u64,
    /// Number of pixels that differ only by anti-aliasing; they are not counted in `changed`.
    pub smoothed: u64,
    /// Bounding box of all changed pixels, in the second image.
    pub bounds: Option<Rect>,
}

/// Changes in each box and outside all boxes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Difference {
    /// Size of both images, which must be equal.
    pub size: Size,
    /// One entry per pair, in the order of the pairs.
    pub boxes: Vec<Changed>,
    /// Changes of pixels that are in no box in either image.
    pub rest: Changed,
}

/// Maximum number of boxes. Box numbers have 16 bits.
pub const MAX_PAIRS: usize = 60_000;

/// Compares two images.
///
/// # Arguments
/// `threshold`: smallest colour distance that counts as a change, from 0 (any difference) to 1 (no
/// difference), as in `pixelmatch`, whose default is 0.1.
///
/// # Errors
/// [`Error::SizesDiffer`] if the sizes differ; [`Error::InvalidOption`] for a threshold out of
/// range or too many boxes; and the errors of decoding.
pub fn difference(
    before: Source<'_>,
    after: Source<'_>,
    pairs: &[Pair],
    threshold: f32,
) -> Result<Difference, Error> {
    if !(0.0..=1.0).contains(&threshold) {
        return Err(Error::InvalidOption(format!("a threshold of {threshold}; it is 0 to 1")));
    }
    if pairs.len() > MAX_PAIRS {
        return Err(Error::InvalidOption(format!("{} boxes; at most {MAX_PAIRS}", pairs.len())));
    }
    let (before, after) = (Rows::open(before)?, Rows::open(after)?);
    let size = after.size();
    if before.size() != size {
        let of = |size: Size| (size.w(), size.h());
        return Err(Error::SizesDiffer { before: of(before.size()), after: of(size) });
    }
    let moves: Vec<Option<Move>> = pairs.iter().map(|&pair| Move::of(pair, size)).collect();
    let down = moves
        .iter()
        .flatten()
        .map(|each| each.dy)
        .fold((0, 0), |(least, most), dy| (dy.min(least), dy.max(most)));
    let (ahead, behind) = (down.0.unsigned_abs() as usize, down.1 as usize);
    let mut has_moved = vec![false; size.h() as usize];
    for each in moves.iter().flatten().filter(|each| !each.is_still()) {
        has_moved[each.to.1..each.to.1 + each.h].fill(true);
    }
    let comparison = Comparison {
        before: Window::new(before, ahead + behind + 2 * AROUND + 1),
        after: Window::new(after, 2 * AROUND + 1),
        ahead,
        limit: MAX_DISTANCE * threshold * threshold,
        owners: [Owners::new(size, pairs, |pair| pair.0), Owners::new(size, pairs, |pair| pair.1)],
        boxes: moves.iter().map(|each| Changed::in_box(each.as_ref())).collect(),
        rest: Changed::default(),
        has_moved,
        moves,
    };
    comparison.run()
}

/// Upper bound of the squared distance between two colours: that of black and white.
const MAX_DISTANCE: f32 = 35_215.0;
/// Number of bytes (16 pixels) that are compared at once before single pixels are compared.
const BLOCK: usize = 48;
/// Number of rows above and below a pixel that are needed to detect anti-aliasing: its neighbours
/// and their neighbours.
const AROUND: usize = 2;

struct Comparison<'a> {
    before: Window<'a>,
    after: Window<'a>,
    /// Number of rows by which the first image must be read ahead of the second.
    ahead: usize,
    limit: f32,
    /// For the first and for the second image, the box that owns each pixel.
    owners: [Owners; 2],
    /// For each box, how it moved from the first image to the second; `None` if no part of it can
    /// be compared.
    moves: Vec<Option<Move>>,
    /// For each row of the second image, whether it contains a box that moved.
    has_moved: Vec<bool>,
    boxes: Vec<Changed>,
    rest: Changed,
}

/// Adjacent pixels of one row that belong to the same box, with their positions in both images.
#[derive(Clone, Copy)]
struct Run {
    owner: u16,
    from: (usize, usize),
    to: (usize, usize),
    len: usize,
}

impl Comparison<'_> {
    fn run(mut self) -> Result<Difference, Error> {
        let size = self.after.size();
        let mut runs = Vec::new();
        for y in 0..size.h() as usize {
            self.before.reach(y + self.ahead + AROUND)?;
            self.after.reach(y + AROUND)?;
            let is_equal = self.before.row(y) == self.after.row(y);
            self.runs(y, is_equal, &mut runs);
            for run in runs.drain(..) {
                self.compare(run);
            }
        }
        self.rest.compared = size.area();
        if self.rest.changed > 0 {
            self.rest.compared = self.count_nobodys();
        }
        Ok(Difference { size, boxes: self.boxes, rest: self.rest })
    }

    /// Collects the pixels of a row that belong to the same box in both images. If the row is equal
    /// in both images, only boxes that moved are considered.
    fn runs(&mut self, y: usize, is_equal: bool, found: &mut Vec<Run>) {
        let [before, after] = &mut self.owners;
        if is_equal && !self.has_moved[y] {
            return;
        }
        let width = self.after.size().w() as usize;
        let still = Move { dx: 0, dy: 0, to: (0, y), w: width, h: 1 };
        for &(start, end, owner) in after.row(y) {
            let going = match owner {
                NOBODY => still,
                LEFT_OUT => continue,
                owner => match self.moves[owner as usize] {
                    Some(going) if going.holds_row(y) => going,
                    _ => continue,
                },
            };
            if is_equal && going.is_still() {
                continue;
            }
            let (start, end) = (start.max(going.to.0), end.min(going.to.0 + going.w));
            let back = |x: usize| (x as i32 - going.dx) as usize;
            let from_y = (y as i32 - going.dy) as usize;
            for &(first, last, mine) in before.row(from_y) {
                let first = first.max(back(start).min(last));
                let last = last.min(back(end.max(start)));
                if mine == owner && first < last {
                    let x = (first as i32 + going.dx) as usize;
                    found.push(Run { owner, from: (first, from_y), to: (x, y), len: last - first });
                }
            }
        }
    }

    fn compare(&mut self, run: Run) {
        let Run { owner, from, to, len } = run;
        let part = |x: usize| 3 * x..3 * (x + len);
        let old = &self.before.row(from.1)[part(from.0)];
        let new = &self.after.row(to.1)[part(to.0)];
        if old == new {
            return;
        }
        let found = if owner == NOBODY { &mut self.rest } else { &mut self.boxes[owner as usize] };
        for (block, (old, new)) in old.chunks(BLOCK).zip(new.chunks(BLOCK)).enumerate() {
            if are_equal(old, new) {
                continue;
            }
            for (at, (a, b)) in old.chunks_exact(3).zip(new.chunks_exact(3)).enumerate() {
                if a == b || distance(a, b) <= self.limit {
                    continue;
                }
                let x = block * (BLOCK / 3) + at;
                let here = (from.0 + x, from.1);
                let there = (to.0 + x, to.1);
                if is_smoothing(&self.before, here, &self.after, there)
                    || is_smoothing(&self.after, there, &self.before, here)
                {
                    found.smoothed += 1;
                } else {
                    found.changed += 1;
                    found.bounds = grown(found.bounds, there);
                }
            }
        }
    }

    /// Counts the pixels that are in no box in either image.
    fn count_nobodys(&mut self) -> u64 {
        let mut count = 0;
        let [before, after] = &mut self.owners;
        for y in 0..self.after.size().h() as usize {
            for &(start, end, owner) in after.row(y) {
                for &(first, last, mine) in before.row(y) {
                    if owner == NOBODY && mine == NOBODY {
                        count += end.min(last).saturating_sub(start.max(first)) as u64;
                    }
                }
            }
        }
        count
    }
}

fn are_equal(old: &[u8], new: &[u8]) -> bool {
    match (<&[u8; BLOCK]>::try_from(old), <&[u8; BLOCK]>::try_from(new)) {
        (Ok(old), Ok(new)) => old == new, // a fixed length compiles to inline code, without memcmp
        _ => old == new,
    }
}

/// The part of a box that is inside both images, and how it moved.
#[derive(Clone, Copy)]
struct Move {
    dx: i32,
    dy: i32,
    /// Top-left corner of the part in the second image.
    to: (usize, usize),
    w: usize,
    h: usize,
}

impl Move {
    fn of(pair: Pair, size: Size) -> Option<Self> {
        let (Some(from), Some(to)) = pair else { return None };
        let (w, h) = (size.w() as i32, size.h() as i32);
        let left = 0.max(-from.x()).max(-to.x());
        let top = 0.max(-from.y()).max(-to.y());
        let right = from.w().min(to.w()).min(w - from.x()).min(w - to.x());
        let bottom = from.h().min(to.h()).min(h - from.y()).min(h - to.y());
        (left < right && top < bottom).then(|| Self {
            dx: to.x() - from.x(),
            dy: to.y() - from.y(),
            to: ((to.x() + left) as usize, (to.y() + top) as usize),
            w: (right - left) as usize,
            h: (bottom - top) as usize,
        })
    }

    fn is_still(&self) -> bool {
        self.dx == 0 && self.dy == 0
    }

    fn holds_row(&self, y: usize) -> bool {
        (self.to.1..self.to.1 + self.h).contains(&y)
    }
}

impl Changed {
    fn in_box(moved: Option<&Move>) -> Self {
        let compared = moved.map_or(0, |shared| shared.w as u64 * shared.h as u64);
        Self { compared, ..Self::default() }
    }
}

fn grown(bounds: Option<Rect>, (x, y): (usize, usize)) -> Option<Rect> {
    let (x, y) = (x as i32, y as i32);
    let (left, top, right, bottom) = bounds.map_or((x, y, x + 1, y + 1), |b| {
        (b.x().min(x), b.y().min(y), b.right().max(x + 1), b.bottom().max(y + 1))
    });
    Rect::new(left, top, right - left, bottom - top)
}

fn brightness(p: &[u8]) -> f32 {
    let [r, g, b] = [p[0], p[1], p[2]].map(f32::from);
    0.298_895 * r + 0.586_622 * g + 0.114_482 * b
}

/// Squared distance between two colours in YIQ.
fn distance(a: &[u8], b: &[u8]) -> f32 {
    let [r, g, b] = [0, 1, 2].map(|c| f32::from(a[c]) - f32::from(b[c]));
    let y = 0.298_895 * r + 0.586_622 * g + 0.114_482 * b;
    let i = 0.595_978 * r - 0.274_176 * g - 0.321_802 * b;
    let q = 0.211_47 * r - 0.522_617 * g + 0.311_147 * b;
    0.5053 * y * y + 0.299 * i * i + 0.1957 * q * q
}

type Point = (usize, usize);

fn pixel<'a>(picture: &'a Window<'_>, (x, y): Point) -> &'a [u8] {
    &picture.row(y)[3 * x..3 * x + 3]
}

/// Returns the neighbours of a pixel, at most eight.
fn around(size: Size, (x, y): Point) -> impl Iterator<Item = Point> {
    let (w, h) = (size.w() as usize, size.h() as usize);
    let rows = y.saturating_sub(1)..(y + 2).min(h);
    rows.flat_map(move |row| (x.saturating_sub(1)..(x + 2).min(w)).map(move |col| (col, row)))
        .filter(move |&at| at != (x, y))
}

fn is_at_edge(size: Size, (x, y): Point) -> bool {
    x == 0 || y == 0 || x + 1 == size.w() as usize || y + 1 == size.h() as usize
}

/// Whether a pixel is only anti-aliasing: it lies between a darker and a brighter neighbour, one of
/// which is part of a flat area in both images.
fn is_smoothing(picture: &Window<'_>, at: Point, other: &Window<'_>, there: Point) -> bool {
    let size = picture.size();
    let own = brightness(pixel(picture, at));
    let mut equal = usize::from(is_at_edge(size, at));
    let (mut darkest, mut brightest) = ((0.0, at), (0.0, at));
    for near in around(size, at) {
        let by = brightness(pixel(picture, near)) - own;
        if by == 0.0 {
            equal += 1;
            if equal > 2 {
                return false;
            }
        } else if by < darkest.0 {
            darkest = (by, near);
        } else if by > brightest.0 {
            brightest = (by, near);
        }
    }
    if darkest.0 == 0.0 || brightest.0 == 0.0 {
        return false;
    }
    [darkest.1, brightest.1].into_iter().any(|(x, y)| {
        // Position of the same neighbour in the other image, where the box may have moved.
        let twin = ((x + there.0).checked_sub(at.0), (y + there.1).checked_sub(at.1));
        let (Some(x2), Some(y2)) = twin else { return false };
        let inside = x2 < size.w() as usize && y2 < size.h() as usize;
        inside && is_flat(picture, (x, y)) && is_flat(other, (x2, y2))
    })
}

/// Whether at least three neighbours of a pixel have the same colour as the pixel.
fn is_flat(picture: &Window<'_>, at: Point) -> bool {
    let (size, own) = (picture.size(), pixel(picture, at));
    let equal = around(size, at).filter(|&near| pixel(picture, near) == own).count();
    equal + usize::from(is_at_edge(size, at)) > 2
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::pixmap::Pixmap;

    fn difference(
        before: &Pixmap,
        after: &Pixmap,
        pairs: &[Pair],
        threshold: f32,
    ) -> Result<Difference, Error> {
        let [before, after] = [before, after].map(|each| Source::Pixels(each.view()));
        super::difference(before, after, pairs, threshold)
    }

    fn rect(x: i32, y: i32, w: i32, h: i32) -> Rect {
        Rect::new(x, y, w, h).expect("valid")
    }

    fn white_but(w: u32, h: u32, black: Rect) -> Pixmap {
        Pixmap::painted(w, h, |x, y| {
            let inside = black.intersect(rect(x as i32, y as i32, 1, 1)).is_some();
            if inside { [0; 3] } else { [255; 3] }
        })
    }

    #[test]
    fn equal_pictures_differ_nowhere() {
        let one = white_but(40, 30, rect(3, 4, 10, 10));
        let both = rect(2, 2, 20, 20);
        let found = difference(&one, &one, &[(Some(both), Some(both))], 0.1).expect("compared");
        assert_eq!(found.rest.changed + found.boxes[0].changed, 0);
        assert_eq!(found.boxes[0].compared, 400);
    }

    #[test]
    fn pixels_are_charged_to_the_innermost_box() {
        let (before, after) =
            (white_but(60, 60, rect(0, 0, 1, 1)), white_but(60, 60, rect(20, 20, 10, 10)));
        let (outer, inner) = (rect(10, 10, 40, 40), rect(20, 20, 20, 20));
        let pairs = [(Some(inner), Some(inner)), (Some(outer), Some(outer))];
        let found = difference(&before, &after, &pairs, 0.1).expect("compared");
        assert_eq!(found.boxes[0].changed, 100);
        assert_eq!(found.boxes[0].bounds, Some(rect(20, 20, 10, 10)));
        assert_eq!(found.boxes[1].changed, 0);
        assert_eq!(found.rest.changed, 1);
    }

    #[test]
    fn a_box_that_moved_is_compared_where_it_went() {
        let before = white_but(60, 60, rect(5, 5, 8, 8));
        let after = white_but(60, 60, rect(25, 35, 8, 8));
        let pair = (Some(rect(4, 4, 10, 10)), Some(rect(24, 34, 10, 10)));
        let found = difference(&before, &after, &[pair], 0.1).expect("compared");
        assert_eq!((found.boxes[0].changed, found.rest.changed), (0, 0));
    }

    #[test]
    fn what_stands_in_one_picture_only_is_nobodys() {
        let before = white_but(60, 60, rect(5, 5, 8, 8));
        let after = white_but(60, 60, rect(59, 59, 1, 1));
        let gone = (Some(rect(5, 5, 8, 8)), None);
        let found = difference(&before, &after, &[gone], 0.1).expect("compared");
        assert_eq!(found.rest.changed, 1);
        assert_eq!(found.boxes[0], Changed::default());
    }

    #[test]
    fn smoothed_edges_are_told_apart() {
        let edge = |grey: u8| {
            let columns = [[0; 3], [grey; 3], [255; 3]];
            Pixmap::painted(30, 30, move |x, _| {
                columns[(x / 10).min(1) as usize + usize::from(x > 10)]
            })
        };
        let found = difference(&edge(90), &edge(160), &[], 0.1).expect("compared");
        assert_eq!((found.rest.changed, found.rest.smoothed), (0, 30));
    }

    #[test]
    fn other_sizes_and_thresholds_are_refused() {
        let (a, b) = (white_but(9, 9, rect(0, 0, 1, 1)), white_but(9, 8, rect(0, 0, 1, 1)));
        let error = difference(&a, &b, &[], 0.1).expect_err("refused");
        assert_eq!(error.code(), "sizes_differ");
        assert!(difference(&a, &a, &[], f32::NAN).is_err());
        let far = rect(-500_000, -500_000, 3, 3);
        assert!(difference(&a, &a, &[(Some(far), Some(far))], 0.1).is_ok());
    }
}
