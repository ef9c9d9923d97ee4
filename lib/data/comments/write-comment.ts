/* Creating, editing and deleting comments. */

import type { Caller } from "#lib/data/identity/caller";
import { type UserItem, userKey } from "#lib/data/identity/users";
import { useOf } from "#lib/data/records/named-cells";
import { membersById } from "#lib/data/records/people";
import { AppError, invalid, notFound, pathOf, unknownInside } from "#lib/schemas/basics/error";
import { type CommentId, newCommentId, timeOf, type UserId } from "#lib/schemas/basics/ids";
import type { CreatedComment, NewComment } from "#lib/schemas/collaboration/comment";
import { type Content, mentionsIn } from "#lib/schemas/collaboration/comment-content";
import { change, commit, insert, remove, retryOnConflict, retryOnConflictFrom } from "#lib/store/commit";
import { keepAnswer } from "#lib/store/idempotency-records";
import { getEach, type Key } from "#lib/store/store";
import { exchangeFiles, releaseFileChanges } from "./comment-files.ts";
import {
  type CommentItem,
  type CountItem,
  commentKey,
  countChanges,
  countKey,
  get,
  goneKey,
  type Named,
  nameThen,
  type RecordPlace,
  readBeside,
} from "./comments.ts";

/** The table: a comment may mention members of its base, and use files uploaded for it. */
type Home = Parameters<typeof useOf>[0];
type People = Awaited<ReturnType<typeof membersById>>;

/** The record must exist. Throws 404 for an unknown `quoteId`, 400 for unknown users and files. */
export async function create(
  home: Home,
  place: RecordPlace,
  { content, quoteId }: NewComment,
  caller: Caller,
): Promise<CreatedComment> {
  const id = newCommentId(caller.now);
  const shared = { id, ...place, createdBy: caller.userId, createdTime: timeOf(id) };
  const answer: CreatedComment = {
    ...shared,
    content,
    quoteId: quoteId ?? null,
    lastModifiedTime: null,
    deletedTime: null,
    reaction: null,
  };
  const mentioned = mentionsIn(content).map(({ id }) => id);
  await retryOnConflict(async () => {
    const keys: [Key, Key] = [countKey(place), userKey(caller.userId)];
    const [[count, author, quoted], people, { issues, files, changes }] = await Promise.all([
      quoteId
        ? getEach<[CountItem, UserItem, CommentItem]>([...keys, commentKey(place, quoteId)])
        : getEach<[CountItem, UserItem]>(keys),
      membersById(mentioned, home),
      exchangeFiles(content, [], useOf(home), caller),
    ]);
    if (quoteId && !quoted)
      throw unknownInside([{ path: "quoteId", message: "is not a comment on this record" }]);
    refuseAny([...unknownIn(content, [], people), ...issues]);
    const mentions = mentionsOf(content, [], people, { time: shared.createdTime, version: 1 });
    const item = {
      ...commentKey(place, id),
      entity: "comment",
      ...shared,
      createdName: nameThen(author?.name ?? caller.userId),
      content: JSON.stringify(content),
      ...(mentions && { mentions }),
      ...(files && { files }),
      ...(quoted && { quoteId: quoted.id, quotedBy: quoted.createdBy }),
    };
    const counted = countChanges(place, count, 1);
    await commit([insert(item), ...counted, ...changes, ...keepAnswer(caller, answer, [id])]);
  });
  return answer;
}

/** Throws 403 unless the caller wrote the comment, 400 for unknown users and files. `start` is the comment as read for the request. */
export async function edit(home: Home, start: CommentItem, content: Content, caller: Caller): Promise<void> {
  const readAgain = () => get(start, start.id);
  await retryOnConflictFrom(start, readAgain, async (latest) => {
    const comment = requireOwn(latest, caller.userId);
    const before = comment.mentions ?? [];
    const added = addedTo(before, content).map(({ id }) => id);
    const [people, { issues, files, changes }] = await Promise.all([
      membersById(added, home),
      exchangeFiles(content, comment.files ?? [], useOf(home), caller),
    ]);
    refuseAny([...unknownIn(content, before, people), ...issues]);
    const write = { time: caller.now, version: comment.version + 1 };
    const mentions = mentionsOf(content, before, people, write);
    const edited = { content: JSON.stringify(content), mentions, files, lastModifiedTime: caller.now };
    await commit([change(comment, edited), ...changes, ...keepAnswer(caller, undefined)]);
  });
}

/** A comment to delete, and the record's count; throws 404 if the comment or its record does not exist. */
export async function getWithCount(place: RecordPlace, id: CommentId) {
  const [comment, count] = await readBeside<[CommentItem, CountItem]>(place, [
    commentKey(place, id),
    countKey(place),
  ]);
  if (!comment) throw notFound("comment", id);
  return { comment, count };
}

/** Deletes a comment and leaves a tombstone. Throws 403 unless the caller wrote it. `start` is what was read for the request. */
export async function removeComment(
  start: Awaited<ReturnType<typeof getWithCount>>,
  caller: Caller,
): Promise<void> {
  const { id, tableId, recordId } = start.comment;
  const place = { tableId, recordId };
  const readAgain = () => getWithCount(place, id);
  await retryOnConflictFrom(start, readAgain, async ({ comment, count }) => {
    const { createdBy, createdName, createdTime, quoteId } = requireOwn(comment, caller.userId);
    const left = { id, ...place, createdBy, createdName, createdTime, ...(quoteId && { quoteId }) };
    await commit([
      remove(comment),
      ...(await releaseFileChanges(comment.files ?? [], tableId, caller.now)),
      insert({ ...goneKey(place, id), entity: "goneComment", ...left, deletedTime: caller.now }),
      ...countChanges(place, count, -1),
    ]);
  });
}

function requireOwn(comment: CommentItem, userId: UserId): CommentItem {
  if (comment.createdBy === userId) return comment;
  throw new AppError("restricted_resource", "Only the author of a comment may change or delete it");
}

/** The mentions of users who were not mentioned before. */
const addedTo = (before: Named[], content: Content) =>
  mentionsIn(content).filter(({ id }) => !before.some((known) => known.id === id));

function refuseAny(issues: Parameters<typeof invalid>[0]): void {
  if (issues.length > 0) throw invalid(issues);
}

/** Issues for new mentions of users who are not among these people. Users mentioned `before` may have left meanwhile. */
const unknownIn = (content: Content, before: Named[], people: People) =>
  addedTo(before, content)
    .filter(({ id }) => !people.byId(id))
    .map(({ path }) => ({
      path: pathOf(["content", ...path]),
      message: "is not a user who may open this base",
    }));

/** The mentioned users, as stored: those from `before` unchanged. */
function mentionsOf(
  content: Content,
  before: Named[],
  people: People,
  write: Pick<Named, "time" | "version">,
): Named[] | undefined {
  const ids = [...new Set(mentionsIn(content).map(({ id }) => id))];
  if (ids.length === 0) return undefined;
  return ids.map(
    (id) =>
      before.find((known) => known.id === id) ?? {
        id,
        name: nameThen(people.byId(id)?.name ?? id),
        ...write,
      },
  );
}
