/* Titles of links made of a formula, lookup or rollup that loses or gets back what it uses. */
import { expect, test } from "vitest";
import { aLinkNamed, overLink } from "#test/support/makers/actions";
import { formula, twoOf } from "./titles-support.ts";

test("a field that the formula of titles uses is deleted: titles are empty as its cells are, and come back with it", async () => {
  const { A, B, calm, add, make, list, find, deleteField, restore } = await twoOf();
  const num = await find(B, "Num");
  const said = await add(B, formula("Said", `"#" & {${num.id}}`));
  await add(A, aLinkNamed("LB", B, { lookupFieldId: said.id }));
  const [b] = await make(B, [{ Name: "b", Num: 1 }]);
  await make(A, [{ Name: "a", LB: [{ id: b }] }]);
  expect((await list(A))[0]).toMatchObject({ LB: [{ id: b, title: "#1" }] });
  await deleteField(B, num.id);
  await calm();
  expect((await list(B))[0]).not.toHaveProperty("Said");
  const gone = (await list(A))[0];
  await restore(B);
  await calm();
  expect((await list(B))[0]).toMatchObject({ Said: "#1" });
  expect((await list(A))[0]).toMatchObject({ LB: [{ id: b, title: "#1" }] });
  expect(gone).toMatchObject({ LB: [{ id: b }] });
  expect(gone).toEqual(expect.objectContaining({ LB: [{ id: b }] }));
});

test("a cell changes while the formula of titles has an error: titles are right when it is healed", async () => {
  const { A, B, calm, add, make, update, list, find, deleteField, restore } = await twoOf();
  const [num, name] = [await find(B, "Num"), await find(B, "Name")];
  const said = await add(B, formula("Said", `{${name.id}} & {${num.id}}`));
  await add(A, aLinkNamed("LB", B, { lookupFieldId: said.id }));
  const [b] = (await make(B, [{ Name: "b", Num: 1 }])) as [string];
  await make(A, [{ Name: "a", LB: [{ id: b }] }]);
  await deleteField(B, num.id);
  await calm();
  await update(B, b, { Name: "other" });
  await calm();
  await restore(B);
  await calm();
  expect((await list(B))[0]).toMatchObject({ Said: "other1" });
  expect((await list(A))[0]).toMatchObject({ LB: [{ id: b, title: "other1" }] });
});

test("the table that titles are looked up from is deleted: titles are empty as the lookup is, and come back with it", async () => {
  const { A, B, calm, add, make, list, find, deleteTable, restore } = await twoOf();
  const name = await find(B, "Name");
  const link = await add(A, aLinkNamed("LB", B));
  const shown = { type: "singleLineText", isLookup: true, name: "Shown" };
  const lookup = await add(A, { ...shown, ...overLink(link, B, name.id) });
  await add(A, aLinkNamed("Own", A, { isOneWay: true, lookupFieldId: lookup.id }));
  const [b] = await make(B, [{ Name: "b" }]);
  const [a] = (await make(A, [{ Name: "a", LB: [{ id: b }] }])) as [string];
  await make(A, [{ Name: "top", Own: [{ id: a }] }]);
  expect((await list(A))[1]).toMatchObject({ Own: [{ id: a, title: "b" }] });
  await deleteTable(B);
  await calm();
  expect((await list(A))[0]).not.toHaveProperty("Shown");
  const gone = (await list(A))[1];
  await restore();
  await calm();
  expect((await list(A))[1]).toMatchObject({ Own: [{ id: a, title: "b" }] });
  expect(gone).toEqual(expect.objectContaining({ Own: [{ id: a }] }));
});

test("records are renamed while the table that links them is in the trash: it comes back with their names", async () => {
  const { A, B, calm, add, make, update, list, deleteTable, restore } = await twoOf();
  await add(A, aLinkNamed("LB", B));
  const [b] = (await make(B, [{ Name: "b" }])) as [string];
  await make(A, [{ Name: "a", LB: [{ id: b }] }]);
  await calm();
  await deleteTable(A);
  await calm();
  await update(B, b, { Name: "other" });
  await calm();
  await restore();
  await calm();
  expect((await list(A))[0]).toMatchObject({ LB: [{ id: b, title: "other" }] });
});

test.each([true, false])(
  "a field of the titles changes while the table that shows them is in the trash (quiet: %s): not pending for ever",
  async (isQuiet) => {
    const { A, B, calm, add, edit, make, list, find, deleteTable, restore } = await twoOf();
    const name = await find(B, "Name");
    const said = await add(B, formula("Said", `"#" & {${name.id}}`));
    await add(A, aLinkNamed("LB", B, { lookupFieldId: said.id }));
    const [b] = (await make(B, [{ Name: "b" }])) as [string];
    await make(A, [{ Name: "a", LB: [{ id: b }] }]);
    await calm();
    await deleteTable(A);
    await calm();
    await edit(B, said.id, { options: { expression: `"!" & {${name.id}}` } });
    if (isQuiet) await calm();
    await restore();
    await calm();
    expect(await list(A)).toMatchObject([{ LB: [{ id: b, title: "!b" }] }]);
    expect(await find(A, "LB")).not.toHaveProperty("isPending");
  },
);

test("titles from a lookup over the link itself: they follow two links on", async () => {
  const { A, calm, add, make, update, list, find, edit } = await twoOf();
  const name = await find(A, "Name");
  const own = await add(A, aLinkNamed("Own", A, { isOneWay: true }));
  const lookup = await add(A, {
    type: "singleLineText",
    isLookup: true,
    name: "Shown",
    ...overLink(own, A, name.id),
  });
  const [a3] = (await make(A, [{ Name: "a3" }])) as [string];
  const [a2] = (await make(A, [{ Name: "a2", Own: [{ id: a3 }] }])) as [string];
  await make(A, [{ Name: "a1", Own: [{ id: a2 }] }]);
  await edit(A, own.id, { options: { ...own.options, lookupFieldId: lookup.id } });
  await calm();
  expect((await list(A))[2]).toMatchObject({ Own: [{ id: a2, title: "a3" }] });
  await update(A, a3, { Name: "other" });
  await calm();
  expect((await list(A))[2]).toMatchObject({ Own: [{ id: a2, title: "other" }] });
});
