/* The query plan: a query and the view it reads through, compiled into functions that match, search and order records. */

import type { Caller } from "#lib/data/identity/caller";
import { linksIn } from "#lib/data/records/reading/lookups";
import { openReading, type Prepared } from "#lib/data/records/reading/open-reading";
import type { TableReader } from "#lib/data/records/scan-turns";
import type { Schema, ViewItem } from "#lib/data/schema/table-schema";
import type { StoredRecord } from "#lib/engine/cells/stored-cells";
import type { CellContext } from "#lib/engine/field-types/shared/field-type";
import type { Field } from "#lib/engine/fields/field";
import { kindOf, looksUpLate, mustNotLookUpLate } from "#lib/engine/fields/formula-kinds";
import { makeMatcher } from "#lib/engine/query/filtering";
import { fieldsLookedInto } from "#lib/engine/query/looked-into";
import { makeOrderer } from "#lib/engine/query/ordering";
import { type ResolvedQuery, resolveQuery } from "#lib/engine/query/resolve-query";
import { makeSearcher } from "#lib/engine/query/searching";
import { isPosition, positionOf } from "#lib/engine/values/positions";
import { invalid } from "#lib/schemas/basics/error";
import type { RecordId } from "#lib/schemas/basics/ids";
import { itemsOf } from "#lib/schemas/tables/filter";
import type { LookedUp } from "./indexed/looked-up.ts";
import { isNumber, type Place, readPlace } from "./places.ts";

export interface QueryPlan {
  schema: Schema;
  look: ResolvedQuery<ViewItem>;
  caller: Caller;
  /** The user and table for which scans of the whole table take turns (records/scan-turns.ts). */
  reader: TableReader;
  context: CellContext;
  /** The fields whose cells decide about matches and order, and the `visited` fields. The answer may show other fields. */
  read: Field[];
  /** Reads the linked records and people that the functions below need of these records. */
  prepare<Each extends StoredRecord>(records: readonly Each[]): Promise<Prepared<Each>[]>;
  matches(record: Prepared): boolean;
  /**
   * A record as orders, groups and visitors read it: with all links that their formulas use. Cells of link fields themselves are ordered by
   * the links that the record keeps, as in indexes.
   */
  asOrdered(record: Prepared): StoredRecord;
  /** What to await between two records, if formulas have worked for a long time: other requests are answered first. */
  turn(): Promise<unknown> | undefined;
  /** The fields in which the search finds its text in a record. */
  hits(record: Prepared): Field[];
  /**
   * The place of a record in the order of the query; places are compared by `comparePlaces`. A list that goes on `after` a place keeps the
   * order in which it began.
   */
  placeOf(record: Prepared, after: Place | undefined): Place;
  /** The place that a cursor holds; `undefined` if it is not valid in this list. */
  readPlace(place: unknown): Place | undefined;
  /** For each sort field, the list in which its keys are positions (cursors.ts). */
  bases: readonly (readonly string[])[];
  /** If set, only these records are listed. */
  selected: RecordId[] | undefined;
  /** Their positions, if they have an order of their own. */
  places: ReadonlyMap<RecordId, string> | undefined;
  /** Whether the cell of a link field decides which records are listed. */
  ofCell: boolean;
  /** The time at which its formulas are computed, if one that it reads depends on the time. */
  instant: string | undefined;
  /** What was looked up before the caller's role was known (look-up.ts). */
  early?: LookedUp | undefined;
  /** Whether every record of the table matches, so that pages can be read directly from it. */
  matchesAll: boolean;
}

export type QueryInput = Parameters<typeof resolveQuery>[1] & { selectedRecordIds?: RecordId[] | undefined };

/** How the cell of a link field limits a query (link-cells.ts). */
export interface LinkLimit {
  /** If set, only these records, each with its position in the cell. */
  places?: ReadonlyMap<RecordId, string>;
  /** `selectedRecordIds` names records to leave out. */
  leavesOut?: boolean;
  /** The fields whose cells `matches` reads. */
  read: Field[];
  /** Reads what `matches` needs about prepared records. */
  load(records: readonly Prepared[]): Promise<unknown>;
  matches(record: Prepared): boolean;
  /** As in `QueryPlan`. */
  turn?(): Promise<unknown> | undefined;
}

/**
 * Compiles a query. `visited` are further fields that the caller reads of each record. Throws 400 or 404 if the query names fields or views
 * that do not exist, or uses them wrongly.
 */
