import { connectServer } from "./shared/connect.ts";
import { baseOption, defineCommand } from "./shared/definition.ts";
import { CommandError, wrongUsage } from "./shared/failure.ts";
import { countOf } from "./shared/output.ts";
import { findTableOf, listFields } from "./shared/places.ts";
import { openSource, type SourceRow } from "./shared/rows-in.ts";
import { writeOptions, writeRows } from "./shared/write-rows.ts";

export const recordsDelete = defineCommand({
  name: "records delete",
  does: "Delete records by their ids",
  rules: ["They can be brought back from the trash for 30 days."],
  words: [
    { name: "table", does: "the table, by its id or name" },
    {
      name: "record",
      many: true,
      optional: true,
      does: "ids of records; without any, or with -, they come from the standard input",
    },
  ],
  options: {
    ...baseOption,
    file: { value: "<file>", does: "ids line by line, records as JSON, or CSV with the column id" },
    ...writeOptions,
  },
  writes: true,
  examples: [
    ["gridless records delete Tasks rec4mSa1Cw6nZ8tQ0Yh", "one record"],
    [
      `gridless records list Tasks --filter "{State} = 'done'" | gridless records delete Tasks -`,
      "all records that a filter finds",
    ],
  ],
  async run(typed, running) {
    const { output, signal } = running;
    const [table = "", ...ids] = typed.words;
    const file = typed.text("file");
    const isGiven = ids.length > 0 && ids[0] !== "-";
    if (isGiven && file !== undefined) throw wrongUsage("ids and --file exclude each other");
    const server = connectServer();
    const { id } = await findTableOf(server, table, typed.text("base"));
    const fieldNames = async () => (await listFields(server, id)).map(({ name }) => name);
    const rows = isGiven
      ? given(ids)
      : (await openSource({ file, format: undefined, fieldNames, signal })).rows;
    const records = server.client.base("").table(id);
    const deleted = await writeRows({
      ...{ rows, typed, running },
      send: (some, key) => records.delete(some.map(idOf), { key, signal }),
    });
    if (output.isJson) return output.json({ deleted });
    await output.line(`Deleted ${countOf(deleted, "record")}`);
  },
});

async function* given(ids: readonly string[]): AsyncGenerator<SourceRow> {
  for (const id of ids) yield { place: id, id, fields: {} };
}

function idOf({ place, id }: SourceRow): string {
  if (id !== undefined) return id;
  throw new CommandError("failed", `${place}: the id of a record is missing`);
}
