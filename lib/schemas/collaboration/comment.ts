/* Comments as requests and answers show them. */
import * as z from "zod";
import { CommentId, RecordId, TableId, UserId } from "#lib/schemas/basics/ids";
import { limits } from "#lib/schemas/basics/limits";
import { flag, idCursor, wholeNumber } from "#lib/schemas/basics/query-string";
import { Time } from "#lib/schemas/basics/text";
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

/** As it was stored: people by their ids only. */
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
      .meta({ description: "Without any: absent in a list, null where one comment is asked for." }),
    createdTime: Time,
    lastModifiedTime: Time.optional().meta({ description: "Of the last edit." }),
    quoteId: CommentId.optional(),
    deletedTime: Time.optional().meta({
      description: "Of one that was deleted, which is in no list, and whose content is gone.",
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

export const CommentListQuery = z.strictObject({
  take: wholeNumber(1, limits.commentsPerPage)
    .default(20)
    .meta({ description: "How many comments a page holds; fewer where they are large." }),
  cursor: idCursor(CommentId, "a comment").meta({
    type: "string",
    description: "The id of a comment, deleted or not: the page starts there.",
  }),
  includeCursor: flag().default(true).meta({
    description: "Whether the comment of the cursor is part of the page, as it is to be with a nextCursor.",
  }),
  direction: z.enum(["forward", "backward"]).default("forward").meta({
    description:
      "forward: towards older ones, from the newest on; backward: towards newer ones, from the oldest on.",
  }),
});
export type CommentListQuery = z.infer<typeof CommentListQuery>;

export const CommentPage = z
  .object({
    comments: z.array(Comment).meta({ description: "The older before the newer, in both directions." }),
    nextCursor: CommentId.nullable().meta({
      description: "The comment that the next page starts with, in the same direction; null at the end.",
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
