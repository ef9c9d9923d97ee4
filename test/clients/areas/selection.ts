import { expect } from "vitest";
import { got, type World } from "../support/world.ts";

export async function drive({ client, tableId }: World): Promise<void> {
  const path = { tableId };
  const ranges = JSON.stringify([
    [0, 0],
    [0, 0],
  ]);
  const copied = await got(
    client.GET("/table/{tableId}/selection/copy", { params: { path, query: { ranges } } }),
  );
  expect(copied.header).toHaveLength(1);
  await client.PATCH("/table/{tableId}/selection/paste", {
    params: { path },
    // @ts-expect-error content is text or rows
    body: { ranges: [[0, 0]], content: 7 },
  });
}
