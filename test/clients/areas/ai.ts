import { expect } from "vitest";
import { got, type World } from "../support/world.ts";

export async function drive({ client, tableId }: World): Promise<void> {
  const { models, dailyTokens } = await got(client.GET("/ai/models"));
  expect({ models, dailyTokens }).toEqual({ models: [], dailyTokens: 1_000_000 });
  const params = { path: { tableId } };
  const { cells } = await got(client.GET("/table/{tableId}/field/task-status-collection", { params }));
  expect(cells).toEqual([]);
  // @ts-expect-error a model has no price
  expect(models.map(({ price }) => price)).toEqual([]);
}
