/* The dependency graph of a base: its fields, and what is computed from what. Three round trips, one more for tables with lookups. */

import { findMany, type Schema, schemaOf, type TableItem } from "#lib/data/schema/table-schema";
import { dependenciesOf, reachedFrom } from "#lib/engine/fields/dependencies";
import { invalid } from "#lib/schemas/basics/error";
import type { FieldId } from "#lib/schemas/basics/ids";
import type { Graph } from "#lib/schemas/tables/graph";
import { runTogether } from "#lib/store/retry";

/** The graph of these tables of a base. Throws 400 for a `fieldId` that is none of their fields. */
export async function readGraph(
  tables: readonly Pick<TableItem, "id">[],
  fieldId: FieldId | undefined,
): Promise<Graph> {
  const schemas = await readSchemas(tables);
  const nodes = schemas.flatMap(({ table, fields }) =>
    fields.map(({ id, name, type, isLookup, hasError }) => ({
      ...{ id, tableId: table.id, name, type },
      ...(isLookup && { isLookup }),
      ...(hasError && { hasError: true as const }),
    })),
  );
  const ids = new Set<string>(nodes.map(({ id }) => id));
  if (fieldId && !ids.has(fieldId))
    throw invalid([{ path: "fieldId", message: "is not a field of this base" }]);
  const dependencies = schemas.flatMap(({ fields }) => dependenciesOf(fields));
  return {
    tables: schemas.map(({ table: { id, name } }) => ({ id, name })),
    nodes,
    // the ids of fields elsewhere are nothing for who may not read there
    edges: dependencies.map(({ from, to, kind }) => ({
      ...(ids.has(from) && { from: from as FieldId }),
      to: to as FieldId,
      kind,
    })),
    ...(fieldId && { reached: reachedFrom(fieldId, dependencies) as FieldId[] }),
  };
}

/** In the order of the tables. */
async function readSchemas(tables: readonly Pick<TableItem, "id">[]): Promise<Schema[]> {
  // the list of a base has copies, which do not know of the last change of the schema
  const found = await findMany(tables.map(({ id }) => id));
  const schemas = new Map<string, Schema>();
  await runTogether(found, async (table) => {
    schemas.set(table.id, await schemaOf(table));
  });
  return tables.flatMap(({ id }) => schemas.get(id) ?? []);
}
