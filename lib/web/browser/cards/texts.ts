/* What kanbans, galleries and calendars have in common of texts. */
export const cardTexts = {
  options: "Options",
  optionsOf: (view: string) => `Options of ${view}`,
  chooseFields: "Choose fields",
  noField: "None",
  coverField: "Cover",
  isCoverFit: "Show the whole picture of a cover",
  isFieldNameHidden: "Hide the names of fields",
  chosenByEditors: "Who may change the view chooses it.",
} as const;
