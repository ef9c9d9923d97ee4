import { expect } from "vitest";
import type { World } from "../support/world.ts";

export async function drive({ client }: World): Promise<void> {
  const { error } = await client.POST("/invitation/link/accept", {
    body: { invitationId: "inv4mSa1Cw6nZ8tQ0Yh", invitationCode: "a".repeat(32) },
  });
  expect(error?.code).toMatch(/validation_error|restricted_resource/);
  // @ts-expect-error the code is the proof
  await client.POST("/invitation/link/accept", { body: { invitationId: "inv4mSa1Cw6nZ8tQ0Yh" } });
}
