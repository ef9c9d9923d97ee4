import { expect } from "vitest";
import { got, type World } from "../support/world.ts";

export async function drive({ client }: World): Promise<void> {
  const query = { notifyStates: "unread" as const };
  expect((await got(client.GET("/notifications", { params: { query } }))).notifications).toBeInstanceOf(
    Array,
  );
  // @ts-expect-error unread or read
  await client.GET("/notifications", { params: { query: { notifyStates: "all" } } });
}
