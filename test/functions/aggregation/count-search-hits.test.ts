import { expect, test } from "vitest";
import { handler as countSearchHits } from "#functions/aggregation/count-search-hits";
import { aSheet, field } from "#test/functions/record/support/records";
import { type Asking, call } from "#test/support/requests/call";
import { refusal } from "#test/support/requests/refusal";
import { aCountedSheet } from "./support.ts";

test("200: how many cells hit; 400: without a search", async () => {
  const { countHits } = await aCountedSheet();
  expect((await countHits({ search: "rome" })).body).toEqual({ count: 3 });
  expect((await countHits({ "search[]": ["rome", "Name"] })).body).toEqual({ count: 1 });
  expect(refusal(await countHits({}))).toEqual({ status: 400, paths: ["search"] });
});

test("200: into more fields than the store takes by name, and records that have none of the cells", async () => {
  const names = Array.from({ length: 450 }, (_, i) => `Text ${i}`);
  const sheet = await aSheet({ fields: names.map((name) => field(name, "singleLineText")) });
  await sheet.create([{ "Text 0": "here" }, { "Text 449": "and here" }, {}]);
  const count = (query: NonNullable<Asking["query"]>) =>
    call(countSearchHits, { as: sheet.owner, params: sheet.params, query });
  expect((await count({ search: "here" })).body).toEqual({ count: 2 });
  expect((await count({ "search[]": ["here", names.slice(200).join(",")] })).body).toEqual({ count: 1 });
  expect((await count({ "search[]": ["here", "Text 5"] })).body).toEqual({ count: 0 });
});
