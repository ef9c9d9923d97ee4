/* Indexes that sort, group or filter by people: their names change without a write of the records. */
import { beforeAll, beforeEach, expect, test, vi } from "vitest";
import { handler as submitName } from "#functions/account/submit-name";
import { handler as listGroupPoints } from "#functions/aggregation/list-group-points";
import { handler as deleteBase } from "#functions/base/delete-base";
import { handler as removeBaseCollaborator } from "#functions/base/remove-base-collaborator";
import { handler as exportView } from "#functions/csv/export-view";
import { handler as convertField } from "#functions/field/convert-field";
import { handler as createField } from "#functions/field/create-field";
import { handler as tend } from "#functions/index/tend-indexes";
import { handler as countRecords } from "#functions/record/count-records";
import { handler as createRecords } from "#functions/record/create-records";
import { handler as deleteListedRecords } from "#functions/record/delete-listed-records";
import { handler as listRecords } from "#functions/record/list-records";
import { handler as updateRecords } from "#functions/record/update-records";
import { handler as deleteTable } from "#functions/table/delete-table";
import { handler as changeName } from "#functions/user/change-name";
import { handler as createView } from "#functions/view/create-view";
import { authorId } from "#lib/ai/authors";
import { askedPart } from "#lib/data/indexes/asked-orders";
import { commitRecords } from "#lib/data/indexes/commit-records";
import { tendIndexes } from "#lib/data/indexes/tend-indexes";
import { anonymous } from "#lib/data/records/people";
import { counterKey, recordKey, recordsWithoutIndex } from "#lib/data/records/record-keys";
import type { RecordItem } from "#lib/data/records/records";
import { readSchema, schemaOf, type TableItem, tableKey } from "#lib/data/schema/table-schema";
import { joinChanges } from "#lib/data/spaces/members";
import type { RecordId, UserId } from "#lib/schemas/basics/ids";
import { change, commit } from "#lib/store/commit";
import { addToNumber, getItem, type Item, readAll } from "#lib/store/store";
import { eventOf } from "#test/support/events/deliver";
import { runToEnd } from "#test/support/events/jobs";
import { aBase, aMember, aSession, aTable, type Someone, someone } from "#test/support/makers/makers";
import { call } from "#test/support/requests/call";
import { submit } from "#test/support/requests/form";
import { chance } from "#test/support/run/chance";
import { disturbed, type Sent } from "#test/support/store/faults";
import { useOwnStore } from "#test/support/store/own-store";

type Order = [field: string, order: "asc" | "desc"];
interface Wanted {
  sort?: Order[];
  group?: Order[];
  filter?: [field: string, operator: string, value: unknown][];
}
interface Shown {
  id: RecordId;
  name: string;
}
interface Page {
  records: Shown[];
  nextCursor: string | null;
  extra?: { groupPoints: unknown };
}

const reads =
  (what: string) =>
  ({ input }: Sent) =>
    JSON.stringify(input).includes(`":pk":"${what}#`);

