/* Comments of an import: with the ids, times and authors that the import gives them. There are no notifications: mentions count as old ones. */

import type { Caller } from "#lib/data/identity/caller";
import { useOf } from "#lib/data/records/named-cells";
import { recordKey } from "#lib/data/records/record-keys";
import type { TableItem } from "#lib/data/schema/table-schema";
import type { CommentId, RecordId, UserId } from "#lib/schemas/basics/ids";
import { timeOf } from "#lib/schemas/basics/ids";
import type { Reaction } from "#lib/schemas/collaboration/comment";
import { type Content, mentionsIn } from "#lib/schemas/collaboration/comment-content";
import { commit, insert, retryOnConflict } from "#lib/store/commit";
import { getEach, type Item } from "#lib/store/store";
import { exchangeFiles } from "./comment-files.ts";
import {
  type CommentItem,
  type CountItem,
  commentKey,
  countChanges,
  countKey,
  nameThen,
} from "./comments.ts";

export interface ImportedComment {
  id: CommentId;
  recordId: RecordId;
  createdBy: { id: UserId; name: string };
  lastModifiedTime?: string | undefined;
  quoteId?: CommentId | undefined;
  content: Content;
  names: (id: UserId) => string;
  reactions: { reaction: Reaction; id: UserId; name: string; time: string }[];
}

/** Writes the comment, once. False if its record is not there. */
export const importComment = (table: TableItem, comment: ImportedComment, caller: Caller): Promise<boolean> =>
  retryOnConflict(async () => {
    const { id, recordId, createdBy, content, lastModifiedTime, quoteId, reactions, names } = comment;
    const place = { tableId: table.id, recordId };
    const [record, known, count] = await getEach<[Item, CommentItem, CountItem]>([
      recordKey(table.id, recordId),
      commentKey(place, id),
      countKey(place),
    ]);
    if (!record) return false;
    if (known) return true;
    const { files, changes } = await exchangeFiles(content, [], useOf(table), caller);
    const createdTime = timeOf(id);
    const mentioned = [...new Set(mentionsIn(content).map((each) => each.id))];
    const old = { time: createdTime, version: 0 };
    await commit([
      insert({
        ...{ ...commentKey(place, id), entity: "comment", id, ...place },
        ...{ createdBy: createdBy.id, createdName: nameThen(createdBy.name), createdTime },
        content: JSON.stringify(content),
        ...(mentioned.length > 0 && {
          mentions: mentioned.map((user) => ({ id: user, name: nameThen(names(user)), ...old })),
        }),
        ...(files && { files }),
        ...(reactions.length > 0 && { reactions: reactions.map((each) => ({ ...each, version: 0 })) }),
        ...(quoteId && { quoteId }),
        ...(lastModifiedTime && { lastModifiedTime }),
      }),
      ...countChanges(place, count, 1),
      ...changes,
    ]);
    return true;
  });