export function planQuery(
  schema: Schema,
  query: QueryInput,
  caller: Caller,
  { cell, visited = [] }: { cell?: LinkLimit; visited?: readonly Field[] } = {},
): QueryPlan {
  const look = resolveQuery<ViewItem>(schema, query);
  const { search, orders, view } = look;
  refuseLateLookups(look, visited);
  const named = [...orders.map(({ field }) => field), ...(search?.fields ?? [])];
  const read = [...named, ...look.filters.flatMap(fieldsIn), ...(cell?.read ?? []), ...visited];
  const ordering = linksIn(
    [...orders.map(({ field }) => field), ...visited].filter(({ formula }) => formula),
  );
  const looked = linksIn([...look.filters.flatMap(lookedInto), ...(search?.fields ?? [])]);
  const reading = openReading(
    {
      fields: read,
      // filters compare people by id, but formulas use their names
      named: [...named, ...read.filter(({ formula }) => formula)],
      links: [...new Set([...looked, ...ordering])],
    },
    caller,
  );
  const { context } = reading;
  const asOrdered = (record: Prepared) => reading.withLinks(record, ordering);
  const filters = look.filters.map(({ filter, fieldOf }) => makeMatcher(filter, fieldOf, context));
  const findHits = search ? makeSearcher(search, context) : () => [];
  const hits = (record: Prepared) => findHits(reading.withLinks(record));
  const isHidden = search?.hideNotMatch ? (record: Prepared) => hits(record).length === 0 : () => false;
  const order = makeOrderer(orders, context);
  const depth = orders.length;
  const places = cell?.places;
  const selected = selectedIn(query.selectedRecordIds, cell);
  const rowOf = (record: StoredRecord) => {
    if (places) return places.get(record.id) ?? "";
    return view ? positionOf(record, view) : record.autoNumber;
  };
  const placing = {
    depth,
    keyFrom: order.keyFrom,
    isRow: places ? isText : view ? isPosition : isNumber,
  };
  return {
    schema,
    look,
    caller,
    reader: { tableId: schema.table.id, userId: caller.userId },
    context,
    prepare: cell
      ? async (records) => {
          const prepared = await reading.prepare(records);
          await cell.load(prepared);
          return prepared;
        }
      : reading.prepare,
    turn: () => reading.turn() ?? cell?.turn?.(),
    hits,
    asOrdered,
    bases: order.bases,
    read,
    matches: (record) =>
      filters.every((fits) => fits(reading.withLinks(record))) &&
      cell?.matches(record) !== false &&
      !isHidden(record),
    placeOf(record, after) {
      const isByRow = depth === 0 || typeof after?.tie === "string";
      return { key: order.keyOf(asOrdered(record)), tie: isByRow ? rowOf(record) : record.autoNumber };
    },
    readPlace: (place) => readPlace(place, placing),
    selected,
    places,
    ofCell: cell !== undefined,
    instant: read.some((field) => kindOf(field).isLate) ? context.now : undefined,
    matchesAll: matchesEveryRecord(look) && !selected && !cell,
  };
}

/** Throws 400 if a search or statistic reads lookups that change with the time of the request. */
function refuseLateLookups({ search }: ResolvedQuery<ViewItem>, visited: readonly Field[]): void {
  const message = mustNotLookUpLate;
  if (search?.fields.some(looksUpLate)) throw invalid([{ path: "search", message }]);
  if (visited.some(looksUpLate)) throw invalid([{ path: "field", message }]);
}

/** The records to list, in the order of the link cell if there is one. */
function selectedIn(ids: RecordId[] | undefined, cell: LinkLimit | undefined): RecordId[] | undefined {
  if (cell?.leavesOut) return undefined;
  if (!cell?.places) return ids;
  const wanted = ids && new Set(ids);
  return [...cell.places.keys()].filter((id) => wanted?.has(id) !== false);
}

const lookedInto = ({ filter, fieldOf }: ResolvedQuery["filters"][number]) =>
  fieldsLookedInto(itemsOf(filter), fieldOf);

const fieldsIn = ({ filter, fieldOf }: ResolvedQuery["filters"][number]) =>
  itemsOf(filter).flatMap(({ fieldId }) => fieldOf(fieldId) ?? []);

/** Whether filter and search leave out no record. */
export const matchesEveryRecord = ({ filters, search }: ResolvedQuery<ViewItem>): boolean =>
  filters.length === 0 && !search?.hideNotMatch;

const isText = (place: unknown) => typeof place === "string";
