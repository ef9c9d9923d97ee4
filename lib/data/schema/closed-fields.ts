/*
 * Fields that choose records of a table in another base, by a filter, a view or the fields to show. A caller who may not read that base
 * sees what the cells show, but not how the records are chosen.
 */

import type { Caller } from "#lib/data/identity/caller";
import type { LinkOptions } from "#lib/engine/field-types/link";
import type { Field } from "#lib/engine/fields/field";
import type { BaseId, FieldId } from "#lib/schemas/basics/ids";
import type { Field as ShownField } from "#lib/schemas/tables/field";
import { show } from "./fields.ts";

/** The fields of a table that choose records in another base, each with the id of that base. */
function findChoosing(fields: readonly Field[]): Map<FieldId, BaseId> {
  const links = new Map(
    fields.flatMap((field) => (field.type === "link" && !field.isLookup ? [[field.id, field] as const] : [])),
  );
  const baseOf = (id: FieldId | undefined) =>
    id && (links.get(id)?.options as LinkOptions | undefined)?.baseId;
  return new Map(
    fields.flatMap(({ id, lookupOptions, options }) => {
      const chosen = lookupOptions ?? (links.has(id) ? (options as LinkOptions) : undefined);
      const baseId = baseOf(lookupOptions?.linkFieldId ?? id);
      return baseId && choosing.some((member) => chosen?.[member as "filter"]) ? [[id, baseId]] : [];
    }),
  );
}

/** The options by which records are chosen. */
const choosing = ["filter", "filterByViewId", "visibleFieldIds"] as const;

/** The fields whose choice of records the caller must not see. It reads only if the table has such fields. */
async function findClosed(
  fields: readonly Field[],
  { mayReadIn }: Pick<Caller, "mayReadIn">,
): Promise<ReadonlySet<FieldId>> {
  const found = findChoosing(fields);
  const open = new Set<BaseId>();
  for (const baseId of new Set(found.values())) if (await mayReadIn?.(baseId)) open.add(baseId);
  return new Set([...found].flatMap(([id, baseId]) => (open.has(baseId) ? [] : [id])));
}

/** Shows fields of a table to the caller. Where the caller may not read, it leaves out how they choose records. */
export async function makeFieldPresenter(
  { fields }: { fields: readonly Field[] },
  caller: Pick<Caller, "may" | "mayReadIn">,
): Promise<(field: Field) => ShownField> {
  const closed = await findClosed(fields, caller);
  return (field) => {
    const shown = show(field, caller.may);
    if (!closed.has(field.id)) return shown;
    const { options, lookupOptions } = shown;
    return {
      ...shown,
      options: withoutChoice(options),
      ...(lookupOptions && { lookupOptions: withoutChoice(lookupOptions) as typeof lookupOptions }),
    };
  };
}

const withoutChoice = (options: object): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(options).filter(([name]) => !(choosing as readonly string[]).includes(name)),
  );
