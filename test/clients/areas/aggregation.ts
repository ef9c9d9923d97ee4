import { expect } from "vitest";
import { got, type World } from "../support/world.ts";

export async function drive({ client, tableId }: World): Promise<void> {
  const path = { tableId };
  const field = JSON.stringify({ Count: ["max"] });
  const answer = await got(
    client.GET("/table/{tableId}/aggregation", { params: { path, query: { field } } }),
  );
  expect(answer.aggregations.map(({ statisticFunc }) => statisticFunc)).toEqual(["max"]);
  await client.GET("/table/{tableId}/aggregation/search-count", {
    // @ts-expect-error a search has text
    params: { path, query: { "search[]": [3] } },
  });
}
