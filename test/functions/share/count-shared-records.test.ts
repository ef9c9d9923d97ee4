import { expect, test } from "vitest";
import { refusal } from "#test/support/requests/refusal";
import { somePeople, where } from "./people.ts";

const { rowCount } = await somePeople();

test("200: as many as the view shows, or a filter leaves of them", async () => {
  const count = async (query?: Record<string, string>) => (await rowCount(query)).body.rowCount;
  expect([await count(), await count({ filter: where("City", "is", "Oslo") })]).toEqual([3, 1]);
});

test("400: what the view hides cannot be found out by counting", async () => {
  const counted = await rowCount({ filter: where("Age", "isGreater", 3000) });
  expect(refusal(counted)).toEqual({ status: 400, paths: ["filter.filterSet[0].fieldId"] });
});
