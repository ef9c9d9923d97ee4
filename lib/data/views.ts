/*
 * A view of a table.
 *
 *          pk              sk           cost
 *  view    TABLE#<table>   VIEW#<id>    get 1 RCU; made with a new schemaVersion of its table 2 × 2 WCU
 *  share   SHARE#<id>      SHARE        a share's address belongs to one view; + 2 WCU
 */

import type { Field } from "#lib/engine/field";
import { uniqueName } from "#lib/engine/names";
import { checkView, completeColumnMeta, completeOptions } from "#lib/engine/view";
import { invalid, notFound } from "#lib/schemas/error";
import { newViewId, type PluginId, type TableId, type UserId, type ViewId } from "#lib/schemas/ids";
import { limits } from "#lib/schemas/limits";
import { hiddenPassword, type NewView, type View } from "#lib/schemas/view";
import type { Caller } from "./caller.ts";
import {
  again,
  type Change,
  change,
  commit,
  insert,
  Refused,
  remove as removal,
  removeKey,
} from "./commit.ts";
import { marking } from "./marks.ts";
import { hashPassword } from "./passwords.ts";
import { withPlugins } from "./plugin-views.ts";
import * as store from "./store.ts";
import { readSchema, type Schema, type ViewItem, viewKey } from "./table-schema.ts";

const shareKey = (shareId: string) => ({ pk: `SHARE#${shareId}`, sk: "SHARE" });

export async function get(tableId: TableId, id: ViewId): Promise<ViewItem> {
  const view = await store.get<ViewItem>(viewKey(tableId, id));
  if (!view) throw notFound("view", id);
  return view;
}

/** A view as answers show it. */
export function show({ pk, sk, entity, version, viewType, passwordHash, frozen, ...view }: ViewItem): View {
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
export function build(
  input: NewView,
  { tableId, fields, views, maker, now, passwordHash }: Surroundings,
): ViewItem {
  const id = newViewId();
  const { type, name, description, sort, filter, group, isLocked, shareId, enableShare } = input;
  const { password: _, ...shareMeta } = input.shareMeta ?? {};
  const options = completeOptions(input, fields);
  return {
    ...viewKey(tableId, id),
    ...{
      entity: "view",
      version: 1,
      id,
      viewType: type,
      name: uniqueName(
        name,
        views.map((view) => view.name),
      ),
    },
    order: input.order ?? Math.max(-1, ...views.map((view) => view.order)) + 1,
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
    ...{ createdBy: maker, createdTime: now, lastModifiedBy: maker, lastModifiedTime: now },
  };
}

/** What making the view changes: itself, and the guard of its share's address. */
export const insertions = (view: ViewItem): Change[] => [
  insert(view),
  ...(view.shareId ? [insert({ ...shareKey(view.shareId), entity: "share", viewId: view.id })] : []),
];

/** Removes views, each together with the guard of its share's address: somebody else may want that at once. */
export async function removeAll(views: ViewItem[]): Promise<void> {
  const shared = views.filter(({ shareId }) => shareId);
  await store.removeMany(views.filter(({ shareId }) => !shareId));
  for (const view of shared) await commit([removal(view), removeKey(shareKey(String(view.shareId)))]);
}

/** Turns a refused commit into a 400 for share addresses that others have. */
export const refusingTakenShares =
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

/** Makes a view. Twins of one name: the later of two looks again and becomes "… 2". */
export async function create(schema: Schema, input: NewView, caller: Caller): Promise<ViewItem> {
  const { userId: maker, now } = caller;
  const tableId = schema.table.id;
  let current: Schema | undefined = schema;
  let hashing: Promise<string | undefined> | undefined;
  let installed: NewView | undefined;
  return again(async () => {
    const { table, fields, views } = current ?? (await readSchema(tableId));
    current = undefined;
    const issues = checkView(input, fields, []);
    if (views.length >= limits.viewsPerTable)
      issues.push({
        path: "",
        message: `the table has ${views.length} views, the limit is ${limits.viewsPerTable}`,
      });
    if (issues.length > 0) throw invalid(issues);
    hashing ??= hashOf(input);
    installed ??= (await withPlugins([input], maker, () => []))[0] as NewView;
    const view = build(installed, { tableId, fields, views, maker, now, passwordHash: await hashing });
    refuseUnlistable([...views, view]);
    await commit([
      ...insertions(view),
      change(table, { schemaVersion: table.schemaVersion + 1 }),
      ...marking(caller, show(view), [view.id]),
    ]).catch(refusingTakenShares(() => "shareId"));
    return view;
  });
}
