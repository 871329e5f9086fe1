//! The widths of machine word that carry 512 lanes.
//!
//! Left to itself the compiler makes vectors across heaps instead of lanes, and gathers them at three
//! times the cost; so what is done to lanes in the inner loops is spelled out for each width. Everything
//! else is written once, over [`Vector`], and compiled for each.

use crate::lanes::Lanes;

/// 512 bits in registers.
pub trait Vector: Copy {
    fn load(lanes: &Lanes) -> Self;
    fn lanes(self) -> Lanes;
    fn and(self, other: Self) -> Self;
    fn or(self, other: Self) -> Self;
    fn xor(self, other: Self) -> Self;
    /// This one without the other.
    fn without(self, other: Self) -> Self;
    /// Each word shifted toward its higher bits.
    fn up(self, by: u32) -> Self;
    /// Each word shifted toward its lower bits.
    fn down(self, by: u32) -> Self;
    fn any(self) -> bool;
}

impl Vector for Lanes {
    #[inline(always)]
    fn load(lanes: &Lanes) -> Self {
        *lanes
    }

    #[inline(always)]
    fn lanes(self) -> Lanes {
        self
    }

    #[inline(always)]
    fn and(self, other: Self) -> Self {
        self & other
    }

    #[inline(always)]
    fn or(self, other: Self) -> Self {
        self | other
    }

    #[inline(always)]
    fn xor(self, other: Self) -> Self {
        self ^ other
    }

    #[inline(always)]
    fn without(self, other: Self) -> Self {
        self & !other
    }

    #[inline(always)]
    fn up(self, by: u32) -> Self {
        Lanes(self.0.map(|word| word << by))
    }

    #[inline(always)]
    fn down(self, by: u32) -> Self {
        Lanes(self.0.map(|word| word >> by))
    }

    #[inline(always)]
    fn any(self) -> bool {
        Lanes::any(self)
    }
}

/// What the machine can do with 512 lanes at once.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Width {
    Portable,
    Avx2,
    Avx512,
}

impl Width {
    pub const EVERY: [Width; 3] = [Width::Portable, Width::Avx2, Width::Avx512];

    /// The widest that this machine has.
    pub fn widest() -> Width {
        let has = Width::EVERY.into_iter().rev().find(|width| width.is_here());
        has.expect("the portable one is everywhere")
    }

    #[cfg(target_arch = "x86_64")]
    pub fn is_here(self) -> bool {
        let bits = || is_x86_feature_detected!("popcnt") && is_x86_feature_detected!("bmi1");
        match self {
            Width::Portable => true,
            Width::Avx2 => is_x86_feature_detected!("avx2") && bits(),
            Width::Avx512 => is_x86_feature_detected!("avx512f") && bits(),
        }
    }

    #[cfg(not(target_arch = "x86_64"))]
    pub fn is_here(self) -> bool {
        self == Width::Portable
    }

    pub fn name(self) -> &'static str {
        match self {
            Width::Portable => "portable",
            Width::Avx2 => "AVX2",
            Width::Avx512 => "AVX-512",
        }
    }
}

/// Something that is done to lanes, to be compiled for every width.
pub trait OnLanes {
    type Result;

    /// Must be `#[inline(always)]`, and all that is hot in it, to be compiled for the width.
    fn run<V: Vector>(self) -> Self::Result;
}

/// Does it in that width, or in the portable one if the machine does not have it.
pub fn run<T: OnLanes>(width: Width, task: T) -> T::Result {
    #[cfg(target_arch = "x86_64")]
    // SAFETY: `is_here` has found on this machine the features that the functions are compiled for.
    match width {
        Width::Avx512 if width.is_here() => return unsafe { x86::avx512(task) },
        Width::Avx2 if width.is_here() => return unsafe { x86::avx2(task) },
        _ => {}
    }
    let _ = width;
    task.run::<Lanes>()
}

#[cfg(target_arch = "x86_64")]
mod x86 {
    use std::arch::x86_64::*;

    use super::{OnLanes, Vector};
    use crate::lanes::Lanes;

    #[target_feature(enable = "avx512f,popcnt,bmi1")]
    pub fn avx512<T: OnLanes>(task: T) -> T::Result {
        task.run::<Wide>()
    }

    #[target_feature(enable = "avx2,popcnt,bmi1")]
    pub fn avx2<T: OnLanes>(task: T) -> T::Result {
        task.run::<Half>()
    }

