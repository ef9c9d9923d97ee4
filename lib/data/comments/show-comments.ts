/* Comments as answers show them: users with their present names, or with their stored names if the account is gone. */

import { peopleById } from "#lib/data/records/people";
import type { People } from "#lib/engine/field-types/shared/field-type";
import type { UserId } from "#lib/schemas/basics/ids";
import type { Comment, ShownPerson } from "#lib/schemas/collaboration/comment";
import type { Content, ShownContent } from "#lib/schemas/collaboration/comment-content";
import { publicPart, publicPartAt } from "#lib/schemas/records/file-token";
import { addressOf } from "./comment-files.ts";
import type { CommentItem, GoneComment } from "./comments.ts";

/** The users named in these comments: one round trip. */
export const readPeople = (comments: (CommentItem | GoneComment)[]): Promise<People> =>
  peopleById([...new Set(comments.flatMap(peopleIn))]);

const peopleIn = (comment: CommentItem | GoneComment): UserId[] => {
  const { createdBy, mentions = [], reactions = [] } = comment as CommentItem;
  return [createdBy, ...[...mentions, ...reactions].map(({ id }) => id)];
};

type Shown = Omit<ShownPerson, "id">;

const personOf = (people: People, id: UserId, then: string): Shown => {
  const { name = then, avatar } = people.byId(id) ?? {};
  return { name, ...(avatar !== undefined && { avatar }) };
};

/** A comment; the addresses of its images are valid for an hour from `now`. */
export function showComments(comment: CommentItem, people: People, now: string): Comment {
  const { id, createdBy, createdName, createdTime, lastModifiedTime, quoteId, mentions = [] } = comment;
  const mentioned = (id: UserId) =>
    personOf(people, id, mentions.find((known) => known.id === id)?.name ?? id);
  const addresses = new Map(
    (comment.files ?? []).map((file) => [publicPart(file.token), addressOf(file, now)]),
  );
  const reaction = reactionsOf(comment, people);
  return {
    id,
    content: completeContent(JSON.parse(comment.content) as Content, mentioned, addresses),
    createdBy: { id: createdBy, ...personOf(people, createdBy, createdName) },
    ...(reaction.length > 0 && { reaction }),
    createdTime,
    ...(lastModifiedTime && { lastModifiedTime }),
    ...(quoteId && { quoteId }),
  };
}

/** A deleted comment, without its content. */
export const showGone = (
  { id, createdBy, createdName, createdTime, quoteId, deletedTime }: GoneComment,
  people: People,
): Comment => ({
  id,
  content: [],
  createdBy: { id: createdBy, ...personOf(people, createdBy, createdName) },
  createdTime,
  ...(quoteId && { quoteId }),
  deletedTime,
});

/** Sorted by first use. */
function reactionsOf({ reactions = [] }: CommentItem, people: People): NonNullable<Comment["reaction"]> {
  const users = Map.groupBy(reactions, ({ reaction }) => reaction);
  return [...users].map(([reaction, named]) => ({
    reaction,
    user: named.map(({ id, name }) => ({ id, ...personOf(people, id, name) })),
  }));
}

const completeContent = (
  content: Content,
  mentioned: (id: UserId) => Shown,
  addresses: ReadonlyMap<string, string>,
): ShownContent =>
  content.map((block) => {
    if (block.type === "img") {
      const url = addresses.get(publicPartAt(block.path) ?? "");
      return { ...block, ...(url !== undefined && { url }) };
    }
    const children = block.children.map((child) =>
      child.type === "mention" ? { ...child, ...mentioned(child.value) } : child,
    );
    return { ...block, children };
  });
