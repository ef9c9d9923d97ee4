/* Titles of linked records that come from lookups, rollups and formulas over them: they follow when the linked record links others. */
import { expect, test } from "vitest";
import { handler as createField } from "#functions/field/create-field";
import { handler as createRecords } from "#functions/record/create-records";
import { handler as listRecords } from "#functions/record/list-records";
import { handler as updateRecord } from "#functions/record/update-record";
import { aTable } from "#test/support/makers/makers";
import { call } from "#test/support/requests/call";

const fields = [
  { type: "singleLineText", name: "Name" },
  { type: "number", name: "N" },
];

test("titles follow the links of the linked record", async () => {
  const leaves = await aTable({
    fields,
    records: [{ fields: { Name: "l1", N: 1 } }, { fields: { Name: "l2", N: 2 } }],
  });
  const { owner: as } = leaves;
  const middle = await aTable({ fields: [fields[0]] }, as, leaves);
  const top = await aTable({ fields: [fields[0]] }, as, leaves);
  const add = async ({ tableId }: { tableId: string }, body: object): Promise<string> => {
    const answer = await call(createField, { as, params: { tableId }, body });
    expect(answer).toMatchObject({ status: 201 });
    return answer.body.id;
  };
  const toLeaves = { relationship: "manyMany", foreignTableId: leaves.tableId, isOneWay: true };
  const linkFieldId = await add(middle, { type: "link", name: "Leaves", options: toLeaves });
  const looks = {
    lookupOptions: { foreignTableId: leaves.tableId, linkFieldId, lookupFieldId: leaves.table.fields[1].id },
  };
  const seen = await add(middle, { type: "number", name: "Seen", isLookup: true, ...looks });
  const sum = await add(middle, {
    ...{ type: "rollup", name: "Sum", options: { expression: "sum({values})" } },
    ...looks,
  });
  const said = await add(middle, {
    ...{ type: "formula", name: "Said" },
    options: { expression: `"sum " & {${sum}}` },
  });
  for (const [name, lookupFieldId] of Object.entries({ seen, sum, said })) {
    const options = { relationship: "manyMany", foreignTableId: middle.tableId, lookupFieldId };
    await add(top, { type: "link", name, options: { ...options, isOneWay: name !== "said" } });
  }
  const make = async ({ tableId }: { tableId: string }, cells: object): Promise<string> => {
    const body = { records: [{ fields: cells }] };
    const answer = await call(createRecords, { as, params: { tableId }, body });
    expect(answer).toMatchObject({ status: 201 });
    return answer.body.records[0].id;
  };
  const [one, two] = leaves.table.records.map(({ id }: { id: string }) => ({ id }));
  const recordId = await make(middle, { Name: "m", Leaves: [one] });
  const link = [{ id: recordId }];
  await make(top, { Name: "t", seen: link, sum: link, said: link });
  const titles = async () => {
    const { body } = await call(listRecords, { as, params: { tableId: top.tableId } });
    return ["seen", "sum", "said"].map((name) => body.records[0].fields[name][0].title);
  };
  expect(await titles()).toEqual(["1.00", "1.00", "sum 1"]);
  const body = { record: { fields: { Leaves: [one, two] } } };
  await call(updateRecord, { as, params: { tableId: middle.tableId, recordId }, body });
  expect(await titles()).toEqual(["1.00, 2.00", "3.00", "sum 3"]);
});
