//! Points, sizes and rectangles in image pixels (x to the right, y down, origin at the top left).

/// Maximum width or height of an image, as in the JPEG frame header (ITU-T T.81, B.2.2).
pub const MAX_SIDE: u32 = 65_535;
/// Maximum number of pixels: more than any browser surface has (16,384 x 4,096), 200 MB as RGB.
pub const MAX_PIXELS: u64 = 1 << 26;

/// Size of an image in pixels; both sides are 1..=[`MAX_SIDE`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Size {
    w: u32,
    h: u32,
}

impl Size {
    /// Creates a size; `None` if a side is 0 or above [`MAX_SIDE`].
    #[must_use]
    pub fn new(w: u32, h: u32) -> Option<Self> {
        let ok = |side| (1..=MAX_SIDE).contains(&side);
        (ok(w) && ok(h)).then_some(Self { w, h })
    }

    /// Width in pixels.
    #[must_use]
    pub fn w(self) -> u32 {
        self.w
    }

    /// Height in pixels.
    #[must_use]
    pub fn h(self) -> u32 {
        self.h
    }

    /// Number of pixels.
    #[must_use]
    pub fn area(self) -> u64 {
        u64::from(self.w) * u64::from(self.h)
    }

    /// The whole image as a rectangle.
    #[must_use]
    pub fn rect(self) -> Rect {
        Rect { x: 0, y: 0, w: self.w as i32, h: self.h as i32 }
    }
}

/// A rectangle of whole pixels, never empty: `w` and `h` are at least 1.
///
/// `x`, `y`, `x + w` and `y + h` are within ±[`Rect::LIMIT`], so that sums and differences of the
/// coordinates of two rectangles fit in an `i32`, and the areas of intersections in an `i64`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Rect {
    x: i32,
    y: i32,
    w: i32,
    h: i32,
}

impl Rect {
    /// Bound of every coordinate: eight times the maximum side of an image.
    pub const LIMIT: i32 = 1 << 19;

    /// Creates a rectangle; `None` if it would be empty or exceed ±[`Rect::LIMIT`].
    #[must_use]
    pub fn new(x: i32, y: i32, w: i32, h: i32) -> Option<Self> {
        let inside = |low: i32, len: i32| {
            low >= -Self::LIMIT
                && len >= 1
                && low.checked_add(len).is_some_and(|v| v <= Self::LIMIT)
        };
        (inside(x, w) && inside(y, h)).then_some(Self { x, y, w, h })
    }

    /// Left edge.
    #[must_use]
    pub fn x(self) -> i32 {
        self.x
    }

    /// Top edge.
    #[must_use]
    pub fn y(self) -> i32 {
        self.y
    }

    /// Width, at least 1.
    #[must_use]
    pub fn w(self) -> i32 {
        self.w
    }

    /// Height, at least 1.
    #[must_use]
    pub fn h(self) -> i32 {
        self.h
    }

    /// First column to the right of the rectangle.
    #[must_use]
    pub fn right(self) -> i32 {
        self.x + self.w
    }

    /// First row below the rectangle.
    #[must_use]
    pub fn bottom(self) -> i32 {
        self.y + self.h
    }

    /// Number of pixels.
    #[must_use]
    pub fn area(self) -> i64 {
        i64::from(self.w) * i64::from(self.h)
    }

    /// Returns the intersection, or `None` if it is empty.
    #[must_use]
    pub fn intersect(self, other: Self) -> Option<Self> {
        let (x, y) = (self.x.max(other.x), self.y.max(other.y));
        let (r, b) = (self.right().min(other.right()), self.bottom().min(other.bottom()));
        (x < r && y < b).then_some(Self { x, y, w: r - x, h: b - y })
    }

    /// Whether the rectangles share at least one pixel.
    #[must_use]
    pub fn meets(self, other: Self) -> bool {
        (self.x < other.right())
            & (other.x < self.right())
            & (self.y < other.bottom())
            & (other.y < self.bottom())
    }

    /// Width and height of the overlap; negative values are gaps.
    pub(crate) fn shared(self, other: Self) -> (i32, i32) {
        // Branch-free, because placement calls this function a hundred thousand times.
        let w = self.right().min(other.right()) - self.x.max(other.x);
        let h = self.bottom().min(other.bottom()) - self.y.max(other.y);
        (w, h)
    }

