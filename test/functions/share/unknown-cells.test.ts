/* A filter may hide records from visitors; it hides them also when its field has lost what its cells are computed from. */
import { expect, test } from "vitest";
import { handler as convertField } from "#functions/field/convert-field";
import { handler as deleteField } from "#functions/field/delete-field";
import { handler as deleteTable } from "#functions/table/delete-table";
import { handler as filterView } from "#functions/view/filter-view";
import { actionsOf, aLinkNamed, overLink } from "#test/support/makers/actions";
import { call } from "#test/support/requests/call";
import { someOf } from "#test/support/run/sample";
import { aShare } from "./support.ts";

const text = (name: string) => ({ type: "singleLineText", name });
const number = (name: string) => ({ type: "number", name });

/** A shared table whose record Open has the size 1, and Hidden 2; a record of the other table gives each. */
async function aWorld() {
  const share = await aShare({ fields: [text("Name"), number("Size")] });
  const to = actionsOf(share.owner);
  const other = await aShare({ owner: share.owner, fields: [text("Name"), number("Size")] });
  const link = await to.add(share, aLinkNamed("Link", other));
  const over = overLink(link, other, other.idOf("Size"));
  const sizes = await to.add(share, { ...number("Sizes"), isLookup: true, ...over });
  const rollup = { type: "rollup", name: "Sum", options: { expression: "max({values})" }, ...over };
  const formula = (name: string, expression: string) =>
    to.add(share, { type: "formula", name, options: { expression } });
  const made = {
    Sizes: sizes,
    Sum: await to.add(share, rollup),
    Own: await formula("Own", `IF({${share.idOf("Size")}} > 0, {${share.idOf("Size")}})`),
    Over: await formula("Over", `IF(SUM({${sizes.id}}) > 0, SUM({${sizes.id}}))`),
  };
  const [one = "", two = ""] = await to.make(other, [{ Size: 1 }, { Size: 2 }]);
  await to.make(share, [
    { Name: "Open", Size: 1, Link: [{ id: one }] },
    { Name: "Hidden", Size: 2, Link: [{ id: two }] },
    { Name: "Empty" },
  ]);
  const remove = (id: string) =>
    call(deleteField, { as: share.owner, params: { tableId: share.tableId, fieldId: id } });
  const looked = { tableId: other.tableId, fieldId: other.idOf("Size") };
  const convert = (type: string) => call(convertField, { as: share.owner, params: looked, body: { type } });
  const removals = {
    "the field of the table": () => remove(share.idOf("Size")),
    "the link": () => remove(link.id),
    "the lookup": () => remove(sizes.id),
    "the other table": () =>
      call(deleteTable, { as: share.owner, params: { baseId: other.table.baseId, tableId: other.tableId } }),
    "the looked-up field": () => call(deleteField, { as: share.owner, params: looked }),
    "the numbers: they become buttons": () => convert("button"),
    "the numbers: they become checkboxes": () => convert("checkbox"),
  };
  return { share, made, removals };
}

const operators = [
  ["isNot", 2, ["Open", "Empty"]],
  ["isLess", 2, ["Open"]],
  ["isEmpty", null, ["Empty"]],
  ["isNotEmpty", null, ["Open", "Hidden"]],
] as const;

const elsewhere = ["the link", "the other table", "the looked-up field"] as const;

test.each([
  ["Own", ["the field of the table"]],
  ["Sizes", [...elsewhere, "the numbers: they become buttons", "the numbers: they become checkboxes"]],
  ["Sum", elsewhere],
  ["Over", [...elsewhere, "the lookup"]],
] as const)("200: nothing matches a filter by %s when what it is made of is gone", async (name, gone) => {
  for (const removal of gone)
    for (const [operator, value, before] of someOf([...operators], 2)) {
      const { share, made, removals } = await aWorld();
      const filter = { conjunction: "and", filterSet: [{ fieldId: made[name].id, operator, value }] };
      expect(await call(filterView, { ...share.ofView, body: { filter } })).toMatchObject({ status: 200 });
      const names = async () =>
        (await share.records()).body.records.map((record: { name: string }) => record.name);
      expect(await names()).toEqual(before);
      expect(await removals[removal]()).toMatchObject({ status: 200 });
      expect({ removal, operator, names: await names() }).toEqual({ removal, operator, names: [] });
      expect((await share.rowCount()).body).toEqual({ rowCount: 0 });
    }
});