async function aTeam(place?: Awaited<ReturnType<typeof aBase>>, maker?: Someone) {
  const owner = maker ?? (await someone("Mia"));
  const base = place ?? (await aBase(owner));
  const members = [
    owner,
    ...(await Promise.all(
      ["editor", "creator", "editor"].map((role) => aMember(base.baseId, role as "editor")),
    )),
  ];
  const made = await aTable(
    {
      fields: [
        { type: "singleLineText", name: "Name" },
        { type: "user", name: "Who" },
        { type: "user", name: "Team", options: { isMultiple: true } },
        { type: "createdBy", name: "By" },
        { type: "lastModifiedBy", name: "Last" },
        { type: "number", name: "Size" },
        { type: "autoNumber", name: "Number" },
      ],
    },
    owner,
    base,
  );
  const { tableId, baseId } = made;
  const params = { tableId };
  const fields = made.table.fields as { id: string; name: string }[];
  const idOf = (name: string) => fields.find((field) => field.name === name)?.id ?? "";
  for (const [name, expression] of [
    ["Label", 'CONCATENATE("for ", {Who}, " by ", {By})'],
    ["Many", "{Team}"],
  ] as const) {
    const text = expression.replace(/\{(\w+)\}/g, (_, other: string) => `{${idOf(other)}}`);
    const body = { type: "formula", name, options: { expression: text } };
    const added = await call(createField, { as: owner, params, body });
    if (added.status !== 201) throw new Error(JSON.stringify(added.body));
    fields.push(added.body);
  }
  const ordersOf = (orders: Order[] = []) => orders.map(([name, order]) => ({ fieldId: idOf(name), order }));
  const filterOf = (items: Wanted["filter"]) =>
    items && {
      conjunction: "and",
      filterSet: items.map(([name, operator, value]) => ({ fieldId: idOf(name), operator, value })),
    };

  async function add(as: Someone, rows: { Name?: string; Who?: Someone; Team?: Someone[]; Size?: number }[]) {
    const cell = ({ userId }: Someone) => ({ id: userId, title: "" });
    const records = rows.map(({ Who, Team, ...fields }) => ({
      fields: { ...fields, ...(Who && { Who: cell(Who) }), ...(Team && { Team: Team.map(cell) }) },
    }));
    const { status, body } = await call(createRecords, { as, params, body: { records } });
    if (status !== 201) throw new Error(JSON.stringify(body));
    return (body.records as Shown[]).map(({ id }) => id);
  }
  const update = async (as: Someone, records: { id: RecordId; fields: object }[]) =>
    expect((await call(updateRecords, { as, params, body: { records } })).status).toBe(200);

  async function aView({ sort, group, filter }: Wanted): Promise<string> {
    const body = {
      ...{ name: `v${chance()}`, type: "grid" },
      ...(sort && { sort: { sortObjs: ordersOf(sort) } }),
      ...(group && { group: ordersOf(group) }),
      ...(filter && { filter: filterOf(filter) }),
    };
    const { status, body: view } = await call(createView, { as: owner, params, body });
    if (status !== 201) throw new Error(JSON.stringify(view));
    return view.id;
  }
  /** Also of a table in the trash. */
  const indexes = async () => {
    const table = (await getItem<TableItem>(tableKey(tableId))) as TableItem;
    return (await schemaOf(table)).indexes.filter(({ state }) => state !== "dropped");
  };
  const states = async () => (await indexes()).map(({ state }) => state).sort();
  async function makeIndexes(): Promise<void> {
    await tendIndexes(tableId, new Date().toISOString());
    for (const { jobId, state } of (await readSchema(tableId)).indexes)
      if (state !== "ready") await runToEnd(jobId, baseId);
  }
  await addToNumber(counterKey(tableId), recordsWithoutIndex + 1);

  async function page(query: Record<string, string>, as: Someone): Promise<Page> {
    const { status, body } = await call(listRecords, { as, params, query });
    if (status !== 200) throw new Error(JSON.stringify(body));
    return body;
  }
  async function readThrough(query: Record<string, string>, as: Someone) {
    const rows: Shown[] = [];
    for (let cursor: string | null = ""; cursor !== null; ) {
      const found: Page = await page({ ...query, ...(cursor && { cursor }) }, as);
      rows.push(...found.records);
      cursor = found.nextCursor;
    }
    return rows;
  }
  /** The list of a view, which is that of a scan; `served`: whether it is read from the index, or by a scan. */
  async function check(viewId: string, { sort = [], group }: Wanted, served?: boolean, as = owner) {
    const groupBy: Record<string, string> = group ? { groupBy: JSON.stringify(ordersOf(group)) } : {};
    const own: Record<string, string> = { viewId, ...groupBy };
    const orderBy = JSON.stringify(ordersOf([...sort, ["Number", "asc"]]));
    const scan = { ...own, orderBy, collapsedGroupIds: '["none"]', take: "1000" };
    const expected = await page(scan, as);
    const names = expected.records.map(({ name }) => name);
    let found: Shown[] = [];
    const calls = await disturbed(
      () => undefined,
      async () => {
        found = await readThrough({ ...own, take: "3" }, as);
      },
    );
    expect(found.map(({ name }) => name)).toEqual(names);
    expect(found).toEqual(expected.records);
    if (served !== undefined) {
      expect(calls.some(reads("INDEX"))).toBe(served);
      expect(calls.some(reads("RECORDS"))).toBe(!served);
    }
    const counted = await disturbed(
      () => undefined,
      async () => {
        const { body } = await call(countRecords, { as, params, query: { viewId } });
        expect(body.rowCount).toBe(names.length);
        if (!group) return;
        const { extra } = await page({ ...own, take: "3" }, as);
        expect(extra).toEqual(expected.extra);
        const points = await call(listGroupPoints, { as, params, query: own });
        expect(points.body).toEqual(expected.extra?.groupPoints);
      },
    );
    if (group && served !== undefined) expect(counted.some(reads("RECORDS"))).toBe(!served);
    return names;
  }
  /** As in another process: what this one knows of names is forgotten. */
  async function forgetNames() {
    const table = (await getItem<Item & { schemaVersion: number }>(tableKey(tableId))) as Item & {
      schemaVersion: number;
    };
    await commit([change(table, { schemaVersion: table.schemaVersion + 1 })]);
  }
  const reports = async () =>
    (await readAll<Item>({ pk: askedPart(tableId) })).filter(({ entity }) => entity === "misplaced");
  return {
    ...{
      ...made,
      params,
      idOf,
      members,
      ordersOf,
      filterOf,
      add,
      update,
      aView,
      indexes,
      states,
      makeIndexes,
    },
    ...{ check, forgetNames, reports, page, readThrough },
  };
}