    /// One register of AVX-512. Private to this file and made only below [`avx512`].
    #[derive(Clone, Copy)]
    struct Wide(__m512i);

    // SAFETY (of every call below): the functions are inlined into `avx512`, which runs only where the
    // machine has AVX-512F; a `Lanes` is 64 bytes and aligned to 64.
    impl Vector for Wide {
        #[inline(always)]
        fn load(lanes: &Lanes) -> Self {
            Wide(unsafe { _mm512_load_si512((&raw const lanes.0).cast()) })
        }

        #[inline(always)]
        fn lanes(self) -> Lanes {
            let mut lanes = Lanes::NONE;
            unsafe { _mm512_store_si512((&raw mut lanes.0).cast(), self.0) };
            lanes
        }

        #[inline(always)]
        fn and(self, other: Self) -> Self {
            Wide(unsafe { _mm512_and_si512(self.0, other.0) })
        }

        #[inline(always)]
        fn or(self, other: Self) -> Self {
            Wide(unsafe { _mm512_or_si512(self.0, other.0) })
        }

        #[inline(always)]
        fn xor(self, other: Self) -> Self {
            Wide(unsafe { _mm512_xor_si512(self.0, other.0) })
        }

        #[inline(always)]
        fn without(self, other: Self) -> Self {
            Wide(unsafe { _mm512_andnot_si512(other.0, self.0) })
        }

        #[inline(always)]
        fn up(self, by: u32) -> Self {
            Wide(unsafe { _mm512_sll_epi64(self.0, _mm_cvtsi32_si128(by as i32)) })
        }

        #[inline(always)]
        fn down(self, by: u32) -> Self {
            Wide(unsafe { _mm512_srl_epi64(self.0, _mm_cvtsi32_si128(by as i32)) })
        }

        #[inline(always)]
        fn any(self) -> bool {
            unsafe { _mm512_test_epi64_mask(self.0, self.0) != 0 }
        }
    }

    /// Two registers of AVX2. Private to this file and made only below [`avx2`].
    #[derive(Clone, Copy)]
    struct Half([__m256i; 2]);

    impl Half {
        #[inline(always)]
        fn zip(self, other: Half, op: impl Fn(__m256i, __m256i) -> __m256i) -> Half {
            Half([op(self.0[0], other.0[0]), op(self.0[1], other.0[1])])
        }
    }

    // SAFETY (of every call below): as above, for AVX2.
    impl Vector for Half {
        #[inline(always)]
        fn load(lanes: &Lanes) -> Self {
            let first: *const __m256i = (&raw const lanes.0).cast();
            Half(unsafe { [_mm256_load_si256(first), _mm256_load_si256(first.add(1))] })
        }

        #[inline(always)]
        fn lanes(self) -> Lanes {
            let mut lanes = Lanes::NONE;
            let first: *mut __m256i = (&raw mut lanes.0).cast();
            unsafe {
                _mm256_store_si256(first, self.0[0]);
                _mm256_store_si256(first.add(1), self.0[1]);
            }
            lanes
        }

        #[inline(always)]
        fn and(self, other: Self) -> Self {
            self.zip(other, |a, b| unsafe { _mm256_and_si256(a, b) })
        }

        #[inline(always)]
        fn or(self, other: Self) -> Self {
            self.zip(other, |a, b| unsafe { _mm256_or_si256(a, b) })
        }

        #[inline(always)]
        fn xor(self, other: Self) -> Self {
            self.zip(other, |a, b| unsafe { _mm256_xor_si256(a, b) })
        }

        #[inline(always)]
        fn without(self, other: Self) -> Self {
            self.zip(other, |a, b| unsafe { _mm256_andnot_si256(b, a) })
        }

        #[inline(always)]
        fn up(self, by: u32) -> Self {
            Half(self.0.map(|v| unsafe { _mm256_sll_epi64(v, _mm_cvtsi32_si128(by as i32)) }))
        }

        #[inline(always)]
        fn down(self, by: u32) -> Self {
            Half(self.0.map(|v| unsafe { _mm256_srl_epi64(v, _mm_cvtsi32_si128(by as i32)) }))
        }

        #[inline(always)]
        fn any(self) -> bool {
            unsafe {
                let both = _mm256_or_si256(self.0[0], self.0[1]);
                _mm256_testz_si256(both, both) == 0
            }
        }
    }
}
