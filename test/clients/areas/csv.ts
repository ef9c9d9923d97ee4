import { expect } from "vitest";
import { got, type World } from "../support/world.ts";

export async function drive({ client, baseId, tableId }: World): Promise<void> {
  const params = { path: { baseId } };
  const preview = await got(
    client.POST("/base/{baseId}/import/preview", { params, body: { text: "Name;Price\nPear;1,20\n" } }),
  );
  expect(preview.delimiter).toBe(";");
  expect(preview.columns.map((column) => column?.type)).toEqual(["singleLineText", "number"]);
  // @ts-expect-error a delimiter is a text
  await client.POST("/base/{baseId}/import", { params, body: { text: "Name\n", delimiter: 7 } });
  const job = await got(
    client.POST("/table/{tableId}/import", {
      params: { path: { tableId } },
      body: { text: "Name,Count\nGrace,4\n" },
    }),
  );
  expect(job.jobId).toMatch(/^job/);
}