/** Takes another name through an endpoint; gives what a consumer hears of. */
async function rename({ userId }: Someone, name: string, by: "api" | "page" = "api"): Promise<Item[]> {
  const before = await renamesOf(userId);
  const signedIn = await aSession(userId);
  if (by === "api") expect((await call(changeName, { signedIn, body: { name } })).status).toBe(200);
  else expect((await submit(submitName, { name }, { signedIn })).status).toBe(302);
  return (await renamesOf(userId)).filter(({ sk }) => !before.some((each) => each.sk === sk));
}
const renamesOf = async (userId: UserId) =>
  (await readAll<Item>({ pk: "RENAMED" })).filter(({ sk }) => sk.startsWith(userId));
/** The consumer hears of it, and a minute later that it has. */
async function hear(items: Item[]) {
  for (const item of items) {
    const key = { pk: item.pk, sk: item.sk };
    expect(await tend(eventOf(item, 1))).toEqual({ batchItemFailures: [] });
    const heard = await getItem<Item>(key);
    expect(heard).toMatchObject({ entity: "heardRename", dueTime: expect.any(String) });
    expect(await tend(eventOf(heard as Item, 2))).toEqual({ batchItemFailures: [] });
    expect(await getItem(key)).toBeUndefined();
  }
}

let team: Awaited<ReturnType<typeof aTeam>>;
beforeAll(useOwnStore);
beforeEach(async () => {
  vi.stubEnv("GRIDLESS_PAGES_PER_NOTE", "0");
  vi.stubEnv("GRIDLESS_SETTLE_SECONDS", "0");
  team = await aTeam();
});

/** Two records of each member, for the next one; the one behind it is in a team with them. */
async function fillTeam({ members, add }: typeof team) {
  const ids: RecordId[] = [];
  for (const [i, as] of members.entries()) {
    const [next, other] = [1, 2].map((step) => members[(i + step) % members.length] as Someone);
    if (!next || !other) throw new Error("nobody");
    ids.push(
      ...(await add(as, [
        { Name: `${i}a`, Who: next, Team: [other, next], Size: i },
        { Name: `${i}b`, ...(i % 2 && { Who: as }), Team: i % 2 ? [next, other] : [as], Size: -i },
        { Name: `${i}c` },
      ])),
    );
  }
  return ids;
}

const views: [string, Wanted][] = [
  ["a person", { sort: [["Who", "asc"]] }],
  ["a person, descending", { sort: [["Who", "desc"]] }],
  ["several people", { sort: [["Team", "asc"]] }],
  [
    "their creators, then a number",
    {
      sort: [
        ["By", "desc"],
        ["Size", "asc"],
      ],
    },
  ],
  ["who changed them last", { sort: [["Last", "asc"]] }],
  ["a formula of names", { sort: [["Label", "asc"]] }],
  ["a formula of several names", { sort: [["Many", "desc"]] }],
  ["groups of a person", { group: [["Who", "asc"]] }],
  [
    "groups of several people and creators",
    {
      group: [
        ["Team", "desc"],
        ["By", "asc"],
      ],
      sort: [["Last", "asc"]],
    },
  ],
  [
    "groups of a number and a person",
    {
      group: [
        ["Size", "asc"],
        ["Last", "asc"],
      ],
    },
  ],
  ["groups of a formula of names", { group: [["Label", "desc"]], sort: [["Who", "asc"]] }],
];

