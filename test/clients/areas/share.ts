import { expect } from "vitest";
import type { components } from "#api";
import { got, type World } from "../support/world.ts";

export async function drive({ client, anyone, tableId }: World): Promise<void> {
  const made = client.POST("/table/{tableId}/view", {
    params: { path: { tableId } },
    body: { type: "grid", name: "Open" },
  });
  const path = { tableId, viewId: (await got(made)).id };
  const { shareId } = await got(
    client.POST("/table/{tableId}/view/{viewId}/enable-share", { params: { path } }),
  );
  const params = { path: { shareId } };
  const shared = await got(anyone.GET("/share/{shareId}/view", { params }));
  expect(shared.view.name).toBe("Open");
  const [first] = shared.fields;
  if (first?.type === "singleSelect") expect(first.options.choices).toBeDefined();
  // a share shows files without their tokens
  const files: components["schemas"]["AttachmentCell"] = [
    {
      id: "act1",
      name: "a.txt",
      size: 1,
      mimetype: "text/plain",
      path: "a",
      presignedUrl: "https://a.example",
    },
  ];
  expect(files).toHaveLength(1);
  // @ts-expect-error visitors do not learn who changed the view
  expect(shared.view.lastModifiedBy).toBeUndefined();
}
