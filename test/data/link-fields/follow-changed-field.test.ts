/* What follows in other tables when a field changes: filters that name its choices, and titles made of it. */
import { expect, test } from "vitest";
import { handler as createView } from "#functions/view/create-view";
import { handler as getView } from "#functions/view/get-view";
import { runJobsOf } from "#test/support/events/jobs";
import { actionsOf, aLinkNamed, overLink } from "#test/support/makers/actions";
import { dependentsOf, disagreements } from "#test/support/makers/links";
import { aTable } from "#test/support/makers/makers";
import { call } from "#test/support/requests/call";

const text = (name: string) => ({ type: "singleLineText", name });
const choices = [
  { id: "choAaaaaaaaaa", name: "todo" },
  { id: "choBbbbbbbbbb", name: "done" },
];
const filterBy = (fieldId: string, value: unknown = "todo", operator = "is") => ({
  filter: { conjunction: "and", filterSet: [{ fieldId, operator, value }] },
});

/** Parts with a state, machines that link parts, halls that link machines: filters by the state in all three. */
async function aWorld() {
  const parts = await aTable({
    fields: [text("Part"), { type: "singleSelect", name: "State", options: { choices } }],
    records: [{ fields: { Part: "p1", State: "todo" } }, { fields: { Part: "p2", State: "done" } }],
  });
  const { owner: as } = parts;
  const { add, ...actions } = actionsOf(as);
  const [part, state] = parts.table.fields.map(({ id }: { id: string }) => id) as [string, string];
  const machines = await aTable({ fields: [text("Machine")], records: [] }, as, parts);
  const halls = await aTable({ fields: [text("Hall")], records: [] }, as, parts);
  const parent = await add(parts, aLinkNamed("Parent", parts, { isOneWay: true, ...filterBy(state) }));
  const sub = { type: "singleLineText", isLookup: true, name: "Subs" };
  await add(parts, { ...sub, ...overLink(parent, parts, part, filterBy(state)) });
  const link = await add(machines, aLinkNamed("Parts", parts, filterBy(state, ["todo", "done"], "isAnyOf")));
  const states = await add(machines, {
    ...{ type: "singleSelect", isLookup: true, name: "States" },
    ...overLink(link, parts, state),
  });
  const open = { type: "singleLineText", isLookup: true, name: "Open" };
  await add(machines, { ...open, ...overLink(link, parts, part, filterBy(state)) });
  const toMachines = await add(halls, aLinkNamed("Machines", machines, { lookupFieldId: states.id }));
  const busy = { type: "singleLineText", isLookup: true, name: "Busy" };
  const machineId = machines.table.fields[0].id;
  const filter = filterBy(states.id, ["todo"], "hasAnyOf");
  await add(halls, { ...busy, ...overLink(toMachines, machines, machineId, filter) });
  const view = { name: "Busy", type: "grid", ...filter };
  const made = await call(createView, { as, params: { tableId: machines.tableId }, body: view });
  expect(made.status).toBe(201);
  const [p1, p2] = parts.table.records.map(({ id }: { id: string }) => ({ id }));
  const [m1, m2] = await actions.make(machines, [
    { Machine: "m1", Parts: [p1, p2] },
    { Machine: "m2", Parts: [p2] },
  ]);
  await actions.make(halls, [{ Hall: "h", Machines: [{ id: m1 }, { id: m2 }] }]);
  await actions.update(parts, p1.id, { Parent: [p1] });
  const look = async () => {
    await runJobsOf(parts, machines, halls);
    return {
      parts: await actions.list(parts),
      machines: await actions.list(machines),
      halls: await actions.list(halls),
      view: await actions.list(machines, { viewId: made.body.id }),
    };
  };
  const params = { tableId: machines.tableId, viewId: made.body.id };
  const viewFilter = async () => (await call(getView, { as, params })).body.filter;
  return { as, ...actions, add, parts, machines, halls, state, look, viewFilter };
}

const shown = (name: string) => ({
  parts: [{ Subs: ["p1"] }, {}],
  machines: [{ States: [name, "done"], Open: ["p1"] }, { States: ["done"] }],
  halls: [{ Busy: ["m1"], Machines: [{ title: `${name}, done` }, { title: "done" }] }],
  view: [{ Machine: "m1" }],
});

