import { expect } from "vitest";
import { got, type World } from "../support/world.ts";

export async function drive({ client, baseId }: World): Promise<void> {
  const params = { path: { baseId } };
  const table = await got(
    client.POST("/base/{baseId}/table", {
      params,
      body: {
        name: "Tasks",
        fields: [
          { type: "singleLineText", name: "Task" },
          { type: "singleSelect", name: "State", options: { choices: [{ name: "open" }] } },
          { type: "number", name: "Hours", options: { formatting: { type: "decimal", precision: 1 } } },
        ],
        views: [{ type: "kanban", name: "Board", options: { stackFieldId: "State" } }],
        records: [{ fields: { Task: "Plan", State: "open", Hours: 7.5 } }],
      },
    }),
  );
  expect(table.fields.map(({ type }) => type)).toEqual(["singleLineText", "singleSelect", "number"]);
  expect((await got(client.POST("/base/{baseId}/table", { params, body: {} }))).fields).toHaveLength(3);
  await client.POST("/base/{baseId}/table", {
    params,
    // @ts-expect-error a number has no choices
    body: { fields: [{ type: "number", options: { choices: [{ name: "high" }] } }] },
  });
  await client.POST("/base/{baseId}/table", {
    params,
    // @ts-expect-error a grid has no stacks
    body: { views: [{ type: "grid", options: { stackFieldId: "State" } }] },
  });
  await client.POST("/base/{baseId}/table", {
    params,
    // @ts-expect-error a cell is no function
    body: { records: [{ fields: { Name: () => "Ada" } }] },
  });
}
