/* A choice is removed from a field that other tables look up: their shares show strangers no more than before. */
import { expect, test } from "vitest";
import { handler as updateField } from "#functions/field/update-field";
import { handler as listSharedLinks } from "#functions/share/list-shared-links";
import { handler as listSharedRecords } from "#functions/share/list-shared-records";
import { handler as createView } from "#functions/view/create-view";
import { actionsOf, aLinkNamed, overLink } from "#test/support/makers/actions";
import { aShareId } from "#test/support/makers/ids";
import { call } from "#test/support/requests/call";
import { aShare } from "./support.ts";

const text = { type: "singleLineText", name: "Name" };
const choices = [{ name: "x" }, { name: "y" }, { name: "z" }];
const marks = { type: "multipleSelect", name: "Marks", options: { choices } };

/** Two records with these marks in another table, each linked by a record of the same name. */
async function aWorld(operator: string, value: string[], open: string[], hidden: string[]) {
  const to = await aShare({ fields: [text, marks] });
  const { owner } = to;
  const from = await aShare({ fields: [text], owner, view: { enableShare: false } });
  const at = actionsOf(owner);
  const link = await at.add(from, aLinkNamed("Link", to));
  const ids = await at.make(to, [
    { Name: "Open", Marks: open },
    { Name: "Hidden", Marks: hidden },
  ]);
  await at.make(
    from,
    ["Open", "Hidden"].map((Name, i) => ({ Name, Link: [{ id: ids[i] }] })),
  );
  const filterBy = (fieldId: string) => ({ conjunction: "and", filterSet: [{ fieldId, operator, value }] });
  const filter = filterBy(to.idOf("Marks"));
  const share = async (view: object) => {
    const shareId = aShareId();
    const params = { tableId: from.tableId };
    const body = { name: "Shared", shareId, enableShare: true, ...view };
    expect((await call(createView, { as: owner, params, body })).status).toBe(201);
    return { shareId };
  };
  const remove = () =>
    call(updateField, {
      as: owner,
      params: { tableId: to.tableId, fieldId: to.idOf("Marks") },
      body: { options: { choices: choices.filter((each) => each.name !== "y") } },
    });
  return { to, from, at, link, filter, filterBy, share, remove };
}

const excluding: [string, string[], string[], string[]][] = [
  ["hasNoneOf", ["y"], ["x"], ["y"]],
  ["hasNoneOf", ["x", "y"], ["z"], ["y"]],
  ["isNotExactly", ["x", "y"], ["x"], ["x", "y"]],
];

test.each(excluding)("a view by a lookup: %s %j", async (...[operator, value, open, hidden]) => {
  const { to, from, at, link, filterBy, share, remove } = await aWorld(operator, value, open, hidden);
  const looked = { ...marks, options: {}, name: "Looked", isLookup: true };
  const lookup = await at.add(from, { ...looked, ...overLink(link, to, to.idOf("Marks")) });
  const params = await share({
    type: "grid",
    shareMeta: { includeRecords: true },
    filter: filterBy(lookup.id),
  });
  const names = async () => {
    const { status, body } = await from.ask(listSharedRecords, { params });
    return status === 200 ? body.records.map(({ name }: { name: string }) => name) : status;
  };
  expect(await names()).toEqual(["Open"]);
  expect((await remove()).status).toBe(200);
  expect(await names()).toBe(404);
});

test.each(excluding)("a shown lookup with a filter: %s %j", async (...[operator, value, open, hidden]) => {
  const { to, from, at, link, filter, share, remove } = await aWorld(operator, value, open, hidden);
  const over = overLink(link, to, to.idOf("Name"), { filter });
  await at.add(from, { ...text, name: "Names", isLookup: true, ...over });
  const params = await share({ type: "grid", shareMeta: { includeRecords: true } });
  const shown = async () => {
    const { status, body } = await from.ask(listSharedRecords, { params });
    return status === 200 ? body.records.map(({ fields }: { fields: object }) => fields) : status;
  };
  expect(await shown()).toEqual([
    expect.objectContaining({ Names: ["Open"] }),
    expect.not.objectContaining({ Names: expect.anything() }),
  ]);
  expect((await remove()).status).toBe(200);
  expect(await shown()).toBe(404);
});

test.each([
  ...excluding,
  ["hasAllOf", ["x", "y"], ["x", "y"], ["x"]],
  ["isExactly", ["x", "y"], ["x", "y"], ["x"]],
  ["hasAnyOf", ["y"], ["y"], ["x"]],
])("a form that offers records: %s %j", async (...[operator, value, open, hidden]) => {
  const { to, from, at, filter, share, remove } = await aWorld(operator, value, open, hidden);
  const link = await at.add(from, aLinkNamed("Offered", to, { isOneWay: true, filter }));
  const params = await share({
    type: "form",
    shareMeta: { submit: { allow: true } },
    columnMeta: { [link.id]: { order: 1, visible: true } },
  });
  const offered = async () => {
    const { status, body } = await call(listSharedLinks, { params, query: { fieldId: link.id } });
    return status === 200 ? body.map(({ title }: { title: string }) => title) : status;
  };
  expect(await offered()).toEqual(["Open"]);
  expect((await remove()).status).toBe(200);
  expect(await offered()).toBe(403);
});
