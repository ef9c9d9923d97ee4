import { expect } from "vitest";
import { got, type World } from "../support/world.ts";

export async function drive({ signedIn, client, anyone }: World): Promise<void> {
  const me = await got(signedIn.GET("/auth/user/me"));
  expect((await got(client.GET("/auth/user"))).id).toBe(me.id);
  // @ts-expect-error a password is needed
  await anyone.POST("/auth/signin", { body: { email: me.email } });
}
