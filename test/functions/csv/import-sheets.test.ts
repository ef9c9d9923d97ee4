import { expect, test } from "vitest";
import { handler as importSheets } from "#functions/csv/import-sheets";
import { handler as listRecords } from "#functions/record/list-records";
import { jobsOf, runToEnd } from "#test/support/events/jobs";
import { aFile } from "#test/support/makers/files";
import { call } from "#test/support/requests/call";
import { refusal } from "#test/support/requests/refusal";
import { inProcessOnly } from "#test/support/run/target";
import { aWorkbook, rowsOf } from "#test/support/workbooks";
import { aPlace } from "./support.ts";

const csv = "Name,Price,Bought\nPear,1.20,2026-01-31\nPlum,3,2026-02-01\n";
const columns = [
  { type: "singleLineText", name: "Fruit", sourceColumnIndex: 0 },
  { type: "date", name: "Day", sourceColumnIndex: 2 },
];

async function aSource(sheet: object = {}) {
  const place = await aPlace();
  const { file } = await aFile(place.owner, { bytes: csv, type: "text/csv" });
  const worksheets = {
    "Import Table": { name: "Fruit", columns, useFirstRowAsHeader: true, importData: true, ...sheet },
  };
  const body = {
    worksheets,
    attachmentUrl: file.url,
    fileType: "csv",
    notification: true,
    tz: "Europe/Berlin",
  };
  const send = (more: object = {}) =>
    call(importSheets, { as: place.owner, params: { baseId: place.baseId }, body: { ...body, ...more } });
  return { place, send };
}

test("201: the array of tables; its job makes the records of the columns by their index", async () => {
  inProcessOnly("the job runs here");
  const { place, send } = await aSource();
  const { status, body } = await send();
  expect(status).toBe(201);
  expect(body).toMatchObject([{ name: "Fruit", fields: [{ name: "Fruit" }, { name: "Day", type: "date" }] }]);
  expect(body[0].fields[1].options.formatting.timeZone).toBe("Europe/Berlin");
  const tableId = body[0].id;
  for (const id of await jobsOf(tableId)) await runToEnd(id, place.baseId);
  const { records } = (await call(listRecords, { as: place.owner, params: { tableId } })).body;
  expect(records.map((each: { fields: object }) => each.fields)).toEqual([
    { Fruit: "Pear", Day: "2026-01-30T23:00:00.000Z" },
    { Fruit: "Plum", Day: "2026-01-31T23:00:00.000Z" },
  ]);
});

test("201: without importData the fields only, and no job", async () => {
  inProcessOnly("looks into the store");
  const { send } = await aSource({ importData: false });
  const { status, body } = await send();
  expect(status).toBe(201);
  expect(body).toMatchObject([{ fields: [{ name: "Fruit" }, { name: "Day" }], records: [] }]);
  expect(await jobsOf(body[0].id)).toEqual([]);
});

test("400: a column that the file lacks, or that is named twice; two worksheets; excel", async () => {
  const path = (i: number) => `worksheets["Import Table"].columns[${i}].sourceColumnIndex`;
  const missing = await aSource({
    columns: [...columns, { sourceColumnIndex: 3 }, { sourceColumnIndex: 0 }],
  });
  expect(refusal(await missing.send())).toEqual({ status: 400, paths: [path(2), path(3)] });
  const { send } = await aSource();
  const sheet = { name: "A", columns };
  expect(refusal(await send({ worksheets: { a: sheet, b: sheet } }))).toEqual({
    status: 400,
    paths: ["worksheets"],
  });
  expect(refusal(await send({ fileType: "excel" }))).toEqual({ status: 400, paths: ["fileType"] });
});

test("400: names the column as the request does; an unknown time zone", async () => {
  const types = ["date", "button", "fish"].map((type, i) => ({ type, sourceColumnIndex: 2 - i }));
  const { send } = await aSource({ columns: types });
  const path = (i: number) => `worksheets["Import Table"].columns[${i}].type`;
  const refused = refusal(await send());
  expect(refused.status).toBe(400);
  expect(new Set(refused.paths)).toEqual(new Set([path(1), path(2)]));
  const { send: sendText } = await aSource({ columns: types.slice(0, 1) });
  expect(refusal(await sendText({ tz: "Berlin" }))).toEqual({ status: 400, paths: ["tz"] });
});

test("404: the file of another person", async () => {
  const { send } = await aSource();
  const { place } = await aSource();
  const { file } = await aFile(place.owner, { bytes: csv });
  expect(refusal(await send({ attachmentUrl: file.presignedUrl }))).toEqual({
    status: 404,
    paths: ["attachmentUrl"],
  });
});

test("201: a worksheet of a workbook by its name, its days in the time zone of the call", async () => {
  inProcessOnly("the job runs here");
  const { place, send } = await aSource();
  const { file } = await aFile(place.owner, {
    bytes: await aWorkbook({
      styles: [0, 14],
      sheets: [
        { name: "First", xml: rowsOf([["No"]]) },
        {
          name: "Fruit",
          xml: `${rowsOf([["Name", "Day"]])}<row r="2"><c r="A2"><v>7</v></c><c r="B2" s="1"><v>46056</v></c></row>`,
        },
      ],
    }),
  });
  const columns = [{ sourceColumnIndex: 1 }, { name: "Fruit", type: "singleLineText", sourceColumnIndex: 0 }];
  const workbook = { attachmentUrl: file.url, fileType: "excel" };
  const { status, body } = await send({ ...workbook, worksheets: { Fruit: { name: "New", columns } } });
  expect({ status, body }).toMatchObject({ status: 201, body: [{ name: "New" }] });
  for (const id of await jobsOf(body[0].id)) await runToEnd(id, place.baseId);
  const { records } = (await call(listRecords, { as: place.owner, params: { tableId: body[0].id } })).body;
  expect(records.map((each: { fields: object }) => each.fields)).toEqual([
    { Day: "2026-02-02T23:00:00.000Z", Fruit: "7" },
  ]);
  const unknown = await send({ ...workbook, worksheets: { Other: { name: "New", columns } } });
  expect(refusal(unknown)).toEqual({ status: 400, paths: ["worksheets"] });
});
