/*
 * Makes the tables of an imported base. All ids follow from the old ones, so what is there already is passed over.
 *
 *   tables with their plain fields ──▶ links and computed fields (import-fields.ts) ──▶ names, order, views, titles of links (finish-schema.ts)
 *
 * Which of its records a link may show is said at the end (finishLinks): links that were made before the rule stay.
 */

import { find } from "#lib/data/schema/table-schema";
import * as tables from "#lib/data/schema/tables";
import { type BaseItem, baseKey } from "#lib/data/spaces/bases";
import { createTable } from "#lib/data/tables/create-table";
import { retryOnConflict } from "#lib/store/commit";
import { getItem } from "#lib/store/store";
import type { FileTable } from "./backup-file.ts";
import { finishTable } from "./finish-schema.ts";
import { addFields, plainFields, readInput, standInOf } from "./import-fields.ts";
import { type ImportWork, inSchemaOf } from "./import-work.ts";

/** Makes all tables with their fields and views. Throws 400 that names the schema and the fault. */
export async function importSchema(work: ImportWork): Promise<void> {
  for (const table of work.file.tables) await inSchemaOf(table, () => makeTable(work, table));
  await addFields(work);
  for (const table of work.file.tables)
    await inSchemaOf(table, () => retryOnConflict(() => finishTable(work, table)));
}

async function makeTable(work: ImportWork, table: FileTable): Promise<void> {
  const { ids, caller, base } = work;
  const tableId = ids.of(table.id);
  if (await find(tableId)) return;
  const plain = plainFields(table);
  const fields = plain.map((field) => readInput(field, work));
  // the primary field needs other fields: a temporary one takes its place until it is made
  if (!plain[0]?.isPrimary) fields.unshift({ type: "singleLineText", name: "…", id: standInOf(table, work) });
  const { name, dbTableName, description, icon, order } = table;
  const input = {
    ...{ name, dbTableName, order, fields, views: [], records: [], fieldKeyType: "id" as const },
    ...(description && { description }),
    ...(icon && { icon }),
  };
  const readBase = (id: BaseItem["id"]) => getItem<BaseItem>(baseKey(id));
  const latest = (await readBase(base.id)) ?? base;
  const others = await tables.list(base.id);
  await createTable(latest, others, input, caller, {
    allow: async () => true,
    besides: () => [],
    copied: { broken: new Set() },
    tableId,
    readBase,
  });
}
