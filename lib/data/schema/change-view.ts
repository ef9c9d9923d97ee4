/*
 * Changing a view: what it becomes is worked out from it, the other views and the fields, and written together with a new
 * version of the table; again when something of that was changed meanwhile.
 *
 *   view · what hangs on it · TABLE, schemaVersion + 1
 *
 * A locked view stays as it is until somebody unlocks it. The rule stands here, so whatever changes or deletes views goes
 * through `withView`; what follows for all views when a field is made or deleted is no change of theirs.
 */
import { isDeepStrictEqual } from "node:util";
import type { Caller } from "#lib/data/identity/caller";
import { notFound } from "#lib/schemas/basics/error";
import type { ViewId } from "#lib/schemas/basics/ids";
import { type Change, change, commit, commitIfAny, retryOnConflictFrom } from "#lib/store/commit";
import { keepAnswer } from "#lib/store/idempotency-records";
import { readSchema, type Schema, schemaOf, type TableItem, type ViewItem } from "./table-schema.ts";
import { refuseLocked, refuseUnlistable } from "./views.ts";

export interface ViewInSchema {
  schema: Schema;
  view: ViewItem;
}

/** A view with the schema that it is part of. */
export const findView = async (table: TableItem, id: ViewId): Promise<ViewInSchema> =>
  viewIn(await schemaOf(table), id);

function viewIn(schema: Schema, id: ViewId): ViewInSchema {
  const view = schema.views.find((each) => each.id === id);
  if (!view) throw notFound("view", id);
  return { schema, view };
}

/** Work that ends in a commit about the view. */
export function retryOnView<Result>(
  met: ViewInSchema,
  work: (met: ViewInSchema) => Promise<Result>,
  { evenLocked = false } = {},
): Promise<Result> {
  const { id } = met.view;
  const readAgain = async () => viewIn(await readSchema(met.schema.table.id), id);
  return retryOnConflictFrom(met, readAgain, async (latest) => {
    if (!evenLocked) refuseLocked(latest.view);
    return work(latest);
  });
}

/** Undefined takes a member away. */
export type ViewMembers = { [Name in keyof ViewItem]?: ViewItem[Name] | undefined };

/** Writes what becomes of a view; nothing where it is so already. */
export async function writeView(
  { schema: { table, views }, view }: ViewInSchema,
  members: ViewMembers,
  caller: Caller,
  { besides = [], answer }: { besides?: Change[]; answer?: unknown } = {},
): Promise<void> {
  const marks = keepAnswer(caller, answer);
  const isSo = Object.entries(members).every(([name, value]) => isDeepStrictEqual(view[name], value));
  if (isSo && besides.length === 0) return commitIfAny(marks);
  const stamped = { ...members, lastModifiedBy: caller.userId, lastModifiedTime: caller.now };
  refuseUnlistable(views.map((each) => (each === view ? ({ ...view, ...stamped } as ViewItem) : each)));
  await commit([
    change(view, stamped),
    ...besides,
    change(table, { schemaVersion: table.schemaVersion + 1 }),
    ...marks,
  ]);
}

/** Gives members of a view other values, by how it is. */
export const changeView = (
  met: ViewInSchema,
  caller: Caller,
  become: (met: ViewInSchema) => ViewMembers,
): Promise<void> => retryOnView(met, (latest) => writeView(latest, become(latest), caller));

/** Locks a view, or unlocks it. */
export const lockView = (met: ViewInSchema, isLocked: boolean, caller: Caller): Promise<void> =>
  retryOnView(met, (latest) => writeView(latest, { isLocked: isLocked || undefined }, caller), {
    evenLocked: true,
  });
