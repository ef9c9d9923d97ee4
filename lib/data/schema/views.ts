/*
 * A view of a table.
 *
 *          pk              sk           cost
 *  view    TABLE#<table>   VIEW#<id>    get 1 RCU; made and changed with a new schemaVersion of its table 2 × 2 WCU
 *  share   SHARE#<id>      SHARE        a share's address belongs to one view; + 2 WCU
 *
 * Made by create-view.ts, changed by change-view.ts and what stands on it.
 */

import { hashPassword } from "#lib/data/identity/passwords";
import type { Field } from "#lib/engine/fields/field";
import { uniqueName } from "#lib/engine/values/names";
import { completeColumnMeta, completeOptions } from "#lib/engine/views/view";
import { AppError, invalid, notFound } from "#lib/schemas/basics/error";
import {
  newViewId,
  type PluginId,
  randomText,
  type TableId,
  type UserId,
  type ViewId,
} from "#lib/schemas/basics/ids";
import { limits } from "#lib/schemas/basics/limits";
import { hiddenPassword, type NewView, type View } from "#lib/schemas/tables/view";
import { type Change, commit, insert, Refused, remove as removal, removeKey } from "#lib/store/commit";
import * as store from "#lib/store/store";
import { shareKey } from "./share-keys.ts";
import { type ViewItem, viewKey } from "./table-schema.ts";

export async function get(tableId: TableId, id: ViewId): Promise<ViewItem> {
  const view = await store.getItem<ViewItem>(viewKey(tableId, id));
  if (!view) throw notFound("view", id);
  return view;
}

/** 403: whatever changes a view or the order of its rows asks this. */
export function refuseLocked({ id, isLocked }: ViewItem): void {
  if (isLocked) throw new AppError("restricted_resource", `The view ${id} is locked: unlock it first`);
}

/** A view as answers show it. */
export function show({ pk, sk, entity, version, viewType, passwordHash, ...stored }: ViewItem): View {
  const { frozen, freezing, sortings, ...view } = stored;
  const shareMeta = passwordHash
    ? ({ ...view.shareMeta, password: hiddenPassword } as const)
    : view.shareMeta;
  const pluginId = (view.options?.["pluginId"] as PluginId | undefined) ?? null;
  return { ...view, type: viewType, ...(shareMeta && { shareMeta }), pluginId };
}

interface Surroundings {
  tableId: TableId;
  fields: Field[];
  /** The views there are already. */
  views: { name: string; order: number }[];
  maker: UserId;
  now: string;
  passwordHash: string | undefined;
}

/** What is kept of the password of a view's share. */
export async function hashOf({ shareMeta }: NewView): Promise<string | undefined> {
  return shareMeta?.password && hashPassword(shareMeta.password);
}

/** A view that a request asks for, as it will be stored. */
export function buildView(
  input: NewView,
  { tableId, fields, views, maker, now, passwordHash }: Surroundings,
): ViewItem {
  const id = newViewId();
  const { type, name, description, sort, filter, group, isLocked, shareId, enableShare } = input;
  const { password: _, ...shareMeta } = input.shareMeta ?? {};
  const options = completeOptions(input, fields);
  return {
    ...viewKey(tableId, id),
    entity: "view",
    version: 1,
    id,
    viewType: type,
    name: uniqueName(
      name,
      views.map((view) => view.name),
    ),
    order: input.order ?? nextOrder(views),
    ...(description && { description }),
    ...(options && { options }),
    ...(sort && { sort }),
    ...(filter && { filter }),
    ...(group && { group }),
    ...(isLocked && { isLocked }),
    ...(shareId && { shareId }),
    ...(enableShare && { enableShare }),
    ...(input.shareMeta && { shareMeta }),
    ...(passwordHash && { passwordHash }),
    columnMeta: completeColumnMeta(input, fields),
    createdBy: maker,
    createdTime: now,
    lastModifiedBy: maker,
    lastModifiedTime: now,
  };
}

export const nextOrder = (views: { order: number }[]): number =>
  Math.max(-1, ...views.map(({ order }) => order)) + 1;

/** What making the view changes: itself, and the guard of its share's address. */
export const createChanges = (view: ViewItem): Change[] => [insert(view), ...claimShareChanges(view)];

/** What deleting it changes. */
export const removeChanges = (view: ViewItem): Change[] => [removal(view), ...releaseShareChanges(view)];

/** The address of a view's share, if it has one, is its own; and then anybody's again. `secret` is what its cursors are sealed with. */
export const claimShareChanges = ({ pk, id, shareId }: ViewItem): Change[] =>
  shareId
    ? [
        insert({
          ...shareKey(shareId),
          entity: "share",
          tableId: tableOf(pk),
          viewId: id,
          secret: randomText(43),
        }),
      ]
    : [];
export const releaseShareChanges = ({ shareId }: ViewItem): Change[] =>
  shareId ? [removeKey(shareKey(shareId))] : [];

const tableOf = (pk: string) => pk.slice(pk.indexOf("#") + 1) as TableId;

/** Removes views, each together with the guard of its share's address: somebody else may want that at once. */
export async function removeAll(views: ViewItem[]): Promise<void> {
  const shared = views.filter(({ shareId }) => shareId);
  await store.removeItems(views.filter(({ shareId }) => !shareId));
  for (const view of shared) await commit(removeChanges(view));
}

/** Turns a refused commit into a 400 for share addresses that others have. */
export const refuseTakenShares =
  (pathOfShare: (viewId: unknown) => string) =>
  (error: unknown): never => {
    const shares = error instanceof Refused ? error.changes.flatMap(shareIn) : [];
    if (shares.length === 0) throw error;
    throw invalid(shares.map((viewId) => ({ path: pathOfShare(viewId), message: "this shareId is taken" })));
  };

const shareIn = (change: Change) =>
  change.op === "create" && change.item.entity === "share" ? [change.item["viewId"]] : [];

/** The views of a table are one list without pages, so they must fit into one answer. */
export function refuseUnlistable(views: ViewItem[]): void {
  const bytes = Buffer.byteLength(JSON.stringify(views));
  if (bytes <= limits.viewsBytes) return;
  const message = `the table's views would have ${bytes} bytes, the limit is ${limits.viewsBytes}`;
  throw invalid([{ path: "", message }]);
}
