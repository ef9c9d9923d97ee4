/* How one call changed the fields or views of a table: enough to undo it, to redo it, and to see whether something was changed since. */

import { isDeepStrictEqual } from "node:util";
import type { LinkOptions } from "#lib/engine/field-types/link";
import type { Field } from "#lib/engine/fields/field";
import type { FieldId, JobId, ViewId } from "#lib/schemas/basics/ids";
import { itemsOf } from "#lib/schemas/tables/filter";
import type { Column } from "#lib/schemas/tables/view";
import { type FieldsInView, withoutFields } from "./view-fields.ts";

export type SchemaOperation =
  | { did: "createFields" | "deleteFields"; fields: readonly FieldId[] }
  | { did: "createView" | "deleteView"; view: ViewId }
  | { did: "changeField"; field: FieldId; pairs: Pairs; filters: { [view: ViewId]: Pair } }
  | { did: "changeView"; view: ViewId; pairs: Pairs }
  /** A job did it, whose commits are undone one by one. */
  | { did: "job"; jobId: JobId }
  /** It cannot be undone: `reason` says why, in the words of an error. */
  | { did: "else"; reason: string };

/** Before and after; null if it was absent. */
export type Pair = [before: unknown, after: unknown];
export interface Pairs {
  [member: string]: Pair;
}
type Members = Record<string, unknown>;

/** The members that differ. */
export const pairsBetween = (before: Members, after: Members): Pairs =>
  Object.fromEntries(
    [...new Set([...Object.keys(before), ...Object.keys(after)])]
      .filter((name) => !isDeepStrictEqual(before[name] ?? null, after[name] ?? null))
      .map((name) => [name, [before[name] ?? null, after[name] ?? null]]),
  );

/** The other state of the members, with null for those to remove; and the names of the members that are not as the operation left them. */
export function turnMembers(
  pairs: Pairs,
  present: Members,
  isUndo: boolean,
): { wanted: Members; changed: string[] } {
  const turned = Object.entries(pairs).map(([name, [before, after]]) => ({
    name,
    expected: isUndo ? after : before,
    wanted: isUndo ? before : after,
  }));
  return {
    wanted: Object.fromEntries(turned.map(({ name, wanted }) => [name, wanted])),
    changed: turned
      .filter(({ name, expected }) => !isDeepStrictEqual(present[name] ?? null, expected))
      .map(({ name }) => name),
  };
}

const plain = ["name", "description", "filter", "sort", "group", "options", "order", "isLocked"] as const;
const columnPrefix = "column ";

type TurnedView = FieldsInView & { [Member in (typeof plain)[number]]?: unknown };

/** The parts of a view that can be undone: its members, and each column by itself. */
export const partsOfView = (view: TurnedView): Members => ({
  ...Object.fromEntries(plain.map((name) => [name, view[name]])),
  ...Object.fromEntries(
    Object.entries(view.columnMeta).map(([id, column]) => [`${columnPrefix}${id}`, column]),
  ),
});

/** The members of a view with these parts. Deleted fields are left out. */
export function viewWithParts(view: TurnedView, parts: Members, fields: ReadonlySet<string>): Members {
  const columns = Object.entries(parts).flatMap(([name, column]) => {
    const id = name.startsWith(columnPrefix) ? name.slice(columnPrefix.length) : undefined;
    return id && column && fields.has(id) ? [[id, column as Column] as const] : [];
  });
  const members = Object.fromEntries(
    Object.entries(parts)
      .filter(([name]) => !name.startsWith(columnPrefix))
      .map(([name, value]) => [name, value ?? undefined]),
  );
  if (columns.length > 0) members["columnMeta"] = { ...view.columnMeta, ...Object.fromEntries(columns) };
  const after = { ...view, ...members } as FieldsInView;
  const gone = new Set(fieldsNamed(after).filter((id) => !fields.has(id)));
  return { ...members, ...(gone.size > 0 && withoutFields(after, gone)) };
}

const fieldsNamed = ({ filter, sort, group, columnMeta }: FieldsInView): string[] => [
  ...Object.keys(columnMeta),
  ...[...(filter ? itemsOf(filter) : []), ...(sort?.sortObjs ?? []), ...(group ?? [])].map(
    ({ fieldId }) => fieldId,
  ),
];

/** The parts of a field that can be undone. For a link: which records it offers, and which field gives the titles. For a lookup: its own options. */
export const partsOfField = (field: Field): Members => {
  const { name, dbFieldName, description, aiConfig, lookupOptions, ownOptions, options } = field;
  const isLink = field.type === "link" && !lookupOptions;
  return {
    ...{ name, dbFieldName, description, aiConfig },
    options: lookupOptions ? ownOptions : isLink ? ofLink(options as LinkOptions) : options,
  };
};

const ofLink = ({ lookupFieldId, filterByViewId, visibleFieldIds, filter }: LinkOptions) => ({
  lookupFieldId,
  ...(filterByViewId && { filterByViewId }),
  ...(visibleFieldIds && { visibleFieldIds }),
  ...(filter && { filter }),
});
