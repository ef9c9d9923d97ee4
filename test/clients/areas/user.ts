import { expect } from "vitest";
import type { World } from "../support/world.ts";

export async function drive({ signedIn }: World): Promise<void> {
  const { response } = await signedIn.PATCH("/user/name", { body: { name: "Dev" } });
  expect(response.status).toBe(200);
  // @ts-expect-error yes or no
  await signedIn.PATCH("/user/notify-meta", { body: { email: "yes" } });
}
