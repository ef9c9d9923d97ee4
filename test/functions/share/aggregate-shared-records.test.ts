import { expect, test } from "vitest";
import { refusal } from "#test/support/requests/refusal";
import { json, somePeople } from "./people.ts";

const { statistics, idOf } = await somePeople();

test("200: what the columns that it shows say; nothing of those it hides", async () => {
  const { body } = await statistics();
  expect(body).toEqual({
    aggregations: [{ fieldId: idOf("Size"), statisticFunc: "sum", value: 6 }],
  });
});

test("200: what is asked for, also by groups", async () => {
  const { body } = await statistics({
    field: json({ Size: ["max"] }),
    groupBy: json([{ fieldId: "City", order: "asc" }]),
  });
  expect(body.aggregations[0]).toMatchObject({ value: 3, groups: [{ value: 3 }, { value: 2 }] });
});

test("400: a field that it hides is as if it were not there", async () => {
  const asked = (key: string) => statistics({ field: json({ [key]: ["max"] }) });
  const [hidden, none] = [await asked("Age"), await asked("Nope")];
  expect(refusal(hidden)).toEqual({ status: 400, paths: ["field.Age"] });
  expect(json(hidden.body).replaceAll("Age", "Nope")).toBe(json(none.body));
});
