import { expect, test } from "vitest";
import { refusal } from "#test/support/requests/refusal";
import { aCountedSheet, json } from "./support.ts";

test("200: hits in order, with the positions of their records, page by page; 400: without a search", async () => {
  const { hits, ids, records } = await aCountedSheet();
  const [ada, , rome, dee] = records.map(({ id }) => id);
  const query = { search: "rome", orderBy: json([{ fieldId: "Name", order: "desc" }]) };
  const { body, headers } = await hits(query);
  expect(body).toEqual([
    { index: 1, recordId: rome, fieldId: ids["Name"] },
    { index: 2, recordId: dee, fieldId: ids["City"] },
    { index: 4, recordId: ada, fieldId: ids["City"] },
  ]);
  expect(headers["x-next-cursor"]).toBeUndefined();
  const first = await hits({ ...query, take: "2" });
  const cursor = first.headers["x-next-cursor"] as string;
  const rest = await hits({ ...query, take: "2", cursor });
  expect([...first.body, ...rest.body]).toEqual(body);
  expect(rest.headers["x-next-cursor"]).toBeUndefined();
  expect(refusal(await hits({}))).toEqual({ status: 400, paths: ["search"] });
  const another = await hits({ ...query, search: "ada", cursor });
  expect(refusal(another)).toEqual({ status: 400, paths: ["cursor"] });
});
