//! Decodes blocks of sequential scans (T.81, F.2.2).

use crate::codec::jpeg::entropy::bits::BitReader;
use crate::codec::jpeg::entropy::huffman_decoder::{Decoder, Fault};
use crate::codec::jpeg::entropy::scan_decoder::BlockDecoder;
use crate::codec::jpeg::syntax::header::{Component, corrupt};
use crate::codec::jpeg::syntax::huffman::HuffmanSpec;
use crate::codec::jpeg::transform::dct::Coefs;
use crate::error::Error;

/// The DC or the AC tables of a file, indexed by table number.
pub type Specs = [Option<HuffmanSpec>; 4];

/// Maximum supported number of components.
pub const COMPONENTS: usize = 4;

/// The decoders of a scan's components. Components with the same tables share one decoder.
pub struct Decoders {
    all: Vec<Decoder>,
    of: [usize; COMPONENTS],
}

impl Decoders {
    /// Builds the decoders for the components with the indices in `scan`.
    ///
    /// # Errors
    /// [`Error::ImageCorrupt`] if a table is missing.
    pub fn new(
        components: &[Component],
        scan: &[usize],
        dc: &Specs,
        ac: &Specs,
    ) -> Result<Self, Error> {
        let mut made = Self { all: Vec::new(), of: [0; COMPONENTS] };
        let mut keys = Vec::new();
        for &c in scan {
            let key = (components[c].dc, components[c].ac);
            let known = keys.iter().position(|&known| known == key);
            made.of[c] = known.unwrap_or(made.all.len());
            if known.is_none() {
                let (Some(dc), Some(ac)) = (&dc[key.0], &ac[key.1]) else {
                    return Err(corrupt("a Huffman table is missing"));
                };
                made.all.push(Decoder::new(dc, ac));
                keys.push(key);
            }
        }
        Ok(made)
    }

    /// Returns the decoder of a component.
    #[inline(always)]
    pub fn component(&self, component: usize) -> &Decoder {
        &self.all[self.of[component]]
    }
}

/// Decodes every block of a scan and calls `visit(component, column, row, coefficients)`.
pub struct Sequential<'a, F> {
    decoders: &'a Decoders,
    /// Previous DC values, indexed by component.
    predictions: [i32; COMPONENTS],
    coefs: Coefs,
    visit: F,
}

impl<'a, F: FnMut(usize, usize, usize, &Coefs)> Sequential<'a, F> {
    /// Creates a decoder that uses the given tables.
    pub fn new(decoders: &'a Decoders, visit: F) -> Self {
        Self { decoders, predictions: [0; COMPONENTS], coefs: [0; 64], visit }
    }
}

impl<F: FnMut(usize, usize, usize, &Coefs)> BlockDecoder for Sequential<'_, F> {
    #[inline(always)]
    fn restart(&mut self) {
        self.predictions = [0; COMPONENTS];
    }

    #[inline(always)]
    fn block(
        &mut self,
        reader: &mut BitReader,
        component: usize,
        column: usize,
        row: usize,
    ) -> Result<(), Fault> {
        let decoder = self.decoders.component(component);
        decoder.decode(reader, &mut self.predictions[component], &mut self.coefs)?;
        (self.visit)(component, column, row, &self.coefs);
        Ok(())
    }
}
