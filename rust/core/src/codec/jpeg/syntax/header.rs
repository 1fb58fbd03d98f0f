//! Parses the marker segments up to a scan (T.81, annex B).

use crate::codec::jpeg::syntax::exif::Orientation;
use crate::codec::jpeg::syntax::huffman::HuffmanSpec;
use crate::codec::jpeg::syntax::quant::Quant;
use crate::codec::jpeg::syntax::scan_band::ScanBand;
use crate::error::Error;
use crate::geometry::Size;
use std::ops::Range;

/// One colour component of the frame, and its tables in the latest scan.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Component {
    /// Component identifier.
    pub id: u8,
    /// Horizontal sampling factor, 1..=4.
    pub h: usize,
    /// Vertical sampling factor, 1..=4.
    pub v: usize,
    /// Number of the quantisation table, 0..=3.
    pub quant: usize,
    /// Number of the DC Huffman table, 0..=3.
    pub dc: usize,
    /// Number of the AC Huffman table, 0..=3.
    pub ac: usize,
}

/// The contents of the marker segments up to the entropy-coded data.
#[derive(Debug)]
pub struct Header {
    /// Image size as stored.
    pub size: Size,
    /// Low byte of the SOF marker: 0xc0 baseline, 0xc2 progressive, ...
    pub process: u8,
    /// Number of bits per sample, as the frame header declares it.
    pub precision: u8,
    /// Components in frame order; `dc` and `ac` are the tables of their latest scan.
    pub components: Vec<Component>,
    /// Indices of the components of the most recent scan, in the order of the scan.
    pub scan: Vec<usize>,
    /// Which coefficients, and which of their bits, the most recent scan contains (spectral
    /// selection and successive approximation).
    pub band: ScanBand,
    /// Whether the most recent scan contains the complete coefficients of all components, in frame
    /// order.
    pub one_full_scan: bool,
    /// Quantisation tables by table number; `None` if the file has not defined the table.
    pub quants: [Option<Quant>; 4],
    /// DC Huffman tables by table number; `None` if the file has not defined the table.
    pub dc: [Option<HuffmanSpec>; 4],
    /// AC Huffman tables by table number; `None` if the file has not defined the table.
    pub ac: [Option<HuffmanSpec>; 4],
    /// Number of MCUs between restart markers; 0 means that there are none.
    pub restart_interval: usize,
    /// Whether there is a JFIF APP0 segment.
    pub is_jfif: bool,
    /// Orientation from the first Exif APP1 segment.
    pub orientation: Option<Orientation>,
    /// The colour transform byte of the last Adobe APP14 segment.
    pub adobe_transform: Option<u8>,
    /// All segments so far except SOS: low byte of the marker, and byte range including the marker.
    pub segments: Vec<(u8, Range<usize>)>,
    /// Byte range of the last SOS segment including the marker; its scan follows.
    pub sos: Range<usize>,
}

/// Maximum number of blocks in an MCU of a scan with several components (T.81, B.2.3).
const MOST_BLOCKS: usize = 10;

const SOI: [u8; 2] = [0xff, 0xd8];

/// Whether the bytes begin like a JPEG file.
pub fn sniff(bytes: &[u8]) -> bool {
    bytes.starts_with(&SOI)
}

/// Creates an error about a corrupt JPEG.
pub fn corrupt(what: &str) -> Error {
    Error::ImageCorrupt(format!("JPEG: {what}"))
}

fn word(bytes: &[u8]) -> Option<usize> {
    Some(usize::from(*bytes.first()?) << 8 | usize::from(*bytes.get(1)?))
}

/// Reads all segments up to and including the first SOS.
///
/// # Errors
/// [`Error::ImageCorrupt`] for violations of annex B.
pub fn read(bytes: &[u8]) -> Result<Header, Error> {
    let mut header = Header {
        // Replaced when the frame header is read; a file without a frame header is rejected below.
        size: Size::new(1, 1).ok_or_else(|| corrupt("no size"))?,
        process: 0,
        precision: 0,
        components: Vec::new(),
        scan: Vec::new(),
        band: ScanBand::default(),
        one_full_scan: false,
        quants: [const { None }; 4],
        dc: [const { None }; 4],
        ac: [const { None }; 4],
        restart_interval: 0,
        is_jfif: false,
        orientation: None,
        adobe_transform: None,
        segments: Vec::new(),
        sos: 0..0,
    };
    if !header.next_scan(bytes, SOI.len())? {
        return Err(corrupt("it ends before its first scan"));
    }
    Ok(header)
}

