import { expect } from "vitest";
import type { World } from "../../support/world.ts";

export async function drive({ anyone }: World): Promise<void> {
  const { response } = await anyone.GET("/auth/sign-in", { parseAs: "text" });
  expect(response.status).toBe(200);
  // @ts-expect-error there is no such page
  await anyone.GET("/auth/sign-inn", { parseAs: "text" });
}
