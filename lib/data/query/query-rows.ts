/*
 * Rows of statistics: the matching records of a table in groups, with statistics of each group. The table is read once; memory holds the
 * groups, which are limited, and no record.
 */

import type { Caller } from "#lib/data/identity/caller";
import { type Schema, schemaOf, type TableItem } from "#lib/data/schema/table-schema";
import type { CellContext, StoredCell } from "#lib/engine/field-types/shared/field-type";
import type { StatisticFunction } from "#lib/engine/field-types/shared/statistics";
import { dateFormattingOf } from "#lib/engine/fields/date-formatting";
import { type Field, typeOf } from "#lib/engine/fields/field";
import { explainKey, makeFieldKeys } from "#lib/engine/fields/field-keys";
import { looksUpLate, mustNotLookUpLate } from "#lib/engine/fields/formula-kinds";
import { checkOrders, statisticFault } from "#lib/engine/query/check-orders";
import { makePather } from "#lib/engine/query/grouping";
import { makeOrderer } from "#lib/engine/query/ordering";
import { makeStatistic, type Statistic } from "#lib/engine/query/statistic";
import type { DateFormatting } from "#lib/engine/values/dates";
import { formatDate } from "#lib/engine/values/format-date";
import { findNearest } from "#lib/engine/values/nearest-text";
import { type Issue, invalid, pathOf, unknownInside } from "#lib/schemas/basics/error";
import { limits } from "#lib/schemas/basics/limits";
import { isObject } from "#lib/schemas/basics/object";
import type { BaseQuery, DateUnit, HavingCondition, QueriedRows } from "#lib/schemas/tables/base-query";
import { tooManyGroups, visitMatching } from "./aggregate.ts";
import { planList } from "./plan-list.ts";

type Value = ReturnType<Statistic["value"]>;

interface GroupColumn {
  name: string;
  /** With `by`: a copy of the field that shows its dates by this unit, so they group and sort by it. */
  field: Field;
  by?: DateUnit | undefined;
}
interface SelectColumn {
  name: string;
  /** Absent: records are counted. */
  of?: { field: Field; fn: StatisticFunction };
}
interface Columns {
  groups: GroupColumn[];
  selected: SelectColumn[];
}

interface Row {
  key: string;
  /** For each item of `orderBy` that names a group. */
  keys: string[];
  cells: (StoredCell | undefined)[];
  count: number;
  statistics: (Statistic | undefined)[];
  values: Value[];
}

/** The rows of a query about one of these tables. Throws 404 if it names none, else as `queryRows` does. */
export async function queryTable(
  tables: readonly TableItem[],
  query: BaseQuery,
  caller: Caller,
): Promise<QueriedRows> {
  const table =
    tables.find(({ id }) => id === query.table) ?? tables.find(({ name }) => name === query.table);
  if (table) return queryRows(await schemaOf(table), query, caller);
  const message = explainName(
    "table",
    query.table,
    tables.map(({ name }) => name),
  );
  throw unknownInside([{ path: "table", message }]);
}

function explainName(what: string, name: string, names: Iterable<string>): string {
  const nearest = findNearest(name, names);
  const hint = nearest === undefined ? "" : `; did you mean ${JSON.stringify(nearest)}?`;
  return `no ${what} is called ${JSON.stringify(name)}${hint}`;
}

/** The rows of a query. Throws 400 with everything that is wrong with it, and for too many groups. */
async function queryRows(schema: Schema, query: BaseQuery, caller: Caller): Promise<QueriedRows> {
  const columns = readColumns(schema, query);
  const { groups, selected } = columns;
  const fields = [...groups, ...selected.flatMap(({ of }) => of ?? [])].map(({ field }) => field);
  const keys = new Map(groups.map(({ field }, i) => [field.id, query.groupBy[i]?.field ?? field.id]));
  const groupBy = [...keys.values()].map((fieldId) => ({ fieldId, order: "asc" as const }));
  const { table: _, select: __, having: ___, take, ...which } = query;
  const plan = await planList(schema, { ...which, orderBy: undefined, groupBy }, caller, fields);
  const { context } = plan;
  const { identitiesOf, cellsOf, keyOf } = makePather(
    groups.map(({ field }) => ({ field, order: "asc" as const })),
    context,
  );
  const orderers = query.orderBy.flatMap(({ name, order }) => {
    const group = groups.find((each) => each.name === name);
    return group ? [makeOrderer([{ field: group.field, order }], context)] : [];
  });
  const rows = new Map<string, Row>();
  const begin = (): Row => ({
    ...{ key: "", keys: [], cells: [], count: 0, values: [] },
    statistics: selected.map(({ of }) => of && makeStatistic(of.fn, of.field, context)),
  });
  if (groups.length === 0) rows.set("", begin());
  await visitMatching(plan, (found) => {
    const record = plan.asOrdered(found);
    const path = identitiesOf(record).join("\0");
    let row = rows.get(path);
    if (!row) {
      if (rows.size >= limits.groupPoints) throw tooManyGroups();
      row = {
        ...begin(),
        ...{ key: keyOf(record), keys: orderers.map((each) => each.keyOf(record)), cells: cellsOf(record) },
      };
      rows.set(path, row);
    }
    row.count++;
    for (const statistic of row.statistics) statistic?.add(record);
  });
  for (const row of rows.values())
    row.values = row.statistics.map((each) => (each ? each.value() : row.count));
  const kept = [...rows.values()].filter(conditionOf(query, columns)).sort(orderOf(query, columns));
  return { rows: showRows(kept.slice(0, take), columns, context), total: kept.length };
}

