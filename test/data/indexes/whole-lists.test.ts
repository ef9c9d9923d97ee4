/* Exports, copied cells and calendars: the same from an index as from a scan, and without the scan. */
import { beforeEach, expect, test } from "vitest";
import { handler as listCalendarDays } from "#functions/aggregation/list-calendar-days";
import { handler as exportView } from "#functions/csv/export-view";
import { handler as createRecords } from "#functions/record/create-records";
import { handler as updateRecords } from "#functions/record/update-records";
import { handler as copyCells } from "#functions/selection/copy-cells";
import { handler as createView } from "#functions/view/create-view";
import { changeIndex } from "#lib/data/indexes/change-index";
import { tendIndexes } from "#lib/data/indexes/tend-indexes";
import { counterKey } from "#lib/data/records/record-keys";
import { readSchema } from "#lib/data/schema/table-schema";
import { change } from "#lib/store/commit";
import { addToNumber } from "#lib/store/store";
import { runToEnd } from "#test/support/events/jobs";
import { atAddress } from "#test/support/makers/files";
import { aTable } from "#test/support/makers/makers";
import { call } from "#test/support/requests/call";
import { random } from "#test/support/run/chance";
import { disturbed, type Sent } from "#test/support/store/faults";

const zone = { date: "YYYY-MM-DD", time: "None", timeZone: "America/New_York" };
const fields = [
  { type: "singleLineText", name: "Name" },
  { type: "number", name: "Size" },
  { type: "date", name: "Day", options: { formatting: zone } },
  { type: "date", name: "At", options: { formatting: { ...zone, time: "HH:mm" } } },
];
/** Around the borders of days in that zone, of two months. */
const aTime = () =>
  new Date(Date.UTC(2026, 10, 1 + random(60), 4 + random(2), random(3) * 30, random(2))).toISOString();
const cells = () => ({
  Name: `n${random(9)}`,
  Size: random(5) === 0 ? null : random(7),
  Day: random(6) === 0 ? null : aTime(),
  At: random(6) === 0 ? null : aTime(),
});

async function aSheet() {
  const made = await aTable({ fields });
  const { owner: as, tableId, baseId } = made;
  const params = { tableId };
  const idOf = (name: string): string =>
    made.table.fields.find((field: { name: string }) => field.name === name).id;
  const records = Array.from({ length: 250 }, () => ({ fields: cells() }));
  const { status, body } = await call(createRecords, { as, params, body: { records } });
  expect(status).toBe(201);
  const ids: string[] = body.records.map(({ id }: { id: string }) => id);
  await addToNumber(counterKey(tableId), 5000);
  async function aView(sent: object): Promise<string> {
    const answer = await call(createView, { as, params, body: { name: "v", type: "grid", ...sent } });
    expect(answer.status).toBe(201);
    return answer.body.id;
  }
  async function makeIndexes() {
    await tendIndexes(tableId, new Date().toISOString());
    for (const { jobId, state } of (await readSchema(tableId)).indexes)
      if (state !== "ready") await runToEnd(jobId, baseId);
  }
  return { as, params, idOf, ids, aView, makeIndexes };
}

let sheet: Awaited<ReturnType<typeof aSheet>>;
beforeEach(async () => {
  sheet = await aSheet();
});

const isScan = ({ command, input }: Sent) =>
  command === "Query" && JSON.stringify(input).includes('":pk":"RECORDS#');

/** What work gives, and whether it scanned the table. */
async function watched<Given>(work: () => Promise<Given>): Promise<{ given: Given; isScanned: boolean }> {
  let given: Given | undefined;
  const calls = await disturbed(
    () => undefined,
    async () => {
      given = await work();
    },
  );
  return { given: given as Given, isScanned: calls.some(isScan) };
}

const filterOf = (fieldId: string, operator: string, value: unknown) => ({
  conjunction: "and",
  filterSet: [{ fieldId, operator, value }],
});

test("CSV exports and copied cells of sorted views", async () => {
  const { as, params, idOf, aView, makeIndexes } = sheet;
  const sort = (...names: string[]) => ({
    sort: { sortObjs: names.map((name, i) => ({ fieldId: idOf(name), order: i ? "desc" : "asc" })) },
  });
  const group = [{ fieldId: idOf("Size"), order: "desc" }];
  const views = await Promise.all([
    aView(sort("Size")),
    aView({ ...sort("Name", "Size"), filter: filterOf(idOf("Size"), "isGreater", 3) }),
    aView({ ...sort("At"), filter: filterOf(idOf("At"), "isNotEmpty", null) }),
    aView({ ...sort("Day"), group }),
  ]);
  const exported = async (viewId: string) => {
    const { headers } = await call(exportView, { as, params, query: { viewId } });
    return (await atAddress(headers["location"] ?? "")).bytes.toString();
  };
  const copied = (viewId: string) => async () => {
    const ranges = JSON.stringify([
      [0, 5],
      [2, 40],
    ]);
    const { status, body } = await call(copyCells, { as, params, query: { viewId, ranges } });
    expect(status).toBe(200);
    return body;
  };
  const readAll = async () => [
    ...(await Promise.all(views.map(exported))),
    ...(await Promise.all(views.map((viewId) => copied(viewId)()))),
  ];
  const before = await watched(readAll);
  expect(before.isScanned).toBe(true);
  expect(before.given[0]?.split("\r\n")).toHaveLength(252);
  await makeIndexes();
  expect(await watched(readAll)).toEqual({ given: before.given, isScanned: false });
});

