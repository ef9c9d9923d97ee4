/* Dates as their field means them: `cellFormat=local`. */
import { beforeAll, expect, test } from "vitest";
import { handler as createField } from "#functions/field/create-field";
import { handler as createRecords } from "#functions/record/create-records";
import { handler as getRecord } from "#functions/record/get-record";
import { handler as listByBody } from "#functions/record/list-records-by-body";
import { handler as updateRecord } from "#functions/record/update-record";
import { aTable } from "#test/support/makers/makers";
import { call } from "#test/support/requests/call";
import { useOwnStore } from "#test/support/store/own-store";

beforeAll(useOwnStore);

const formatting = (time: string, timeZone: string) => ({
  formatting: { date: "DD/MM/YYYY", time, timeZone },
});

test("200: days, times with the offset of their zone, and results that are dates; other cells as always", async () => {
  const made = await aTable({
    fields: [
      { type: "singleLineText", name: "Name" },
      { type: "date", name: "Day", options: formatting("None", "Asia/Tokyo") },
      { type: "date", name: "Time", options: formatting("HH:mm", "Europe/Berlin") },
      { type: "number", name: "Count" },
      { type: "createdTime", name: "Made", options: formatting("HH:mm", "UTC") },
    ],
    records: [],
  });
  const { owner: as, tableId } = made;
  const params = { tableId };
  const add = async (body: object) => {
    const answer = await call(createField, { as, params, body });
    expect([answer.status, answer.body.data]).toEqual([201, undefined]);
    return answer.body;
  };
  await add({
    type: "formula",
    name: "Next",
    options: { expression: 'DATE_ADD({Time}, 1, "day")', ...formatting("HH:mm", "America/New_York") },
  });
  const self = await add({
    type: "link",
    name: "Other",
    options: { foreignTableId: tableId, relationship: "manyMany", isOneWay: true },
  });
  const day = made.table.fields.find(({ name }: { name: string }) => name === "Day");
  await add({
    type: "date",
    name: "Days",
    isLookup: true,
    lookupOptions: { foreignTableId: tableId, linkFieldId: self.id, lookupFieldId: day.id },
  });
  const cells = {
    Name: "2026-01-01",
    Day: "2026-12-30T15:00:00.000Z",
    Time: "2026-06-30T22:30:00.000Z",
    Count: 3,
  };
  const { body: first } = await call(createRecords, { as, params, body: { records: [{ fields: cells }] } });
  const [{ id, createdTime }] = first.records;
  const change = (fields: object) =>
    call(updateRecord, { as, params: { tableId, recordId: id }, body: { record: { fields } } });
  expect((await change({ Other: [{ id }] })).status).toBe(200);

  const { status, body } = await call(listByBody, { as, params, body: { cellFormat: "local" } });
  expect(status).toBe(200);
  const { fields } = body.records[0];
  expect(fields).toEqual({
    Name: "2026-01-01",
    Day: "2026-12-31",
    Time: "2026-07-01T00:30:00.000+02:00",
    Count: 3,
    Made: createdTime.replace("Z", "+00:00"),
    Next: "2026-07-01T18:30:00.000-04:00",
    Other: [{ id, title: "2026-01-01" }],
    Days: ["2026-12-31"],
  });
  expect(body.records[0].createdTime).toBe(createdTime);

  // what is shown can be sent back
  expect((await change({ Day: fields.Day, Time: fields.Time })).body.fields).toMatchObject({
    Day: "2026-12-30T15:00:00.000Z",
    Time: cells.Time,
  });
  const one = await call(getRecord, {
    as,
    params: { tableId, recordId: id },
    query: { cellFormat: "local" },
  });
  expect(one.body.fields).toEqual(fields);
});
