/* The words of the box that finds a text in a view. */
export const findTexts = {
  find: "Find in this view",
  next: "Next",
  previous: "Previous",
  close: "Close the search",
  searching: "Searching …",
  nothing: "Nothing found",
  at: (place: number, count: number) => `${place} of ${count}`,
} as const;
