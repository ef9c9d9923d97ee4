import { expect, test } from "vitest";
import { refusal } from "#test/support/refusal";
import { aCountedSheet } from "./support.ts";

test("200: how many cells hit; 400: without a search", async () => {
  const { countHits } = await aCountedSheet();
  expect((await countHits({ search: "rome" })).body).toEqual({ count: 3 });
  expect((await countHits({ "search[]": ["rome", "Name"] })).body).toEqual({ count: 1 });
  expect(refusal(await countHits({}))).toEqual({ status: 400, paths: ["search"] });
});
