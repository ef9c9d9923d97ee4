/* Titles over a link whose relationship changes, over two tables, and by a lookup whose filter loses its choice. */
import { expect, test } from "vitest";
import { handler as deleteRecord } from "#functions/record/delete-record";
import { actionsOf, aLinkNamed, overLink } from "#test/support/makers/actions";
import { aTable } from "#test/support/makers/makers";
import { call } from "#test/support/requests/call";
import { formula, text, twoOf } from "./titles-support.ts";

const relations = ["manyMany", "manyOne", "oneMany", "oneOne"];
test.each(
  relations.flatMap((from) =>
    relations
      .filter((to) => to !== from)
      .flatMap((to) => [true, false].map((isBack) => ({ from, to, isBack }))),
  ),
)(
  "$from becomes $to (by the other side: $isBack): titles over it follow as before",
  async ({ from, to, isBack }) => {
    const { A, B, calm, add, make, update, list, find, edit } = await twoOf();
    const num = await find(B, "Num");
    const link = await add(A, aLinkNamed("LB", B, { relationship: from }));
    const sum = await add(A, {
      type: "rollup",
      name: "Sum",
      options: { expression: "sum({values})" },
      ...overLink(link, B, num.id),
    });
    await add(A, aLinkNamed("Own", A, { isOneWay: true, lookupFieldId: sum.id }));
    await calm();
    const [b] = (await make(B, [{ Name: "b", Num: 1 }])) as [string];
    const [a] = (await make(A, [
      { Name: "a", LB: ["manyMany", "oneMany"].includes(from) ? [{ id: b }] : { id: b } },
    ])) as [string];
    await make(A, [{ Name: "top", Own: [{ id: a }] }]);
    await calm();
    const back = await find(B, "A");
    const [t, f] = isBack ? [B, back] : [A, link];
    const { foreignTableId, lookupFieldId, isOneWay } = f.options as Record<string, unknown>;
    const back2 = { manyMany: "manyMany", manyOne: "oneMany", oneMany: "manyOne", oneOne: "oneOne" }[to];
    await edit(t, f.id, {
      options: { foreignTableId, lookupFieldId, isOneWay, relationship: isBack ? back2 : to },
    });
    await calm();
    expect((await list(A))[1]).toMatchObject({ Own: [{ title: "1.00" }] });
    await update(B, b, { Num: 7 });
    await calm();
    expect((await list(A))[0]).toMatchObject({ Sum: 7 });
    expect((await list(A))[1]).toMatchObject({ Own: [{ title: "7.00" }] });
  },
);

test.each(relations.flatMap((relation) => [true, false].map((isOneWay) => ({ relation, isOneWay }))))(
  "a record two tables away is deleted: titles follow ($relation, one-way $isOneWay)",
  async ({ relation, isOneWay }) => {
    const { A, B, as, calm, add, make, list, more } = await twoOf();
    const C = await aTable({ name: "C", fields: [text("Name")], records: [] }, as, B);
    more.push(C as never);
    const name = C.table.fields[0].id;
    const toC = await add(B, aLinkNamed("LC", C, { relationship: relation, isOneWay }));
    const k = await add(B, { type: "singleLineText", isLookup: true, name: "K", ...overLink(toC, C, name) });
    const f = await add(B, formula("F", `{${k.id}} & "!"`));
    const toB = await add(A, aLinkNamed("LB", B));
    const kf = await add(A, { type: "formula", isLookup: true, name: "KF", ...overLink(toB, B, f.id) });
    const top = await add(A, formula("Top", `{${kf.id}} & "?"`));
    await add(A, aLinkNamed("Own", A, { isOneWay: true, lookupFieldId: top.id }));
    const many = ["manyMany", "oneMany"].includes(relation);
    const { update } = actionsOf(as);
    const [c] = (await make(C, [{ Name: "c" }])) as [string];
    await calm();
    const [b] = (await make(B, [{ Name: "b", LC: many ? [{ id: c }] : { id: c } }])) as [string];
    const [a] = (await make(A, [{ Name: "a", LB: [{ id: b }] }])) as [string];
    await make(A, [{ Name: "t", Own: [{ id: a }] }]);
    await calm();
    expect((await list(A))[1]).toMatchObject({ Own: [{ title: "c!?" }] });
    await update(C, c, { Name: "d" });
    await calm();
    expect((await list(A))[1]).toMatchObject({ Own: [{ title: "d!?" }] });
    await call(deleteRecord, { as, params: { tableId: C.tableId, recordId: c } });
    await calm();
    expect((await list(A))[0]).toMatchObject({ Top: "!?" });
    expect((await list(A))[1]).toMatchObject({ Own: [{ title: "!?" }] });
  },
);

test("the choice in the filter of a lookup is removed: the lookup does not show what the filter kept out, and titles say what it shows", async () => {
  const { A, B, calm, add, edit, make, list, find } = await twoOf();
  const choices = [
    { id: "choAaaaaaaaaa", name: "public" },
    { id: "choBbbbbbbbbb", name: "secret" },
  ];
  const sel = await add(B, { type: "singleSelect", name: "Sel", options: { choices } });
  const name = await find(B, "Name");
  const link = await add(A, aLinkNamed("LB", B));
  const filter = { conjunction: "and", filterSet: [{ fieldId: sel.id, operator: "is", value: "public" }] };
  const k = await add(A, {
    type: "singleLineText",
    isLookup: true,
    name: "K",
    ...overLink(link, B, name.id, { filter }),
  });
  await add(A, aLinkNamed("Own", A, { isOneWay: true, lookupFieldId: k.id }));
  const [b1, b2] = await make(B, [
    { Name: "b1", Sel: "public" },
    { Name: "b2", Sel: "secret" },
  ]);
  const [a] = await make(A, [{ Name: "a", LB: [{ id: b1 }, { id: b2 }] }]);
  await make(A, [{ Name: "t", Own: [{ id: a }] }]);
  await calm();
  expect((await list(A))[0]).toMatchObject({ K: ["b1"] });
  await edit(B, sel.id, { options: { choices: [choices[1]] } });
  await calm();
  const [x, y] = (await list(A)) as [{ K?: string[] }, { Own: [{ title?: string }] }];
  expect({ K: x.K ?? [], title: y.Own[0].title ?? "" }).toEqual({ K: [], title: "" });
});
