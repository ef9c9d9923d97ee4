/** The limits of the format XLSX. */
export const sheetLimits = {
  rows: 1_048_576,
  columns: 16_384,
  /** Characters of a text in a cell, as UTF-16. */
  textLength: 32_767,
  /** Characters of the name of a sheet. */
  nameLength: 31,
} as const;
