/* Whoever has no access to the other tables sees what the lookups of his own table show, and nothing else of them. */
import { beforeAll, expect, test } from "vitest";
import { handler as aggregateRecords } from "#functions/aggregation/aggregate-records";
import { handler as listGroupPoints } from "#functions/aggregation/list-group-points";
import { handler as convertField } from "#functions/field/convert-field";
import { handler as createField } from "#functions/field/create-field";
import { handler as getField } from "#functions/field/get-field";
import { handler as listFields } from "#functions/field/list-fields";
import { handler as updateField } from "#functions/field/update-field";
import { handler as createRecords } from "#functions/record/create-records";
import { handler as listRecords } from "#functions/record/list-records";
import { handler as copyCells } from "#functions/selection/copy-cells";
import { handler as getBaseSchema } from "#functions/table/get-base-schema";
import { buildEventBody } from "#lib/data/webhooks/event-body";
import { aBase, aMember, aTable, type Someone } from "#test/support/makers/makers";
import { call } from "#test/support/requests/call";

type Table = Awaited<ReturnType<typeof aTable>>;
interface Shown {
  id: string;
  name: string;
  type: string;
  options: Record<string, unknown>;
}
const idOf = ({ table }: Table, name: string): string =>
  table.fields.find((field: Shown) => field.name === name).id;
const text = (name: string) => ({ type: "singleLineText", name });

async function add({ owner: as, tableId }: Table, body: object): Promise<Shown> {
  const answer = await call(createField, { as, params: { tableId }, body });
  expect(answer).toMatchObject({ status: 201 });
  return answer.body;
}
const linkTo = (table: Table, { tableId }: Table, name: string, more: object = {}) => {
  const options = { relationship: "manyMany", foreignTableId: tableId, ...more };
  return add(table, { type: "link", name, options });
};
const looksUp = (
  table: Table,
  { type, ...names }: { type: string; name: string },
  [link, foreign, lookupFieldId]: [Shown, Table, string],
) => {
  const lookupOptions = { linkFieldId: link.id, foreignTableId: foreign.tableId, lookupFieldId };
  const how = type === "rollup" ? { options: { expression: "sum({values})" } } : { isLookup: true };
  return add(table, { type, ...names, ...how, lookupOptions });
};

/** The caller has a role on the base of `own`, which looks into `near`, which looks into `far`: each in a base of its own. */
let own: Table;
let near: Table;
let far: Table;
let member: Someone;
const made: Record<string, Shown> = {};
const secret: string[] = [];

