/*
 * Turns changes from the stream into deliveries to the webhooks that subscribe to them. Most bases have no webhooks: then this costs
 * one Query for all changes of a base that are processed at the same time.
 */

import { baseOfTable } from "#lib/data/changes/base-of-table";
import { goneKey } from "#lib/data/comments/comments";
import { nameFields } from "#lib/data/records/pack-records";
import { shareRead } from "#lib/data/records/share-read";
import { type TableItem, tableKey } from "#lib/data/schema/table-schema";
import { type BaseItem, baseKey } from "#lib/data/spaces/bases";
import {
  type BaseId,
  type CommentId,
  type FieldId,
  isUserId,
  type RecordId,
  type TableId,
  type ViewId,
} from "#lib/schemas/basics/ids";
import { msPerMinute, timeAfter } from "#lib/schemas/basics/time-units";
import type { EventSubject, EventVerb } from "#lib/schemas/collaboration/webhook";
import { getEach, getItem, type Key } from "#lib/store/store";
import { deliver, type Happened } from "./deliveries.ts";
import { list, type WebhookItem } from "./webhooks.ts";

interface StreamChange {
  kind: "created" | "changed" | "removed";
  entity: string;
  key: Key;
  version: number;
  time?: string | undefined;
  computed?: true | undefined;
  edit?: { fieldIds?: string[] | undefined; by?: string | undefined; time?: string | undefined } | undefined;
}

const verbs: Record<StreamChange["kind"], EventVerb> = {
  created: "created",
  changed: "updated",
  removed: "deleted",
};
const subjects: Record<string, EventSubject> = { goneField: "field" };

/** Makes one delivery for each webhook that subscribes to the event; a repeated change makes none. */
export async function enqueueEvent(streamChange: StreamChange, now: string): Promise<void> {
  const event = eventOf(streamChange, now);
  const baseId = await baseOfTable(event.tableId);
  if (!baseId) return;
  const subscribed = (await webhooksOf(baseId)).filter((webhook) => isSubscribed(webhook, event));
  if (subscribed.length === 0 || !(await tableExists(event.tableId, baseId))) return;
  if (event.type === "comment.deleted" && !(await wasDeleted(event, streamChange.key.sk))) return;
  const { kind, entity, key, version } = streamChange;
  const what = `${kind} ${entity} ${key.pk} ${key.sk} ${version}`;
  const changed = entity === "record" && streamChange.edit?.fieldIds;
  const named = { ...event, ...(changed && { fieldIds: await nameFields(event.tableId, changed) }) };
  await Promise.all(subscribed.map((webhook) => deliver(webhook, named, what, now)));
}

/** The partition keys of all subjects of events have the table's id as their second part. */
function eventOf(
  { kind, entity, key: { pk, sk }, ...change }: StreamChange,
  now: string,
): Happened & { tableId: TableId } {
  const { time = now, computed, version, edit = {} } = change;
  const [, tableId, record] = pk.split("#") as [string, TableId, RecordId];
  const [, inTable] = sk.split("#");
  const subject = subjects[entity] ?? (entity as EventSubject);
  // a deleted field leaves an entry until its cells are cleared
  const verb = entity === "goneField" ? "deleted" : verbs[kind];
  const event = {
    type: `${subject}.${verb}` as const,
    timestamp: edit.time ?? time,
    tableId,
    version,
    ...(edit.by && isUserId(edit.by) && { by: edit.by }),
  };
  switch (subject) {
    case "record":
      return {
        ...event,
        recordId: sk as RecordId,
        ...(computed && { computed }),
      };
    case "field":
      return { ...event, fieldId: inTable as FieldId };
    case "view":
      return { ...event, viewId: inTable as ViewId };
    case "comment":
      return { ...event, recordId: record, commentId: sk as CommentId };
  }
}

/** Whether the author deleted the comment, which leaves a tombstone; comments cleared with their record leave none. */
const wasDeleted = async ({ tableId, recordId }: Happened, id: string) =>
  tableId && recordId && (await getItem(goneKey({ tableId, recordId }, id))) !== undefined;

const isSubscribed = (
  { events, tableIds, disabled, createdTime }: WebhookItem,
  { type, tableId, timestamp }: Happened,
) =>
  !disabled &&
  events.some((each) => each === type) &&
  (!tableIds || tableIds.some((id) => id === tableId)) &&
  // a stack that takes up a store reads its stream from the beginning, a day back. Times of the stream are in seconds, and clocks differ
  timeAfter(timestamp, msPerMinute) >= createdTime;

const webhooksOf = (baseId: BaseId) => shareRead(`webhooks ${baseId}`, () => list(baseId));

/** False for a table that is in the trash or being cleared, or whose base is: its changes are no events. */
const tableExists = (tableId: TableId, baseId: BaseId): Promise<boolean> =>
  shareRead(`place ${tableId}`, async () => {
    const places = await getEach<[TableItem, BaseItem]>([tableKey(tableId), baseKey(baseId)]);
    return places.every((item) => item && item.deletedTime === undefined);
  });
