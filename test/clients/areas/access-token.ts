import { expect } from "vitest";
import { got, type World } from "../support/world.ts";

export async function drive({ signedIn }: World): Promise<void> {
  const body = {
    name: "Typed",
    scopes: ["record|read" as const],
    expiredTime: "2100-01-01",
    hasFullAccess: true,
  };
  const { token } = await got(signedIn.POST("/access-token", { body }));
  expect(token).toMatch(/^gridless_acc/);
  // @ts-expect-error there is no such scope
  await signedIn.POST("/access-token", { body: { ...body, scopes: ["record|eat"] } });
}