/** The columns that a query names. Throws 400 with all issues, also those of conditions and orders. */
function readColumns(schema: Schema, query: BaseQuery): Columns {
  const keys = makeFieldKeys(schema.open ?? schema.fields, query.fieldKeyType);
  const issues: Issue[] = [];
  const say = (at: PropertyKey[], message: string) => issues.push({ path: pathOf(at), message });
  const groups = query.groupBy.flatMap(({ field: key, by, as = key }, i): GroupColumn[] => {
    const [fault] = checkOrders([{ fieldId: key, order: "asc" }], keys, []);
    const field = keys.get(key);
    if (!field || fault) say(["groupBy", i, "field"], fault?.message ?? explainKey(keys, key));
    else if (by && !formattingIn(field)) say(["groupBy", i, "by"], `${key} does not hold one date`);
    else return [{ name: as, by, field: by ? shownBy(by, field) : field }];
    return [];
  });
  const select = query.select.length > 0 ? query.select : [{ fn: "count" }];
  const selected = select.flatMap(({ field: key, fn, as }, i): SelectColumn[] => {
    const name = as ?? (key === undefined ? fn : `${fn}(${key})`);
    if (key === undefined && fn === "count") return [{ name }];
    const field = key === undefined ? undefined : keys.get(key);
    if (!field) {
      say(
        ["select", i, "field"],
        key === undefined ? `is missing: only count needs none` : explainKey(keys, key),
      );
      return [];
    }
    const fault = looksUpLate(field) ? mustNotLookUpLate : statisticFault(field, fn);
    if (fault !== undefined) say(["select", i, "fn"], fault);
    const known = typeOf(field)
      .statistics(field.options)
      .find((each) => each === fn);
    return known ? [{ name, of: { field, fn: known } }] : [];
  });
  refuseNames(query, { groups, selected }, say);
  if (issues.length > 0) throw invalid(issues);
  return { groups, selected };
}

type Say = (at: PropertyKey[], message: string) => void;

/** Refuses names that clash, and conditions and orders by unknown ones. */
function refuseNames(query: BaseQuery, { groups, selected }: Columns, say: Say): void {
  const used = new Set<string>();
  for (const [list, columns] of [
    ["groupBy", groups],
    ["select", selected],
  ] as const)
    for (const [i, { name }] of columns.entries()) {
      if (used.has(name)) say([list, i, "as"], `another column is called ${JSON.stringify(name)}`);
      if (name === "__proto__") say([list, i, "as"], "cannot be used as a name here; send another one");
      used.add(name);
    }
  const byName = new Map(selected.map((column) => [column.name, column]));
  const check = ({ name, value, operator }: HavingCondition, at: PropertyKey[]) => {
    const column = byName.get(name);
    if (!column) return say([...at, "name"], explainName("column", name, byName.keys()));
    const kind = column.of && dateFunctions.has(column.of.fn) ? "string" : "number";
    if (value === null && operator !== "=" && operator !== "!=")
      say([...at, "value"], "must not be null, but with = and !=");
    else if (value !== null && typeof value !== kind)
      say([...at, "value"], kind === "number" ? "must be a number" : "must be text such as 2026-12-31");
  };
  for (const [i, each] of (query.having?.conditions ?? []).entries()) {
    const at = ["having", "conditions", i];
    if ("name" in each) check(each, at);
    else for (const [n, inner] of each.conditions.entries()) check(inner, [...at, "conditions", n]);
  }
  for (const [i, { name }] of query.orderBy.entries())
    if (!used.has(name)) say(["orderBy", i, "name"], explainName("column", name, used));
}

