import { expect } from "vitest";
import { got, type World } from "../support/world.ts";

export async function drive({ client, tableId }: World): Promise<void> {
  const params = { path: { tableId } };
  const view = await got(
    client.POST("/table/{tableId}/view", {
      params,
      body: { type: "grid", name: "Tall", options: { rowHeight: "tall" } },
    }),
  );
  if (view.type === "grid") expect(view.options?.rowHeight).toBe("tall");
  await client.POST("/table/{tableId}/view", {
    params,
    // @ts-expect-error a form has no rows
    body: { type: "form", options: { rowHeight: "tall" } },
  });
  // @ts-expect-error the view of a plugin names it
  await client.POST("/table/{tableId}/view", { params, body: { type: "plugin" } });
  const inView = { path: { tableId, viewId: view.id } };
  const item = { fieldId: await countField(client, tableId), operator: "isGreater" as const, value: 2 };
  const body = { filter: { conjunction: "and" as const, filterSet: [item] } };
  const { response } = await client.PUT("/table/{tableId}/view/{viewId}/filter", { params: inView, body });
  expect(response.status).toBe(200);
  await client.PUT("/table/{tableId}/view/{viewId}/filter", {
    params: inView,
    // @ts-expect-error there is no such operator
    body: { filter: { conjunction: "and", filterSet: [{ fieldId: "Count", operator: "equals", value: 2 }] } },
  });
}

async function countField(client: World["client"], tableId: string): Promise<string> {
  const fields = await got(client.GET("/table/{tableId}/field", { params: { path: { tableId } } }));
  return fields.find(({ name }) => name === "Count")?.id ?? "";
}
