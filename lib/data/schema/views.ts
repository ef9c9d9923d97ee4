/*
 * A view of a table.
 *
 *  entity  pk             sk          cost
 *  view    TABLE#<table>  VIEW#<viw>  get 1 RCU; every change also raises the schemaVersion of its table: 2 × 2 WCU
 *  share   SHARE#<id>     SHARE       makes the address of a share unique: + 2 WCU; get 1 RCU
 *
 * Made by create-view.ts, changed by change-view.ts and its callers.
 */

import { hashPassword } from "#lib/data/identity/passwords";
import type { Field } from "#lib/engine/fields/field";
import { uniqueName } from "#lib/engine/values/names";
import { completeColumnMeta, completeOptions } from "#lib/engine/views/complete-view";
import { sharedColumns } from "#lib/engine/views/form-columns";
import { showOptions } from "#lib/engine/views/shown-options";
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
import { hiddenPassword, type View } from "#lib/schemas/tables/view";
import type { NewView } from "#lib/schemas/tables/view-changes";
import { type Change, change, insert, Refused, remove as removal, removeKey } from "#lib/store/commit";
import * as store from "#lib/store/store";
import { shareKey } from "./share-keys.ts";
import { type ViewItem, viewKey } from "./table-schema.ts";

/** A view by id; throws 404. */
export async function get(tableId: TableId, id: ViewId): Promise<ViewItem> {
  const view = await store.getItem<ViewItem>(viewKey(tableId, id));
  if (!view) throw notFound("view", id);
  return view;
}

/** Throws 403 for a locked view; called before every change of a view or of the order of its rows. */
export function refuseLocked({ id, isLocked }: ViewItem): void {
  if (isLocked) throw new AppError("restricted_resource", `The view ${id} is locked: unlock it first`);
}

/** A view as answers show it. */
export function show({ pk, sk, entity, version, viewType, passwordHash, ...stored }: ViewItem): View {
  const { frozen, freezing, sortings, ...view } = stored;
  const shareMeta = passwordHash
    ? ({ ...view.shareMeta, password: hiddenPassword } as const)
    : view.shareMeta;
  const pluginId = view.options?.["pluginId"] as PluginId | undefined;
  const options = view.options && showOptions(viewType, view.options);
  return {
    ...view,
    ...(options && { options }),
    type: viewType,
    ...(shareMeta && { shareMeta }),
    ...(pluginId && { pluginId }),
  };
}

interface NewViewContext {
  tableId: TableId;
  fields: Field[];
  /** The existing views. */
  views: { name: string; order: number }[];
  maker: UserId;
  now: string;
  passwordHash: string | undefined;
}

/** The hash of the password of a view's share, or `undefined`. */
export async function hashOf({ shareMeta }: NewView): Promise<string | undefined> {
  return shareMeta?.password && hashPassword(shareMeta.password);
}

/** A new view as it will be stored; a name that is taken gets a number. */
export function buildView(
  input: NewView,
  { tableId, fields, views, maker, now, passwordHash }: NewViewContext,
): ViewItem {
  const id = newViewId();
  const { type, name, description, sort, filter, group, isLocked, shareId, enableShare } = input;
  const { password: _, ...shareMeta } = input.shareMeta ?? {};
  const options = completeOptions(input, fields);
  const columnMeta = completeColumnMeta(input, fields);
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
    columnMeta: enableShare ? sharedColumns({ viewType: type, enableShare, columnMeta }, fields) : columnMeta,
    createdBy: maker,
    createdTime: now,
    lastModifiedBy: maker,
    lastModifiedTime: now,
  };
}

/** The order value of a new view: after all others. */
export const nextOrder = (views: { order: number }[]): number =>
  Math.max(-1, ...views.map(({ order }) => order)) + 1;

/** The changes that create a view: its item, and the guard of its share's address. */
export const createChanges = (view: ViewItem): Change[] => [insert(view), ...claimShareChanges(view)];

/** The changes that delete a view and the guard of its share's address. */
export const removeChanges = (view: ViewItem): Change[] => [removal(view), ...releaseShareChanges(view)];

/** The changes that reserve the address of a view's share, if it has one. `secret` encrypts the share's cursors. */
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
/** The changes that free the address of a view's share. */
export const releaseShareChanges = ({ shareId }: ViewItem): Change[] =>
  shareId ? [removeKey(shareKey(shareId))] : [];

const tableOf = (pk: string) => pk.slice(pk.indexOf("#") + 1) as TableId;

/** Whether a share is open: a view may say that it is shared before it has an address. */
export const hasOpenShare = ({ enableShare, shareId }: Pick<ViewItem, "enableShare" | "shareId">): boolean =>
  enableShare === true && shareId !== undefined;

/** The changes that end the share of a view. */
export const endShareChanges = (view: ViewItem): Change[] => [
  change(view, { enableShare: undefined, shareId: undefined }),
  ...releaseShareChanges(view),
];

/** Turns a refused commit into a 400 for share addresses that are taken; rethrows other errors. */
export const refuseTakenShares =
  (pathOfShare: (viewId: unknown) => string) =>
  (error: unknown): never => {
    const shares = error instanceof Refused ? error.changes.flatMap(shareIn) : [];
    if (shares.length === 0) throw error;
    throw invalid(shares.map((viewId) => ({ path: pathOfShare(viewId), message: "this shareId is taken" })));
  };

const shareIn = (change: Change) =>
  change.op === "create" && change.item.entity === "share" ? [change.item["viewId"]] : [];

/** Throws 400 if the views of a table do not fit into one answer: they are listed without pages. */
export function refuseUnlistable(views: ViewItem[]): void {
  const bytes = Buffer.byteLength(JSON.stringify(views));
  if (bytes <= limits.viewsBytes) return;
  const message = `the table's views would have ${bytes} bytes, the limit is ${limits.viewsBytes}`;
  throw invalid([{ path: "", message }]);
}
