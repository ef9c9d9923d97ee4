import { expect } from "vitest";
import type { World } from "../support/world.ts";

export async function drive({ client, tableId }: World): Promise<void> {
  const { data } = await client.GET("/table/{tableId}/index", { params: { path: { tableId } } });
  expect(data).toEqual([]);
  // @ts-expect-error there is no such state
  expect(data?.some(({ state }) => state === "sleeping")).toBe(false);
}
