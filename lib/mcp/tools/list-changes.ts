import * as z from "zod";
import { callEndpoint } from "#lib/http/kinds/call-endpoint";
import { countShown } from "#lib/mcp/fit-answer";
import { defineTool, type ToolCall } from "#lib/mcp/tool";
import { type BaseChange, ChangesPage } from "#lib/schemas/collaboration/changes";
import { inBase } from "./arguments.ts";
import { findBaseId, pickNamed, readTables } from "./places.ts";

export const listChangesTool = defineTool(
  {
    name: "list_changes",
    title: "List changes",
    description:
      "What changed in a base after a cursor. Without since: where to begin. If `reset` is true, changes were lost: read again what you need.",
    does: "read",
    scopes: [["record|read"]],
    paths: { take: "limit", tableIds: "tables" },
  },
  z.strictObject({
    ...inBase,
    since: z.string().max(200).optional().meta({ description: "The cursor of the answer before." }),
    tables: z
      .array(z.string().max(255))
      .max(100)
      .optional()
      .meta({ description: "Only these, by id or name." }),
    limit: z.int().min(1).max(200).default(50),
  }),
  async ({ base, since, tables, limit }, call) => {
    const baseId = await findBaseId(base, call);
    const named = tables && (await tablesNamed(baseId, tables, call));
    const { handler } = await import("#functions/change/list-changes");
    for (let take = limit; ; ) {
      const query = {
        take: String(take),
        ...(since !== undefined && { since }),
        ...(named && { "tableIds[]": named }),
      };
      const page = await callEndpoint(handler, ChangesPage, { params: { baseId }, query }, call);
      const { changes, ...rest } = page;
      const shown = changes.map(showChange);
      const count = countShown(shown, rest);
      if (count === shown.length)
        return { changes: shown, ...rest, ...(since === undefined && { note: whereToBegin }) };
      // asked again for fewer, so that the cursor is the one after the last that is shown
      take = Math.min(take - 1, Math.max(1, count));
    }
  },
);

/** The log begins when a program first follows the base, and its changes have numbers, not times: so what came before cannot be listed. */
const whereToBegin =
  "`cursor` is the place of now: send it as `since` later to see what changed from here on. For what changed before: query_records with `sort` on a field of the type lastModifiedTime or createdTime, and `desc`.";

async function tablesNamed(baseId: string, tables: readonly string[], call: ToolCall): Promise<string[]> {
  const all = await readTables(baseId, call);
  return tables.map((each, i) => pickNamed(all, each, `tables[${i}]`).id);
}

/** Of many fields their number. */
const showChange = ({ record: _, fieldIds, ...change }: BaseChange) => ({
  ...change,
  ...(fieldIds && (fieldIds.length > 20 ? { fields: fieldIds.length } : { fieldIds })),
});
