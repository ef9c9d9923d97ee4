import { changeOptions, changeRecords, fileWord, readSet } from "./shared/change-records.ts";
import { defineCommand } from "./shared/definition.ts";

export const recordsCreate = defineCommand({
  name: "records create",
  does: "Create records from CSV, JSON or --set",
  rules: [
    "Rows are sent in requests of up to 1,000; each is done as a whole or not at all. A row may be a record as records list prints it: its id is left aside.",
  ],
  words: [{ name: "table", does: "the table, by its id or name" }, fileWord],
  options: changeOptions,
  writes: true,
  examples: [
    ["gridless records create Tasks --set Task=Write --set Due=2026-12-01", "one record"],
    [
      "gridless records create Tasks tasks.csv --key import-7",
      "a record for each line; the same again goes on where it ended",
    ],
    [
      `echo '{"Task": "Ship"}' | gridless records create Tasks --ndjson`,
      "from a pipe; prints what was created",
    ],
  ],
  async run(typed, running) {
    const [, file] = typed.words;
    await changeRecords({
      ...{ typed, running, file, did: "Created", setRow: readSet(typed.texts("set")) },
      send: async (table, rows, options) => ({
        records: await table.create(
          rows.map(({ fields }) => fields),
          options,
        ),
      }),
    });
  },
});
