import { expect } from "vitest";
import { got, type World } from "../support/world.ts";

export async function drive({ client, baseId }: World): Promise<void> {
  const answer = await got(client.GET("/trash", { params: { query: { baseId } } }));
  for (const { resourceType } of answer.items) expect(resourceType).toMatch(/table|record/);
  const bases = await got(client.GET("/trash", { params: { query: { resourceType: "base" } } }));
  expect(bases.items).toEqual([]);
  // @ts-expect-error there is no list of deleted records by kind
  await client.GET("/trash", { params: { query: { resourceType: "record" } } });
}