beforeAll(async () => {
  far = await aTable({
    name: "Salaries",
    fields: [text("Employee"), { type: "number", name: "Salary" }, text("Hush")],
    records: [{ fields: { Employee: "Ann", Salary: 5000, Hush: "hidden cell" } }],
  });
  const { owner } = far;
  const fee = `IF({${idOf(far, "Salary")}} > 4321.0625, "rich", "poor")`;
  const label = await add(far, { type: "formula", name: "Verdict", options: { expression: fee } });
  near = await aTable({ name: "Teams", fields: [text("Team"), text("Quiet")] }, owner, await aBase(owner));
  const filter = {
    conjunction: "and",
    filterSet: [{ fieldId: idOf(far, "Hush"), operator: "isNot", value: "sesame" }],
  };
  const staff = await linkTo(near, far, "Staff", { isOneWay: true, filter });
  const pay = await looksUp(near, { type: "rollup", name: "Payroll" }, [staff, far, idOf(far, "Salary")]);
  const verdicts = await looksUp(near, { type: "formula", name: "Verdicts" }, [staff, far, label.id]);
  const boss = await add(near, { type: "user", name: "Boss", options: { defaultValue: owner.userId } });
  own = await aTable({ name: "Projects", fields: [text("Project")] }, owner, await aBase(owner));
  const team = await linkTo(own, near, "Team", { relationship: "manyOne" });
  made["team"] = team;
  const source = (id: string): [Shown, Table, string] => [team, near, id];
  made["pay"] = await looksUp(own, { type: "rollup", name: "Cost" }, source(pay.id));
  made["verdicts"] = await looksUp(own, { type: "formula", name: "Words" }, source(verdicts.id));
  made["staff"] = await looksUp(own, { type: "link", name: "People" }, source(staff.id));
  made["payroll"] = await looksUp(own, { type: "rollup", name: "Sum of sums" }, source(pay.id));
  made["boss"] = await looksUp(own, { type: "user", name: "Lead" }, source(boss.id));
  const chosen = {
    conjunction: "and",
    filterSet: [{ fieldId: idOf(near, "Quiet"), operator: "isNot", value: "sesame" }],
  };
  made["chosen"] = await add(own, {
    ...{ type: "singleLineText", isLookup: true, name: "Chosen" },
    lookupOptions: {
      ...{ linkFieldId: team.id, foreignTableId: near.tableId, lookupFieldId: idOf(near, "Team") },
      filter: chosen,
    },
  });
  const visibleFieldIds = [idOf(near, "Quiet")];
  made["open"] = await linkTo(own, near, "Open", { isOneWay: true, filter: chosen, visibleFieldIds });
  const [ann] = far.table.records;
  const write = async ({ tableId }: Table, fields: object) => {
    const answer = await call(createRecords, {
      as: owner,
      params: { tableId },
      body: { records: [{ fields }] },
    });
    expect(answer).toMatchObject({ status: 201 });
    return answer.body.records[0];
  };
  const reds = await write(near, { Team: "Reds", Quiet: "not told", Boss: null, Staff: [{ id: ann.id }] });
  await write(own, { Project: "Moon", Team: { id: reds.id } });
  await write(own, { Project: "Mars" });
  member = await aMember(own.baseId, "creator");
  secret.push("Salaries", "Teams", "Salary", "Payroll", "Hush", "hidden cell", "Quiet", "not told", "Boss");
  // no number that an id or a time may have by chance
  secret.push("Staff", "4321.0625", "sesame", idOf(far, "Hush"), idOf(near, "Quiet"));
  secret.push(idOf(far, "Salary"), label.id, "Verdict", far.baseId);
});

/** The answer, which must have nothing of the other tables. */
function quiet<Answer>(answer: Answer): Answer {
  const said = JSON.stringify(answer);
  expect(secret.filter((word) => said.includes(word))).toEqual([]);
  return answer;
}
const params = () => ({ tableId: own.tableId });
const list = (query: Record<string, string>) => call(listRecords, { as: member, params: params(), query });
const idMade = (name: string) => (made[name] as Shown).id;

test("fields say nothing of the fields that they look up", async () => {
  const { body } = quiet(await call(listFields, { as: member, params: params() }));
  const words = body.find(({ name }: Shown) => name === "Words");
  expect(words).toMatchObject({ isLookup: true, type: "formula", options: { expression: "" } });
  const lead = body.find(({ name }: Shown) => name === "Lead");
  expect(lead.options).toEqual({ isMultiple: false, shouldNotify: true });
});

test("how links and lookups choose records is shown to who may read there, and to nobody else", async () => {
  const asOwner = async (fieldId: string) =>
    (await call(getField, { as: own.owner, params: { ...params(), fieldId } })).body;
  expect((await asOwner(idMade("chosen"))).lookupOptions.filter.filterSet[0].value).toBe("sesame");
  expect((await asOwner(idMade("open"))).options).toMatchObject({ visibleFieldIds: [idOf(near, "Quiet")] });
  for (const name of ["chosen", "open"]) {
    const at = { as: member, params: { ...params(), fieldId: idMade(name) } };
    expect(quiet(await call(getField, at)).status).toBe(200);
    const rename = { type: made[name]?.type, name: `${name} again` };
    if (name === "open") quiet(await call(convertField, { ...at, body: rename }));
  }
  const base = await call(getBaseSchema, { as: member, params: { baseId: own.baseId } });
  expect(quiet(base).status).toBe(200);
  const ranges = JSON.stringify([
    [0, 0],
    [20, 1],
  ]);
  expect(quiet(await call(copyCells, { as: member, params: params(), query: { ranges } })).status).toBe(200);
  const of = {
    id: "whe",
    baseId: own.baseId,
    event: {
      type: "field.updated",
      timestamp: new Date().toISOString(),
      tableId: own.tableId,
      fieldId: idMade("chosen"),
    },
  };
  const told = await buildEventBody(
    of as never,
    { createdBy: own.owner.userId } as never,
    of.event.timestamp,
  );
  expect(quiet(told)).toContain(idMade("chosen"));
});

