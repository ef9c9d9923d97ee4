/* The words of new bases. */
export const templateTexts = {
  begin: "Begin with",
  empty: "An empty base",
  emptyAbout: "Its tables are made by you, or come from files.",
  tables: "Tables",
} as const;
