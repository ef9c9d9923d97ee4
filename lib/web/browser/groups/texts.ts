/* The words of groups in a grid. */
export const groupTexts = {
  empty: "Empty",
  /** What a screen reader says of the header of a group. */
  nameOf: (field: string, value: string, count: number) =>
    `${field}: ${value}, ${count} ${count === 1 ? "record" : "records"}`,
} as const;
