import { expect } from "vitest";
import type { World } from "../support/world.ts";

export async function drive({ client, tableId }: World): Promise<void> {
  const path = { tableId, jobId: "job4mSa1Cw6nZ8tQ0Yh" };
  const { data, error } = await client.GET("/table/{tableId}/job/{jobId}", { params: { path } });
  expect(error?.code).toBe("not_found");
  // @ts-expect-error there is no such state
  expect(data?.state === "sleeping").toBe(false);
  // @ts-expect-error a job is named by its id
  await client.GET("/table/{tableId}/job/{jobId}", { params: { path: { tableId } } }).catch(() => undefined);
}