test.each(views)(
  "%s: the list is that of a scan, before and after changes and another name",
  async (_, wanted) => {
    const { members, add, update, aView, makeIndexes, check, states, owner, params, forgetNames } = team;
    const [, bob, cy] = members as [Someone, Someone, Someone];
    const ids = await fillTeam(team);
    const viewId = await aView(wanted);
    await check(viewId, wanted, false);
    await makeIndexes();
    expect(new Set(await states())).toEqual(new Set(["ready"]));
    await check(viewId, wanted, true);
    await add(bob, [{ Name: "new", Who: cy, Team: [cy, bob] }]);
    await update(cy, [
      { id: ids[0] as RecordId, fields: { Who: { id: cy.userId, title: "" } } },
      { id: ids[4] as RecordId, fields: { Team: [{ id: bob.userId, title: "" }] } },
      { id: ids[5] as RecordId, fields: { Name: "5" } },
    ]);
    await call(deleteListedRecords, { as: owner, params, body: { recordIds: [ids[7]] } });
    await check(viewId, wanted, true);
    const heard = await rename(bob, "Aaron");
    // as before: with the former name, which this process knows; then as another process
    await add(cy, [{ Name: "newer", Who: bob }]);
    await update(bob, [{ id: ids[1] as RecordId, fields: { Who: { id: bob.userId, title: "" } } }]);
    await check(viewId, wanted);
    await forgetNames();
    await update(owner, [{ id: ids[3] as RecordId, fields: { Who: { id: bob.userId, title: "" } } }]);
    await add(bob, [{ Name: "newest", Team: [bob] }]);
    await check(viewId, wanted);
    await hear(heard);
    expect(new Set(await states())).toEqual(new Set(["ended"]));
    await check(viewId, wanted, false);
    await makeIndexes();
    expect(new Set(await states())).toEqual(new Set(["ready"]));
    await check(viewId, wanted, true);
    await add(bob, [{ Name: "last", Who: bob }]);
    await check(viewId, wanted, true);
  },
);

test("a filter of a person compares ids: another name ends nothing; it is right for each caller", async () => {
  const { members, aView, makeIndexes, check, states, indexes, update } = team;
  const [owner, bob, cy] = members as [Someone, Someone, Someone];
  const ids = await fillTeam(team);
  const wanted: Wanted = { sort: [["Size", "asc"]], filter: [["Who", "is", cy.userId]] };
  const many: Wanted = { sort: [["Size", "asc"]], filter: [["Team", "hasAnyOf", [bob.userId, cy.userId]]] };
  const made: [string, Wanted][] = [];
  for (const each of [wanted, many]) made.push([await aView(each), each]);
  await makeIndexes();
  expect(await indexes()).toHaveLength(2);
  for (const [id, each] of made) expect((await check(id, each, true)).length).toBeGreaterThan(0);
  await update(cy, [{ id: ids[11] as RecordId, fields: { Who: { id: cy.userId, title: "" } } }]);
  await hear(await rename(cy, "Zoe"));
  expect(await states()).toEqual(["ready", "ready"]);
  for (const [id, each] of made) for (const as of [owner, bob, cy]) await check(id, each, true, as);
});

test("a filter with a formula of names ends with them", async () => {
  const { members, aView, makeIndexes, check, states } = team;
  const [, bob] = members as [Someone, Someone];
  await fillTeam(team);
  const wanted: Wanted = { sort: [["Size", "asc"]], filter: [["Label", "contains", "zoe"]] };
  const viewId = await aView(wanted);
  await makeIndexes();
  expect(await check(viewId, wanted, true)).toEqual([]);
  const heard = await rename(bob, "Zoe");
  expect((await check(viewId, wanted)).length).toBeGreaterThan(2);
  await hear(heard);
  expect(await states()).toEqual(["ended"]);
  await makeIndexes();
  expect((await check(viewId, wanted, true)).length).toBeGreaterThan(2);
});

test.each<[string, Required<Wanted>["filter"]]>([
  ["a person", [["Who", "is", "Me"]]],
  ["a list", [["Team", "hasAnyOf", ["Me", "usr0000000000000000"]]]],
  ["who made it", [["By", "isAnyOf", ["Me"]]]],
  [
    "a group of items",
    [
      ["Size", "isNotEmpty", null],
      ["By", "isNot", "Me"],
    ],
  ],
])("'Me' in a filter of %s is in no index: each caller has another list", async (_, filter) => {
  const { members, aView, makeIndexes, check, indexes } = team;
  await fillTeam(team);
  const wanted: Wanted = { sort: [["Size", "asc"]], filter };
  const viewId = await aView(wanted);
  await makeIndexes();
  expect((await indexes()).map(({ filter: own }) => own)).toEqual([undefined]);
  const lists = [];
  for (const as of members) lists.push((await check(viewId, wanted, undefined, as)).join());
  expect(new Set(lists).size).toBeGreaterThan(1);
});

