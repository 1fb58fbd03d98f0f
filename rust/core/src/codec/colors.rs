//! Builds a palette for one image: median cut over a coarse histogram, weighted by error.

use crate::raster::{Canvas, STRIP};

/// Number of histogram cells: 2^15, because five bits of each of three channels select a cell.
const CELLS: usize = 1 << 15;
/// Maximum number of colours in a PNG palette.
const COLORS: usize = 256;

/// A palette of at most 256 colours, and a table that maps every colour to a palette entry.
pub struct Palette {
    colors: Vec<u8>,
    index: Vec<u8>,
}

/// The pixels that fall into one histogram cell: their number, and the sum of each channel.
#[derive(Clone, Copy, Default)]
struct Cell {
    count: u64,
    sums: [u64; 3],
}

impl Cell {
    fn mean(&self, channel: usize) -> f64 {
        self.sums[channel] as f64 / self.count.max(1) as f64
    }
}

/// Histogram cells that share one palette colour.
struct Group {
    cells: Vec<u16>,
    /// Squared error of the channel with the largest error, and the index of that channel.
    error: f64,
    channel: usize,
    means: [f64; 3],
}

impl Group {
    fn new(cells: Vec<u16>, all: &[Cell]) -> Self {
        let mut group = Self { cells, error: 0.0, channel: 0, means: [0.0; 3] };
        let of_group = || group.cells.iter().map(|&cell| &all[usize::from(cell)]);
        let count: u64 = of_group().map(|cell| cell.count).sum();
        let (mut means, mut worst) = ([0.0; 3], (0.0, 0));
        for (channel, place) in means.iter_mut().enumerate() {
            let sum: u64 = of_group().map(|cell| cell.sums[channel]).sum();
            let mean = sum as f64 / count.max(1) as f64;
            let error: f64 = of_group()
                .map(|cell| cell.count as f64 * (cell.mean(channel) - mean).powi(2))
                .sum();
            if error > worst.0 {
                worst = (error, channel);
            }
            *place = mean;
        }
        (group.error, group.channel) = worst;
        group.means = means;
        group
    }

    /// Splits the group at the mean of the channel that varies most. If the error is above 0,
    /// neither half is empty.
    fn split(self, all: &[Cell]) -> [Self; 2] {
        let (channel, mean) = (self.channel, self.means[self.channel]);
        let (low, high) =
            self.cells.into_iter().partition(|&cell| all[usize::from(cell)].mean(channel) <= mean);
        [Self::new(low, all), Self::new(high, all)]
    }
}

#[inline(always)]
fn cell_of(pixel: &[u8]) -> usize {
    let part = |channel: usize| usize::from(pixel[channel] >> 3);
    part(0) << 10 | part(1) << 5 | part(2)
}

impl Palette {
    /// Builds the palette of a painted image.
    pub fn of(canvas: &Canvas) -> Self {
        let mut cells = vec![Cell::default(); CELLS];
        let stride = 3 * canvas.size().w() as usize;
        let mut strip = vec![0; stride * STRIP];
        for index in 0..canvas.strips() {
            let rows = canvas.read(index, stride, &mut strip);
            for pixel in strip[..rows * stride].chunks_exact(3) {
                let cell = &mut cells[cell_of(pixel)];
                cell.count += 1;
                for (sum, &value) in cell.sums.iter_mut().zip(pixel) {
                    *sum += u64::from(value);
                }
            }
        }
        let used = (0..CELLS as u16).filter(|&cell| cells[usize::from(cell)].count > 0).collect();
        let mut groups = vec![Group::new(used, &cells)];
        while groups.len() < COLORS {
            let worst =
                (0..groups.len()).max_by(|&a, &b| groups[a].error.total_cmp(&groups[b].error));
            match worst {
                Some(worst) if groups[worst].error > 0.0 => {
                    let halves = groups.swap_remove(worst).split(&cells);
                    groups.extend(halves);
                }
                _ => break,
            }
        }
        let mut palette = Self { colors: Vec::new(), index: vec![0; CELLS] };
        for (number, group) in (0u8..=255).zip(&groups) {
            palette.colors.extend(group.means.map(|mean| mean.round() as u8));
            for &cell in &group.cells {
                palette.index[usize::from(cell)] = number;
            }
        }
        palette
    }

    /// The palette as RGB bytes.
    pub fn colors(&self) -> &[u8] {
        &self.colors
    }

    /// Palette index for a pixel.
    #[inline(always)]
    pub fn index(&self, pixel: &[u8]) -> u8 {
        self.index[cell_of(pixel)]
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::geometry::Size;
    use crate::pixmap::Pixmap;

    fn palette(pixels: &[[u8; 3]]) -> Palette {
        let size = Size::new(pixels.len() as u32, 1).expect("valid");
        let pixmap = Pixmap::from_rgb(size, pixels.concat()).expect("fits");
        Palette::of(&Canvas::new(pixmap.view(), &[]))
    }

    #[test]
    fn few_colours_are_kept_exactly() {
        let pixels = [[255, 255, 255], [0, 0, 0], [200, 10, 10], [255, 255, 255]];
        let palette = palette(&pixels);
        assert_eq!(palette.colors().len(), 9);
        for pixel in pixels {
            let at = 3 * usize::from(palette.index(&pixel));
            assert_eq!(palette.colors()[at..at + 3], pixel);
        }
    }

    #[test]
    fn many_colours_become_256_near_ones() {
        let pixels: Vec<[u8; 3]> = (0..20_000u32)
            .map(|i| [(i % 251) as u8, (i / 79 % 241) as u8, (i / 7 % 17) as u8 * 15])
            .collect();
        let palette = palette(&pixels);
        assert_eq!(palette.colors().len(), 768);
        let far = |pixel: &[u8; 3]| {
            let at = 3 * usize::from(palette.index(pixel));
            palette.colors()[at..].iter().zip(pixel).map(|(a, b)| a.abs_diff(*b)).max()
        };
        assert!(pixels.iter().all(|pixel| far(pixel) < Some(64)));
    }
}
