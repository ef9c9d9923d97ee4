/* Titles and links after a restored table or record, and in the first moments of a new rollup. */
import { expect, test } from "vitest";
import { handler as getField } from "#functions/field/get-field";
import { handler as updateField } from "#functions/field/update-field";
import { handler as deleteRecord } from "#functions/record/delete-record";
import { aLinkNamed, overLink } from "#test/support/makers/actions";
import { call } from "#test/support/requests/call";
import { twoOf } from "./titles-support.ts";

test("a record is deleted for its table while the table that links it is in the trash: that one comes back without the link", async () => {
  const { A, B, as, calm, add, make, update, list, deleteTable, restore } = await twoOf();
  await add(A, aLinkNamed("LB", B));
  const [b, b2] = (await make(B, [{ Name: "b" }, { Name: "b2" }])) as [string, string];
  const [a] = (await make(A, [{ Name: "a", LB: [{ id: b }, { id: b2 }] }])) as [string];
  await calm();
  await deleteTable(A);
  await calm();
  await call(deleteRecord, { as, params: { tableId: B.tableId, recordId: b } });
  await calm();
  await restore();
  await calm();
  expect((await list(A))[0]).toEqual({ Name: "a", LB: [{ id: b2, title: "b2" }] });
  // what the cell shows can be sent back
  await update(A, a, { LB: [{ id: b2 }] });
});

test.each([true, false])(
  "a cell changes right after a rollup and a link titled by it are made (quiet before: %s): titles are right in the end",
  async (isQuiet) => {
    const { A, B, calm, add, make, update, list, find } = await twoOf();
    const num = await find(B, "Num");
    const link = await add(A, aLinkNamed("LB", B));
    const [b] = (await make(B, [{ Name: "b", Num: 1 }])) as [string];
    const [a] = (await make(A, [{ Name: "a", LB: [{ id: b }] }])) as [string];
    await calm();
    const sum = { type: "rollup", name: "Sum", options: { expression: "sum({values})" } };
    const rollup = await add(A, { ...sum, ...overLink(link, B, num.id) });
    await add(A, aLinkNamed("Own", A, { isOneWay: true, lookupFieldId: rollup.id }));
    await make(A, [{ Name: "top", Own: [{ id: a }] }]);
    if (isQuiet) await calm();
    await update(B, b, { Num: 7 });
    await calm();
    expect((await list(A))[0]).toMatchObject({ Sum: 7 });
    expect((await list(A))[1]).toMatchObject({ Own: [{ title: "7.00" }] });
  },
);

test("PATCH of a field with lookupOptions: changed, or refused, not dropped silently", async () => {
  const { A, B, as, add, find } = await twoOf();
  const [name, num] = [await find(B, "Name"), await find(B, "Num")];
  const link = await add(A, aLinkNamed("LB", B));
  const shown = { type: "singleLineText", isLookup: true, name: "K" };
  const lookup = await add(A, { ...shown, ...overLink(link, B, name.id) });
  const at = { as, params: { tableId: A.tableId, fieldId: lookup.id } };
  const { status } = await call(updateField, { ...at, body: overLink(link, B, num.id) });
  const { lookupFieldId } = (await call(getField, at)).body.lookupOptions;
  expect(status === 400 || lookupFieldId === num.id).toBe(true);
});

test("a lookup over a link gives the titles of the same link, and a linked record comes back: titles follow", async () => {
  const { A, as, calm, add, make, list, find, edit, restore } = await twoOf();
  const name = await find(A, "Name");
  const link = await add(A, aLinkNamed("L", A, { relationship: "manyOne", isOneWay: true }));
  const shown = { type: "singleLineText", isLookup: true, name: "K" };
  const lookup = await add(A, { ...shown, ...overLink(link, A, name.id) });
  await edit(A, link.id, { options: { ...link.options, lookupFieldId: lookup.id } });
  await calm();
  const [x] = (await make(A, [{ Name: "x" }])) as [string];
  const [y] = (await make(A, [{ Name: "y", L: { id: x } }])) as [string];
  await make(A, [{ Name: "z", L: { id: y } }]);
  await calm();
  expect((await list(A))[2]).toMatchObject({ L: { title: "x" } });
  await call(deleteRecord, { as, params: { tableId: A.tableId, recordId: x } });
  await calm();
  await restore(A);
  await calm();
  const all = await list(A);
  expect(all.find(({ Name }) => Name === "y")).toMatchObject({ K: "x" });
  expect(all.find(({ Name }) => Name === "z")).toMatchObject({ L: { title: "x" } });
});

test("a record is deleted and restored while the table that it links is in the trash: both sides have the link again", async () => {
  const { A, B, as, calm, add, make, list, deleteTable, restore } = await twoOf();
  await add(A, aLinkNamed("LB", B));
  const [b] = (await make(B, [{ Name: "b" }])) as [string];
  const [a] = (await make(A, [{ Name: "a", LB: [{ id: b }] }])) as [string];
  await calm();
  await deleteTable(B);
  await call(deleteRecord, { as, params: { tableId: A.tableId, recordId: a } });
  await calm();
  await restore(A);
  await calm();
  await restore();
  await calm();
  expect(await list(A)).toEqual([{ Name: "a", LB: [{ id: b, title: "b" }] }]);
  expect(await list(B)).toEqual([{ Name: "b", A: [{ id: a, title: "a" }] }]);
});
