import { expect } from "vitest";
import { got, type World } from "../support/world.ts";

export async function drive({ client, baseId, tableId }: World): Promise<void> {
  const path = { baseId };
  const now = await got(client.GET("/base/{baseId}/changes", { params: { path } }));
  expect(now).toMatchObject({ changes: [], more: false, reset: false });
  const query = { since: now.cursor, "tableIds[]": [tableId], records: "cells" as const };
  const page = await got(client.GET("/base/{baseId}/changes", { params: { path, query } }));
  expect(page.reset).toBe(false);
  // @ts-expect-error there is no such type of a change
  expect(page.changes.some(({ type }) => type === "record.painted")).toBe(false);
}
