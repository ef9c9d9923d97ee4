import { expect } from "vitest";
import { got, type World } from "../support/world.ts";

export async function drive({ client, spaceId }: World): Promise<void> {
  const base = await got(client.POST("/base", { body: { spaceId, name: "Typed" } }));
  expect(base.icon).toBeNull();
  // @ts-expect-error a base is in a space
  await client.POST("/base", { body: { name: "Typed" } });
  const params = { path: { baseId: base.id } };
  const { total } = await got(client.GET("/base/{baseId}/collaborators", { params }));
  expect(total).toBe(1);
}
