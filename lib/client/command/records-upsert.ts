import { changeOptions, changeRecords, fileWord, readSet } from "./shared/change-records.ts";
import { defineCommand } from "./shared/definition.ts";
import { wrongUsage } from "./shared/failure.ts";

export const recordsUpsert = defineCommand({
  name: "records upsert",
  does: "Change the records with the same values in some fields, create the others",
  words: [{ name: "table", does: "the table, by its id or name" }, fileWord],
  options: {
    ...changeOptions,
    on: {
      value: "<field>",
      does: "records with the same value in this field are changed; one to three fields",
      many: true,
    },
  },
  writes: true,
  examples: [
    [
      "gridless records upsert Stock stock.csv --on Code",
      "each line changes the record with its Code, or makes one",
    ],
    ["gridless records upsert Stock --on Code --set Code=A-1 --set Count=3", "one row"],
  ],
  async run(typed, running) {
    const [, file] = typed.words;
    const on = [...typed.texts("on")];
    if (on.length === 0) throw wrongUsage("say by which field records are found: --on <field>");
    await changeRecords({
      ...{ typed, running, file, did: "Upserted", setRow: readSet(typed.texts("set")) },
      send: (table, rows, options) =>
        table.upsert(
          rows.map(({ fields }) => fields),
          { ...options, on },
        ),
    });
  },
});
