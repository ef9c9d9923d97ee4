import { expect, test } from "vitest";
import { handler as listRecordsByBody } from "#functions/record/list-records-by-body";
import { type Answered, aSheet } from "#test/functions/record/support/records";
import { call } from "#test/support/requests/call";
import { refusal } from "#test/support/requests/refusal";

test("200: the same list by the same members, with the same cursors", async () => {
  const { create, list, owner, params } = await aSheet();
  await create([{ Name: "b", Count: 1 }, { Name: "a", Count: 2 }, { Name: "c" }]);
  const ask = (body: object) => call(listRecordsByBody, { as: owner, params, body });
  const orderBy = [{ fieldId: "Name", order: "desc" }];
  const filter = {
    conjunction: "and",
    filterSet: [{ fieldId: "Count", operator: "isNotEmpty", value: null }],
  };
  const first = (await ask({ orderBy, filter, take: 1, search: ["1"] })).body;
  expect(first.records.map(({ name }: Answered) => name)).toEqual(["b"]);
  const query = { orderBy: JSON.stringify(orderBy), filter: JSON.stringify(filter), search: "1" };
  const rest = (await list({ ...query, cursor: first.nextCursor })).body;
  expect(rest.records.map(({ name }: Answered) => name)).toEqual(["a"]);
  expect((await ask({})).body).toEqual((await list()).body);
});

test("400: every wrong member, and every unknown one", async () => {
  const { owner, params } = await aSheet();
  const body = { take: 0, orderBy: [{ fieldId: "Nope" }], color: "red", search: [], filter: [1] };
  const answer = await call(listRecordsByBody, { as: owner, params, body });
  expect(refusal(answer).status).toBe(400);
  expect(refusal(answer).paths.sort()).toEqual(["color", "filter", "orderBy[0].order", "search", "take"]);
});