/// Reads the marker at `at`, skipping fill bytes; also returns the position of the marker's 0xff.
fn next_marker(bytes: &[u8], mut at: usize) -> Result<(u8, usize), Error> {
    if bytes.get(at) != Some(&0xff) {
        return Err(corrupt("a marker is missing where a segment ends"));
    }
    while bytes.get(at + 1) == Some(&0xff) {
        at += 1;
    }
    let marker = *bytes.get(at + 1).ok_or_else(|| corrupt("it breaks off in the header"))?;
    Ok((marker, at))
}

/// Rejects markers that cannot begin a segment in a header. If they were copied to the result,
/// decoders would interpret them differently: libjpeg skips from 0xff 0x00 to the next marker.
fn check(marker: u8) -> Result<(), Error> {
    match marker {
        // Table B.1: 0x02 to 0xbf are reserved.
        0x00..=0xbf => Err(corrupt(&format!("bytes ff {marker:02x} where a marker should be"))),
        0xd8 => Err(corrupt("a second picture begins in its header")),
        0xde | 0xdf => Err(Error::ImageUnsupported("hierarchical JPEG".into())),
        0xf0..=0xfd => Err(Error::ImageUnsupported("extended JPEG".into())), // such as JPEG-LS
        _ => Ok(()),
    }
}

/// Whether a segment may be copied to the result: its contents remain true there, and no decoder
/// rejects the segment.
fn is_kept(marker: u8, body: &[u8]) -> bool {
    match marker {
        // Pillow rejects files with segments that are too short for their identifier.
        0xe0 if body.starts_with(b"JFIF") => body.len() >= 14,
        0xe2 if body.starts_with(b"ICC_PROFILE\0") => body.len() >= 14,
        // MPF locates further images in the file (CIPA DC-007), and ISO 21496-1 describes a gain
        // map. The result contains neither.
        0xe2 => !body.starts_with(b"MPF\0") && !body.starts_with(b"urn:iso:std:iso:ts:21496:-1"),
        // The value 1, YCbCr, is true of the result. Some decoders trust another value even if a
        // JFIF segment contradicts it, and only 0 to 2 are defined (Adobe Technical Note 5116).
        0xee if body.starts_with(b"Adobe") => body.get(11) == Some(&1),
        _ => true,
    }
}

impl Header {
    /// Reads the segments from `at` up to and including the next SOS; returns false if EOI comes
    /// first.
    pub fn next_scan(&mut self, bytes: &[u8], mut at: usize) -> Result<bool, Error> {
        loop {
            let (marker, start) = next_marker(bytes, at)?;
            // TEM and stray RST markers have no segment and may occur anywhere.
            if matches!(marker, 0x01 | 0xd0..=0xd7) {
                at = start + 2;
                continue;
            }
            if marker == 0xd9 {
                return Ok(false);
            }
            check(marker)?;
            let length =
                word(&bytes[start + 2..]).ok_or_else(|| corrupt("a segment breaks off"))?;
            let end = start + 2 + length;
            if length < 2 || end > bytes.len() {
                return Err(corrupt("a segment is longer than the file"));
            }
            let body = &bytes[start + 4..end];
            // APPn segments after the first scan are ignored, because decoders have started
            // decoding by then.
            let is_late = self.sos.end > 0 && matches!(marker, 0xe0..=0xef);
            match marker {
                _ if is_late => {}
                0xdb => self.read_dqt(body)?,
                0xc4 => self.read_dht(body)?,
                0xc0..=0xc3 | 0xc5..=0xc7 | 0xc9..=0xcb | 0xcd..=0xcf => {
                    self.read_sof(marker, body)?;
                }
                0xdd => {
                    let interval = word(body).filter(|_| body.len() == 2);
                    self.restart_interval = interval.ok_or_else(|| corrupt("length of DRI"))?;
                }
                // 14 bytes are the length of JFIF 1.01 without a thumbnail; libjpeg requires at
                // least that many.
                0xe0 => self.is_jfif |= body.len() >= 14 && body.starts_with(b"JFIF\0"),
                0xe1 if body.starts_with(b"Exif\0\0") => {
                    self.orientation = self.orientation.or(Some(Orientation::of(body)));
                }
                0xee if body.starts_with(b"Adobe") => {
                    self.adobe_transform = body.get(11).copied().or(self.adobe_transform);
                }
                0xda => {
                    self.read_sos(body)?;
                    self.sos = start..end;
                    return Ok(true);
                }
                0xdc if !self.is_height(body) => return Err(corrupt("its number of lines")),
                _ => {}
            }
            if !is_late && is_kept(marker, body) {
                self.segments.push((marker, start..end));
            }
            at = end;
        }
    }

