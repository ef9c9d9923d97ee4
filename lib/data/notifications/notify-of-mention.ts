/* Telling people that cells name them now: each once for a call, of one record or of how many there are. */

import type { NamingItem } from "#lib/data/records/mention-events";
import type { UserId } from "#lib/schemas/basics/ids";
import { get, type Key, removeMany } from "#lib/store/store";
import { actorOf, findScene, type TableScene } from "./notification-context.ts";
import { tell, type Words } from "./notify.ts";

export async function tellOfNaming(key: Key): Promise<void> {
  const naming = await get<NamingItem>(key);
  // heard again
  if (!naming) return;
  const scene = await findScene(naming.tableId);
  if (scene) await tellAll(naming, scene);
  await removeMany([naming]);
}

async function tellAll(
  { pk, by: doer, time, people }: NamingItem,
  { scene, schema, path, name }: TableScene,
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
  await tell({ name: pk, time, by, scene }, words);
}
