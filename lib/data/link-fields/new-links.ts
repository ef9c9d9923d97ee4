/* Checks the options of new link fields against the tables that they link to, and completes them. new-link-changes.ts gives the other changes. */

import { isLink, type LinkField } from "#lib/data/links/link-items";
import {
  type DependentItem,
  find,
  type Schema,
  schemaOf,
  type TableItem,
} from "#lib/data/schema/table-schema";
import type { LinkOptions } from "#lib/engine/field-types/link";
import { reverse } from "#lib/engine/field-types/shared/links";
import type { Field } from "#lib/engine/fields/field";
import { isFormula } from "#lib/engine/fields/formula-kinds";
import { dbName } from "#lib/engine/values/db-name";
import { uniqueName } from "#lib/engine/values/names";
import { type AppError, type Issue, invalid, pathOf } from "#lib/schemas/basics/error";
import { type FieldId, newFieldId, type TableId } from "#lib/schemas/basics/ids";
import { limits } from "#lib/schemas/basics/limits";
import type { PlaceScope } from "#lib/schemas/identity/scopes";
import type { NewField } from "#lib/schemas/tables/field";
import { checkSelection, primaryOf } from "./check-link.ts";
import { keyNames } from "./key-names.ts";

/**
 * Whether the caller has a role in the base of this table. Throws 403 if the role, or the token, does not allow the scope there.
 * lib/http/authorize.ts makes it.
 */
export type AllowThere = (table: TableItem, scope: PlaceScope) => Promise<boolean>;

/** The table that gets the fields, with its present fields and views. */
export interface OwnTable extends Pick<Schema, "fields" | "views"> {
  table: Pick<TableItem, "id" | "baseId" | "name">;
  dependents: readonly DependentItem[];
  goneDependents?: readonly DependentItem[];
}

/** New fields as `makeFields` made them, with options as the request has them. */
export interface NewFields {
  made: readonly Field[];
  /** The request for each of them. */
  inputs: readonly NewField[];
  /** The path of the input `i` in the request. */
  at(i: number): PropertyKey[];
  /** The id that the symmetric field must get; only for a single field. */
  symmetricId?: FieldId;
  /** Pairs of fields, both ways, that show the same links of the table to itself; all others are one-way. */
  pairs?: ReadonlyMap<FieldId, FieldId> | undefined;
}

/** A new link field. */
export interface NewLink {
  field: LinkField;
  /** The path of its options in the request. */
  at: PropertyKey[];
}

/** The linked tables, except the own one. */
export type ForeignTables = ReadonlyMap<TableId, Schema>;

export interface LinkPlan {
  /** The new fields, complete except for `fkHostTableName`; the symmetric fields of links of the table to itself come last. */
  fields: Field[];
  links: NewLink[];
  foreign: ForeignTables;
}

/** Completes the link fields among new fields. Throws 400 for invalid options and unknown tables, 403 if `allow` throws it. */
export async function planNewLinks(own: OwnTable, added: NewFields, allow: AllowThere): Promise<LinkPlan> {
  const sent = added.made.flatMap((field, i) =>
    isLink(field) ? [{ i, at: [...added.at(i), "options"], field: withoutSelf(field, own.table.id) }] : [],
  );
  const foreign = await readForeign(own, sent, allow);
  const everything = [...own.fields, ...added.made];
  // computed-fields.ts completes these fields, and checks filters by them afterwards
  const areOpen = added.made.some((field) => isFormula(field) || field.lookupOptions);
  const checked = areOpen ? sent.map((link) => withoutOwnFilter(link, own.table.id)) : sent;
  refuseMisfits(own, everything, checked, foreign);

  const fields = [...added.made];
  const links: NewLink[] = [];
  for (const { i, at, field: asked } of sent) {
    const pair = added.pairs?.get(asked.id);
    const field = pair ? { ...asked, options: { ...asked.options, isOneWay: false } } : asked;
    const { table, fields: shown } = targetOf(field, own, everything, foreign);
    const others = [...own.fields, ...fields.filter(({ id }) => id !== field.id)];
    const input = added.inputs[i];
    const named = input?.name === undefined ? await namesLike(table.name, others) : {};
    const completed: LinkField = {
      ...field,
      ...named,
      ...(input?.dbFieldName && { dbFieldName: input.dbFieldName }),
      options: completeOptions(field, own.table, table, {
        primary: primaryOf(shown),
        symmetricId: pair ?? added.symmetricId ?? newFieldId(),
      }),
    };
    const first = pair && links.find((link) => link.field.id === pair)?.field.options;
    if (first) Object.assign(completed.options, keysFrom(first));
    fields[i] = completed;
    links.push({ field: completed, at });
  }
  for (const { field, at } of links) {
    if (field.options.foreignTableId !== own.table.id || field.options.isOneWay) continue;
    if (added.pairs?.has(field.id)) continue;
    const all = [...own.fields, ...fields];
    if (all.length >= limits.fieldsPerTable) throw tooManyFields(at, own.table, all.length);
    fields.push(await symmetricOf(field, { shown: own.table, at: own.table, primary: primaryOf(all) }, all));
  }
  return { fields, links, foreign };
}

/** The plan with the linked tables as they are now. Throws 400 if the options no longer fit them. */
export async function planAgain(own: OwnTable, plan: LinkPlan, allow: AllowThere): Promise<LinkPlan> {
  const foreign = await readForeign(own, plan.links, allow);
  refuseMisfits(own, [...own.fields, ...plan.fields], plan.links, foreign);
  return { ...plan, foreign };
}

