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
import { limits } from "#lib/schemas/basics/limits";
import { getItem } from "#lib/store/store";
import type { DeliveryItem, Happened } from "./deliveries.ts";
import type { WebhookItem } from "./webhooks.ts";

/** The body to sign and send, as JSON. `data` is absent if its subject was deleted, or if it is larger than `limits.eventBytes`. */
export async function buildEventBody(
  { id, baseId, event }: DeliveryItem,
  { createdBy }: WebhookItem,
  now: string,
): Promise<string> {
  // no e-mail addresses: this is not a request of a user
  const may = { seeEmails: false, read: true, create: true, update: true, delete: true };
  const data = await dataOf(event, { userId: createdBy, now, may });
  const { type, timestamp, ...place } = event;
  const isFitting = Buffer.byteLength(JSON.stringify(data) ?? "") <= limits.eventBytes;
  return JSON.stringify({ id, type, timestamp, baseId, ...place, ...(data && isFitting && { data }) });
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