test.each(["api", "page"] as const)(
  "another name through the %s: in the commit; the same name again writes nothing",
  async (by) => {
    const { members } = team;
    const [, bob] = members as [Someone, Someone];
    const transactions: unknown[] = [];
    const calls = await disturbed(
      () => undefined,
      async () => expect(await rename(bob, "Zoe", by)).toMatchObject([{ entity: "renamed", version: 1 }]),
    );
    for (const { command, input } of calls)
      if (command === "TransactWriteItems" && JSON.stringify(input).includes('"RENAMED"'))
        transactions.push(input);
    expect(transactions).toHaveLength(1);
    expect(JSON.stringify(transactions)).toContain('"Zoe"');
    expect(await rename(bob, "Zoe", by)).toEqual([]);
    expect(await rename(bob, "Ann", by)).toHaveLength(1);
  },
);

test("indexes that name people end in bases of the person's spaces, in those shared with them, and in the trash; no others", async () => {
  const bob = await someone("Bob");
  const own = await aBase(bob);
  const ofSpace = await aTeam(own, bob);
  const shared = await aTeam();
  const strange = await aTeam();
  const trashed = await aTeam(own, bob);
  const gone = await aBase(bob);
  const inTrash = await aTeam({ ...gone }, bob);
  await commit(joinChanges(`BASE#${shared.baseId}`, bob.userId, "viewer", new Date().toISOString()));
  const all = [ofSpace, shared, strange, trashed, inTrash];
  for (const each of all) {
    await each.aView({ sort: [["Who", "asc"]] });
    await each.aView({ sort: [["Size", "asc"]] });
    await each.makeIndexes();
    expect(await each.states()).toEqual(["ready", "ready"]);
  }
  const deleted = await call(deleteTable, {
    as: bob,
    params: { baseId: own.baseId, tableId: trashed.tableId },
  });
  expect(deleted.status).toBeLessThan(300);
  expect((await call(deleteBase, { as: bob, params: { baseId: gone.baseId } })).status).toBeLessThan(300);
  await hear(await rename(bob, "Zoe"));
  for (const each of [ofSpace, shared, trashed, inTrash]) {
    const found = await each.indexes();
    expect(found.map(({ state, orders }) => [state, orders[0]?.fieldId]).sort()).toEqual([
      ["ended", each.idOf("Who")],
      ["ready", each.idOf("Size")],
    ]);
  }
  expect(await strange.states()).toEqual(["ready", "ready"]);
});

test("a member of another base takes another name: lists are still read from their index", async () => {
  const { aView, makeIndexes, check } = team;
  await fillTeam(team);
  const wanted: Wanted = { sort: [["Who", "asc"]], group: [["Last", "asc"]] };
  const viewId = await aView(wanted);
  await makeIndexes();
  await rename(await someone(), "Zoe");
  await check(viewId, wanted, true);
});

test("a person who has left the base takes another name: the page that meets them is right, once; then the index is made anew", async () => {
  const { members, aView, makeIndexes, check, states, reports, owner, baseId, page, add } = team;
  const [, bob] = members as [Someone, Someone];
  await fillTeam(team);
  const wanted: Wanted = { sort: [["Who", "asc"]] };
  const viewId = await aView(wanted);
  await makeIndexes();
  const left = await call(removeBaseCollaborator, {
    as: owner,
    params: { baseId },
    query: { userId: bob.userId },
  });
  expect(left.status).toBe(200);
  await hear(await rename(bob, "Zzz"));
  expect(await states()).toEqual(["ready"]);
  await add(owner, [{ Name: "without" }]);
  expect(await reports()).toEqual([]);
  const names = async (query: object) =>
    (await page({ viewId, take: "1000", ...query }, owner)).records.map(({ name }) => name);
  const right = await names({
    orderBy: JSON.stringify(
      team.ordersOf([
        ["Who", "asc"],
        ["Number", "asc"],
      ]),
    ),
  });
  expect(await names({})).toEqual(right);
  expect(await names({})).toEqual(right);
  await expect.poll(reports).toMatchObject([{ entity: "misplaced", n: 2 }]);
  const [report] = await reports();
  for (const version of [1, 2]) await tend(eventOf(report as Item, version));
  expect(await states()).toEqual(["ended"]);
  await makeIndexes();
  await check(viewId, wanted, true);
  expect(await reports()).toMatchObject([{ n: 2 }]);
  // an export meets them too
  await rename(bob, "Aaa");
  const lines = async () => {
    const { body } = await call(exportView, { as: owner, params: { ...team.params }, query: { viewId } });
    return body;
  };
  const exported = await lines();
  await expect.poll(reports).toHaveLength(2);
  for (const each of await reports()) await tend(eventOf(each, 1));
  expect(await states()).toEqual(["ended"]);
  expect(await lines()).toEqual(exported);
});

