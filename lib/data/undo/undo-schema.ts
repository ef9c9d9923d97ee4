/*
 * Undoes or redoes a call that changed fields or views. It uses the same code as other calls that make such changes; the same commit notes
 * that the operation is undone.
 *
 *   the operation             undone                       redone
 *   created fields, view      deleted: into the trash      restored from there
 *   deleted fields, view      restored from the trash      deleted again
 *   changed members           as they were before          as they were after
 *
 * Each member that it changes must be as the operation left it.
 */

import { isDeepStrictEqual } from "node:util";
import type { Caller } from "#lib/data/identity/caller";
import type { AllowThere } from "#lib/data/link-fields/new-links";
import { retryOnView, writeView } from "#lib/data/schema/change-view";
import type { Seal } from "#lib/data/schema/seal";
import type { FieldItem, Schema, ViewItem } from "#lib/data/schema/table-schema";
import { removeFields } from "#lib/data/tables/remove-fields";
import { removeView } from "#lib/data/tables/remove-view";
import { restoreFields } from "#lib/data/tables/restore-fields";
import { restoreView } from "#lib/data/tables/restore-view";
import { updateField } from "#lib/data/tables/update-field";
import { type Direction, type OperationItem, turnChange } from "#lib/data/trash/operations";
import { findDeletion, idOf } from "#lib/data/trash/trash";
import {
  partsOfField,
  partsOfView,
  type SchemaOperation,
  turnMembers,
  viewWithParts,
} from "#lib/engine/views/schema-operation";
import type { FieldId, TrashId, ViewId } from "#lib/schemas/basics/ids";
import type { Scope } from "#lib/schemas/identity/scopes";
import type { UndoResult } from "#lib/schemas/records/undo";
import type { FieldUpdate } from "#lib/schemas/tables/field";
import { type Change, change } from "#lib/store/commit";
import { keepAnswer } from "#lib/store/idempotency-records";
import { mergeUpdates } from "#lib/store/merge-updates";
import { inTheWay, Outdated } from "./stands-in-the-way.ts";

export interface SchemaTurn {
  holder: OperationItem;
  direction: Direction;
  /** Throws 403 if the caller's role or token does not allow this scope here. */
  allow: (scope: Scope) => void;
  allowThere: AllowThere;
}

/** Undoes or redoes an operation on fields or views. Throws 400 that names what prevents it, 403 for a locked view. */
export async function turnSchema(
  schema: Schema,
  operation: Exclude<SchemaOperation, { did: "job" }>,
  turn: SchemaTurn,
  caller: Caller,
): Promise<UndoResult> {
  const { holder, direction, allow } = turn;
  const isUndo = direction === "undo";
  const result: UndoResult = { status: "fulfilled" };
  let isTried = false;
  const seal: Seal = async (changes, { deletion }) => {
    // a second attempt needs the operation read again: it may have changed
    if (isTried) throw new Outdated();
    isTried = true;
    const turned = turnChange(holder, direction, { now: caller.now, trashId: deletion && idOf(deletion) });
    return [...changes, turned, ...keepAnswer(caller, result)];
  };
  switch (operation.did) {
    case "else":
      throw inTheWay([operation.reason]);
    case "createFields":
    case "deleteFields": {
      const isRemoval = isUndo === (operation.did === "createFields");
      allow(isRemoval ? "field|delete" : "field|create");
      if (isRemoval)
        await removeFields(schema, (latest) => findFields(latest, operation.fields), caller, seal);
      else await restoreFields(schema, await findTrashed(holder.operation.trashId), caller, seal);
      return result;
    }
    case "createView":
    case "deleteView": {
      const isRemoval = isUndo === (operation.did === "createView");
      allow(isRemoval ? "view|delete" : "view|create");
      if (isRemoval) await removeView({ schema, view: findView(schema, operation.view) }, caller, seal);
      else await restoreView(schema, await findTrashed(holder.operation.trashId), caller, seal);
      return result;
    }
    case "changeField":
      allow("field|update");
      await turnField(schema, operation, { ...turn, isUndo, seal }, caller);
      return result;
    case "changeView":
      allow("view|update");
      await turnView(schema, operation, { isUndo, seal }, caller);
      return result;
  }
}

