/* Titles made of titles: a formula over a link gives the titles of another link, and lookups show it. */
import { expect, test } from "vitest";
import { handler as createField } from "#functions/field/create-field";
import { handler as updateField } from "#functions/field/update-field";
import { handler as deleteRecord } from "#functions/record/delete-record";
import { handler as createTable } from "#functions/table/create-table";
import { calmDown } from "#test/load/links/together";
import { actionsOf, aLinkNamed, overLink } from "#test/support/makers/actions";
import { aTable } from "#test/support/makers/makers";
import { call } from "#test/support/requests/call";
import { refusal } from "#test/support/requests/refusal";

const text = (name: string) => ({ type: "singleLineText", name });
const formula = (name: string, expression: string) => ({ type: "formula", name, options: { expression } });

/** Leaves ◀─ middles, with a formula over the link ◀─ tops, titled by the formula, with one over that link ◀─ roofs, titled by that one. */
async function aChain(relationship: string) {
  const leaves = await aTable({ fields: [text("Leaf")], records: [] });
  const { owner: as } = leaves;
  const actions = actionsOf(as);
  const { add, make, list } = actions;
  const middles = await aTable({ name: "Middles", fields: [text("Middle")], records: [] }, as, leaves);
  const tops = await aTable({ fields: [text("Top")], records: [] }, as, leaves);
  const roofs = await aTable({ fields: [text("Roof")], records: [] }, as, leaves);
  const link = await add(middles, aLinkNamed("Leaves", leaves, { relationship }));
  const said = await add(middles, formula("Said", `"(" & {${link.id}} & ")"`));
  const toMiddles = await add(tops, aLinkNamed("Middles", middles, { lookupFieldId: said.id }));
  const told = await add(tops, formula("Told", `"<" & {${toMiddles.id}} & ">"`));
  const toTops = await add(roofs, aLinkNamed("Tops", tops, { lookupFieldId: told.id }));
  await add(roofs, {
    ...formula("Seen", ""),
    isLookup: true,
    options: {},
    ...overLink(toTops, tops, told.id),
  });
  const [l1, l2] = (await make(leaves, [{ Leaf: "a" }, { Leaf: "b" }])) as [string, string];
  const one = ["manyMany", "oneMany"].includes(relationship) ? [{ id: l1 }] : { id: l1 };
  const [m] = await make(middles, [{ Middle: "m", Leaves: one }]);
  const [t] = await make(tops, [{ Top: "t", Middles: [{ id: m }] }]);
  await make(roofs, [{ Roof: "r", Tops: [{ id: t }] }]);
  const seen = async () => {
    await calmDown();
    const [roof = {}] = await list(roofs);
    const [title] = roof["Tops"] as [{ title: string }];
    expect(roof["Seen"]).toEqual([title.title]);
    return title.title;
  };
  return { ...actions, as, leaves, middles, tops, link, said, ids: { l1, l2, m: m as string }, seen };
}

test.each(["manyMany", "oneMany", "manyOne", "oneOne"])(
  "%s: titles follow a title, links from both sides, and a deleted record",
  async (relationship) => {
    const { as, leaves, update, ids, seen } = await aChain(relationship);
    expect(await seen()).toBe("<(a)>");
    await update(leaves, ids.l1, { Leaf: "c" });
    expect(await seen()).toBe("<(c)>");
    const back = { id: ids.m };
    const cell = ["manyMany", "manyOne"].includes(relationship) ? [back] : back;
    await update(leaves, ids.l1, { Middles: null });
    expect(await seen()).toBe("<()>");
    await update(leaves, ids.l2, { Middles: cell });
    expect(await seen()).toBe("<(b)>");
    await call(deleteRecord, { as, params: { tableId: leaves.tableId, recordId: ids.l2 } });
    expect(await seen()).toBe("<()>");
  },
);

test("400: titles that would be made of themselves, over one table or several", async () => {
  const { as, add, middles, tops, link, said } = await aChain("manyMany");
  // the link shows the table of the leaves, whose formula would show the middles by what the link shows
  const back = await add(
    { tableId: (link.options as { foreignTableId: string }).foreignTableId },
    aLinkNamed("Again", middles, { lookupFieldId: said.id, isOneWay: true }),
  );
  const leaves = { tableId: (link.options as { foreignTableId: string }).foreignTableId };
  const circle = await add(leaves, formula("Circle", `{${back.id}}`));
  const edit = (table: { tableId: string }, fieldId: string, body: object) =>
    call(updateField, { as, params: { tableId: table.tableId, fieldId }, body });
  const options = { ...link.options, lookupFieldId: circle.id };
  expect(refusal(await edit(middles, link.id, { options }))).toEqual({
    status: 400,
    paths: ["options.lookupFieldId"],
  });
  const own = await add(tops, aLinkNamed("Own", tops, { isOneWay: true }));
  const over = await add(tops, formula("Over", `{${own.id}} & "x"`));
  const titled = { ...own.options, lookupFieldId: over.id };
  const answer = await edit(tops, own.id, { options: titled });
  expect(refusal(answer)).toEqual({ status: 400, paths: ["options.lookupFieldId"] });
  expect(answer.body.message).toContain("depends on itself");
  // the other way round: the formula closes it
  const other = await add(tops, formula("Other", "1"));
  const by = await add(tops, aLinkNamed("By", tops, { isOneWay: true, lookupFieldId: other.id }));
  const closing = await edit(tops, other.id, { options: { expression: `{${by.id}}` } });
  expect(refusal(closing)).toEqual({ status: 400, paths: ["options.expression"] });
});

test("400: a new table whose link has its titles from a formula over that link", async () => {
  const { as, table } = await aTable({ fields: [text("Name")], records: [] }).then((made) => ({
    as: made.owner,
    table: made,
  }));
  const ids = { link: "fldLinkLinkLinkLink", said: "fldSaidSaidSaidSaid" };
  const selfLink = aLinkNamed("Own", { tableId: "self" }, { isOneWay: true, lookupFieldId: ids.said });
  const body = {
    name: "Circle",
    fields: [
      text("Name"),
      { ...selfLink, id: ids.link },
      { ...formula("Said", `{${ids.link}}`), id: ids.said },
    ],
  };
  const answer = await call(createTable, { as, params: { baseId: table.baseId }, body });
  expect(refusal(answer)).toEqual({ status: 400, paths: ["fields[1].options.lookupFieldId"] });
  const alone = await call(createField, {
    as,
    params: { tableId: table.tableId },
    body: aLinkNamed("Own", table, { isOneWay: true }),
  });
  expect(alone.status).toBe(201);
});
