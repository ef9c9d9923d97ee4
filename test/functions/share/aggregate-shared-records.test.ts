import { expect, test } from "vitest";
import { refusal } from "#test/support/requests/refusal";
import { json, somePeople } from "./people.ts";

const { statistics, idOf } = await somePeople();

test("200: aggregates of the visible columns; none of the hidden ones", async () => {
  const { body } = await statistics();
  expect(body).toEqual({
    aggregations: [
      { fieldId: idOf("Size"), statisticFunc: "sum", value: 6, total: { value: 6, aggFunc: "sum" } },
    ],
  });
});

test("200: the requested functions, also by groups", async () => {
  const { body } = await statistics({
    field: json({ Size: ["max"] }),
    groupBy: json([{ fieldId: "City", order: "asc" }]),
  });
  expect(body.aggregations[0]).toMatchObject({ value: 3, groups: [{ value: 3 }, { value: 2 }] });
});

test("400: a hidden field is like an unknown one", async () => {
  const asked = (key: string) => statistics({ field: json({ [key]: ["max"] }) });
  const [hidden, none] = [await asked("Age"), await asked("Nope")];
  expect(refusal(hidden)).toEqual({ status: 400, paths: ["field.Age"] });
  expect(json(hidden.body).replaceAll("Age", "Nope")).toBe(json(none.body));
});
