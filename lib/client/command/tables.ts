import { connectServer } from "./shared/connect.ts";
import { baseOption, defineCommand } from "./shared/definition.ts";
import { TextGrid } from "./shared/grid.ts";
import { findBase, findTableOf, listFields, tablesIn } from "./shared/places.ts";

export const tables = defineCommand({
  name: "tables",
  does: "List the tables of a base, or the fields of a table",
  words: [{ name: "table", optional: true, does: "a table by its id or name: its fields are listed" }],
  options: baseOption,
  examples: [
    ["gridless tables --base Plans", "the tables of the base Plans"],
    ["gridless tables Tasks", "the fields of the table Tasks: their ids, types and names"],
  ],
  async run({ words: [table], text }, { output }) {
    const server = connectServer();
    const base = text("base");
    const fields =
      table === undefined ? undefined : await listFields(server, (await findTableOf(server, table, base)).id);
    const found = fields ?? (await tablesIn(server, (await findBase(server, base)).id));
    if (output.isJson) return output.json(found);
    if (found.length === 0) return output.note("The base has no tables.");
    const heads = fields ? ["id", "type", "name"] : ["id", "name"];
    const rows =
      fields?.map(({ id, type, name }) => [id, type, name]) ?? found.map(({ id, name }) => [id, name]);
    const grid = new TextGrid(heads, output.isTerminal ? output.width : 10_000);
    for (const line of grid.lines(rows, (head) => output.styled("bold", head))) await output.line(line);
  },
});
