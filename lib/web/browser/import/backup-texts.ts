/* The words of backups. */
const language = "en";
const counted = (number: number, [one, several]: readonly [string, string]) =>
  `${number.toLocaleString(language)} ${number === 1 ? one : several}`;

type Counts = Readonly<Record<string, number>>;
type Words = Readonly<Record<string, readonly [one: string, several: string]>>;

const held: Words = {
  tables: ["table", "tables"],
  records: ["record", "records"],
  comments: ["comment", "comments"],
  files: ["file", "files"],
};
const leftOut: Words = {
  leftOutUsers: ["person in cells is no member of the space", "people in cells are no members of the space"],
  unknownAuthors: ["author could not be kept", "authors could not be kept"],
  leftOutReactions: ["reaction", "reactions"],
  leftOutFiles: ["file whose contents are not in the backup", "files whose contents are not in the backup"],
  leftOutLinks: ["link to a record that is not in the backup", "links to records that are not in the backup"],
  leftOutFields: ["computed field", "computed fields"],
  leftOutViews: ["view of a plugin", "views of plugins"],
  leftOutComments: [
    "comment on a record that is not in the backup",
    "comments on records that are not in the backup",
  ],
  linksTurnedText: ["link field became text", "link fields became text"],
};

/** Those that are not none, in words. */
const listed = (counts: Counts, words: Words): string[] =>
  Object.entries(words).flatMap(([name, word]) => {
    const count = counts[name] ?? 0;
    return count > 0 ? [counted(count, word)] : [];
  });

export const backupTexts = {
  backupOf: (name: string) => `Backup of ${name}`,
  what: "One file with all tables, views, records and comments. Dropped on the page with your bases, it becomes a base again, here or in another installation.",
  withFiles: "With attached files",
  writing: "Writing the backup … It is not downloaded if you close this.",
  download: "Download",
  again: "Download again",
  ready: "Your browser saves the file. It can be downloaded for a day.",
  holds: (counts: Counts) => listed(counts, held).join(", "),
  restoreOf: (name: string) => `Restore ${name}`,
  name: "Name of the base; empty: that in the backup",
  restore: "Restore",
  restoring: (name: string) => `Restoring ${name} …`,
  goesOn: "You may close this: the base appears when it is complete, or not at all.",
  restored: (counts: Counts) => `The base is there: ${listed(counts, held).join(", ")}.`,
  leftOut: "What was left out",
  listLeftOut: (counts: Counts) => listed(counts, leftOut),
  failed: (reason: string) => `Nothing was restored: ${reason}`,
  open: "Open the base",
} as const;
