import { expect } from "vitest";
import { got, type World } from "../support/world.ts";

export async function drive({ client }: World): Promise<void> {
  const { id } = await got(client.POST("/space", { body: { name: "Typed" } }));
  // @ts-expect-error the name is text
  await client.PATCH("/space/{spaceId}", { params: { path: { spaceId: id } }, body: { name: 3 } });
  const link = await got(
    client.POST("/space/{spaceId}/invitation/link", {
      params: { path: { spaceId: id } },
      body: { role: "viewer" },
    }),
  );
  expect(link.role).toBe("viewer");
  // @ts-expect-error there is no such role
  link.role = "king";
}
