//! Spectral selection and successive approximation of a scan (T.81, B.2.3 and G.1.1.1).

/// The range of coefficients that a scan contains, and the bits of them.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ScanBand {
    /// Ss, the first coefficient of the spectral selection.
    pub ss: usize,
    /// Se, the last coefficient of the spectral selection.
    pub se: usize,
    /// Ah of successive approximation: the lowest bit position of the previous scan; 0 if there is
    /// none.
    pub ah: u32,
    /// Al of successive approximation: the lowest bit position of this scan.
    pub al: u32,
}

impl ScanBand {
    /// All coefficients with all bits, as in every sequential scan.
    pub const WHOLE: Self = Self { ss: 0, se: 63, ah: 0, al: 0 };

    /// Whether table B.3 allows this band in a progressive scan of that many components: a DC scan
    /// contains no AC coefficients, and an AC scan has one component.
    pub fn is_progressive(self, components: usize) -> bool {
        let Self { ss, se, ah, al } = self;
        let is_band = ss <= se && se < 64 && (ss > 0 || se == 0) && (ss == 0 || components == 1);
        is_band && al < 14 && (ah == 0 || ah == al + 1)
    }
}