test("two people with one name, the longest names, and other letters", async () => {
  const { members, aView, makeIndexes, check } = team;
  const [owner, bob, cy, dan] = members as [Someone, Someone, Someone, Someone];
  const names = ["Zoë", "Zoë", `${"x".repeat(254)}1`, `${"x".repeat(254)}2`];
  for (const [i, who] of [owner, bob, cy, dan].entries()) await rename(who, names[i] as string);
  const all: [string, Wanted][] = [];
  for (const each of [
    { sort: [["Who", "asc"]] },
    { sort: [["Team", "desc"]] },
    { sort: [["Label", "asc"]] },
    {
      group: [
        ["Who", "asc"],
        ["Team", "asc"],
      ],
    },
  ] as Wanted[])
    all.push([await aView(each), each]);
  await fillTeam(team);
  await hear((await readAll<Item>({ pk: "RENAMED" })).filter(({ entity }) => entity === "renamed"));
  await makeIndexes();
  await fillTeam(team);
  for (const [id, each] of all) await check(id, each, true);
  for (const [i, name] of ["\u{1f642} smile", "中文", "\u{10ffff}", "a, b"].entries())
    await hear(await rename(members[i] as Someone, name));
  await makeIndexes();
  await fillTeam(team);
  for (const [id, each] of all) await check(id, each, true);
});

test("models and visitors of a form are creators like others", async () => {
  const { aView, makeIndexes, check, tableId } = team;
  const ids = await fillTeam(team);
  const asMade = async (id: RecordId, by: UserId) => {
    const record = (await getItem<RecordItem>(recordKey(tableId, id))) as RecordItem;
    await commitRecords(await readSchema(tableId), [change(record, { createdBy: by, lastModifiedBy: by })]);
  };
  const all: [string, Wanted][] = [];
  for (const each of [
    { sort: [["By", "asc"]] },
    { sort: [["Label", "desc"]] },
    { group: [["Last", "asc"]] },
  ] as Wanted[])
    all.push([await aView(each), each]);
  await asMade(ids[0] as RecordId, anonymous.id);
  await asMade(ids[1] as RecordId, authorId("some model"));
  await makeIndexes();
  for (const [id, each] of all) await check(id, each, true);
  await asMade(ids[2] as RecordId, anonymous.id);
  await asMade(ids[3] as RecordId, authorId("some model"));
  await asMade(ids[4] as RecordId, "usrGone000000000000" as UserId);
  for (const [id, each] of all) await check(id, each, true);
});

test.each(["Who", "By"])("a field of people that becomes a text: %s", async (name) => {
  const { members, add, update, aView, makeIndexes, check, owner, params, idOf, forgetNames } = team;
  const [, bob, cy] = members as [Someone, Someone, Someone];
  const ids = await fillTeam(team);
  const wanted: Wanted = { sort: [[name, "asc"]], group: [[name, "asc"]] };
  const body = { type: "singleLineText" };
  const converted = await call(convertField, { as: owner, params: { ...params, fieldId: idOf(name) }, body });
  expect([converted.status, converted.body]).toMatchObject([200, {}]);
  const viewId = await aView(wanted);
  await makeIndexes();
  await check(viewId, wanted);
  const heard = await rename(bob, "Zoe");
  await forgetNames();
  await add(bob, [{ Name: "new" }]);
  await update(cy, [{ id: ids[0] as RecordId, fields: { Name: "other" } }]);
  await check(viewId, wanted);
  await hear(heard);
  await check(viewId, wanted);
  await makeIndexes();
  await check(viewId, wanted);
});
