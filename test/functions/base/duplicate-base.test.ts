import { expect, test } from "vitest";
import { handler as deleteBase } from "#functions/base/delete-base";
import { handler as duplicateBase } from "#functions/base/duplicate-base";
import { handler as getBase } from "#functions/base/get-base";
import { handler as createComment } from "#functions/comment/create-comment";
import { handler as listFields } from "#functions/field/list-fields";
import { handler as listSpaceBases } from "#functions/space/list-space-bases";
import { handler as getTable } from "#functions/table/get-table";
import { handler as listTables } from "#functions/table/list-tables";
import { handler as createView } from "#functions/view/create-view";
import { handler as listViews } from "#functions/view/list-views";
import { startDuplicate } from "#lib/data/backup/start-duplicate";
import { type BaseItem, find as findBase } from "#lib/data/spaces/bases";
import { exported, jobEnded, withoutIds } from "#test/support/backups";
import { actionsOf, aLinkNamed, overLink } from "#test/support/makers/actions";
import { aFile, pixel } from "#test/support/makers/files";
import { aBase, aMember, aTable, aToken, someone } from "#test/support/makers/makers";
import { call } from "#test/support/requests/call";
import { refusal } from "#test/support/requests/refusal";

/** Two tables with links both ways, what is computed over them, a view, files and people. */
async function aWorld() {
  const as = await someone();
  const place = await aBase(as);
  const { add, make } = actionsOf(as);
  const things = await aTable(
    {
      name: "Things",
      fields: [
        { type: "singleLineText", name: "Name" },
        { type: "number", name: "Number" },
        { type: "user", name: "Who" },
        { type: "attachment", name: "Files" },
      ],
      records: [],
    },
    as,
    place,
  );
  const lists = await aTable(
    { name: "Lists", fields: [{ type: "singleLineText", name: "List" }], records: [] },
    as,
    place,
  );
  const [, number] = things.table.fields.map(({ id }: { id: string }) => id) as [string, string];
  const twice = await add(things, {
    type: "formula",
    name: "Twice",
    options: { expression: `{${number}} * 2` },
  });
  const link = await add(lists, aLinkNamed("Things", things));
  await add(lists, { type: "formula", name: "All", isLookup: true, ...overLink(link, things, twice.id) });
  await add(lists, {
    type: "rollup",
    name: "Sum",
    options: { expression: "sum({values})" },
    ...overLink(link, things, number),
  });
  const { token } = await aFile(as, { bytes: pixel, type: "image/png" });
  const ids = await make(things, [
    { Name: "a", Number: 2, Who: { id: as.userId }, Files: [{ token, name: "dot.png" }] },
    { Name: "b", Number: 3 },
  ]);
  await make(lists, [{ List: "all", Things: ids.map((id) => ({ id })) }, { List: "none" }]);
  const filter = { conjunction: "and", filterSet: [{ fieldId: number, operator: "isGreater", value: 2 }] };
  const view = await call(createView, {
    as,
    params: { tableId: things.tableId },
    body: { type: "grid", name: "Large", filter },
  });
  expect(view.status).toBe(201);
  return { as, ...place, things, first: ids[0] as string };
}

const duplicate = (as: { token: string }, body: object, headers = {}) =>
  call(duplicateBase, { as, body, headers });

test("201: a base with its records, into the same and another space: equal but for ids", async () => {
  const { as, baseId, spaceId, things, first } = await aWorld();
  const plain = await withoutIds((await exported(as, baseId, { attachments: true })).bytes);
  const content = [{ type: "p", children: [{ type: "span", value: "stays behind" }] }];
  const comment = { params: { tableId: things.tableId, recordId: first }, body: { content } };
  expect((await call(createComment, { as, ...comment })).status).toBe(201);
  const elsewhere = await aBase(as);
  for (const [into, name] of [
    [spaceId, undefined],
    [elsewhere.spaceId, "Mine"],
  ] as const) {
    const { status, body } = await duplicate(as, {
      fromBaseId: baseId,
      spaceId: into,
      withRecords: true,
      ...(name && { name }),
    });
    expect(status).toBe(201);
    expect(body).toEqual({ id: body.id, name: name ?? "Base copy", spaceId: into, jobId: body.jobId });
    expect(await jobEnded(as, body.id, body.jobId)).toMatchObject({ state: "done" });
    expect((await call(getBase, { as, params: { baseId: body.id } })).body).toMatchObject({
      name: body.name,
      spaceId: into,
    });
    const copy = await withoutIds((await exported(as, body.id, { attachments: true })).bytes);
    expect(Object.keys(copy).sort()).toEqual(Object.keys(plain).sort());
    for (const [entry, text] of Object.entries(copy))
      if (entry !== "manifest.json") expect({ entry, text }).toEqual({ entry, text: plain[entry] });
  }
});

