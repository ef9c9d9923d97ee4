import { expect } from "vitest";
import { got, type World } from "../support/world.ts";

export async function drive({ client }: World): Promise<void> {
  const body = {
    name: "Clock",
    logo: "/clock.png",
    url: "https://example.org/",
    positions: ["view" as const],
  };
  const plugin = await got(client.POST("/plugin", { body }));
  expect(plugin.status).toBe("developing");
  // @ts-expect-error there is no such place
  await client.POST("/plugin", { body: { ...body, positions: ["sky"] } });
}
