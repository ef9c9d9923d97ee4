/* Dates in filters: days of the time zone that the value names, and moments. */
import { beforeAll, expect, test } from "vitest";
import { handler as createField } from "#functions/field/create-field";
import { handler as listRecords } from "#functions/record/list-records";
import { type Answered, aSheet } from "#test/functions/record/support/records";
import { call } from "#test/support/requests/call";

const formatting = (timeZone: string, time = "HH:mm") => ({
  formatting: { date: "YYYY-MM-DD", time, timeZone },
});
const exact = (exactDate: string, timeZone = "UTC", mode = "exactDate") => ({ mode, exactDate, timeZone });
const namesOf = (records: Answered[]) => records.map(({ name }) => name).join(" ");

let sheet: Awaited<ReturnType<typeof aSheet>>;
beforeAll(async () => {
  const times = [
    "2025-11-12T10:00:00.000Z",
    "2025-11-13T00:00:00.000Z",
    "2025-11-13T10:00:00.000Z",
    "2025-11-13T23:00:00.000Z",
    "2025-11-13T23:30:00.000Z",
    "2025-11-14T00:00:00.000Z",
  ];
  sheet = await aSheet({
    fields: [
      { type: "singleLineText", name: "Name" },
      { type: "date", name: "At", options: formatting("UTC") },
      { type: "date", name: "Day", options: formatting("UTC", "None") },
    ],
    records: times.map((At, i) => ({ fields: { Name: `r${i}`, At, Day: At } })),
  });
  const at = sheet.table.fields.find(({ name }: { name: string }) => name === "At").id;
  const options = { expression: `{${at}}`, formatting: formatting("UTC").formatting };
  const made = await call(createField, {
    ...{ as: sheet.owner, params: sheet.params },
    body: { type: "formula", name: "Same", options },
  });
  expect(made.status).toBe(201);
});

const find = async (operator: string, value: unknown, fieldId = "At", isSymbol = false) => {
  const item = { fieldId, operator, value, ...(isSymbol && { isSymbol }) };
  const { status, body } = await sheet.list({
    filter: JSON.stringify({ conjunction: "and", filterSet: [item] }),
  });
  return status === 200 ? namesOf(body.records) : body;
};

test.each(["At", "Day", "Same"])(
  "200: a time of day is a moment for before and after, in %s",
  async (field) => {
    const moment = exact("2025-11-13T23:00:00.000Z");
    expect(await find("isBefore", moment, field)).toBe("r0 r1 r2");
    expect(await find("isOnOrBefore", moment, field)).toBe("r0 r1 r2 r3");
    expect(await find("isOnOrAfter", moment, field)).toBe("r3 r4 r5");
    expect(await find("isAfter", moment, field)).toBe("r4 r5");
    expect(await find("<", moment, field, true)).toBe("r0 r1 r2");
    expect(await find(">=", moment, field, true)).toBe("r3 r4 r5");
    expect(await find("isAfter", { ...moment, mode: "exactFormatDate" }, field)).toBe("r4 r5");
    expect(await find("is", moment, field)).toBe("r1 r2 r3 r4");
    expect(await find("isNot", moment, field)).toBe("r0 r5");
  },
);

test("200: midnight is the day, in the zone that the value names", async () => {
  expect(await find("isAfter", exact("2025-11-13T00:00:00Z"))).toBe("r5");
  expect(await find("isOnOrBefore", exact("2025-11-13T00:00:00Z"))).toBe("r0 r1 r2 r3 r4");
  // in Berlin November 14 begins at 23:00Z
  expect(await find("is", exact("2025-11-13T23:00:00Z", "Europe/Berlin"))).toBe("r3 r4 r5");
  expect(await find("isBefore", exact("2025-11-13T23:00:00Z", "Europe/Berlin"))).toBe("r0 r1 r2");
  expect(await find("is", exact("2025-11-14T00:00:00+01:00", "Europe/Berlin"))).toBe("r3 r4 r5");
});

test.each([
  ["{At} < '2025-11-13T23:00:00Z'", "r0 r1 r2"],
  ["{At} >= '2025-11-13T23:00:00Z'", "r3 r4 r5"],
  ["{At} > '2025-11-13 23:00'", "r4 r5"],
  ["{At} > '2025-11-13'", "r5"],
  ["{At} = '2025-11-13T23:00:00Z'", "r1 r2 r3 r4"],
  ["{Same} <= '2025-11-13T10:00:00Z'", "r0 r1 r2"],
])("200: filterByTql=%s", async (filterByTql, names) => {
  const { body } = await sheet.list({ filterByTql });
  expect(namesOf(body.records)).toBe(names);
});

test("200: what has changed since the last call comes once, and nothing is missed", async () => {
  const log = await aSheet({
    fields: [
      { type: "singleLineText", name: "Name" },
      { type: "lastModifiedTime", name: "Changed", options: formatting("Asia/Tokyo") },
    ],
    records: Array.from({ length: 8 }, (_, i) => ({ fields: { Name: `n${i}` } })),
  });
  const ids: string[] = (await log.list()).body.records.map(({ id }: Answered) => id);
  let mark = "2020-01-01T00:00:01.000Z";
  const seen: string[] = [];
  const written: string[] = [];
  for (let round = 0; round < 6; round++) {
    for (const id of ids.slice(round, round + 2)) {
      const name = `${round} ${id}`;
      expect((await log.update(id, { Name: name })).status).toBe(200);
      written.push(name);
    }
    const item = { fieldId: "Changed", operator: "isAfter", value: exact(mark) };
    const { body } = await call(listRecords, {
      ...{ as: log.owner, params: log.params },
      query: { filter: JSON.stringify({ conjunction: "and", filterSet: [item] }) },
    });
    for (const { name, fields } of body.records as Answered[]) {
      seen.push(name);
      if (String(fields["Changed"]) > mark) mark = String(fields["Changed"]);
    }
  }
  expect(seen.toSorted()).toEqual(written.toSorted());
});
