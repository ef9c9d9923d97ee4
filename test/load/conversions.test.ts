/*
 * Eight writers change cells of a field, and create records with it, while it is converted again and again. Every acknowledged value is
 * there in the end, in the form of the last type; no call fails but by a refusal that says to repeat it.
 */
import { expect, test } from "vitest";
import { handler as convertField } from "#functions/field/convert-field";
import { handler as createRecords } from "#functions/record/create-records";
import { handler as listRecords } from "#functions/record/list-records";
import { handler as updateRecord } from "#functions/record/update-record";
import { aTable } from "#test/support/makers/makers";
import { call } from "#test/support/requests/call";
import { chance } from "#test/support/run/chance";
import { isWhole } from "#test/support/run/sample";

const formatting = { type: "decimal", precision: 0 };
const types: object[] = [
  { type: "number", options: { formatting } },
  { type: "singleSelect", options: { choices: [] } },
  { type: "rating", options: { icon: "star", color: "yellowBright", max: 10 } },
  { type: "singleLineText" },
  { type: "multipleSelect", options: { choices: [] } },
  { type: "longText", unique: false },
];
const writers = 8;
const recordsEach = 5;
const values = ["1", "2", "3", "4", "5"];
const someValue = () => values[Math.floor(chance() * values.length)] as string;

test("writers meet conversions: nothing that was acknowledged is lost", async () => {
  const made = await aTable({
    fields: [
      { type: "singleLineText", name: "Name" },
      { type: "longText", name: "F" },
    ],
    records: Array.from({ length: writers * recordsEach }, (_, i) => ({
      fields: { Name: String(i), F: values[i % values.length] },
    })),
  });
  const { owner: as, tableId } = made;
  const fieldId: string = made.table.fields[1].id;
  const acknowledged = new Map<string, string>();
  const statuses = new Map<number, number>();
  const count = (status: number) => statuses.set(status, (statuses.get(status) ?? 0) + 1);
  let isConverting = true;

  const write = async (recordIds: string[]) => {
    for (let i = 0; isConverting; i++) {
      const F = someValue();
      if (i % 4 === 3) {
        const body = { records: [{ fields: { F } }], typecast: true };
        const { status, body: answer } = await call(createRecords, { as, params: { tableId }, body });
        count(status);
        if (status === 201) acknowledged.set(answer.records[0].id, F);
        continue;
      }
      const recordId = recordIds[i % recordIds.length] as string;
      const body = { record: { fields: { F } }, typecast: true };
      const { status } = await call(updateRecord, { as, params: { tableId, recordId }, body });
      count(status);
      if (status === 200) acknowledged.set(recordId, F);
    }
  };
  const read = async () => {
    while (isConverting) count((await call(listRecords, { as, params: { tableId } })).status);
  };
  const ids: string[] = made.table.records.map(({ id }: { id: string }) => id);
  for (const [i, id] of ids.entries()) acknowledged.set(id, values[i % values.length] as string);
  const working = Array.from({ length: writers }, (_, i) =>
    write(ids.slice(i * recordsEach, (i + 1) * recordsEach)),
  );
  working.push(read());
  const converted: number[] = [];
  for (let i = 0; i < (isWhole ? 18 : 12); i++) {
    const body = types[i % types.length];
    const { status } = await call(convertField, { as, params: { tableId, fieldId }, body });
    converted.push(status);
  }
  isConverting = false;
  await Promise.all(working);
  expect(converted).toEqual(converted.map(() => 200));
  console.log(`${acknowledged.size} records, calls: ${JSON.stringify(Object.fromEntries(statuses))}`);
  expect([...statuses.keys()].filter((status) => ![200, 201, 409].includes(status))).toEqual([]);

  const listed = new Map<string, unknown>();
  for (let cursor: string | undefined; ; ) {
    const query = { take: "1000", ...(cursor && { cursor }) };
    const { body } = await call(listRecords, { as, params: { tableId }, query });
    for (const { id, fields } of body.records) listed.set(id, fields.F ?? null);
    cursor = body.nextCursor;
    if (!cursor) break;
  }
  const lost = [...acknowledged].filter(([id, value]) => listed.get(id) !== value);
  expect(lost.map(([id, value]) => [id, value, listed.get(id)])).toEqual([]);
}, 120_000);
