/*
 * What happened, from what the stream tells, to the webhooks that want to hear of it. Most bases have none: that costs one Query of
 * theirs for all that is told together.
 */

import { goneKey } from "#lib/data/comments/comments";
import { type TableItem, tableKey } from "#lib/data/schema/table-schema";
import { baseKey } from "#lib/data/spaces/bases";
import type { BaseId, CommentId, FieldId, RecordId, TableId, ViewId } from "#lib/schemas/basics/ids";
import type { EventSubject, EventVerb } from "#lib/schemas/collaboration/webhook";
import { getItem, getItems, type Item, type Key } from "#lib/store/store";
import { deliver, type Happened } from "./deliveries.ts";
import { list, type WebhookItem } from "./webhooks.ts";

interface Told {
  kind: "created" | "changed" | "removed";
  entity: string;
  key: Key;
  version: number;
  time?: string | undefined;
}

const verbs: Record<Told["kind"], EventVerb> = { created: "created", changed: "updated", removed: "deleted" };
const subjects: Record<string, EventSubject> = { goneField: "field" };

export async function enqueueEvent(told: Told, now: string): Promise<void> {
  const event = eventOf(told, now);
  const baseId = await baseOf(event.tableId);
  if (!baseId) return;
  const wanting = (await webhooksOf(baseId)).filter((webhook) => wants(webhook, event));
  if (wanting.length === 0 || !(await isThere(event.tableId, baseId))) return;
  if (event.type === "comment.deleted" && !(await wasDeleted(event, told.key.sk))) return;
  const { kind, entity, key, version } = told;
  const what = `${kind} ${entity} ${key.pk} ${key.sk} ${version}`;
  await Promise.all(wanting.map((webhook) => deliver(webhook, event, what, now)));
}

/** All that events are about lies in partitions that name its table second. */
function eventOf({ kind, entity, key: { pk, sk }, time = "" }: Told, now: string) {
  const [, tableId, record] = pk.split("#") as [string, TableId, RecordId];
  const [, inTable] = sk.split("#");
  const subject = subjects[entity] ?? (entity as EventSubject);
  // a field that is deleted leaves an entry until its cells are cleared
  const verb = entity === "goneField" ? "deleted" : verbs[kind];
  const event = { type: `${subject}.${verb}` as const, timestamp: time || now, tableId };
  switch (subject) {
    case "record":
      return { ...event, recordId: sk as RecordId };
    case "field":
      return { ...event, fieldId: inTable as FieldId };
    case "view":
      return { ...event, viewId: inTable as ViewId };
    case "comment":
      return { ...event, recordId: record, commentId: sk as CommentId };
  }
}

/** By whom it belongs to, which leaves a trace: one that goes with its record does not. */
const wasDeleted = async ({ tableId, recordId }: Happened, id: string) =>
  tableId && recordId && (await getItem(goneKey({ tableId, recordId }, id))) !== undefined;

const wants = ({ events, tableIds, disabled }: WebhookItem, { type, tableId }: Happened) =>
  !disabled && events.some((each) => each === type) && (!tableIds || tableIds.some((id) => id === tableId));

const basesKnown = new Map<TableId, BaseId>();
const mostKnown = 10_000;

/** A table never leaves its base. */
async function baseOf(tableId: TableId): Promise<BaseId | undefined> {
  const known = basesKnown.get(tableId);
  if (known) return known;
  const table = await sharing(`table ${tableId}`, () => getItem<TableItem>(tableKey(tableId)));
  if (!table) return undefined;
  if (basesKnown.size >= mostKnown) basesKnown.clear();
  basesKnown.set(tableId, table.baseId);
  return table.baseId;
}

const webhooksOf = (baseId: BaseId) => sharing(`webhooks ${baseId}`, () => list(baseId));

/** Of what is being cleared, or lies in the trash as a whole, nothing is told. */
const isThere = (tableId: TableId, baseId: BaseId): Promise<boolean> =>
  sharing(`place ${tableId}`, async () => {
    const places = (await getItems([tableKey(tableId), baseKey(baseId)])) as (Item & {
      deletedTime?: string;
    })[];
    return places.length === 2 && places.every(({ deletedTime }) => deletedTime === undefined);
  });

const reading = new Map<string, Promise<unknown>>();

/** One reading for all who ask while it is on its way: those that are told together, so it shows what was there before any of them. */
function sharing<Result>(name: string, read: () => Promise<Result>): Promise<Result> {
  const begun = reading.get(name) as Promise<Result> | undefined;
  if (begun !== undefined) return begun;
  const result = read().finally(() => reading.delete(name));
  reading.set(name, result);
  return result;
}
