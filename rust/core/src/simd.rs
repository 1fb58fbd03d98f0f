//! The same code compiled twice: for every processor, and for those with wider vectors.
//!
//! Rust never fuses or reorders float arithmetic, so both give the same bits, which a test checks.
#![allow(unsafe_code)]

/// Which of the two a call may use.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Level {
    /// What every processor of the architecture has.
    Baseline,
    /// AVX2 and the bit-manipulation instructions (x86-64-v3).
    Wide,
}

impl Level {
    /// The best that this processor has.
    pub fn best() -> Self {
        #[cfg(target_arch = "x86_64")]
        if std::is_x86_feature_detected!("avx2")
            && std::is_x86_feature_detected!("bmi1")
            && std::is_x86_feature_detected!("bmi2")
            && std::is_x86_feature_detected!("lzcnt")
            && std::is_x86_feature_detected!("popcnt")
        {
            return Self::Wide;
        }
        Self::Baseline
    }

    /// Does `job`, compiled for this level.
    #[inline(always)]
    pub fn run<J: Job>(self, job: J) -> J::Output {
        #[cfg(target_arch = "x86_64")]
        {
            #[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
            fn wide<J: Job>(job: J) -> J::Output {
                job.run()
            }
            // Asked again (one load of a cached answer), so that no caller can make it wrong.
            if self == Self::Wide && Self::best() == Self::Wide {
                // SAFETY: this processor has just been found to have these features.
                return unsafe { wide(job) };
            }
        }
        job.run()
    }
}

/// Work that is compiled for every level. A trait and not a closure: only what is inlined into the
/// function with the wider instructions gets them, and `run` is marked `#[inline(always)]`, as is
/// all that it calls in its loops.
pub trait Job {
    /// What it returns.
    type Output;
    /// Does the work.
    fn run(self) -> Self::Output;
}
