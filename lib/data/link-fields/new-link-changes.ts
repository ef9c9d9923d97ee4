/*
 * What the commit that creates link fields changes besides them:
 *
 *   in the other table: the symmetric field, with its column in each view; not if the link is one-way
 *   DEPENDENT             one item for each of the two fields, in the schema of the table that it shows
 *   TABLE                 of the other table, schemaVersion + 1
 */

import { isLink, type LinkField } from "#lib/data/links/link-items";
import { addFields } from "#lib/data/schema/add-fields";
import { raiseVersions } from "#lib/data/schema/raise-versions";
import { type DependentItem, dependentKey, type TableItem } from "#lib/data/schema/table-schema";
import type { Field } from "#lib/engine/fields/field";
import { invalid, pathOf } from "#lib/schemas/basics/error";
import type { TableId } from "#lib/schemas/basics/ids";
import { limits } from "#lib/schemas/basics/limits";
import { type Change, insert } from "#lib/store/commit";
import { primaryOf } from "./check-link.ts";
import { hostTable } from "./key-names.ts";
import { type LinkPlan, type NewLink, type OwnTable, symmetricOf, tooManyFields } from "./new-links.ts";

interface Planned {
  /** The new fields of the own table, as they will be stored. */
  fields: Field[];
  /** All changes except those of the own table: its fields, its views and TABLE. */
  changes: Change[];
}

type Own = OwnTable & { table: Pick<TableItem, "dbTableName"> };

/** The changes of a plan. `own` is the table as it will be stored, without the new fields. Throws 400 if a linked table has no room for a field. */
export async function linkChanges(plan: LinkPlan, own: Own): Promise<Planned> {
  const { fields, links } = withHosts(plan, own);
  const primary = primaryOf([...own.fields, ...fields]);
  const shownHere = fields.filter(isLink).filter(({ options }) => options.foreignTableId === own.table.id);
  refuseTakenIds(
    links.filter(({ field }) => field.options.foreignTableId === own.table.id),
    [...own.dependents, ...(own.goneDependents ?? [])],
  );
  const dependentsHere = shownHere.map((field) => toDependent(field, own.table));
  const changes: Change[] = [];
  for (const schema of plan.foreign.values()) {
    const { table } = schema;
    const toIt = links.filter(({ field }) => field.options.foreignTableId === table.id);
    refuseTakenIds(toIt, [...schema.dependents, ...schema.goneDependents]);
    const symmetric: LinkField[] = [];
    for (const { field, at } of toIt.filter(({ field }) => !field.options.isOneWay)) {
      const all = [...schema.fields, ...symmetric];
      if (all.length >= limits.fieldsPerTable) throw tooManyFields(at, table, all.length);
      symmetric.push(await symmetricOf(field, { shown: own.table, at: table, primary }, all));
    }
    const dependents = toIt.map(({ field }) => toDependent(field, own.table));
    dependentsHere.push(...symmetric.map((field) => toDependent(field, table)));
    const path = pathOf([...(toIt[0]?.at ?? []), "foreignTableId"]);
    refuseManyDependents(table.id, [...schema.dependents, ...dependents], path);
    const there = [...addFields(schema, symmetric, path), ...dependents.map(insert)];
    changes.push(...raiseVersions(there, [table]));
  }
  const path = pathOf([...(links[0]?.at ?? []), "foreignTableId"]);
  refuseManyDependents(own.table.id, [...own.dependents, ...dependentsHere], path);
  return { fields, changes: [...changes, ...dependentsHere.map(insert)] };
}

/** Throws 400 if the id of a new field is the id of another link field, in any table, to the same table. */
function refuseTakenIds(links: readonly NewLink[], dependents: readonly DependentItem[]): void {
  const taken = new Set(dependents.map(({ fieldId }) => fieldId));
  const issues = links
    .filter(({ field }) => taken.has(field.id))
    .map(({ field: { id }, at }) => ({
      path: pathOf([...at.slice(0, -1), "id"]),
      message: `${id} is the id of a link field of another table`,
    }));
  if (issues.length > 0) throw invalid(issues);
}

/** The fields with the names of the tables that would hold their keys (key-names.ts). */
function withHosts(
  { fields, links, foreign }: LinkPlan,
  { table }: Own,
): { fields: Field[]; links: NewLink[] } {
  const hosts = new Map<string | undefined, string>();
  for (const { field } of links) {
    const { symmetricFieldId, foreignTableId } = field.options;
    // the field on the other side of the link has set it
    if (hosts.has(field.id)) continue;
    const names = { own: shownName(table), foreign: shownName(foreign.get(foreignTableId)?.table ?? table) };
    const host = hostTable(field.id, field.options, names);
    hosts.set(field.id, host);
    if (foreignTableId === table.id && symmetricFieldId) hosts.set(symmetricFieldId, host);
  }
  // changes the options of the plan itself: new lookups refer to them, and must show the name too
  const hosted = (field: LinkField): LinkField => {
    Object.assign(field.options, { fkHostTableName: hosts.get(field.id) ?? field.options.fkHostTableName });
    return field;
  };
  return {
    fields: fields.map((field) => (isLink(field) ? hosted(field) : field)),
    links: links.map(({ field, at }) => ({ field: hosted(field), at })),
  };
}

/** The name of a table as answers show it. */
export const shownName = ({ baseId, dbTableName }: Pick<TableItem, "baseId" | "dbTableName">) =>
  `${baseId}.${dbTableName}`;

/** The item that describes a link field of this table, in the schema of the table that it shows. */
export const toDependent = (
  field: LinkField,
  { id, baseId }: Pick<TableItem, "id" | "baseId">,
): DependentItem => ({
  ...dependentKey(field.options.foreignTableId, field.id),
  entity: "dependent",
  version: 1,
  fieldId: field.id,
  tableId: id,
  baseId,
  options: field.options,
});

/** Throws 400 if too many link fields show the records of a table: every read of its schema reads them. */
export function refuseManyDependents(id: TableId, dependents: readonly object[], path: string): void {
  const say = (message: string) => invalid([{ path, message: `the table ${id} ${message}` }]);
  const { linkFieldsToTable, fieldsBytes } = limits;
  if (dependents.length > linkFieldsToTable)
    throw say(`is shown by ${dependents.length - 1} link fields, the limit is ${linkFieldsToTable}`);
  const bytes = Buffer.byteLength(JSON.stringify(dependents));
  if (bytes > fieldsBytes)
    throw say(`would be shown by link fields of ${bytes} bytes, the limit is ${fieldsBytes}`);
}
