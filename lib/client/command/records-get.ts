import { connectServer } from "./shared/connect.ts";
import { baseOption, defineCommand } from "./shared/definition.ts";
import { wrongUsage } from "./shared/failure.ts";
import { findTableOf } from "./shared/places.ts";

export const recordsGet = defineCommand({
  name: "records get",
  does: "Print a record",
  rules: ["It prints JSON, also without --json."],
  words: [
    { name: "table", does: "the table, by its id or name" },
    { name: "record", does: "the id of the record" },
  ],
  options: baseOption,
  examples: [
    ["gridless records get Tasks rec4mSa1Cw6nZ8tQ0Yh", "the record with its cells"],
    ["gridless records get Tasks rec4mSa1Cw6nZ8tQ0Yh | jq .fields.Task", "one cell"],
  ],
  async run({ words: [table = "", record = ""], text }, { output, signal }) {
    if (!/^rec[0-9A-Za-z]{16}$/.test(record))
      throw wrongUsage(
        `${JSON.stringify(record)} is not the id of a record`,
        `gridless records list ${JSON.stringify(table)} --filter "{Name} = '…'" finds records by their cells`,
      );
    const server = connectServer();
    const { id } = await findTableOf(server, table, text("base"));
    await output.json(await server.client.base("").table(id).get(record, { signal }));
  },
});
