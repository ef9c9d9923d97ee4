import { expect } from "vitest";
import { got, type World } from "../support/world.ts";

export async function drive({ client, tableId, recordId }: World): Promise<void> {
  const params = { path: { tableId, recordId } };
  const content = [{ type: "p" as const, children: [{ type: "span" as const, value: "Why?" }] }];
  const { id } = await got(
    client.POST("/comment/{tableId}/{recordId}/create", { params, body: { content } }),
  );
  const { comments } = await got(client.GET("/comment/{tableId}/{recordId}/list", { params }));
  expect(comments.map((comment) => comment.id)).toContain(id);
  // @ts-expect-error a comment is blocks
  await client.POST("/comment/{tableId}/{recordId}/create", { params, body: { content: "Why?" } });
}
