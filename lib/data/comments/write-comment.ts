/* Writing a comment, editing and deleting it. */

import type { Caller } from "#lib/data/identity/caller";
import { type UserItem, userKey } from "#lib/data/identity/users";
import { useOf } from "#lib/data/records/cell-files";
import { membersById } from "#lib/data/records/people";
import { AppError, invalid, notFound, pathOf, unknownInside } from "#lib/schemas/basics/error";
import { type CommentId, newCommentId, timeOf, type UserId } from "#lib/schemas/basics/ids";
import type { CreatedComment, NewComment } from "#lib/schemas/collaboration/comment";
import { type Content, mentionsIn } from "#lib/schemas/collaboration/comment-content";
import { change, commit, insert, remove, retryOnConflict } from "#lib/store/commit";
import { keepAnswer } from "#lib/store/idempotency-records";
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
  readEach,
} from "./comments.ts";

/** The table: members of its base may be mentioned, and files of it named. */
type Home = Parameters<typeof useOf>[0];
type People = Awaited<ReturnType<typeof membersById>>;

/** On a record that is there. */
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
    const keys = [countKey(place), userKey(caller.userId), ...(quoteId ? [commentKey(place, quoteId)] : [])];
    const [[count, author, quoted], people, { issues, files, changes }] = await Promise.all([
      readEach(keys) as Promise<[CountItem?, UserItem?, CommentItem?]>,
      membersById(mentioned, home),
      exchangeFiles(content, [], useOf(home), caller),
    ]);
    if (quoteId && !quoted)
      throw unknownInside([{ path: "quoteId", message: "is no comment of this record" }]);
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

/** `start` is what was read with the request. */
export async function edit(home: Home, start: CommentItem, content: Content, caller: Caller): Promise<void> {
  let current: CommentItem | undefined = start;
  await retryOnConflict(async () => {
    const comment = own(current ?? (await get(start, start.id)), caller.userId);
    current = undefined;
    const before = comment.mentions ?? [];
    const added = addedTo(before, content).map(({ id }) => id);
    const [people, { issues, files, changes }] = await Promise.all([
      membersById(added, home),
      exchangeFiles(content, comment.files ?? [], useOf(home), caller),
    ]);
    refuseAny([...unknownIn(content, before, people), ...issues]);
    const writing = { time: caller.now, version: comment.version + 1 };
    const mentions = mentionsOf(content, before, people, writing);
    const edited = { content: JSON.stringify(content), mentions, files, lastModifiedTime: caller.now };
    await commit([change(comment, edited), ...changes, ...keepAnswer(caller, undefined)]);
  });
}

/** A comment to be deleted, and the count that it is part of. */
export async function getWithCount(place: RecordPlace, id: CommentId) {
  const keys = [commentKey(place, id), countKey(place)];
  const [comment, count] = (await readBeside(place, keys)) as [CommentItem?, CountItem?];
  if (!comment) throw notFound("comment", id);
  return { comment, count };
}

/** What is left says that there was one. `start` is what was read with the request. */
export async function removeComment(
  start: Awaited<ReturnType<typeof getWithCount>>,
  caller: Caller,
): Promise<void> {
  const { id, tableId, recordId } = start.comment;
  const place = { tableId, recordId };
  let current: typeof start | undefined = start;
  await retryOnConflict(async () => {
    const { comment, count } = current ?? (await getWithCount(place, id));
    current = undefined;
    const { createdBy, createdName, createdTime, quoteId } = own(comment, caller.userId);
    const left = { id, ...place, createdBy, createdName, createdTime, ...(quoteId && { quoteId }) };
    await commit([
      remove(comment),
      ...(await releaseFileChanges(comment.files ?? [], tableId, caller.now)),
      insert({ ...goneKey(place, id), entity: "goneComment", ...left, deletedTime: caller.now }),
      ...countChanges(place, count, -1),
    ]);
  });
}

function own(comment: CommentItem, userId: UserId): CommentItem {
  if (comment.createdBy === userId) return comment;
  throw new AppError("restricted_resource", "Only who wrote a comment may change or delete it");
}

/** Where somebody is mentioned who was not before. */
const addedTo = (before: Named[], content: Content) =>
  mentionsIn(content).filter(({ id }) => !before.some((known) => known.id === id));

function refuseAny(issues: Parameters<typeof invalid>[0]): void {
  if (issues.length > 0) throw invalid(issues);
}

/** Who was `before` may have left meanwhile, everybody else must be one of these people. */
const unknownIn = (content: Content, before: Named[], people: People) =>
  addedTo(before, content)
    .filter(({ id }) => !people.byId(id))
    .map(({ path }) => ({
      path: pathOf(["content", ...path]),
      message: "is nobody who may open this base",
    }));

/** Who is mentioned, of these people or `before`. */
function mentionsOf(
  content: Content,
  before: Named[],
  people: People,
  writing: Pick<Named, "time" | "version">,
): Named[] | undefined {
  const ids = [...new Set(mentionsIn(content).map(({ id }) => id))];
  if (ids.length === 0) return undefined;
  return ids.map(
    (id) =>
      before.find((known) => known.id === id) ?? {
        id,
        name: nameThen(people.byId(id)?.name ?? id),
        ...writing,
      },
  );
}