    /// Whether the file is progressive (SOF2).
    pub fn is_progressive(&self) -> bool {
        self.process == 0xc2
    }

    /// Rejects a spectral selection or bit position that the coding process does not allow.
    ///
    /// # Errors
    /// [`Error::ImageCorrupt`].
    pub fn check_band(&self) -> Result<(), Error> {
        let is_legal = if self.is_progressive() {
            self.band.is_progressive(self.scan.len())
        } else {
            self.band == ScanBand::WHOLE
        };
        if is_legal { Ok(()) } else { Err(corrupt("a part of the spectrum that no scan may have")) }
    }

    /// Whether the body of a DNL segment after a scan repeats the height from the frame header.
    pub fn is_height(&self, dnl: &[u8]) -> bool {
        !self.scan.is_empty() && word(dnl) == Some(self.size.h() as usize)
    }

    fn read_dqt(&mut self, mut body: &[u8]) -> Result<(), Error> {
        while let Some((&id, rest)) = body.split_first() {
            let wide = match id >> 4 {
                0 => 1,
                1 => 2,
                _ => return Err(corrupt("quantisation table of unknown precision")),
            };
            let slot = self.quants.get_mut(usize::from(id & 15));
            let (Some(slot), true) = (slot, rest.len() >= 64 * wide) else {
                return Err(corrupt("quantisation table"));
            };
            let mut values = [0; 64];
            for (value, bytes) in values.iter_mut().zip(rest.chunks_exact(wide)) {
                *value = bytes.iter().fold(0, |v, &b| v << 8 | u16::from(b));
            }
            let quant = Quant::from_zigzag(&values);
            *slot = Some(quant.ok_or_else(|| corrupt("a quantisation step is 0"))?);
            body = &rest[64 * wide..];
        }
        Ok(())
    }

    fn read_dht(&mut self, mut body: &[u8]) -> Result<(), Error> {
        while let Some((&id, rest)) = body.split_first() {
            let (spec, rest) = HuffmanSpec::read(rest)?;
            // T.81 (F.1.2.1.1) allows categories up to 11, lossless coding up to 16; libjpeg
            // rejects those above 15.
            if id >> 4 == 0 && spec.symbols.iter().any(|&symbol| symbol > 15) {
                return Err(corrupt("a DC symbol that is no magnitude"));
            }
            let slots = match id >> 4 {
                0 => &mut self.dc,
                1 => &mut self.ac,
                _ => return Err(corrupt("Huffman table of unknown class")),
            };
            let slot = slots.get_mut(usize::from(id & 15));
            *slot.ok_or_else(|| corrupt("Huffman table number above 3"))? = Some(spec);
            body = rest;
        }
        Ok(())
    }

