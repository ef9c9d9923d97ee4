/* The words of the dialog that shares a view. */
import type { ViewTypeName } from "#lib/schemas/tables/view";

/** Names, one after the other. */
const listed = (names: readonly string[]) => names.join(", ");

export const shareTexts = {
  off: "This view is not shared: only members of the base open it.",
  offHint: (type: ViewTypeName) =>
    type === "form"
      ? "When it is shared, all who have its address fill in the form, without an account. Links, people and files are not asked for, unless the form shows them by your choice."
      : "When it is shared, all who have its address read it, without an account.",
  start: "Share this view",
  started: "The view is shared.",
  lockedHint: "The view is locked. Unlock it to change how it is shared.",
  address: "Address",
  copy: "Copy",
  copyOf: (what: string) => `Copy: ${what}`,
  copied: "Copied.",
  copyByHand: "The browser does not allow copying here. The text is selected: press Ctrl and C.",
  open: "Open it as strangers do",
  strangers: "What strangers see",
  settings: "What the share may do",
  records: "Show the records",
  hiddenFields: "Show hidden fields too, and all fields that are made later",
  copying: "Let visitors copy cells with their programs",
  answers: "Take answers",
  signIn: "Visitors sign in first, and each record says who sent it",
  saved: "Saved.",
  frames: "Within other pages",
  mayFrame: "Pages of other addresses may show it in a frame",
  frameOrigins: "Only pages of these origins, with spaces between them; empty: all pages",
  snippet: "Text for the other page",
  framedBy: (origins: readonly string[]) =>
    origins.includes("*")
      ? "Every page may show it in a frame."
      : `Pages of these origins may show it in a frame: ${listed(origins)}.`,
  frameHint:
    "With a password, or if visitors sign in, a frame shows only a link to the page in a window of its own.",
  password: "Password",
  hasPassword: "Visitors are asked for a password. It is never shown again.",
  noPassword: "There is no password: the address is enough.",
  setPassword: "Set a password",
  changePassword: "Change the password",
  removePassword: "Take the password away",
  newPassword: "New password, at least 3 characters",
  passwordSet: "The password is set. Those who gave the former one are asked again.",
  passwordGone: "The password is taken away.",
  refresh: "New address",
  refreshHint: "The former address ends at once, for good. Send the new one to all who should have it.",
  refreshed: "The share has a new address. The former one has ended.",
  end: "Stop sharing",
  endHint:
    "The address ends at once, for good. Sharing the view again makes another one, with the same settings.",
  ended: "The view is not shared any longer.",
  listedRecords: (isFiltered: boolean) =>
    isFiltered ? "The records that pass the filter of the view." : "All records of the table.",
  inFields: (names: readonly string[]) => `These fields: ${listed(names)}.`,
  allFields: "All fields of the table, also hidden ones and those that are made later.",
  onlyNames: (names: readonly string[]) => `The names of these fields, and no records: ${listed(names)}.`,
  linkedTitles: (names: readonly string[]) => `Titles of records of other tables, in: ${listed(names)}.`,
  people: (names: readonly string[]) => `Names of people, without e-mail addresses, in: ${listed(names)}.`,
  files: (names: readonly string[]) => `Files, which they can open and keep, in: ${listed(names)}.`,
  mayCopy: "They may copy cells.",
  readOnly: "They change nothing, and see no comments and no history.",
  questions: (names: readonly string[]) => `These questions: ${listed(names)}.`,
  noQuestions: "No question yet: the form shows no field that can be filled in.",
  closed: "The form, which takes no answers now.",
  offered: (names: readonly string[]) => `The titles of the records that can be chosen in: ${listed(names)}.`,
  offeredPeople: (names: readonly string[]) =>
    `The names of all people of this base, to choose from, in: ${listed(names)}.`,
  anonymous: "They stay anonymous, and see no record, not even their own.",
  named: "They sign in first: the record that they send says who they are.",
  formRecords: "With a program they can also read the records of this form, because the share shows records.",
  afterPassword: "All this only after the password.",
} as const;
