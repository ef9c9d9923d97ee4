import { expect } from "vitest";
import { got, type World } from "../support/world.ts";

export async function drive({ client, baseId }: World): Promise<void> {
  const params = { path: { baseId } };
  expect(await got(client.GET("/base/{baseId}/webhook", { params }))).toBeDefined();
  await client.POST("/base/{baseId}/webhook", {
    params,
    // @ts-expect-error there is no such event
    body: { url: "https://example.org/hook", events: ["record.seen"] },
  });
}
