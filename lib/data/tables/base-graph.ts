/* The dependency graph of a base: its fields, and which are computed from which. Three round trips, one more for tables with lookups. */

import type { TableItem } from "#lib/data/schema/table-schema";
import { dependenciesOf, reachedFrom } from "#lib/engine/fields/dependencies";
import { invalid } from "#lib/schemas/basics/error";
import type { FieldId } from "#lib/schemas/basics/ids";
import type { Graph } from "#lib/schemas/tables/graph";
import { readSchemas } from "./base-schema.ts";

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
    // left out, because a caller without access there must not see ids of those fields
    edges: dependencies.map(({ from, to, kind }) => ({
      ...(ids.has(from) && { from: from as FieldId }),
      to: to as FieldId,
      kind,
    })),
    ...(fieldId && { reached: reachedFrom(fieldId, dependencies) as FieldId[] }),
  };
}