test("a renamed choice: filters of links, lookups and views name it by its new name, wherever the field is looked up", async () => {
  const { parts, machines, edit, find, look, state, viewFilter } = await aWorld();
  expect(await look()).toMatchObject(shown("todo"));
  await edit(parts, state, { options: { choices: [{ ...choices[0], name: "next" }, choices[1]] } });
  expect(await look()).toMatchObject(shown("next"));
  expect(await viewFilter()).toMatchObject({ filterSet: [{ value: ["next"] }] });
  const link = await find(machines, "Parts");
  expect(link.options).toMatchObject({ filter: { filterSet: [{ value: ["next", "done"] }] } });
  expect(await dependentsOf(parts)).toContainEqual(expect.objectContaining({ options: link.options }));
  expect((await find(parts, "Parent")).options).toMatchObject(filterBy(state, "next"));
  expect((await find(parts, "Subs")).lookupOptions).toMatchObject(filterBy(state, "next"));
});

test("the same when the field becomes a select of several choices; a lookup loses an item that has no meaning there", async () => {
  const { parts, convert, look, find, state, viewFilter } = await aWorld();
  const options = { choices: [{ ...choices[0], name: "next" }, choices[1]] };
  await convert(parts, state, { type: "multipleSelect", options });
  await look();
  expect(await viewFilter()).toMatchObject({ filterSet: [{ value: ["next"] }] });
  const lookup = await find(parts, "Subs");
  expect(lookup.lookupOptions).not.toHaveProperty("filter");
  expect(lookup).not.toHaveProperty("hasError");
});

test("a removed choice: filters of the own table lose it, those elsewhere match nothing; a new one changes nothing", async () => {
  const { as, parts, machines, edit, find, look, state, viewFilter } = await aWorld();
  const before = await find(machines, "Open");
  await edit(parts, state, { options: { choices: [...choices, { name: "later" }] } });
  expect(await find(machines, "Open")).toEqual(before);
  const params = { tableId: parts.tableId };
  const own = await call(createView, { as, params, body: { name: "Own", type: "grid", ...filterBy(state) } });
  await edit(parts, state, { options: { choices: choices.slice(1) } });
  const at = { as, params: { ...params, viewId: own.body.id } };
  expect((await call(getView, at)).body.filter).toBeFalsy();
  expect(await viewFilter()).toMatchObject({ filterSet: [{ value: ["todo"] }] });
  expect((await find(machines, "Open")).lookupOptions).toMatchObject(filterBy(state));
  // nothing that the filter left out before is shown now
  const { machines: shownNow, view } = await look();
  expect(shownNow.map(({ Open }) => Open)).toEqual([undefined, undefined]);
  expect(view).toEqual([]);
});

test("a link becomes text: titles from a formula over it follow, in both tables that it connects", async () => {
  const one = await aTable({ fields: [text("One")], records: [{ fields: { One: "o" } }] });
  const { owner: as } = one;
  const { add, convert, make, list } = actionsOf(as);
  const other = await aTable({ fields: [text("Other")], records: [] }, as, one);
  const link = await add(other, aLinkNamed("Link", one));
  const said = await add(other, {
    ...{ type: "formula", name: "Said" },
    options: { expression: `"<" & {${link.id}} & ">"` },
  });
  await add(one, aLinkNamed("Back", other, { lookupFieldId: said.id, isOneWay: true }));
  const [id] = await make(other, [{ Other: "x", Link: [{ id: one.table.records[0].id }] }]);
  await make(one, [{ One: "y", Back: [{ id }] }]);
  const titles = async () => {
    await runJobsOf(one, other);
    return (await list(one)).map(({ Back }) => Back);
  };
  expect(await titles()).toEqual([undefined, [{ id, title: "<o>" }]]);
  await convert(other, link.id, { type: "singleLineText" });
  expect(await titles()).toEqual([undefined, [{ id, title: "<o>" }]]);
  expect(await disagreements(one.tableId as never, other.tableId as never)).toEqual([]);
});

test("what gives titles becomes a link: the primary field gives them", async () => {
  const one = await aTable({ fields: [text("Name"), text("Code")], records: [] });
  const { owner: as } = one;
  const { add, convert, find, make, list } = actionsOf(as);
  const other = await aTable({ fields: [text("Other")], records: [] }, as, one);
  const code = one.table.fields[1].id;
  await add(other, aLinkNamed("Link", one, { lookupFieldId: code }));
  const [id] = await make(one, [{ Name: "n", Code: "x" }]);
  await make(other, [{ Other: "x", Link: [{ id }] }]);
  const { options } = aLinkNamed("", other);
  await convert(one, code, { type: "link", options });
  await runJobsOf(one, other);
  expect(await list(other)).toMatchObject([{ Link: [{ id, title: "n" }] }]);
  expect((await find(other, "Link")).options).toMatchObject({ lookupFieldId: one.table.fields[0].id });
  expect(await disagreements(one.tableId as never, other.tableId as never)).toEqual([]);
});
