import { expect, test } from "vitest";
import { refusal } from "#test/support/requests/refusal";
import { json, somePeople } from "./people.ts";

const { groups, idOf } = await somePeople();
const by = (fieldId: string) => ({ groupBy: json([{ fieldId, order: "asc" }]) });

test("200: null without groupBy; groups with their counts, among the records of the view", async () => {
  expect((await groups()).body).toBeNull();
  const { status, body } = await groups(by("City"));
  expect({ status, body }).toEqual({
    status: 200,
    body: [
      { id: expect.any(String), type: 0, depth: 0, value: "Rome", isCollapsed: false },
      { type: 1, count: 2 },
      { id: expect.any(String), type: 0, depth: 0, value: "Oslo", isCollapsed: false },
      { type: 1, count: 1 },
    ],
  });
  expect((await groups({ ...by(idOf("City")), fieldKeyType: "id" })).body).toEqual(body);
});

test("400: a hidden field is like an unknown one; no other view", async () => {
  const [hidden, none] = [await groups(by("Age")), await groups(by("Nope"))];
  expect(hidden.status).toBe(400);
  expect(json(hidden.body).replaceAll("Age", "Nope")).toBe(json(none.body));
  const other = await groups({ viewId: "viw4mSa1Cw6nZ8tQ0Yh", ignoreViewQuery: "true", queryId: "qry1" });
  expect(refusal(other)).toEqual({ status: 400, paths: ["viewId", "ignoreViewQuery", "queryId"] });
});
