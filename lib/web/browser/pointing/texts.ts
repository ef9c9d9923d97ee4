/* What the menu of cells says. */
export const pointingTexts = {
  menuOfCells: "What can be done here",
  openRecord: "Open the record",
  editCell: "Edit the cell",
  copy: "Copy",
  newBelow: "New record below",
  empty: (count: number) => (count === 1 ? "Empty the cell" : `Empty ${count} cells`),
  deleteRows: (count: number) => (count === 1 ? "Delete the record" : `Delete ${count} records`),
} as const;
