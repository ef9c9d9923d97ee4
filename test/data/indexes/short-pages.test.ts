/* A filter that finds little ends a page of an index early. Whichever record is the last that was looked at, the next page goes on behind it. */
import { expect, test } from "vitest";
import { handler as createRecords } from "#functions/record/create-records";
import { handler as listRecords } from "#functions/record/list-records";
import { handler as createView } from "#functions/view/create-view";
import { tendIndexes } from "#lib/data/indexes/tend-indexes";
import * as jobs from "#lib/data/jobs/jobs";
import { counterKey } from "#lib/data/records/record-keys";
import { addToNumber } from "#lib/store/store";
import { runToEnd } from "#test/support/events/jobs";
import { aTable } from "#test/support/makers/makers";
import { call } from "#test/support/requests/call";

const kinds = 30;
const count = 2600;

test("each record is in one page, whatever a page ends with", { timeout: 120_000 }, async () => {
  const fields = ["Size", "Kind"].map((name) => ({ type: "number", name }));
  const { owner: as, tableId, baseId, table } = await aTable({ fields, records: [] });
  const params = { tableId };
  for (let at = 0; at < count; at += 1000) {
    const numbers = Array.from({ length: Math.min(1000, count - at) }, (_, i) => at + i);
    // in the order of Size, kinds follow one another
    const records = numbers.map((i) => ({ fields: { Size: i, Kind: i % kinds } }));
    expect((await call(createRecords, { as, params, body: { records } })).status).toBe(201);
  }
  // so large that a filter is no reason to scan
  await addToNumber(counterKey(tableId), 10_000);
  const sort = { sortObjs: [{ fieldId: table.fields[0].id, order: "asc" }] };
  const view = await call(createView, { as, params, body: { name: "by size", type: "grid", sort } });
  await tendIndexes(tableId, new Date().toISOString());
  for (const { id } of (await jobs.listOpen()).filter((job) => job.tableId === tableId))
    await runToEnd(id, baseId);
  let short = 0;
  for (let kind = 0; kind < kinds; kind++) {
    const filter = JSON.stringify({
      conjunction: "and",
      filterSet: [{ fieldId: table.fields[1].id, operator: "is", value: kind }],
    });
    const found: number[] = [];
    for (let cursor: string | null = ""; cursor !== null; ) {
      const query = { viewId: view.body.id, filter, take: "100", ...(cursor && { cursor }) };
      const { status, body } = await call(listRecords, { as, params, query });
      expect(status).toBe(200);
      found.push(...body.records.map((record: { fields: { Size: number } }) => record.fields.Size));
      cursor = body.nextCursor;
      if (cursor && body.records.length < 100) short++;
    }
    const wanted = Array.from({ length: count }, (_, i) => i).filter((i) => i % kinds === kind);
    expect(found).toEqual(wanted);
  }
  expect(short).toBe(kinds);
});