    fn read_sof(&mut self, marker: u8, body: &[u8]) -> Result<(), Error> {
        if self.process != 0 {
            return Err(corrupt("two frame headers"));
        }
        let short = || corrupt("the frame header is too short");
        let (&fixed, rest) = body.split_first_chunk::<6>().ok_or_else(short)?;
        let (height, width) = (word(&fixed[1..3]), word(&fixed[3..5]));
        let (Some(height), Some(width)) = (height, width) else { return Err(short()) };
        let size = Size::new(width as u32, height as u32);
        // Height 0 means that a DNL segment after the scan specifies the height. No current encoder
        // writes such files.
        self.size = size.ok_or_else(|| corrupt("width or height is 0"))?;
        let count = usize::from(fixed[5]);
        if !(1..=4).contains(&count) || rest.len() != 3 * count {
            return Err(corrupt("number of components"));
        }
        for entry in rest.chunks_exact(3).take(count) {
            let component = Component {
                id: entry[0],
                h: usize::from(entry[1] >> 4),
                v: usize::from(entry[1] & 15),
                quant: usize::from(entry[2]),
                ..Component::default()
            };
            let sane = (1..=4).contains(&component.h) && (1..=4).contains(&component.v);
            if !sane || component.quant > 3 {
                return Err(corrupt("sampling factors or table of a component"));
            }
            self.components.push(component);
        }
        self.process = marker;
        self.precision = fixed[0];
        Ok(())
    }

