/*
 * Who is told of a comment, by each of its writings:
 *
 *   created    whom it mentions, whom it answers, who follows the record: each for the first of these reasons
 *   edited     whom it mentions since
 *   reaction   who wrote it
 *
 * A mention and a reaction know the version that they came with, so each writing tells only of its own. What is gone by now nobody
 * is told of.
 */

import { type CommentItem, type Named, partition } from "#lib/data/comments/comments";
import type { SubscriberItem } from "#lib/data/comments/record-subscriptions";
import type { CommentId, UserId } from "#lib/schemas/basics/ids";
import { getItem, type Key, keysStartingWith, readAll } from "#lib/store/store";
import { actorOf, findContext, recordName } from "./notification-context.ts";
import { notify, type Words } from "./notify.ts";

/** As it was heard of. */
interface Writing {
  key: Key;
  version: number;
}

export async function notifyOfComment({ key, version }: Writing): Promise<void> {
  const comment = await getItem<CommentItem>(key);
  if (!comment) return;
  const scene = await findContext(comment.tableId);
  const record = scene && (await recordName(scene.schema, comment.recordId));
  if (!scene || record === undefined) return;
  const place = `${record} in ${scene.name}`;
  const path = `${scene.path}?recordId=${comment.recordId}&commentId=${comment.id}`;
  const saying = (message: string): Words => ({ notifyType: "comment", message, path });
  const since = <Each extends Named>(list: Each[] = []) => list.filter((each) => each.version === version);

  const mentions = since(comment.mentions);
  if (version === 1 || mentions.length > 0) {
    const by = await actorOf(comment.createdBy, comment.createdName);
    // of one who is told for several reasons the last that is put in counts
    const words = new Map<UserId, Words>();
    if (version === 1) {
      for (const id of await followers(comment)) words.set(id, saying(`${by.name} commented on ${place}`));
      if (comment.quotedBy)
        words.set(comment.quotedBy, saying(`${by.name} answered your comment on ${place}`));
    }
    for (const { id } of mentions) words.set(id, saying(`${by.name} mentioned you in a comment on ${place}`));
    const time = mentions[0]?.time ?? comment.createdTime;
    await notify({ name: nameOf(comment.id, version), time, by, scene: scene.scene }, words);
  }
  for (const { id, name, time, reaction } of since(comment.reactions)) {
    const by = await actorOf(id, name);
    const words = saying(`${by.name} reacted to your comment on ${place}: ${reaction}`);
    const happening = { name: nameOf(comment.id, version), time, by, scene: scene.scene };
    await notify(happening, new Map([[comment.createdBy, words]]));
  }
}

const nameOf = (id: CommentId, version: number) => `${id} ${version}`;

async function followers(comment: CommentItem): Promise<UserId[]> {
  const found = await readAll<SubscriberItem>({ pk: partition(comment), ...keysStartingWith("SUBSCRIBER#") });
  return found.map(({ createdBy }) => createdBy);
}
