/*
 * Completes new fields that are computed from others: lookups, rollups and formulas. They may use each other, in any order, and link fields
 * of the same request. Imported only for requests that create such fields.
 *
 *   new fields ──▶ lookups checked ──▶ connected with what they look up ──▶ formulas compiled ──▶ connected again
 */

import { isLink } from "#lib/data/links/link-items";
import { connectSchema, find, type Schema, schemaOf, type TableItem } from "#lib/data/schema/table-schema";
import type { FormulaOptions } from "#lib/engine/field-types/formula";
import { checkedOptions, type SentFormula } from "#lib/engine/fields/checked-options";
import { type Field, type LookupOptions, typeOf } from "#lib/engine/fields/field";
import { kindOf } from "#lib/engine/fields/formula-kinds";
import { kindsOfFamilies, sourceOf } from "#lib/engine/fields/lookups";
import { compileTable } from "#lib/engine/fields/table-formulas";
import { type Issue, invalid, pathOf } from "#lib/schemas/basics/error";
import type { FieldId, TableId } from "#lib/schemas/basics/ids";
import type { NewField } from "#lib/schemas/tables/field";
import { checkSelection } from "./check-link.ts";
import { type AllowThere, namesLike, type OwnTable } from "./new-links.ts";

interface NewComputed {
  made: readonly Field[];
  inputs: readonly NewField[];
  at(i: number): PropertyKey[];
  /** The formulas among them. */
  formulas: ReadonlyMap<FieldId, SentFormula>;
  /** The fields that are copies of fields with an error: they are created with the error. */
  broken?: ReadonlySet<string> | undefined;
}

/** The new fields, completed. Throws 400 for invalid ones, 403 if `allow` throws it. */
export async function completeComputed(
  own: OwnTable,
  { made, inputs, at, formulas, broken = new Set() }: NewComputed,
  allow: AllowThere,
): Promise<Field[]> {
  const issues: Issue[] = [];
  const lookups = made.map((field) => withoutSelf(field, own));
  for (const [i, field] of lookups.entries())
    if (field.lookupOptions && !broken.has(field.id))
      issues.push(...(await checkLookup(field, { own, made, at: at(i) }, allow)));
  refuse(issues);
  const count = own.fields.length;
  const connect = async (fields: readonly Field[]) => {
    const connected = await connectSchema({ table: own.table, fields });
    refuse(
      connected.circles.flatMap((circle) => explainCircle(circle, [...own.fields, ...lookups], at, lookups)),
    );
    return connected.fields;
  };
  const connected = await connect([...own.fields, ...lookups]);
  for (const [i, field] of connected.slice(count).entries())
    if (field.lookupOptions) issues.push(...(await checkShown(field, inputs[i] as NewField, at(i))));
  const sent = new Map([...formulas].filter(([id]) => !broken.has(id)));
  const compiled = await compileTable(connected, sent);
  refuse([...issues, ...compiled.issues]);
  const complete = (await connect(compiled.fields)).slice(count);
  refuse(checkOwnFilters(own, complete, { at, broken }));
  for (const [i, field] of complete.entries()) {
    const input = inputs[i] as NewField;
    if (!field.lookupOptions || input.name !== undefined) continue;
    const others = [...own.fields, ...complete.filter((other) => other !== field)];
    const named = await namesLike(defaultName(field), others);
    complete[i] = { ...field, ...named, ...(input.dbFieldName && { dbFieldName: input.dbFieldName }) };
  }
  return complete;
}

function refuse(issues: Issue[]): void {
  if (issues.length > 0) throw invalid(issues);
}

/** Replaces `self`, by which a request may name the field's own table. */
function withoutSelf(field: Field, { table }: OwnTable): Field {
  const { lookupOptions } = field;
  const isSelf = (lookupOptions?.foreignTableId as string) === "self";
  if (!lookupOptions || !isSelf) return field;
  return { ...field, lookupOptions: { ...lookupOptions, foreignTableId: table.id } };
}

/** Checks that the looked-up table and field exist, and that the caller may read them. */
async function checkLookup(
  { lookupOptions }: Field,
  { own, made, at }: { own: OwnTable; made: readonly Field[]; at: PropertyKey[] },
  allow: AllowThere,
): Promise<Issue[]> {
  const { linkFieldId, foreignTableId, lookupFieldId, filter } = lookupOptions as LookupOptions;
  const path = [...at, "lookupOptions"];
  const say = (member: string, message: string) => [{ path: pathOf([...path, member]), message }];
  const everything = [...own.fields, ...made];
  const link = everything.find(({ id }) => id === linkFieldId);
  if (!link || !isLink(link)) return say("linkFieldId", "must be a link field of this table");
  const { foreignTableId: linked } = link.options;
  if (foreignTableId !== linked && (linked as string) !== "self")
    return say("foreignTableId", `must be ${linked}, the table that the link field shows`);
  const foreign =
    foreignTableId === own.table.id
      ? { ...own, fields: everything }
      : await readForeign(foreignTableId, allow);
  if (!foreign)
    return say("foreignTableId", `there is no table ${foreignTableId}, or you have no access to it`);
  const field = foreign.fields.find(({ id }) => id === lookupFieldId);
  if (!field) return say("lookupFieldId", `is not a field of the table ${foreignTableId}`);
  if (field.type === "button") return say("lookupFieldId", "a button field cannot be looked up");
  // in the field's own table, formulas are not compiled yet
  if (!filter || foreign.fields === everything) return [];
  return checkSelection(
    { filter },
    { tableId: foreignTableId, fields: foreign.fields, views: foreign.views },
    path,
  );
}