    fn read_sos(&mut self, body: &[u8]) -> Result<(), Error> {
        if self.process == 0 {
            return Err(corrupt("a scan comes before the frame header"));
        }
        let count = usize::from(*body.first().ok_or_else(|| corrupt("empty scan header"))?);
        let [entries @ .., start, end, approximation] = &body[1..] else {
            return Err(corrupt("the scan header is too short"));
        };
        if entries.len() != 2 * count || count == 0 {
            return Err(corrupt("number of components in the scan"));
        }
        let mut in_order = count == self.components.len();
        self.scan.clear();
        for (index, entry) in entries.chunks_exact(2).enumerate() {
            // If identifiers repeat, which violates the standard, components are matched in order.
            let mut named =
                (0..self.components.len()).filter(|&c| self.components[c].id == entry[0]);
            let found = named.find(|c| !self.scan.contains(c));
            let found = found.ok_or_else(|| corrupt("the scan names an unknown component"))?;
            in_order &= found == index;
            self.scan.push(found);
            let component = &mut self.components[found];
            component.dc = usize::from(entry[1] >> 4);
            component.ac = usize::from(entry[1] & 15);
            if component.dc > 3 || component.ac > 3 {
                return Err(corrupt("Huffman table number above 3"));
            }
        }
        let blocks = |&c: &usize| self.components[c].h * self.components[c].v;
        if count > 1 && self.scan.iter().map(blocks).sum::<usize>() > MOST_BLOCKS {
            return Err(corrupt("more blocks in an MCU than a scan may have"));
        }
        self.band = ScanBand {
            ss: usize::from(*start),
            se: usize::from(*end),
            ah: u32::from(approximation >> 4),
            al: u32::from(approximation & 15),
        };
        self.one_full_scan = in_order && self.band == ScanBand::WHOLE;
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn segment(marker: u8, body: &[u8]) -> Vec<u8> {
        let length = (body.len() + 2) as u16;
        [&[0xff, marker][..], &length.to_be_bytes(), body].concat()
    }

    fn frame(w: u16, h: u16) -> Vec<u8> {
        let [a, b] = w.to_be_bytes();
        let [c, d] = h.to_be_bytes();
        segment(0xc0, &[8, c, d, a, b, 1, 1, 0x11, 0])
    }

    fn scan() -> Vec<u8> {
        segment(0xda, &[1, 1, 0, 0, 63, 0])
    }

    fn file(parts: &[Vec<u8>]) -> Vec<u8> {
        [SOI.to_vec(), parts.concat()].concat()
    }

    #[test]
    fn a_minimal_header_is_read() {
        let bytes = file(&[segment(0xe1, b"Exif"), frame(7, 5), scan()]);
        let header = read(&bytes).expect("legal");
        assert_eq!((header.size.w(), header.size.h(), header.blocks()), (7, 5, 1));
        assert!(header.one_full_scan);
        assert_eq!(header.sos.end, bytes.len());
    }

    #[test]
    fn every_cut_is_an_error() {
        let bytes =
            file(&[segment(0xdb, &[[0; 1].as_slice(), &[1; 64]].concat()), frame(7, 5), scan()]);
        assert!(read(&bytes).is_ok());
        for end in 0..bytes.len() {
            assert!(read(&bytes[..end]).is_err(), "cut at {end}");
        }
    }

    #[test]
    fn contradictions_are_refused() {
        for parts in [
            vec![scan()],
            vec![frame(7, 5), frame(7, 5), scan()],
            vec![frame(0, 5), scan()],
            vec![frame(5, 0), scan()],
            vec![frame(7, 5), segment(0xda, &[1, 9, 0, 0, 63, 0])],
            vec![frame(7, 5), segment(0xda, &[2, 1, 0, 0, 63, 0])],
            vec![segment(0xdb, &[0; 65]), frame(7, 5), scan()],
            vec![segment(0xdb, &[4; 65]), frame(7, 5), scan()],
            vec![segment(0xc0, &[8, 0, 1, 0, 1, 1, 1, 0x51, 0]), scan()],
            vec![frame(7, 5), segment(0xdc, &[0, 5]), scan()],
            vec![segment(0xc0, &[8, 0, 5, 0, 7, 1, 1, 0x11, 0, 0, 0]), scan()],
            vec![frame(7, 5), segment(0xdd, &[0, 1, 0]), scan()],
            // Seventeen blocks in an MCU.
            vec![
                segment(0xc0, &[8, 0, 5, 0, 7, 2, 1, 0x44, 0, 2, 0x11, 0]),
                segment(0xda, &[2, 1, 0, 2, 0, 0, 63, 0]),
            ],
            vec![segment(0xc4, &[&[0, 1][..], &[0; 15], &[16]].concat()), frame(7, 5), scan()],
        ] {
            assert!(matches!(read(&file(&parts)), Err(Error::ImageCorrupt(_))));
        }
    }

    #[test]
    fn only_adobe_segments_that_say_what_is_so_anyway_are_kept() {
        for (body, transform) in [
            (&b"Adobe\0d\0\0\0\0\x00"[..], Some(0)),
            (b"Adobe\0d\0\0\0\0\x01", Some(1)),
            (b"Adobe\0d\0\0\0\0\x02", Some(2)),
            (b"Adobe\0d\0\0\0\0\x03", Some(3)),
            (b"Adobe\0d\0\0\0\0", None),
        ] {
            let bytes = file(&[segment(0xee, body), frame(7, 5), scan()]);
            let header = read(&bytes).expect("legal");
            assert_eq!(header.adobe_transform, transform);
            assert_eq!(header.segments.iter().any(|&(m, _)| m == 0xee), transform == Some(1));
        }
    }

    #[test]
    fn segments_behind_the_first_scan_describe_nothing() {
        let late = [segment(0xee, b"Adobe\0d\0\0\0\0\x00"), segment(0xe0, b"JFIF\0\x01\x01")];
        let first = file(&[frame(7, 5), scan()]);
        let bytes = [&first[..], &late.concat(), &scan()].concat();
        let mut header = read(&bytes).expect("legal");
        assert_eq!(header.next_scan(&bytes, first.len()), Ok(true));
        assert!(header.sos.end == bytes.len());
        assert_eq!((header.adobe_transform, header.is_jfif), (None, false));
        assert!(header.segments.iter().all(|&(marker, _)| marker == 0xc0));
    }

    #[test]
    fn only_markers_of_known_segments_are_taken_for_segments() {
        let with = |marker| read(&file(&[segment(marker, b"abc"), frame(7, 5), scan()]));
        for marker in (0x02..=0xbf).chain([0x00, 0xd8]) {
            assert!(matches!(with(marker), Err(Error::ImageCorrupt(_))), "{marker:02x}");
        }
        for marker in (0xf0..=0xfd).chain([0xde, 0xdf]) {
            assert!(matches!(with(marker), Err(Error::ImageUnsupported(_))), "{marker:02x}");
        }
        for marker in (0xe0..=0xef).chain([0xcc, 0xfe]) {
            assert!(with(marker).is_ok(), "{marker:02x}");
        }
    }
}
