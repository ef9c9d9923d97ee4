import * as z from "zod";
import * as tables from "#lib/data/schema/tables";
import { created, endpoint } from "#lib/http/endpoint";
import { BaseId } from "#lib/schemas/basics/ids";
import { SheetImport } from "#lib/schemas/tables/csv-at-address";
import { Table } from "#lib/schemas/tables/table";

export const handler = endpoint(
  {
    method: "POST",
    path: "/import/{baseId}",
    summary: "Import a file at an address into a new table",
    description:
      "As `POST /base/{baseId}/import`, from the address of a file. The table exists at once; a job creates its records, and the caller is notified when it has ended.",
    scope: "table|import",
    params: z.object({ baseId: BaseId }),
    body: SheetImport,
    response: created(z.array(Table)),
    idempotent: true,
    replay: async (ids: string[], { caller }) => {
      const { replayTable } = await import("#lib/data/tables/table-now");
      return [await replayTable(ids, { fieldKeyType: "name" } as never, caller)];
    },
    load: ({ base }) => tables.list(base.id),
  },
  async ({ base, loaded: others, body, caller }) =>
    (await import("#lib/data/csv/import-sheets")).importSheets(base, others, body, caller),
);
