// Not measured yet: (symbol, how often in 256 drawn blocks).
const DC_LUMA: &[(u8, u32)] = &[];
const DC_CHROMA: &[(u8, u32)] = &[];
const AC_LUMA: &[(u8, u32)] = &[];
const AC_CHROMA: &[(u8, u32)] = &[];
