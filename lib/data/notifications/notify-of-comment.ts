/*
 * Who is notified of a write to a comment:
 *
 *   created    mentioned users, the author it answers, subscribers of the record: each for the first of these reasons only
 *   edited     newly mentioned users
 *   reaction   the author
 *
 * Mentions and reactions store the version that added them, so each write notifies only of its own. Comments deleted meanwhile
 * notify no one.
 */

import { type CommentItem, type Named, partition } from "#lib/data/comments/comments";
import type { SubscriberItem } from "#lib/data/comments/record-subscriptions";
import type { CommentId, UserId } from "#lib/schemas/basics/ids";
import { getItem, type Key, keysStartingWith, readAll } from "#lib/store/store";
import { actorOf, findContext, recordName } from "./notification-context.ts";
import { notify, type Words } from "./notify.ts";

/** The change of a comment, as the stream reported it. */
interface CommentWrite {
  key: Key;
  version: number;
}

/** Does nothing if the comment, its record or its table is gone. */
export async function notifyOfComment({ key, version }: CommentWrite): Promise<void> {
  const comment = await getItem<CommentItem>(key);
  if (!comment) return;
  const table = await findContext(comment.tableId);
  const record = table && (await recordName(table.schema, comment.recordId));
  if (!table || record === undefined) return;
  const place = `${record} in ${table.name}`;
  const path = `${table.path}?recordId=${comment.recordId}&commentId=${comment.id}`;
  const wordsFor = (message: string): Words => ({ notifyType: "comment", message, path });
  const addedNow = <Each extends Named>(list: Each[] = []) => list.filter((each) => each.version === version);

  const mentions = addedNow(comment.mentions);
  if (version === 1 || mentions.length > 0) {
    const by = await actorOf(comment.createdBy, comment.createdName);
    // a user with several reasons gets the last one set
    const words = new Map<UserId, Words>();
    if (version === 1) {
      for (const id of await subscribers(comment))
        words.set(id, wordsFor(`${by.name} commented on ${place}`));
      if (comment.quotedBy)
        words.set(comment.quotedBy, wordsFor(`${by.name} answered your comment on ${place}`));
    }
    for (const { id } of mentions)
      words.set(id, wordsFor(`${by.name} mentioned you in a comment on ${place}`));
    const time = mentions[0]?.time ?? comment.createdTime;
    await notify({ name: nameOf(comment.id, version), time, by, context: table.context }, words);
  }
  for (const { id, name, time, reaction } of addedNow(comment.reactions)) {
    const by = await actorOf(id, name);
    const words = wordsFor(`${by.name} reacted to your comment on ${place}: ${reaction}`);
    const happening = { name: nameOf(comment.id, version), time, by, context: table.context };
    await notify(happening, new Map([[comment.createdBy, words]]));
  }
}

const nameOf = (id: CommentId, version: number) => `${id} ${version}`;

async function subscribers(comment: CommentItem): Promise<UserId[]> {
  const found = await readAll<SubscriberItem>({ pk: partition(comment), ...keysStartingWith("SUBSCRIBER#") });
  return found.map(({ createdBy }) => createdBy);
}
