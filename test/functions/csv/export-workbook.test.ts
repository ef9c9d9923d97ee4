import { expect, test } from "vitest";
import { handler as exportTable } from "#functions/csv/export-table";
import { handler as createRecords } from "#functions/record/create-records";
import { atAddress } from "#test/support/makers/files";
import { aTable } from "#test/support/makers/makers";
import { type Asking, call } from "#test/support/requests/call";
import { unzipped } from "#test/support/zips";

type Made = Awaited<ReturnType<typeof aTable>>;
async function exported({ tableId, owner: as }: Made, query: Asking["query"] = {}) {
  const sent = { format: "xlsx", ...query };
  const { status, headers, body } = await call(exportTable, { as, params: { tableId }, query: sent });
  expect({ status, body }).toMatchObject({ status: 302 });
  return atAddress(headers["location"] ?? "");
}

test("302: x", async () => {
  const made = await aTable({
    fields: [
      { type: "singleLineText", name: "Name, first" },
      {
        type: "number",
        name: "Count",
        options: { formatting: { type: "currency", symbol: "€", precision: 1 } },
      },
      {
        type: "date",
        name: "Due",
        options: { formatting: { date: "DD.MM.YYYY", time: "HH:mm", timeZone: "Europe/Berlin" } },
      },
      { type: "checkbox", name: "Done" },
      { type: "multipleSelect", name: "Tags" },
    ],
    records: [],
  });
  const records = [
    { "Name, first": "=1+1", Count: 1.25, Due: "2026-02-03T04:05:06.000Z", Done: true },
    { "Name, first": "ä😀;  x_x0041_", Tags: ["a", "b, c"] },
    {},
  ];
  const body = { typecast: true, records: records.map((fields) => ({ fields })) };
  expect(
    (await call(createRecords, { as: made.owner, params: { tableId: made.tableId }, body })).status,
  ).toBe(201);
  const file = await exported(made);
  console.log(file.headers);
  for (const [name, bytes] of await unzipped(file.bytes)) console.log(name, bytes.toString().slice(0, 3000));
});
