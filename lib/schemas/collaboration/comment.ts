/* Comments in requests and responses. */
import * as z from "zod";
import { CommentId, RecordId, TableId, UserId } from "#lib/schemas/basics/ids";
import { limits } from "#lib/schemas/basics/limits";
import { flag, idCursor, wholeNumber } from "#lib/schemas/basics/query-string";
import { Time } from "#lib/schemas/basics/text";
import { hintAt } from "#lib/schemas/issues/hints";
import { Content, ShownContent } from "./comment-content.ts";

const contentExample = [
  {
    type: "p",
    children: [
      { type: "span", value: "Is this right, " },
      { type: "mention", value: "usr4mSa1Cw6nZ8tQ0Yh" },
      { type: "span", value: "? See " },
      { type: "a", url: "https://example.org/plan", title: "the plan" },
    ],
  },
];

export const NewComment = z
  .object({
    content: Content,
    quoteId: CommentId.nullish().meta({ description: "A comment of the same record that this one answers." }),
  })
  .meta({
    id: "NewComment",
    examples: [{ content: contentExample, quoteId: "com4mSa1Cw6nZ8tQ0Yh" }],
  });
export type NewComment = z.infer<typeof NewComment>;

export const CommentUpdate = z
  .object({ content: Content })
  .meta({ id: "CommentUpdate", examples: [{ content: contentExample }] });

/** A comment as it was stored: mentions have ids only. */
export const CreatedComment = z
  .object({
    id: CommentId,
    tableId: TableId,
    recordId: RecordId,
    content: Content,
    createdBy: UserId,
    createdTime: Time,
    lastModifiedTime: Time.nullable(),
    deletedTime: Time.nullable(),
    quoteId: CommentId.nullable(),
    reaction: z.null(),
  })
  .meta({ id: "CreatedComment" });
export type CreatedComment = z.infer<typeof CreatedComment>;

const reactions = ["👍", "👎", "😄", "❤️", "👀", "🚀", "🎉"] as const;
export type Reaction = (typeof reactions)[number];

export const CommentReaction = z
  .object({ reaction: z.enum(reactions) })
  .meta({ id: "CommentReaction", examples: [{ reaction: "👍" }] });

export const ShownPerson = z
  .object({ id: UserId, name: z.string(), avatar: z.string().optional() })
  .meta({ id: "ShownPerson" });
export type ShownPerson = z.infer<typeof ShownPerson>;

export const Comment = z
  .object({
    id: CommentId,
    content: ShownContent,
    createdBy: ShownPerson,
    reaction: z
      .array(z.object({ reaction: z.enum(reactions), user: z.array(ShownPerson) }))
      .nullable()
      .optional()
      .meta({ description: "If there is none: absent in a list, null in the response for one comment." }),
    createdTime: Time,
    lastModifiedTime: Time.optional().meta({ description: "The time of the last edit." }),
    quoteId: CommentId.optional(),
    deletedTime: Time.optional().meta({
      description: "Present for a deleted comment: its content is removed and no list shows it.",
    }),
  })
  .meta({
    id: "Comment",
    examples: [
      {
        id: "com0VLz8kd24mSa1Cw6",
        content: [
          {
            type: "p",
            children: [{ type: "mention", value: "usr4mSa1Cw6nZ8tQ0Yh", name: "Grace" }],
          },
        ],
        createdBy: { id: "usr4mSa1Cw6nZ8tQ0Yh", name: "Ada" },
        createdTime: "2026-01-31T09:30:00.000Z",
      },
    ],
  });
export type Comment = z.infer<typeof Comment>;

export const CommentListQuery = z.strictObject(
  {
    take: wholeNumber(1, limits.commentsPerPage)
      .default(20)
      .meta({ description: "How many comments a page holds at most; fewer if they are large." }),
    cursor: idCursor(CommentId, "a comment").meta({
      type: "string",
      description: "The id of the comment where the page starts. The comment may be deleted.",
    }),
    includeCursor: flag().default(true).meta({
      description: "Whether the page includes the comment of the cursor. Keep it true with a `nextCursor`.",
    }),
    direction: z.enum(["forward", "backward"]).default("forward").meta({
      description:
        "forward: from the newest comment to older ones; backward: from the oldest comment to newer ones.",
    }),
  },
  hintAt("take"),
);
export type CommentListQuery = z.infer<typeof CommentListQuery>;

export const CommentPage = z
  .object({
    comments: z.array(Comment).meta({ description: "The oldest first, in both directions." }),
    nextCursor: CommentId.nullable().meta({
      description: "The comment where the next page starts, in the same direction; null on the last page.",
    }),
  })
  .meta({ id: "CommentPage" });
export type CommentPage = z.infer<typeof CommentPage>;

export const RecordSubscription = z
  .object({ tableId: TableId, recordId: RecordId, createdBy: UserId })
  .meta({ id: "RecordSubscription" });
export type RecordSubscription = z.infer<typeof RecordSubscription>;

export const CommentCount = z.object({ count: z.int() });
export const RecordCommentCounts = z.array(z.object({ recordId: RecordId, count: z.int() }));