test("201: the answer names a base whose tables, fields and views are there; once for an Idempotency-Key", async () => {
  const { as, baseId, spaceId } = await aWorld();
  const headers = { "idempotency-key": "once" };
  const { body } = await duplicate(as, { fromBaseId: baseId, spaceId }, headers);
  const params = { baseId: body.id };
  expect((await call(getBase, { as, params })).status).toBe(200);
  const there: { id: string }[] = (await call(listTables, { as, params })).body;
  for (const { id: tableId } of there) {
    expect((await call(getTable, { as, params: { ...params, tableId } })).status).toBe(200);
    const asked = { as, params: { tableId } };
    expect((await call(listFields, asked)).body.length).toBeGreaterThan(2);
    expect((await call(listViews, asked)).body.length).toBeGreaterThan(0);
  }
  expect((await duplicate(as, { fromBaseId: baseId, spaceId }, headers)).body).toEqual(body);
  const state = await jobEnded(as, body.id, body.jobId);
  expect(state).toMatchObject({ state: "done", counts: { tables: 2 } });
  const tables = (await call(listTables, { as, params: { baseId: body.id } })).body;
  expect(tables.map(({ name }: { name: string }) => name)).toEqual(["Things", "Lists"]);
  const { list } = actionsOf(as);
  for (const { id } of tables) expect(await list({ tableId: id })).toEqual([]);
  const bases = (await call(listSpaceBases, { as, params: { spaceId } })).body;
  expect(bases).toHaveLength(2);
});

test("a copy that takes too long is made by the job, which fails and leaves nothing if the base is deleted", async () => {
  const { as, baseId, spaceId } = await aWorld();
  const from = (await findBase(baseId)) as BaseItem;
  const may = { seeEmails: true, read: true, create: true, update: true, delete: true };
  const caller = { userId: as.userId, now: new Date().toISOString(), may, mayReadIn: async () => true };
  // what a call leaves whose time was over
  const { id, jobId } = await startDuplicate(
    from,
    { fromBaseId: baseId, spaceId, withRecords: true },
    caller,
  );
  expect((await call(getBase, { as, params: { baseId: id } })).status).toBe(404);
  await call(deleteBase, { as, params: { baseId } });
  expect(await jobEnded(as, id, jobId)).toMatchObject({ state: "failed", error: "The base was deleted" });
  expect((await call(getBase, { as, params: { baseId: id } })).status).toBe(404);
  expect((await call(listSpaceBases, { as, params: { spaceId } })).body).toEqual([]);
});

test("400: into an existing base; 403 and 404: what the caller may not copy, or not make", async () => {
  const { as, baseId, spaceId } = await aWorld();
  const send = async (body: object, by: { token: string } = as) => refusal(await duplicate(by, body));
  expect(await send({ fromBaseId: baseId, spaceId, baseId })).toEqual({ status: 400, paths: ["baseId"] });
  expect(await send({ spaceId })).toEqual({ status: 400, paths: ["fromBaseId"] });
  expect((await send({ fromBaseId: "bseNotThereNotTher1", spaceId })).status).toBe(404);
  const other = await someone();
  const theirs = await aBase(other);
  expect((await send({ fromBaseId: baseId, spaceId: theirs.spaceId }, other)).status).toBe(404);
  expect((await send({ fromBaseId: theirs.baseId, spaceId })).status).toBe(404);
  expect((await send({ fromBaseId: baseId, spaceId: theirs.spaceId })).status).toBe(404);
  const editor = await aMember(spaceId, "editor");
  expect((await send({ fromBaseId: baseId, spaceId }, editor)).status).toBe(403);
  const token = await aToken(as.userId, { scopes: ["base|create", "base|table_export"] });
  expect((await send({ fromBaseId: baseId, spaceId, withRecords: true }, { token })).status).toBe(403);
  expect((await duplicate({ token }, { fromBaseId: baseId, spaceId })).status).toBe(201);
});
