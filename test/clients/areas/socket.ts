import { expect } from "vitest";
import { got, type World } from "../support/world.ts";

export async function drive({ client }: World): Promise<void> {
  const { url, ticket } = await got(client.POST("/socket/ticket", {}));
  expect(url).toMatch(/^wss?:/);
  expect(ticket).toMatch(/^\w{43}$/);
  await client.POST("/socket/ticket", {
    // @ts-expect-error it takes no body
    body: { seconds: 60 },
  });
}
