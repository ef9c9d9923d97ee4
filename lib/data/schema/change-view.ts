/*
 * Changing a view: the change is computed from the view, the other views and the fields, and committed together with a new schemaVersion of
 * the table. After a conflict it is computed again.
 *
 *   view · related items · TABLE, schemaVersion + 1
 *
 * A locked view cannot change until it is unlocked. That is checked here, so every change or deletion of a view goes through
 * `retryOnView`. Making or deleting a field adjusts all views, locked ones too.
 */

import { isDeepStrictEqual } from "node:util";
import type { Caller } from "#lib/data/identity/caller";
import { pairsBetween, partsOfView } from "#lib/engine/views/schema-operation";
import { notFound } from "#lib/schemas/basics/error";
import type { ViewId } from "#lib/schemas/basics/ids";
import { type Change, change, commit, commitIfAny, retryOnConflictFrom } from "#lib/store/commit";
import { keepAnswer } from "#lib/store/idempotency-records";
import { raiseVersions } from "./raise-versions.ts";
import { type DoneToSchema, type Seal, sealPlainly } from "./seal.ts";
import { readSchema, type Schema, schemaOf, type TableItem, type ViewItem } from "./table-schema.ts";
import { refuseLocked, refuseUnlistable } from "./views.ts";

export interface ViewInSchema {
  schema: Schema;
  view: ViewItem;
}

/** A view with its schema; throws 404 if the table has no such view. */
export const findView = async (table: TableItem, id: ViewId): Promise<ViewInSchema> =>
  viewIn(await schemaOf(table), id);

function viewIn(schema: Schema, id: ViewId): ViewInSchema {
  const view = schema.views.find((each) => each.id === id);
  if (!view) throw notFound("view", id);
  return { schema, view };
}

/** Runs `work`, which commits a change of the view; again, with the latest schema, after a conflict. Throws 403 for a locked view. */
export function retryOnView<Result>(
  start: ViewInSchema,
  work: (latest: ViewInSchema) => Promise<Result>,
  { evenLocked = false } = {},
): Promise<Result> {
  const { id } = start.view;
  const readAgain = async () => viewIn(await readSchema(start.schema.table.id), id);
  return retryOnConflictFrom(start, readAgain, async (latest) => {
    if (!evenLocked) refuseLocked(latest.view);
    return work(latest);
  });
}

/** Changed members of a view; `undefined` removes a member. */
export type ViewMembers = { [Name in keyof ViewItem]?: ViewItem[Name] | undefined };

/** Commits changed members of a view; writes nothing if the view has these values already. */
export async function writeView(
  { schema, view }: ViewInSchema,
  members: ViewMembers,
  caller: Caller,
  { besides = [], answer, seal = sealPlainly }: HowToWrite = {},
): Promise<void> {
  const { table, views } = schema;
  const answerChanges = keepAnswer(caller, answer);
  const isUnchanged = Object.entries(members).every(([name, value]) => isDeepStrictEqual(view[name], value));
  if (isUnchanged && besides.length === 0) return commitIfAny(await seal([], {}, answerChanges, schema));
  const stamped = { ...members, lastModifiedBy: caller.userId, lastModifiedTime: caller.now };
  const after = { ...view, ...stamped } as ViewItem;
  refuseUnlistable(views.map((each) => (each === view ? after : each)));
  const changes = raiseVersions([change(view, stamped), ...besides], [table]);
  await commit(await seal(changes, doneTo(view, after), answerChanges, schema));
}

interface HowToWrite {
  besides?: Change[];
  answer?: unknown;
  seal?: Seal;
}

/** What is kept of a change, so that it can be undone. The members of the share are left out: undoing does not change them. */
function doneTo(before: ViewItem, after: ViewItem): DoneToSchema {
  const pairs = pairsBetween(partsOfView(before), partsOfView(after));
  return Object.keys(pairs).length > 0 ? { schema: { did: "changeView", view: before.id, pairs } } : {};
}
