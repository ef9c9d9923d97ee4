/* Telling people that cells name them now: each once for a call, of one record or of how many there are. */

import type { MentionItem } from "#lib/data/records/mention-events";
import type { UserId } from "#lib/schemas/basics/ids";
import { getItem, type Key, removeItems } from "#lib/store/store";
import { actorOf, findContext, type TableContext } from "./notification-context.ts";
import { notify, type Words } from "./notify.ts";

export async function notifyOfMention(key: Key): Promise<void> {
  const naming = await getItem<MentionItem>(key);
  // heard again
  if (!naming) return;
  const scene = await findContext(naming.tableId);
  if (scene) await tellAll(naming, scene);
  await removeItems([naming]);
}

async function tellAll(
  { pk, by: doer, time, people }: MentionItem,
  { scene, schema, path, name }: TableContext,
) {
  const by = await actorOf(doer);
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
  await notify({ name: pk, time, by, scene }, words);
}
