import { expect } from "vitest";
import { got, type World } from "../support/world.ts";

export async function drive({ client, baseId }: World): Promise<void> {
  const answer = await got(client.GET("/trash", { params: { query: { baseId } } }));
  for (const { resourceType } of answer.items) expect(resourceType).toMatch(/table|record/);
  // @ts-expect-error a base must be named
  await client.GET("/trash", { params: { query: {} } });
}
