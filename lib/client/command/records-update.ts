import { changeOptions, changeRecords, fileWord, readSet } from "./shared/change-records.ts";
import { defineCommand } from "./shared/definition.ts";
import { CommandError, wrongUsage } from "./shared/failure.ts";
import type { SourceRow } from "./shared/rows-in.ts";

export const recordsUpdate = defineCommand({
  name: "records update",
  does: "Change records by their ids",
  rules: [
    'CSV names the records in the column id, JSON in the member "id". Fields that are left out keep their cells; null, and an empty cell of CSV, empties one.',
  ],
  words: [
    { name: "table", does: "the table, by its id or name" },
    { ...fileWord, does: `${fileWord.does}; or with --set, the id of a record` },
  ],
  options: changeOptions,
  writes: true,
  examples: [
    ["gridless records update Tasks rec4mSa1Cw6nZ8tQ0Yh --set State=done", "one cell of one record"],
    ["gridless records update Tasks changes.csv", "the records in the column id"],
    [
      `gridless records list Tasks --filter "{State} = 'late'" | jq -c '{id, State: "open"}' | gridless records update Tasks`,
      "all records that a filter finds",
    ],
  ],
  async run(typed, running) {
    const [, word] = typed.words;
    const setRow = readSet(typed.texts("set"));
    if (setRow && word === undefined)
      throw wrongUsage("say which record: gridless records update <table> <record> --set …");
    await changeRecords({
      ...{ typed, running, did: "Updated", file: setRow ? undefined : word },
      setRow: setRow && word !== undefined ? { ...setRow, id: word } : undefined,
      send: async (table, rows, options) => ({ records: await table.update(rows.map(changeOf), options) }),
    });
  },
});

function changeOf({ place, id, fields }: SourceRow) {
  if (id === undefined)
    throw new CommandError("failed", `${place}: the id of the record is missing`, {
      hints: ['CSV has it in the column id, JSON in the member "id"'],
    });
  return { id, fields };
}
