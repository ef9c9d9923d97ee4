/* Notifies users who were added to user cells: one notification per user and call, about one record or the number of records. */

import type { MentionItem } from "#lib/data/records/mention-events";
import type { UserId } from "#lib/schemas/basics/ids";
import { removeItems } from "#lib/store/batch-writes";
import { getItem, type Key } from "#lib/store/store";
import { actorOf, findContext, type TableContext } from "./notification-context.ts";
import { notify, type Words } from "./notify.ts";

/** `key` is the key of a mention event, which is removed afterwards. */
export async function notifyOfMention(key: Key): Promise<void> {
  const mention = await getItem<MentionItem>(key);
  // handled before
  if (!mention) return;
  const table = await findContext(mention.tableId);
  if (table) await notifyAll(mention, table);
  await removeItems([mention]);
}

async function notifyAll(
  { pk, by: actor, time, people }: MentionItem,
  { context, schema, path, name }: TableContext,
) {
  const by = await actorOf(actor);
  const words = new Map<UserId, Words>();
  for (const { id, count, recordId, fieldId } of people) {
    const field = schema.fields.find((field) => field.id === fieldId)?.name ?? "a field";
    words.set(
      id,
      count === 1
        ? {
            notifyType: "collaboratorCellTag",
            message: `${by.name} added you to ${field} in ${name}`,
            path: `${path}?recordId=${recordId}`,
          }
        : {
            notifyType: "collaboratorMultiRowTag",
            message: `${by.name} added you to ${count} records in ${name}`,
            path,
          },
    );
  }
  await notify({ name: pk, time, by, context }, words);
}
