/* The request body of an event: the event, and its subject as it is now. */

import { type CommentItem, commentKey } from "#lib/data/comments/comments";
import { readPeople, showComments as showComment } from "#lib/data/comments/show-comments";
import type { Caller } from "#lib/data/identity/caller";
import { recordKey } from "#lib/data/records/record-keys";
import type { RecordItem } from "#lib/data/records/records";
import { showRecord } from "#lib/data/records/show-records";
import { makeFieldPresenter } from "#lib/data/schema/closed-fields";
import { find as findTable, schemaOf } from "#lib/data/schema/table-schema";
import * as views from "#lib/data/schema/views";
import { cellsBefore } from "#lib/data/trash/list-history";
import { limits } from "#lib/schemas/basics/limits";
import { getItem } from "#lib/store/store";
import type { DeliveryItem, Happened } from "./deliveries.ts";
import type { WebhookItem } from "./webhooks.ts";

/**
 * The body to sign and send, as JSON. `data` is absent if its subject was deleted, and both `data` and `previous` if they are larger than
 * `limits.eventBytes`. Undefined if the event is sent later, because the history of the edit, which another reader of the stream writes, is
 * not there yet.
 */
export async function buildEventBody(
  { id, baseId, event, turns, isAsked }: DeliveryItem,
  { createdBy, include }: WebhookItem,
  now: string,
): Promise<string | undefined> {
  // no e-mail addresses: this is not a request of a user
  const may = { seeEmails: false, read: true, create: true, update: true, delete: true };
  const caller = { userId: createdBy, now, may };
  const isKept =
    include?.includes("previous") && event.type === "record.updated" && event.by && event.fieldIds;
  const previous = isKept ? await previousOf(event, caller) : "none";
  if (!previous && !isAsked && turns < turnsAwaited) return undefined;
  const data = await dataOf(event, caller);
  const { type, timestamp, ...place } = event;
  return JSON.stringify({
    ...{ id, type, timestamp, baseId, ...place },
    ...(data && isFitting(data) && { data }),
    ...(typeof previous === "object" && isFitting(previous) && { previous }),
  });
}

/** So many turns wait for the history: 35 seconds. */
const turnsAwaited = 2;

const isFitting = (value: object) => Buffer.byteLength(JSON.stringify(value)) <= limits.eventBytes;

/** The cells before the edit; undefined if they are not kept yet. */
async function previousOf(
  { tableId, recordId, timestamp: time, version }: Happened,
  caller: Caller,
): Promise<object | "none" | undefined> {
  const table = tableId && (await findTable(tableId));
  if (!table || !recordId || version === undefined) return "none";
  return cellsBefore(await schemaOf(table), { recordId, time, version }, caller);
}

async function dataOf(event: Happened, caller: Caller): Promise<object | undefined> {
  const { type, tableId, recordId, fieldId, viewId, commentId } = event;
  if (!tableId || type.endsWith(".deleted")) return undefined;
  if (commentId && recordId) {
    const comment = await getItem<CommentItem>(commentKey({ tableId, recordId }, commentId));
    return comment && showComment(comment, await readPeople([comment]), caller.now);
  }
  const table = await findTable(tableId);
  const schema = table && (await schemaOf(table));
  if (recordId) {
    const record = schema && (await getItem<RecordItem>(recordKey(tableId, recordId)));
    return record && showRecord(record, schema, { fieldKeyType: "id", cellFormat: "json" }, caller);
  }
  const field = schema?.fields.find(({ id }) => id === fieldId);
  // who receives it need not have a role in other bases
  if (schema && field) return (await makeFieldPresenter(schema, { may: caller.may }))(field);
  const view = schema?.views.find(({ id }) => id === viewId);
  return view && views.show(view);
}