function findFields({ fields }: Schema, ids: readonly FieldId[]): FieldItem[] {
  const found = ids.flatMap((id) => fields.find((field) => field.id === id) ?? []);
  if (found.length < ids.length) throw inTheWay(["a field that it made was deleted since"]);
  return found;
}

function findView({ views }: Schema, id: ViewId): ViewItem {
  const view = views.find((each) => each.id === id);
  if (!view) throw inTheWay([`the view ${id} was deleted since`]);
  return view;
}

async function findTrashed(id: TrashId | undefined): Promise<TrashId> {
  const deletion = id && (await findDeletion(id));
  if (!deletion) throw inTheWay(["what it deleted is no longer in the trash"]);
  if (deletion.restoredTime) throw inTheWay(["what it deleted was restored from the trash since"]);
  return id;
}

interface Turning {
  isUndo: boolean;
  seal: Seal;
}

async function turnField(
  schema: Schema,
  { field: id, pairs, filters }: Extract<SchemaOperation, { did: "changeField" }>,
  { isUndo, seal, allowThere }: Turning & Pick<SchemaTurn, "allowThere">,
  caller: Caller,
): Promise<void> {
  const [field] = findFields(schema, [id]) as [FieldItem];
  const { wanted, changed } = turnMembers(pairs, partsOfField(field), isUndo);
  if (changed.length > 0)
    throw inTheWay(changed.map((member) => `${member} of ${JSON.stringify(field.name)} was changed since`));
  const options = wanted["options"] as FieldUpdate["options"];
  const input = {
    ...wanted,
    ...(options && { options: onlyThese(options, partsOfField(field)["options"] as object) }),
  } as FieldUpdate;
  const withFilters: Seal = async (changes, done, answer, latest) => {
    const restored = latest.views.flatMap((view) => filterChange(view, filters[view.id], isUndo));
    return mergeUpdates([...(await seal(changes, done, answer, latest)), ...restored]);
  };
  await updateField(schema, id, input, caller, allowThere, undefined, withFilters);
}

/** The update that leaves only these members: it names null for members that are to be removed, because an update keeps what it does not name. */
const onlyThese = (wanted: object, present: object) => ({
  ...Object.fromEntries(Object.keys(present).map((name) => [name, null])),
  ...wanted,
});

/** The filter of a view: if it lost or renamed choices with the field, it is set back, unless it was changed since. */
function filterChange(view: ViewItem, pair: [unknown, unknown] | undefined, isUndo: boolean): Change[] {
  if (!pair) return [];
  const [expected, wanted] = isUndo ? pair.toReversed() : pair;
  return isDeepStrictEqual(view.filter ?? null, expected)
    ? [change(view, { filter: wanted ?? undefined })]
    : [];
}

/** Undoes a change of a view. If the change locked or unlocked the view, its lock does not prevent this. */
const turnView = (
  schema: Schema,
  { view: id, pairs }: Extract<SchemaOperation, { did: "changeView" }>,
  { isUndo, seal }: Turning,
  caller: Caller,
): Promise<void> =>
  retryOnView(
    { schema, view: findView(schema, id) },
    async (latest) => {
      const { view } = latest;
      const { wanted, changed } = turnMembers(pairs, partsOfView(view), isUndo);
      const nameOfPart = (part: string) =>
        latest.schema.fields.find((field) => part.endsWith(field.id))?.name ?? part;
      if (changed.length > 0)
        throw inTheWay(
          changed.map(
            (part) => `${nameOfPart(part)} of the view ${JSON.stringify(view.name)} was changed since`,
          ),
        );
      const fields = new Set<string>(latest.schema.fields.map((field) => field.id));
      await writeView(latest, viewWithParts(view, wanted, fields), caller, { seal });
    },
    { evenLocked: "isLocked" in pairs },
  );
