/* Filters of links and lookups into their own table, by fields that are made in the same request. */
import { expect, test } from "vitest";
import { handler as listRecords } from "#functions/record/list-records";
import { handler as createTable } from "#functions/table/create-table";
import { handler as duplicateTable } from "#functions/table/duplicate-table";
import { actionsOf, aLinkNamed } from "#test/support/makers/actions";
import { aTable } from "#test/support/makers/makers";
import { call } from "#test/support/requests/call";
import { refusal } from "#test/support/requests/refusal";

const ids = { n: "fldNumberNumber0001", twice: "fldTwiceTwice000001", own: "fldOwnOwnOwnOwn0001" };
const large = (value: unknown = 4, fieldId = ids.twice) => ({
  filter: { conjunction: "and", filterSet: [{ fieldId, operator: "isGreater", value }] },
});
/** Before the fields that it names, as a client may send it. */
const fieldsWith = (linkFilter: object, lookupFilter: object) => [
  { type: "singleLineText", name: "Name" },
  { ...aLinkNamed("Own", { tableId: "self" }, { isOneWay: true, ...linkFilter }), id: ids.own },
  {
    ...{ type: "number", name: "Large", isLookup: true },
    lookupOptions: { foreignTableId: "self", linkFieldId: ids.own, lookupFieldId: ids.n, ...lookupFilter },
  },
  { type: "formula", name: "Twice", id: ids.twice, options: { expression: `{${ids.n}} * 2` } },
  { type: "number", name: "N", id: ids.n },
];

test("201: a lookup and a link filtered by a formula of the same request; the copy of the table too", async () => {
  const { owner: as, baseId } = await aTable();
  const params = { baseId };
  const body = { name: "T", fields: fieldsWith(large(2), large()), records: [] };
  const made = await call(createTable, { as, params, body });
  expect(made).toMatchObject({ status: 201 });
  const { make, update, list } = actionsOf(as);
  const table = { tableId: made.body.id };
  const [a, b] = (await make(table, [
    { Name: "a", N: 2 },
    { Name: "b", N: 3 },
  ])) as [string, string];
  await update(table, a, { Own: [{ id: a }, { id: b }] });
  expect(await list(table)).toMatchObject([{ Large: [3] }, {}]);
  const copy = await call(duplicateTable, {
    as,
    params: { ...params, ...table },
    body: { name: "Copy", includeRecords: true },
  });
  expect(copy).toMatchObject({ status: 201 });
  const shown = await call(listRecords, { as, params: { tableId: copy.body.id } });
  const [one, two] = shown.body.records.map(({ id }: { id: string }) => ({ id }));
  await update({ tableId: copy.body.id }, one.id, { Own: [one, two] });
  expect(await list({ tableId: copy.body.id })).toMatchObject([{ Large: [3] }, {}]);
});

test("400: a value that the formula cannot have, a field that is not there", async () => {
  const { owner: as, baseId } = await aTable();
  const send = (linkFilter: object, lookupFilter: object) => {
    const body = { name: "T", fields: fieldsWith(linkFilter, lookupFilter), records: [] };
    return call(createTable, { as, params: { baseId }, body });
  };
  expect(refusal(await send({}, large("x")))).toEqual({
    status: 400,
    paths: ["fields[2].lookupOptions.filter.filterSet[0].value"],
  });
  expect(refusal(await send({}, large(1, "fldNotThereNotThere")))).toMatchObject({ status: 400 });
  expect(refusal(await send(large("x"), {}))).toEqual({
    status: 400,
    paths: ["fields[1].options.filter.filterSet[0].value"],
  });
});
