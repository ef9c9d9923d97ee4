import { expect, test } from "vitest";
import { refusal } from "#test/support/requests/refusal";
import { aCountedSheet, json } from "./support.ts";

test("200: hits in order, with the places of their records, page by page; 400: without a search", async () => {
  const { hits, ids, records } = await aCountedSheet();
  const [ada, , rome, dee] = records.map(({ id }) => id);
  const query = { search: "rome", orderBy: json([{ fieldId: "Name", order: "desc" }]) };
  const { body } = await hits(query);
  expect(body).toEqual({
    hits: [
      { index: 0, recordId: rome, fieldId: ids["Name"] },
      { index: 1, recordId: dee, fieldId: ids["City"] },
      { index: 3, recordId: ada, fieldId: ids["City"] },
    ],
    nextCursor: null,
  });
  const first = (await hits({ ...query, take: "2" })).body;
  const rest = (await hits({ ...query, take: "2", cursor: first.nextCursor })).body;
  expect([...first.hits, ...rest.hits]).toEqual(body.hits);
  expect(rest.nextCursor).toBeNull();
  expect(refusal(await hits({}))).toEqual({ status: 400, paths: ["search"] });
  const another = await hits({ ...query, search: "ada", cursor: first.nextCursor });
  expect(refusal(another)).toEqual({ status: 400, paths: ["cursor"] });
});
