/*
 * Finds the records of a query by values, if it has a filter and the table has indexes (indexed/look-up.ts), and says what was chosen
 * (lib/store/meter.ts).
 *
 * A call that is asked by GET begins before its table is read: with the schema that this process has in memory. So it needs no more round
 * trips than a page in natural order:
 *
 *   token · TABLE · entries, by the schema in memory ──▶ role · records, if TABLE has the version of that schema ──▶ answer
 */

import { recordKey } from "#lib/data/records/record-keys";
import type { RecordItem } from "#lib/data/records/records";
import { knownSchema, type Schema, type TableItem } from "#lib/data/schema/table-schema";
import type { Field } from "#lib/engine/fields/field";
import type { RecordId, TableId } from "#lib/schemas/basics/ids";
import type { RecordCountQuery } from "#lib/schemas/tables/list-query";
import { beginUnits, type ReadPlan, tellPlan, withReadPlan } from "#lib/store/meter";
import { getItems } from "#lib/store/store";
import { chooseNote } from "./choose-note.ts";
import type { LookedUp } from "./indexed/looked-up.ts";
import type { QueryPlan } from "./query-plan.ts";

/** Code for indexes is imported only when needed. */
const indexed = () => import("./indexed/look-up.ts");

/** The records that may match; undefined if no index has few of them. */
export async function lookUpRecords(plan: QueryPlan): Promise<LookedUp | undefined> {
  const { schema, look, selected, early } = plan;
  if (selected || look.filters.length === 0) return undefined;
  beginUnits(early?.units);
  const found = early ?? (hasValues(schema) ? await (await indexed()).lookUp(plan) : undefined);
  tellPlan(
    found ? `${found.index ? `index=${found.index.id}` : "unique"}; entries=${found.entries}` : "scan",
  );
  if (found?.index) chooseNote(plan)?.indexed(found.index);
  return found;
}

/** The records that may have one of these cells in a field; undefined if no index begins with it, or if a scan costs less. */
export async function lookUpCells(
  schema: Schema,
  field: Field | undefined,
  cells: readonly unknown[],
): Promise<RecordId[] | undefined> {
  if (!field || schema.indexes.length === 0) return undefined;
  return (await indexed()).lookUpEach(schema, field, [...new Set(cells)]);
}

type Asked = RecordCountQuery & { cursor?: string | undefined };

/** A look-up that began with the schema in memory. */
export interface EarlyLookUp {
  schemaVersion: number;
  found: LookedUp;
}

/** Begins before the table is read; undefined if that is not possible. Whatever is wrong with the query is said later. */
export async function lookUpEarly(tableId: TableId, query: Asked): Promise<EarlyLookUp | undefined> {
  const schema = isEarly(query) ? knownSchema(tableId) : undefined;
  if (!schema || !hasValues(schema)) return undefined;
  const counted: ReadPlan = { units: 0 };
  const found = await withReadPlan(counted, async () => (await indexed()).lookUpQuery(schema, query)).catch(
    () => undefined,
  );
  return (
    found && { schemaVersion: schema.table.schemaVersion, found: { ...found, units: counted.units ?? 0 } }
  );
}

/** Whether values may be looked up in the table. */
const hasValues = ({ indexes, fields }: Schema): boolean =>
  indexes.length > 0 || fields.some(({ unique }) => unique);

/** Formulas, link cells and lists of ids need more than the schema. */
function isEarly({
  filter,
  filterByTql,
  viewId,
  filterByFormula,
  selectedRecordIds,
  ...query
}: Asked): boolean {
  const isLimited = filterByFormula || query.filterLinkCellCandidate || query.filterLinkCellSelected;
  return Boolean(filter || filterByTql || viewId) && !isLimited && !selectedRecordIds;
}

/** The records of an early look-up, if the schema in memory was that of the table. */
export async function readEarlyFound(
  { id, schemaVersion }: TableItem,
  early: Promise<EarlyLookUp | undefined> | undefined,
): Promise<LookedUp | undefined> {
  const begun = await early;
  if (begun?.schemaVersion !== schemaVersion) return undefined;
  const { found } = begun;
  if (found.records || found.ids.length > mostEarly) return found;
  const counted: ReadPlan = { units: found.units ?? 0 };
  const read = () => getItems<RecordItem>(found.ids.map((record) => recordKey(id, record)));
  const records = await withReadPlan(counted, read);
  return { ...found, records, units: counted.units ?? 0 };
}

const mostEarly = 100;
