import { expect, test } from "vitest";
import { json, somePeople } from "./people.ts";

const { searchCount, idOf } = await somePeople();

test("200: the hits in visible fields, among the records of the view", async () => {
  const { status, body } = await searchCount({ "search[]": ["o", "", ""] });
  // Rome twice, Oslo, Bob; Oslo of the filtered record is not there
  expect({ status, body }).toEqual({ status: 200, body: { count: 4 } });
  expect((await searchCount({ "search[]": ["o", idOf("City"), ""] })).body).toEqual({ count: 3 });
  expect((await searchCount({ "search[]": ["4444", "", ""] })).body).toEqual({ count: 0 });
  expect((await searchCount({ "search[]": ["Dee", "", ""] })).body).toEqual({ count: 0 });
});

test("400: a hidden field is like an unknown one", async () => {
  const asked = (key: string) => searchCount({ "search[]": ["4444", key, ""] });
  const [hidden, none] = [await asked("Age"), await asked("Nope")];
  expect(hidden.status).toBe(400);
  expect(json(hidden.body).replaceAll("Age", "Nope")).toBe(json(none.body));
});