    /// Number of pixels that the rectangles share.
    #[must_use]
    pub fn overlap(self, other: Self) -> i64 {
        let (w, h) = self.shared(other);
        i64::from(w.max(0)) * i64::from(h.max(0))
    }

    /// Whether `other` lies completely inside this rectangle.
    #[must_use]
    pub fn contains(self, other: Self) -> bool {
        other.x >= self.x
            && other.y >= self.y
            && other.right() <= self.right()
            && other.bottom() <= self.bottom()
    }

    /// Returns the rectangle enlarged by `by` pixels on every side, limited to ±[`Rect::LIMIT`].
    #[must_use]
    pub fn grow(self, by: u16) -> Self {
        let by = i32::from(by);
        let (x, y) = ((self.x - by).max(-Self::LIMIT), (self.y - by).max(-Self::LIMIT));
        let (r, b) = ((self.right() + by).min(Self::LIMIT), (self.bottom() + by).min(Self::LIMIT));
        Self { x, y, w: r - x, h: b - y }
    }

    /// Horizontal and vertical gaps between the rectangles; 0 where they touch or overlap.
    pub(crate) fn gaps(self, other: Self) -> (i32, i32) {
        let (w, h) = self.shared(other);
        ((-w).max(0), (-h).max(0))
    }

    /// The centre in doubled coordinates, which are integers.
    pub(crate) fn middle2(self) -> (i32, i32) {
        (self.x + self.right(), self.y + self.bottom())
    }

    /// Squared distance from a point, both in doubled coordinates.
    pub(crate) fn distance2_to(self, (x, y): (i32, i32)) -> i64 {
        let dx = (2 * self.x - x).max(x - 2 * self.right()).max(0);
        let dy = (2 * self.y - y).max(y - 2 * self.bottom()).max(0);
        i64::from(dx) * i64::from(dx) + i64::from(dy) * i64::from(dy)
    }

    /// Squared distance between two rectangles; 0 if they touch or overlap.
    pub(crate) fn distance2(self, other: Self) -> i64 {
        let (dx, dy) = self.gaps(other);
        i64::from(dx) * i64::from(dx) + i64::from(dy) * i64::from(dy)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sizes_are_never_empty_or_beyond_the_jpeg_limit() {
        assert!(Size::new(0, 1).is_none());
        assert!(Size::new(1, MAX_SIDE + 1).is_none());
        assert_eq!(Size::new(MAX_SIDE, 1).map(Size::area), Some(65_535));
    }

    #[test]
    fn rects_refuse_emptiness_and_overflow() {
        assert!(Rect::new(0, 0, 0, 1).is_none());
        assert!(Rect::new(i32::MAX, 0, 1, 1).is_none());
        assert!(Rect::new(0, 0, i32::MAX, 1).is_none());
        assert!(Rect::new(-Rect::LIMIT, 0, 1, 1).is_some());
    }

    #[test]
    fn intersections_are_exact() {
        let rect = |x, y, w, h| Rect::new(x, y, w, h).expect("valid");
        assert_eq!(rect(0, 0, 10, 10).intersect(rect(5, 5, 10, 10)), Rect::new(5, 5, 5, 5));
        assert_eq!(rect(0, 0, 10, 10).intersect(rect(10, 0, 1, 1)), None);
        assert!(rect(0, 0, 10, 10).contains(rect(9, 9, 1, 1)));
    }

    #[test]
    fn growing_stops_at_the_limit_and_distances_count_the_pixels_between() {
        let rect = |x, y, w, h| Rect::new(x, y, w, h).expect("valid");
        assert_eq!(rect(5, 5, 1, 1).grow(2), rect(3, 3, 5, 5));
        assert_eq!(rect(-Rect::LIMIT, 0, 1, 1).grow(9).x(), -Rect::LIMIT);
        assert_eq!(rect(0, 0, 10, 10).gaps(rect(13, 2, 5, 5)), (3, 0));
        assert_eq!(rect(13, 14, 5, 5).distance2(rect(0, 0, 10, 10)), 25);
        assert_eq!(rect(0, 0, 10, 10).distance2(rect(10, 0, 5, 5)), 0);
    }
}
