import { expect } from "vitest";
import { got, type World } from "../../support/world.ts";

export async function drive({ client }: World): Promise<void> {
  const body = { jsonrpc: "2.0" as const, id: 1, method: "tools/list" };
  const answer = await got(client.POST("/mcp", { body }));
  expect(answer?.result).toMatchObject({ tools: expect.any(Array) });
  // @ts-expect-error a message names its method
  const bare = client.POST("/mcp", { body: { jsonrpc: "2.0", id: 1 } });
  expect((await bare).response.status).toBe(400);
}