/** Statistics whose values are dates. */
const dateFunctions: ReadonlySet<string> = new Set(["earliestDate", "latestDate"]);

/** How a field shows its date; undefined if it does not hold one. */
const formattingIn = (field: Field): DateFormatting | undefined =>
  typeOf(field).family(field.options) === "dateTime" ? dateFormattingOf(field) : undefined;

const patterns = { day: "YYYY-MM-DD", week: "GGGG-[W]WW", month: "YYYY-MM", year: "YYYY" } as const;

/** The field, showing its dates by this unit. */
function shownBy(by: DateUnit, field: Field): Field {
  const formatting = { ...formattingIn(field), date: patterns[by], time: "None" };
  return { ...field, options: { ...(isObject(field.options) && field.options), formatting } };
}

/** Whether a row matches the conditions of a query. */
function conditionOf({ having }: BaseQuery, { selected }: Columns): (row: Row) => boolean {
  if (!having) return () => true;
  const places = new Map(selected.map(({ name }, i) => [name, i]));
  const matches = ({ name, operator, value }: HavingCondition, { values }: Row) =>
    test(values[places.get(name) ?? -1] ?? null, operator, value);
  const all = <Each>(conjunction: "and" | "or", conditions: readonly Each[], fits: (one: Each) => boolean) =>
    conjunction === "and" ? conditions.every(fits) : conditions.some(fits);
  return (row) =>
    all(having.conjunction, having.conditions, (each) =>
      "name" in each
        ? matches(each, row)
        : all(each.conjunction, each.conditions, (one) => matches(one, row)),
    );
}

/** Without a value there is no order. */
function test(own: Value, operator: HavingCondition["operator"], wanted: Value): boolean {
  if (operator === "=") return own === wanted;
  if (operator === "!=") return own !== wanted;
  if (own === null || wanted === null) return false;
  if (operator === ">") return own > wanted;
  if (operator === ">=") return own >= wanted;
  return operator === "<" ? own < wanted : own <= wanted;
}

/** The order of the rows: by `orderBy`, then by the groups. */
function orderOf({ orderBy }: BaseQuery, { groups, selected }: Columns): (a: Row, b: Row) => number {
  let before = 0;
  const compares = orderBy.map(({ name, order }): ((a: Row, b: Row) => number) => {
    if (groups.some((each) => each.name === name)) {
      const place = before++;
      return (a, b) => compareValues(a.keys[place] ?? "", b.keys[place] ?? "");
    }
    const place = selected.findIndex((each) => each.name === name);
    const sign = order === "asc" ? 1 : -1;
    return (a, b) => sign * compareValues(a.values[place] ?? null, b.values[place] ?? null);
  });
  return (a, b) => {
    for (const compare of compares) {
      const result = compare(a, b);
      if (result !== 0) return result;
    }
    return compareValues(a.key, b.key);
  };
}

function compareValues(a: Value, b: Value): number {
  if (a === b) return 0;
  if (a === null || b === null) return a === null ? -1 : 1;
  return a < b ? -1 : 1;
}

/** The rows that fit into an answer. */
function showRows(rows: readonly Row[], { groups, selected }: Columns, context: CellContext) {
  const shown: QueriedRows["rows"] = [];
  let bytes = 0;
  for (const { cells, values } of rows) {
    const row = Object.fromEntries([
      ...groups.map((column, i) => [column.name, showCell(cells[i], column, context)] as const),
      ...selected.map(({ name }, i) => [name, values[i] ?? null] as const),
    ]);
    bytes += Buffer.byteLength(JSON.stringify(row)) + 1;
    if (bytes > limits.responseBytes - 1024) break;
    shown.push(row);
  }
  return shown;
}

const shownPatterns = { ...patterns, week: "YYYY-MM-DD" } as const;

function showCell(cell: StoredCell | undefined, { field, by }: GroupColumn, context: CellContext): unknown {
  if (cell === undefined) return null;
  const formatting = by && formattingIn(field);
  if (formatting) return formatDate(String(cell), { ...formatting, date: shownPatterns[by] });
  const json: unknown = typeOf(field).json(cell, field.options, context) ?? null;
  return Array.isArray(json) ? json.map(titleIn) : titleIn(json);
}

/** The name of a person, a linked record or a file. */
const titleIn = (json: unknown): unknown => (isObject(json) ? (json["title"] ?? json["name"] ?? null) : json);
