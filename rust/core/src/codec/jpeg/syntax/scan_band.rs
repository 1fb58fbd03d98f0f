//! Spectral selection and successive approximation of a scan (T.81, B.2.3 and G.1.1.1).

/// Which coefficients a scan has, and which of their bits.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ScanBand {
    /// Ss, the first coefficient of the spectral selection.
    pub ss: usize,
    /// Se, the last one.
    pub se: usize,
    /// Ah, of successive approximation: the lowest bit that was known before; 0: none.
    pub ah: u32,
    /// Al: the lowest bit that is known afterwards.
    pub al: u32,
}

impl ScanBand {
    /// Whole coefficients, all of them: the only one that sequential scans have.
    pub const WHOLE: Self = Self { ss: 0, se: 63, ah: 0, al: 0 };

    /// Whether table B.3 allows it for a progressive scan of so many components: one of DC has no AC
    /// coefficients, and one of AC has one component.
    pub fn is_progressive(self, components: usize) -> bool {
        let Self { ss, se, ah, al } = self;
        let is_band = ss <= se && se < 64 && (ss > 0 || se == 0) && (ss == 0 || components == 1);
        is_band && al < 14 && (ah == 0 || ah == al + 1)
    }
}
