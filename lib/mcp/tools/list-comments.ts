import * as z from "zod";
import { callEndpoint } from "#lib/http/kinds/call-endpoint";
import { countShown, cutText } from "#lib/mcp/fit-answer";
import { defineTool } from "#lib/mcp/tool";
import { type Comment, CommentPage } from "#lib/schemas/collaboration/comment";
import { cursor, inTable, record } from "./arguments.ts";
import { findTableId } from "./places.ts";

export const listCommentsTool = defineTool(
  {
    name: "list_comments",
    title: "List comments",
    description: "The newest comments on a record, the oldest of them first; cursor leads to older ones.",
    does: "read",
    scopes: [["record|read"]],
    paths: { take: "limit" },
  },
  z.strictObject({ ...inTable, record, limit: z.int().min(1).max(100).default(20), cursor }),
  async ({ record, limit, cursor, ...place }, call) => {
    const params = { ...(await findTableId(place, call)), recordId: record };
    const { handler } = await import("#functions/comment/list-comments");
    const query = { take: String(limit), ...(cursor !== undefined && { cursor }) };
    const page = await callEndpoint(handler, CommentPage, { params, query }, call);
    // the newest ones stay, and older ones come with the cursor
    const shown = page.comments.map(showComment);
    const count = countShown(shown.toReversed(), { cursor: page.nextCursor });
    const next = count < shown.length ? shown[shown.length - count - 1]?.id : page.nextCursor;
    return { comments: shown.slice(shown.length - count), ...(next && { cursor: next }) };
  },
);

const showComment = ({ id, content, createdBy, createdTime }: z.output<typeof Comment>) => ({
  id,
  by: cutText(createdBy.name, 100),
  time: createdTime,
  text: cutText(textOf(content), 2000),
});

/** A comment as lines of text. */
const textOf = (content: z.output<typeof Comment>["content"]): string =>
  content
    .map((block) =>
      block.type === "img"
        ? "[picture]"
        : block.children
            .map((part) =>
              part.type === "a"
                ? `${part.title} (${part.url})`
                : part.type === "mention"
                  ? `@${part.name}`
                  : part.value,
            )
            .join(""),
    )
    .join("\n");
