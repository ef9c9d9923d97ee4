import { expect, test } from "vitest";
import { refusal } from "#test/support/requests/refusal";
import { json, somePeople } from "./people.ts";

const people = await somePeople();
const { hits, idOf } = people;

test("200: a bare list of the hits in visible fields, in the order of the view, counted from 1", async () => {
  const { status, body } = await hits({ "search[]": ["o", "", ""] });
  const recordId = expect.any(String);
  expect({ status, body }).toEqual({
    status: 200,
    body: [
      { index: 1, recordId, fieldId: idOf("City") },
      { index: 2, recordId, fieldId: idOf("City") },
      { index: 3, recordId, fieldId: idOf("Name") },
      { index: 3, recordId, fieldId: idOf("City") },
    ],
  });
  expect((await hits({ "search[]": ["4444", "", ""] })).body).toEqual([]);
});

test("200: the cursor goes on, and does not reveal the hidden cells that it holds", async () => {
  const search = { "search[]": ["o", "", ""], take: "1" };
  const first = await hits(search);
  const cursor = String(first.headers["x-next-cursor"]);
  expect(Buffer.from(cursor, "base64url").toString("latin1")).not.toContain("4444");
  expect((await hits({ ...search, cursor })).body).toMatchObject([{ index: 2 }]);
  for (const wrong of ["x", cursor.slice(0, -3)])
    expect(refusal(await hits({ ...search, cursor: wrong }))).toEqual({ status: 400, paths: ["cursor"] });
  const other = await somePeople();
  expect(refusal(await other.hits({ ...search, cursor }))).toEqual({ status: 400, paths: ["cursor"] });
});

test("400: a hidden field is like an unknown one, in search and sort", async () => {
  for (const query of [
    (key: string) => ({ "search[]": ["4", key, ""] }),
    (key: string) => ({ "search[]": "o", orderBy: json([{ fieldId: key, order: "asc" }]) }),
    (key: string) => ({ "search[]": "o", groupBy: json([{ fieldId: key, order: "asc" }]) }),
  ]) {
    const [hidden, none] = [await hits(query("Age")), await hits(query("Nope"))];
    expect(hidden.status).toBe(400);
    expect(json(hidden.body).replaceAll("Age", "Nope")).toBe(json(none.body));
  }
});
