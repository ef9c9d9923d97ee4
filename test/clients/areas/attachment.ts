import { expect } from "vitest";
import { got, type World } from "../support/world.ts";

export async function drive({ client }: World): Promise<void> {
  const body = { contentType: "text/plain", contentLength: 3, type: 1 };
  const { token, url, requestHeaders } = await got(client.POST("/attachments/signature", { body }));
  await fetch(url, { method: "PUT", headers: requestHeaders as Record<string, string>, body: "abc" });
  const params = { path: { token } };
  expect((await got(client.POST("/attachments/notify/{token}", { params }))).size).toBe(3);
  // @ts-expect-error the size is a number
  await client.POST("/attachments/signature", { body: { ...body, contentLength: "3" } });
}
