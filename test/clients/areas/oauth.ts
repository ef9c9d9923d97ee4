import { expect } from "vitest";
import { got, type World } from "../support/world.ts";

export async function drive({ client, anyone }: World): Promise<void> {
  const body = {
    name: "Typed",
    homepage: "https://example.org",
    redirectUris: ["https://example.org/back"],
    scopes: ["table|read" as const],
  };
  const { clientId } = await got(client.POST("/oauth/client", { body }));
  expect(clientId).toMatch(/^clt/);
  // @ts-expect-error there is no such scope
  await client.POST("/oauth/client", { body: { ...body, scopes: ["table|eat"] } });
  // its shape is that of RFC 8414
  const metadata = await got(anyone.GET("/.well-known/oauth-authorization-server"));
  expect(metadata).toHaveProperty("token_endpoint");
}
