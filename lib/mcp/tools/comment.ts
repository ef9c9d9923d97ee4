import * as z from "zod";
import { callEndpoint } from "#lib/http/kinds/call-endpoint";
import { defineTool } from "#lib/mcp/tool";
import { CreatedComment } from "#lib/schemas/collaboration/comment";
import { inTable, record, writeKey } from "./arguments.ts";
import { findTableId } from "./places.ts";
import { writeHeaders } from "./writing.ts";

export const commentTool = defineTool(
  {
    name: "comment",
    title: "Comment on a record",
    description: "Adds a comment to a record, in your user's name. Each line is a paragraph.",
    does: "write",
    scopes: [["record|comment"]],
    paths: { content: "text" },
  },
  z.strictObject({ ...inTable, record, text: z.string().min(1).max(10_000), key: writeKey }),
  async ({ record, text, key, ...place }, call) => {
    const params = { ...(await findTableId(place, call)), recordId: record };
    const { handler } = await import("#functions/comment/create-comment");
    const content = text.split("\n").map((value) => ({ type: "p", children: [{ type: "span", value }] }));
    const sent = { params, body: { content }, headers: writeHeaders(key, call) };
    const { id } = await callEndpoint(handler, CreatedComment, sent, call);
    return { created: { id } };
  },
);