test("the days of a calendar with one date", async () => {
  const { as, params, idOf, ids, aView, makeIndexes } = sheet;
  const calendar = (name: string, more: object = {}) =>
    aView({
      type: "calendar",
      options: { startDateFieldId: idOf(name), endDateFieldId: idOf(name) },
      ...more,
    });
  const views = {
    Day: await calendar("Day"),
    At: await calendar("At", { filter: filterOf(idOf("Size"), "isLess", 3) }),
  };
  const spans = [
    ["2026-11-03", "2026-11-03"],
    ["2026-11-29", "2026-12-02"],
    ["2026-11-05T04:59:59.000Z", "2026-11-06T05:00:00.000Z"],
    ["2027-05-01", "2027-05-30"],
  ] as const;
  const read = async (query: Record<string, string>) => {
    const { status, body } = await call(listCalendarDays, { as, params, query });
    expect(status).toBe(200);
    return body;
  };
  const readAll = async () => {
    const found: unknown[] = [];
    for (const [startDate, endDate] of spans)
      for (const [name, viewId] of Object.entries(views)) {
        const asked = { startDate, endDate, startDateFieldId: name, endDateFieldId: name };
        found.push(await read({ ...asked, viewId }));
        const filter = JSON.stringify(filterOf("Name", "is", "n3"));
        found.push(await read({ ...asked, viewId, filter }));
      }
    return found;
  };
  const before = await watched(readAll);
  expect(before.isScanned).toBe(true);
  expect(JSON.stringify(before.given)).toMatch(/"2026-1[12]-\d\d":\d/);
  await makeIndexes();
  expect((await readSchema(params.tableId)).indexes).toHaveLength(2);
  expect(await watched(readAll)).toEqual({ given: before.given, isScanned: false });
  // after writes too, beside what a scan says: with another end that comes first in no index of all records, it is one
  const records = ids.filter(() => random(3) === 0).map((id) => ({ id, fields: cells() }));
  expect((await call(updateRecords, { as, params, body: { records } })).status).toBe(200);
  const month = { startDate: "2026-11-29", endDate: "2026-12-05", startDateFieldId: "Day" };
  const fromIndex = await watched(() => read({ ...month, endDateFieldId: "Day" }));
  expect(fromIndex.isScanned).toBe(false);
  const last = await watched(() => read({ ...month, endDateFieldId: "At" }));
  expect(last.isScanned).toBe(true);
  // so many days that a scan costs less
  const year = await watched(() =>
    read({ ...month, startDate: "2026-10-01", endDate: "2027-01-20", endDateFieldId: "Day" }),
  );
  const { countMap } = year.given as { countMap: Record<string, number> };
  const counted = (fromIndex.given as { countMap: Record<string, number> }).countMap;
  for (const [day, count] of Object.entries(counted)) expect(countMap[day]).toBe(count);
});

test("the days of a calendar whose records last from one date to another", async () => {
  const { as, params, idOf, ids, aView, makeIndexes } = sheet;
  const named = { startDateFieldId: "Day", endDateFieldId: "At" };
  const viewId = await aView({
    type: "calendar",
    options: { startDateFieldId: idOf("Day"), endDateFieldId: idOf("At") },
    filter: filterOf(idOf("Size"), "isLess", 6),
  });
  const spans = ["2026-12-28", "2026-12-20", "2027-02-01"].map((startDate) => ({
    startDate,
    endDate: startDate.replace(/\d$/, "9"),
  }));
  const readAll = async () => {
    const found: unknown[] = [];
    for (const span of spans)
      for (const filter of [{}, { filter: JSON.stringify(filterOf("Name", "isNot", "n3")) }]) {
        const query: Record<string, string> = { ...named, ...span, ...filter, viewId };
        const { status, body } = await call(listCalendarDays, { as, params, query });
        expect(status).toBe(200);
        found.push(body);
      }
    return found;
  };
  const before = await watched(readAll);
  expect(before.isScanned).toBe(true);
  expect(JSON.stringify(before.given)).toMatch(/"2026-12-\d\d":\d/);
  await makeIndexes();
  const orders = (await readSchema(params.tableId)).indexes.map((index) => index.orders[0]?.fieldId);
  expect(orders.sort()).toEqual([idOf("Day"), idOf("At")].sort());
  expect(await watched(readAll)).toEqual({ given: before.given, isScanned: false });
  // after writes, beside what a scan says
  const records = ids.filter(() => random(3) === 0).map((id) => ({ id, fields: cells() }));
  expect((await call(updateRecords, { as, params, body: { records } })).status).toBe(200);
  const after = await watched(readAll);
  expect(after.isScanned).toBe(false);
  for (const { id } of (await readSchema(params.tableId)).indexes)
    await changeIndex(params.tableId, id, (item) => change(item, { state: "ended" }));
  expect(await watched(readAll)).toEqual({ given: after.given, isScanned: true });
});
