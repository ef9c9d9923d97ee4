/* The comments of a table, for an export: record by record, the older comments of a record first. */

import { recordKey } from "#lib/data/records/record-keys";
import type { RecordItem } from "#lib/data/records/records";
import type { TableId, UserId } from "#lib/schemas/basics/ids";
import type { Content } from "#lib/schemas/collaboration/comment-content";
import { getItems, keyAfter, keysStartingWith, readAll, readPage } from "#lib/store/store";
import { type CommentItem, type CountItem, countsOf, partition } from "./comments.ts";

const recordsPerPage = 25;

/** The comments of the next records after a record id; "" for the first ones. Those of deleted records are left out. */
export async function exportedComments(tableId: TableId, after: string) {
  const range = { pk: countsOf(tableId), ...(after && { from: keyAfter(after), to: "rec~" }) };
  const { items, more } = await readPage<CountItem>({ ...range, limit: recordsPerPage });
  const found = await getItems<RecordItem>(items.map(({ recordId }) => recordKey(tableId, recordId)));
  const existing = new Set(found.map(({ id }) => id));
  const comments: ReturnType<typeof exported>[] = [];
  for (const { recordId } of items)
    if (existing.has(recordId)) {
      const pk = partition({ tableId, recordId });
      for (const comment of await readAll<CommentItem>({ pk, ...keysStartingWith("com") }))
        comments.push(exported(comment));
    }
  return { comments, after: items.at(-1)?.sk ?? after, more };
}

function exported({ id, recordId, content, createdBy, createdName, createdTime, ...more }: CommentItem) {
  const { lastModifiedTime, quoteId, reactions = [] } = more;
  return {
    ...{ id, recordId, createdBy: { id: createdBy as UserId, name: createdName }, createdTime },
    ...(lastModifiedTime && { lastModifiedTime }),
    ...(quoteId && { quoteId }),
    content: JSON.parse(content) as Content,
    ...(reactions.length > 0 && {
      reactions: reactions.map(({ reaction, id, name, time }) => ({ reaction, id, name, time })),
    }),
  };
}
