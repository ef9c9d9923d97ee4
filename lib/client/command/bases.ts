import { connectServer } from "./shared/connect.ts";
import { defineCommand } from "./shared/definition.ts";
import { TextGrid } from "./shared/grid.ts";
import { listBases } from "./shared/places.ts";

export const bases = defineCommand({
  name: "bases",
  does: "List the bases that the token reaches",
  examples: [
    ["gridless bases", "their ids, names, and your role in each"],
    ["gridless bases --json | jq -r '.[].id'", "the ids alone"],
  ],
  async run(_typed, { output }) {
    const found = await listBases(connectServer());
    if (output.isJson) return output.json(found);
    if (found.length === 0) return output.note("The token reaches no base.");
    const grid = new TextGrid(["id", "name", "role"], output.isTerminal ? output.width : 10_000);
    const rows = found.map(({ id, name, role }) => [id, name, role]);
    for (const line of grid.lines(rows, (head) => output.styled("bold", head))) await output.line(line);
  },
});
