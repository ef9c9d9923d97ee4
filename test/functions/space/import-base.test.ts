import { expect, test } from "vitest";
import { handler as getBase } from "#functions/base/get-base";
import { handler as createField } from "#functions/field/create-field";
import { handler as createRecords } from "#functions/record/create-records";
import { handler as listSpaceBases } from "#functions/space/list-space-bases";
import { exported, imported, importStarted, withoutIds } from "#test/support/backups";
import { aFullBase } from "#test/support/backups-full";
import { disagreements } from "#test/support/makers/links";
import { aBase, aTable, someone } from "#test/support/makers/makers";
import { call } from "#test/support/requests/call";
import { seedOfRun } from "#test/support/run/chance";
import { unzipped, zipped } from "#test/support/zips";

test("a base made by random operations equals what its export is imported to, but for ids", async () => {
  const seed = seedOfRun();
  const made = await aFullBase(seed);
  for (const attachments of [true]) {
    const { bytes } = await exported(made.owner, made.baseId, { attachments });
    const { baseId, job } = await imported(made.owner, made.spaceId, bytes);
    expect({ seed, ...job }).toMatchObject({ seed, state: "done" });
    expect(Object.keys(job.counts ?? {}).filter((name) => name.startsWith("leftOut"))).toEqual([]);
    const again = await exported(made.owner, baseId, { attachments });
    const [before, after] = await Promise.all([bytes, again.bytes].map(withoutIds));
    expect({ seed, ...after }).toEqual({ seed, ...before });
    const { body: schema } = { body: await unzipped(again.bytes) };
    const ids = [...schema.keys()]
      .filter((name) => name.endsWith("schema.json"))
      .map((name) => JSON.parse(schema.get(name)?.toString() ?? "").id);
    expect(await disagreements(...ids)).toEqual([]);
  }
}, 120_000);

test("in another space users are found by their addresses, and those who are not members are counted", async () => {
  const made = await aFullBase(7);
  const { bytes } = await exported(made.owner, made.baseId);
  const stranger = await someone();
  const { spaceId } = await aBase(stranger);
  const { job, baseId } = await imported(stranger, spaceId, bytes);
  expect(job).toMatchObject({ state: "done", counts: { tables: 2 } });
  expect(job.counts?.["leftOutUsers"]).toBeGreaterThan(0);
  expect(job.counts?.["leftOutFiles"]).toBeGreaterThan(0);
  expect((await call(getBase, { as: stranger, params: { baseId } })).status).toBe(200);
}, 120_000);

test("400: a file that is not an export, is truncated or damaged; the job of a wrong line names file and line, and nothing is seen", async () => {
  const owner = await someone();
  const place = await aBase(owner);
  const { owner: as } = await aTable(
    {
      fields: [
        { type: "singleLineText", name: "Name" },
        { type: "number", name: "N" },
      ],
      records: [{ fields: { Name: "a", N: 1 } }, { fields: { Name: "b" } }],
    },
    owner,
    place,
  );
  const { bytes } = await exported(as, place.baseId);
  const refused = async (wrong: Buffer) => {
    const { status, body } = await importStarted(owner, place.spaceId, wrong);
    return [status, body.message];
  };
  expect(await refused(Buffer.from("PK no zip"))).toEqual([
    400,
    expect.stringContaining("is not a zip file"),
  ]);
  expect(await refused(bytes.subarray(0, -30))).toEqual([400, expect.stringContaining("zip file")]);
  const entries = await unzipped(bytes);
  const without = new Map(entries);
  without.delete("manifest.json");
  expect(await refused(await zipped(without))).toEqual([
    400,
    expect.stringContaining("manifest.json: is missing"),
  ]);
  const damaged = Buffer.from(bytes);
  damaged.fill(0, 60, 90);
  expect(await refused(damaged)).toEqual([400, expect.stringContaining("manifest.json")]);

  const before = (await call(listSpaceBases, { as: owner, params: { spaceId: place.spaceId } })).body.length;
  const wrongLine = async (from: string, to: string) => {
    const changed = new Map(entries);
    const text = entries.get("tables/1/records.jsonl")?.toString() ?? "";
    changed.set("tables/1/records.jsonl", Buffer.from(text.replace(from, to)));
    const { job, baseId } = await imported(owner, place.spaceId, await zipped(changed));
    expect(job.state).toBe("failed");
    expect((await call(getBase, { as: owner, params: { baseId } })).status).toBe(404);
    return job.error;
  };
  expect(await wrongLine('"N":1', '"N":"one"')).toMatch(
    /tables\/1\/records\.jsonl, line 1.*must be a number/,
  );
  expect(await wrongLine('"Name":"b"', '"Name":"b')).toMatch(
    /tables\/1\/records\.jsonl, line 2: is not JSON/,
  );
  expect(await wrongLine('"Name":"b"', '"Nome":"b"')).toMatch(/line 2: fields: there is no field "Nome"/);
  const after = (await call(listSpaceBases, { as: owner, params: { spaceId: place.spaceId } })).body.length;
  expect(after).toBe(before);
}, 60_000);

test("201: tables that share ids of fields, as tables made from one template do, with links and lookups between them", async () => {
  const owner = await someone();
  const place = await aBase(owner);
  const fields = [
    { type: "singleLineText", name: "Name", id: "fldSharedName000001" },
    { type: "number", name: "Number", id: "fldSharedNumber0001" },
    {
      ...{ type: "formula", name: "Twice", id: "fldSharedTwice00001" },
      options: { expression: "{fldSharedNumber0001} * 2" },
    },
  ];
  const first = await aTable(
    { name: "First", fields, records: [{ fields: { Name: "a", Number: 2 } }] },
    owner,
    place,
  );
  const second = await aTable({ name: "Second", fields, records: [] }, owner, place);
  const link = { id: "fldSharedLink000001", name: "Link" };
  const add = async (tableId: string, body: object) => {
    const answer = await call(createField, { as: owner, params: { tableId }, body });
    expect(answer.status).toBe(201);
  };
  await add(second.tableId, {
    ...{ type: "link", ...link },
    options: { relationship: "manyMany", foreignTableId: first.tableId, isOneWay: true },
  });
  await add(first.tableId, { type: "number", ...link });
  const lookupFieldId = "fldSharedTwice00001";
  await add(second.tableId, {
    ...{ type: "formula", name: "Of", isLookup: true },
    lookupOptions: { linkFieldId: link.id, foreignTableId: first.tableId, lookupFieldId },
  });
  const [{ id }] = first.table.records;
  const records = [{ fields: { Name: "b", Number: 5, Link: [{ id }] } }];
  const written = await call(createRecords, {
    as: owner,
    params: { tableId: second.tableId },
    body: { records },
  });
  expect(written.body.records[0].fields).toMatchObject({ Twice: 10, Of: [4] });
  const { bytes } = await exported(owner, place.baseId);
  const { baseId, job } = await imported(owner, place.spaceId, bytes);
  expect(job).toMatchObject({ state: "done" });
  const again = await exported(owner, baseId);
  expect(await withoutIds(again.bytes)).toEqual(await withoutIds(bytes));
});