test("records, filters, orders, groups, searches and statistics show the cells of lookups", async () => {
  const { body } = quiet(await list({}));
  const [moon] = body.records;
  expect(moon.fields).toMatchObject({ Cost: 5000, Words: ["rich"], "Sum of sums": 5000 });
  for (const name of ["pay", "verdicts", "staff", "payroll", "boss"]) {
    const fieldId = idMade(name);
    const filterSet = [{ fieldId, operator: "isNotEmpty", value: null }];
    const found = quiet(await list({ filter: JSON.stringify({ conjunction: "and", filterSet }) }));
    expect(found.status).toBe(200);
    const order = JSON.stringify([{ fieldId, order: "desc" }]);
    expect(quiet(await list({ orderBy: order })).status).toBe(200);
    expect(quiet(await list({ groupBy: order })).status).toBe(200);
    const query = { groupBy: order };
    const points = await call(listGroupPoints, { as: member, params: params(), query });
    expect(quiet(points).status).toBe(200);
    const field = JSON.stringify({ [fieldId]: ["filled", "unique"] });
    const counted = await call(aggregateRecords, { as: member, params: params(), query: { field } });
    quiet(counted);
  }
  // a field of the other table is no field here
  for (const fieldId of [idOf(far, "Salary"), idOf(near, "Quiet")]) {
    const filterSet = [{ fieldId, operator: "isNotEmpty", value: null }];
    const answer = await list({ filter: JSON.stringify({ conjunction: "and", filterSet }) });
    const unknown = fieldId.replace(/.{4}$/, "Zzzz");
    const like = await list({
      filter: JSON.stringify({ conjunction: "and", filterSet: [{ ...filterSet[0], fieldId: unknown }] }),
    });
    expect(answer.status).toBe(like.status);
    expect(JSON.stringify(answer.body).replaceAll(fieldId, unknown)).toBe(JSON.stringify(like.body));
  }
});

test("a new lookup into a closed table gets the same answer, whether its field is there or not", async () => {
  const asks = (lookupFieldId: string) => ({
    ...{ type: "singleLineText", isLookup: true },
    lookupOptions: { foreignTableId: near.tableId, linkFieldId: idMade("team"), lookupFieldId },
  });
  const create = (body: object) => call(createField, { as: member, params: params(), body });
  const [there, nowhere] = [
    await create(asks(idOf(near, "Quiet"))),
    await create(asks("fldNowhereNowhere01")),
  ];
  expect(there).toMatchObject({ status: 400, body: { message: expect.stringContaining("no access") } });
  expect(there.body.message).toBe(nowhere.body.message);
  const change = { options: { formatting: { type: "decimal", precision: 1 } } };
  for (const name of ["pay", "verdicts", "staff", "boss"]) {
    const at = { ...params(), fieldId: idMade(name) };
    quiet(await call(updateField, { as: member, params: at, body: change }));
  }
});

test("a circle through closed tables names only the fields of the own table", async () => {
  const end = await add(own, { type: "formula", name: "End", options: { expression: "1" } });
  const back = await linkTo(near, own, "Covert link", { isOneWay: true });
  const hidden = await looksUp(near, { type: "rollup", name: "Covert sum" }, [back, own, end.id]);
  const source: [Shown, Table, string] = [made["team"] as Shown, near, hidden.id];
  const shown = await looksUp(own, { type: "rollup", name: "Shown" }, source);
  const answer = await call(updateField, {
    as: member,
    params: { ...params(), fieldId: end.id },
    body: { options: { expression: `{${shown.id}} + 1` } },
  });
  expect(answer).toMatchObject({
    status: 400,
    body: { message: expect.stringContaining("depends on itself") },
  });
  expect(answer.body.message).toContain("Shown");
  const said = JSON.stringify(answer.body);
  expect([back.id, hidden.id, "Covert"].filter((word) => said.includes(word))).toEqual([]);
});
