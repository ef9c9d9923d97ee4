import { expect, test } from "vitest";
import { handler as listCalendarDays } from "#functions/aggregation/list-calendar-days";
import { aSheet, field } from "#test/functions/record/support/records";
import { aToken } from "#test/support/makers/makers";
import { call } from "#test/support/requests/call";
import { refusal } from "#test/support/requests/refusal";

const formatting = { date: "YYYY-MM-DD", time: "None", timeZone: "Europe/Berlin" };

async function aCalendar(records: object[]) {
  const sheet = await aSheet({
    fields: [
      field("Name", "singleLineText"),
      field("Start", "date", { options: { formatting } }),
      field("End", "date", { options: { formatting } }),
    ],
  });
  await sheet.create(records as never);
  const [name, start, end] = (sheet.table.fields as { id: string }[]).map(({ id }) => id) as [
    string,
    string,
    string,
  ];
  const days = (query: object = {}, as: { token: string } = sheet.owner) =>
    call(listCalendarDays, {
      as,
      params: sheet.params,
      query: {
        startDate: "2024-02-29T23:00:00.000Z",
        endDate: "2024-03-03T22:00:00.000Z",
        startDateFieldId: start,
        endDateFieldId: end,
        ...query,
      },
    });
  return { ...sheet, name, start, end, days };
}

test("200: each record counts on its days, in the time zone of the start field", async () => {
  const { days, name, start } = await aCalendar([
    { Name: "b", Start: "2024-03-01T23:30:00.000Z", End: "2024-03-02T10:00:00.000Z" }, // 2 March in Berlin
    { Name: "long", Start: "2024-02-01T00:00:00.000Z", End: "2024-12-01T00:00:00.000Z" },
    { Name: "no end", Start: "2024-03-03T00:00:00.000Z" },
    { Name: "backwards", Start: "2024-03-01T12:00:00.000Z", End: "2024-01-01T00:00:00.000Z" },
    { Name: "before", Start: "2024-02-29T22:59:00.000Z" },
    { Name: "no start", End: "2024-03-02T00:00:00.000Z" },
  ]);
  const { status, body } = await days();
  expect(status).toBe(200);
  expect(body.countMap).toEqual({ "2024-03-01": 2, "2024-03-02": 2, "2024-03-03": 2 });
  expect(body.records.map(({ fields }: { fields: object }) => fields)).toMatchObject([
    { [name]: "long" },
    { [name]: "backwards" },
    { [name]: "b", [start]: "2024-03-01T23:30:00.000Z" },
    { [name]: "no end" },
  ]);
  const named = await days({ fieldKeyType: "name", startDateFieldId: "Start", endDateFieldId: "End" });
  expect(named.body.records[1].fields.Name).toBe("backwards");
  const filterSet = [{ fieldId: name, operator: "is", value: "b" }];
  const filtered = await days({ filter: JSON.stringify({ conjunction: "and", filterSet }) });
  expect(filtered.body.countMap).toEqual({ "2024-03-02": 1 });
});

test("200: a time without an offset is one of the field's time zone", async () => {
  const { days } = await aCalendar([
    { Start: "2024-02-29T23:30:00.000Z" },
    { Start: "2024-03-01T23:30:00.000Z" },
  ]);
  const { body } = await days({ startDate: "2024-03-01T00:30", endDate: "2024-03-01T23:59:59.999" });
  expect(body.countMap).toEqual({ "2024-03-01": 1 });
});

test("200: of each day the first ten records, each once", async () => {
  const { days, name } = await aCalendar(
    Array.from({ length: 15 }, (_, i) => ({
      Name: String(i),
      Start: `2024-03-0${i < 12 ? 1 : 2}T0${i % 10}:00:00.000Z`,
    })),
  );
  const { body } = await days();
  expect(body.countMap).toEqual({ "2024-03-01": 12, "2024-03-02": 3 });
  expect(body.records.map(({ fields }: { fields: Record<string, string> }) => fields[name])).toEqual([
    ...["0", "10", "1", "11", "2", "3", "4", "5", "6", "7"],
    ...["12", "13", "14"],
  ]);
});

test("400: not a single date field, an unknown one, too many days, no dates; 403: a token without the scope", async () => {
  const { days, name, owner } = await aCalendar([]);
  const paths = async (query: object) => refusal(await days(query));
  expect(await paths({ startDateFieldId: name, endDateFieldId: "Nope" })).toEqual({
    status: 400,
    paths: ["startDateFieldId", "endDateFieldId"],
  });
  expect(await paths({ endDate: "2025-04-05T00:00:00.000Z" })).toEqual({ status: 400, paths: ["endDate"] });
  expect(await paths({ endDate: "2024-01-01" })).toEqual({ status: 400, paths: ["endDate"] });
  expect(await paths({ startDate: "soon" })).toEqual({ status: 400, paths: ["startDate"] });
  expect(await paths({ startDate: "2024-02-30" })).toEqual({ status: 400, paths: ["startDate"] });
  expect((await days({ endDate: "2025-04-05" })).status).toBe(400);
  expect((await days({ endDate: "2025-04-04" })).status).toBe(200);
  const token = { token: await aToken(owner.userId, { scopes: ["table|read"] }) };
  expect((await days({}, token)).status).toBe(403);
});