/** The issues of filters of lookups and links that show their own table; its fields are complete by now. */
const checkOwnFilters = (
  { table, fields, views }: OwnTable,
  complete: readonly Field[],
  { at, broken }: Pick<NewComputed, "at"> & { broken: ReadonlySet<string> },
): Issue[] =>
  complete.flatMap((field, i) => {
    if (broken.has(field.id)) return [];
    const options = field.lookupOptions ?? (isLink(field) ? field.options : undefined);
    if (!options?.filter || options.foreignTableId !== table.id) return [];
    const target = { tableId: table.id, fields: [...fields, ...complete], views };
    const member = field.lookupOptions ? "lookupOptions" : "options";
    return checkSelection({ filter: options.filter }, target, [...at(i), member]);
  });

async function readForeign(
  id: LookupOptions["foreignTableId"],
  allow: AllowThere,
): Promise<Schema | undefined> {
  const table = await find(id);
  return table && (await allow(table, "record|read")) ? schemaOf(table) : undefined;
}

const explainCircle = (
  circle: Field[],
  own: readonly Field[],
  at: (i: number) => PropertyKey[],
  made: readonly Field[],
): Issue[] => {
  const i = made.findIndex(({ id }) => circle.some((field) => field.id === id));
  const closing = made[i];
  const member = closing?.lookupOptions
    ? ["lookupOptions"]
    : ["options", closing && isLink(closing) ? "lookupFieldId" : "expression"];
  return [{ path: pathOf([...at(Math.max(i, 0)), ...member]), message: sayCircle(circle, own) }];
};

/** The names of the fields in a circle. Only fields of the own table are named, because the caller may not know the other tables. */
function sayCircle(circle: Field[], own: readonly Field[]): string {
  const names = [...circle, circle[0]].map((field) =>
    own.some(({ id }) => id === field?.id)
      ? `${JSON.stringify(field?.name)} (${field?.id})`
      : "a field of another table",
  );
  return `the field depends on itself: ${names.join(" → ")}`;
}

/**
 * Throws 400 if lookups or titles of a table would depend on themselves with these fields, also by way of other tables. Gives these other
 * tables: the commit checks that they are unchanged, because another caller may close the circle there.
 */
export async function refuseCircles(
  table: { id: TableId },
  fields: readonly Field[],
  path: string,
  besides?: ReadonlyMap<TableId, readonly Field[]>,
): Promise<TableItem[]> {
  const { circles, tables } = await connectSchema({ table, fields }, besides);
  refuse(circles.map((circle) => ({ path, message: sayCircle(circle, fields) })));
  return tables;
}

/** Checks that type and options fit the looked-up field. */
async function checkShown(field: Field, input: NewField, at: PropertyKey[]): Promise<Issue[]> {
  const source = sourceOf(field);
  if (!source) return [];
  if (field.isLookup) {
    const { type } = source.field;
    if (input.type !== type)
      return [
        {
          path: pathOf([...at, "type"]),
          message: `must be ${type}, the type of the field that is looked up`,
        },
      ];
    return ownIssues(field, input.options ?? {}, [...at, "options"]);
  }
  const expression = pathOf([...at, "options", "expression"]);
  if (!field.formula) return rollupIssues(field, expression);
  const issues: Issue[] = [];
  checkedOptions(
    field.ownOptions as FormulaOptions,
    field.formula,
    { at: [...at, "options"], sent: input.options ?? {} },
    issues,
  );
  return issues;
}

async function rollupIssues(field: Field, path: string): Promise<Issue[]> {
  const { expression } = field.ownOptions as FormulaOptions;
  const result = await compileValues(field, expression);
  return result && "issues" in result ? result.issues.map((message) => ({ path, message })) : [];
}

/** Compiles an expression for the field that a rollup looks up; `undefined` if that was deleted. */
export async function compileValues(field: Field, expression: string) {
  const source = sourceOf(field);
  if (!source) return undefined;
  const { compileRollup } = await import("#lib/engine/formula/compile");
  return compileRollup(expression, kindOf(source.field));
}

const present = (sent: object) => Object.entries(sent).flatMap(([key, value]) => (value === null ? [] : key));

/** The issues of the options that belong to the lookup itself. */
export function ownIssues(field: Field, sent: object, at: PropertyKey[]): Issue[] {
  const unknown = Object.keys(sent).filter((key) => key !== "formatting" && key !== "showAs");
  if (unknown.length > 0)
    return unknown.map((key) => ({
      path: pathOf([...at, key]),
      message:
        "is unknown: a lookup has only formatting and showAs, and takes all else from the field that it looks up",
    }));
  const type = typeOf(field);
  const kind = kindsOfFamilies[type.family(field.options)];
  if (!kind)
    return present(sent).map((key) => ({
      path: pathOf([...at, key]),
      message: "must be left out: cells of this type have none",
    }));
  const issues: Issue[] = [];
  const isList = type.isMultiple(field.options);
  checkedOptions({ expression: "", ...sent }, { kind, isList }, { at, sent }, issues);
  return issues;
}

/** The name that the interface gives to lookups and rollups. */
function defaultName(field: Field): string {
  const source = sourceOf(field);
  const link = source?.link.name ?? "";
  return `${source?.field.name ?? "Lookup"}${field.isLookup ? "" : " Rollup"} (from ${link})`;
}
