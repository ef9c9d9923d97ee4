/* All tables of a base with their fields and views. Three round trips, one more for tables with lookups. */

import { createHash } from "node:crypto";
import type { Caller } from "#lib/data/identity/caller";
import { makeFieldPresenter } from "#lib/data/schema/closed-fields";
import { findMany, type Schema, schemaOf, type TableItem } from "#lib/data/schema/table-schema";
import { head } from "#lib/data/schema/tables";
import { show as showView } from "#lib/data/schema/views";
import { refuseLargeAnswer } from "#lib/schemas/basics/answer-size";
import type { BaseSchema } from "#lib/schemas/tables/base-schema";
import { runTogether } from "#lib/store/retry";

/** The schema of a base as answers show it, and its ETag. Throws 413 if it is too large for one answer. */
export async function readBaseSchema(
  tables: readonly TableItem[],
  caller: Pick<Caller, "may" | "mayReadIn">,
  { withViews }: { withViews: boolean },
): Promise<{ schema: BaseSchema; tag: string }> {
  const schemas = new Map((await readSchemas(tables)).map((schema) => [schema.table.id, schema]));
  const presenters = new Map<string, Awaited<ReturnType<typeof makeFieldPresenter>>>();
  for (const found of schemas.values())
    presenters.set(found.table.id, await makeFieldPresenter(found, caller));
  const schema: BaseSchema = {
    tables: tables.flatMap((table) => {
      const found = schemas.get(table.id);
      const show = presenters.get(table.id);
      if (!found || !show) return [];
      const fields = found.fields.map(show);
      return { ...head(table), fields, ...(withViews && { views: found.views.map(showView) }) };
    }),
  };
  const json = JSON.stringify(schema);
  refuseLargeAnswer(json);
  return { schema, tag: createHash("sha256").update(json).digest("base64url").slice(0, 22) };
}

/** Sorted in the order of the tables. */
export async function readSchemas(tables: readonly Pick<TableItem, "id">[]): Promise<Schema[]> {
  // the base's list has copies, without the latest schemaVersion
  const found = await findMany(tables.map(({ id }) => id));
  const schemas = new Map<string, Schema>();
  await runTogether(found, async (table) => {
    schemas.set(table.id, await schemaOf(table));
  });
  return tables.flatMap(({ id }) => schemas.get(id) ?? []);
}
