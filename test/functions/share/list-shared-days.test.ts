import { expect, test } from "vitest";
import { refusal } from "#test/support/requests/refusal";
import { json } from "./people.ts";
import { aShare } from "./support.ts";

const date = { type: "date", options: { formatting: { date: "YYYY-MM-DD", time: "None", timeZone: "UTC" } } };
const aCalendar = (shareMeta: object = {}) =>
  aShare({
    fields: [
      { type: "singleLineText", name: "Name" },
      { ...date, name: "Start" },
      { ...date, name: "End" },
      { ...date, name: "Secret" },
      { type: "attachment", name: "Files" },
    ],
    records: [
      { Name: "a", Start: "2024-03-01", End: "2024-03-02", Secret: "2024-03-01" },
      { Name: "b", Start: "2024-03-02", Secret: "2024-03-02" },
      { Name: "other", Start: "2024-03-02" },
    ],
    shareMeta,
    view: (idOf) => ({
      columnMeta: { [idOf("Secret")]: { order: 3, hidden: true } },
      filter: {
        conjunction: "and",
        filterSet: [{ fieldId: idOf("Secret"), operator: "isNotEmpty", value: null }],
      },
    }),
  });
const { days, idOf } = await aCalendar();
const during = { startDate: "2024-03-01T00:00:00.000Z", endDate: "2024-03-03T00:00:00.000Z" };
const asked = { ...during, startDateFieldId: idOf("Start"), endDateFieldId: idOf("End") };

test("200: days and records by id, within the view; neither hidden cells nor metadata", async () => {
  const { status, body } = await days(asked);
  expect({ status, body }).toEqual({
    status: 200,
    body: {
      countMap: { "2024-03-01": 1, "2024-03-02": 2 },
      records: [
        {
          id: expect.any(String),
          name: "a",
          fields: {
            [idOf("Name")]: "a",
            [idOf("Start")]: expect.stringMatching(/^2024-03-01/),
            [idOf("End")]: expect.stringMatching(/^2024-03-02/),
          },
        },
        {
          id: expect.any(String),
          name: "b",
          fields: expect.not.objectContaining({ [idOf("Secret")]: expect.anything() }),
        },
      ],
    },
  });
});

test("200: hidden fields too if they are shared", async () => {
  const { days, idOf } = await aCalendar({ includeHiddenField: true });
  const by = idOf("Secret");
  const { body } = await days({ ...during, startDateFieldId: by, endDateFieldId: by });
  expect(body.countMap).toEqual({ "2024-03-01": 1, "2024-03-02": 1 });
  expect(body.records[0].fields[by]).toMatch(/^2024-03-01/);
});

test("400: a hidden field is like an unknown one; fields without dates; no other view", async () => {
  const at = (key: string) => ({ ...asked, startDateFieldId: key });
  for (const [hiddenKey, none] of [
    ["Secret", "Nope"],
    [idOf("Secret"), "fld4mSa1Cw6nZ8tQ0Yh"],
  ] as const) {
    const [hidden, unknown] = [await days(at(hiddenKey)), await days(at(none))];
    expect(hidden.status).toBe(400);
    expect(json(hidden.body).replaceAll(hiddenKey, none)).toBe(json(unknown.body));
  }
  expect(refusal(await days(at(idOf("Name"))))).toEqual({ status: 400, paths: ["startDateFieldId"] });
  expect(refusal(await days({ ...asked, ignoreViewQuery: "true" }))).toEqual({
    status: 400,
    paths: ["ignoreViewQuery"],
  });
});