/** Replaces `self`, by which a request may name the field's own table. */
function withoutSelf(field: LinkField, id: TableId): LinkField {
  const isSelf = (field.options.foreignTableId as string) === "self";
  return isSelf ? { ...field, options: { ...field.options, foreignTableId: id } } : field;
}

function withoutOwnFilter<Link extends NewLink>(link: Link, id: TableId): Link {
  const { filter: _, ...options } = link.field.options;
  return options.foreignTableId === id ? { ...link, field: { ...link.field, options } } : link;
}

/** Reads the linked tables. For a caller without a role in its base, a table does not exist. */
async function readForeign(own: OwnTable, links: NewLink[], allow: AllowThere): Promise<ForeignTables> {
  const schemas = new Map<TableId, Schema>();
  const issues: Issue[] = [];
  for (const { field, at } of links) {
    const { foreignTableId: id, isOneWay } = field.options;
    if (id === own.table.id) continue;
    const table = schemas.get(id)?.table ?? (await find(id));
    if (table && (await allow(table, isOneWay ? "record|read" : "field|create")))
      schemas.set(id, schemas.get(id) ?? (await schemaOf(table)));
    else
      issues.push({
        path: pathOf([...at, "foreignTableId"]),
        message: `there is no table ${id}, or you have no access to it`,
      });
  }
  if (issues.length > 0) throw invalid(issues);
  return schemas;
}

/** The linked table. `everything`: all fields of the own table, including the new ones. */
const targetOf = (
  { options }: LinkField,
  own: OwnTable,
  everything: readonly Field[],
  foreign: ForeignTables,
) => foreign.get(options.foreignTableId) ?? { ...own, fields: everything };

function refuseMisfits(
  own: OwnTable,
  everything: readonly Field[],
  links: NewLink[],
  foreign: ForeignTables,
): void {
  const issues = links.flatMap(({ field, at }) => {
    const { table, fields, views } = targetOf(field, own, everything, foreign);
    const found = checkSelection(field.options, { tableId: table.id, fields, views }, at);
    const { baseId } = field.options;
    if (!baseId || baseId === table.baseId) return found;
    const message = `must be ${table.baseId}, the base of the table ${table.id}, or be left out`;
    return [{ path: pathOf([...at, "baseId"]), message }, ...found];
  });
  if (issues.length > 0) throw invalid(issues);
}

/** A free name and dbFieldName for a field that shows a table, if the request names none. */
export async function namesLike(tableName: string, others: readonly Field[]) {
  const name = uniqueName(
    tableName,
    others.map((other) => other.name),
  );
  const taken = others.map((other) => other.dbFieldName);
  return { name, dbFieldName: await dbName(name, taken) };
}

type TableHere = OwnTable["table"];

function completeOptions(
  { id, options }: LinkField,
  own: TableHere,
  shown: TableHere,
  { primary, symmetricId }: { primary: LinkOptions["lookupFieldId"]; symmetricId: FieldId },
): LinkOptions {
  const { relationship, isOneWay, lookupFieldId, filterByViewId, visibleFieldIds, filter, storage } = options;
  const symmetric = isOneWay ? {} : { symmetricFieldId: symmetricId };
  return {
    relationship,
    foreignTableId: shown.id,
    ...otherBase(shown, own),
    isOneWay,
    lookupFieldId: lookupFieldId ?? primary,
    ...symmetric,
    ...(filterByViewId !== undefined && { filterByViewId }),
    ...(visibleFieldIds !== undefined && { visibleFieldIds }),
    ...(filter !== undefined && { filter }),
    fkHostTableName: "",
    ...keyNames(id, { relationship, ...symmetric }),
    ...(storage && { storage }),
  };
}

/** The names of the keys, seen from the other side. */
const keysFrom = ({ selfKeyName, foreignKeyName }: LinkOptions) => ({
  selfKeyName: foreignKeyName,
  foreignKeyName: selfKeyName,
});

/** The id of the base, if it is another base. */
const otherBase = (shown: TableHere, at: TableHere) =>
  shown.baseId === at.baseId ? {} : { baseId: shown.baseId };

/** The symmetric field of `field`: a link to the table `shown`, in the table `at` with these fields. */
export async function symmetricOf(
  { id, options }: LinkField,
  { shown, at, primary }: { shown: TableHere; at: TableHere; primary: LinkOptions["lookupFieldId"] },
  fields: readonly Field[],
): Promise<LinkField> {
  const { symmetricFieldId, relationship, fkHostTableName, storage } = options;
  if (!symmetricFieldId) throw new Error(`the link field ${id} is one-way`);
  return {
    id: symmetricFieldId,
    ...(await namesLike(shown.name, fields)),
    type: "link",
    options: {
      relationship: reverse(relationship),
      foreignTableId: shown.id,
      ...otherBase(shown, at),
      isOneWay: false,
      lookupFieldId: primary,
      symmetricFieldId: id,
      fkHostTableName,
      ...keysFrom(options),
      ...(storage && { storage: { generation: storage.generation } }),
    },
  };
}

/** The 400 for a table that has no room for a symmetric field. `at` is the path of the link's options. */
export const tooManyFields = (at: PropertyKey[], { id }: Pick<TableItem, "id">, count: number): AppError =>
  invalid([
    {
      path: pathOf([...at, "foreignTableId"]),
      message: `the table ${id} has ${count} fields, the limit is ${limits.fieldsPerTable}`,
    },
  ]);
