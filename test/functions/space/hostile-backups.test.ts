/* Backups that were made or edited to do harm: refused with their place, and nothing of them is kept. */
import { deflateRawSync } from "node:zlib";
import { expect, test } from "vitest";
import { handler as getBase } from "#functions/base/get-base";
import { handler as listRecords } from "#functions/record/list-records";
import { handler as orderRows } from "#functions/view/order-rows";
import { exported, imported, importStarted } from "#test/support/backups";
import { aTable } from "#test/support/makers/makers";
import { call } from "#test/support/requests/call";
import { unzipped, zipped } from "#test/support/zips";

async function aBackup() {
  const records = ["a", "b", "c"].map((Name) => ({ fields: { Name } }));
  const made = await aTable({
    fields: [{ type: "singleLineText", name: "Name" }],
    views: [{ type: "grid", name: "Grid" }],
    records,
  });
  const [viewId] = made.table.views.map(({ id }: { id: string }) => id);
  const [first, , third] = made.table.records.map(({ id }: { id: string }) => id);
  await call(orderRows, {
    as: made.owner,
    params: { tableId: made.tableId, viewId },
    body: { anchorId: first, position: "before", recordIds: [third] },
  });
  const { bytes } = await exported(made.owner, made.baseId);
  const entries = await unzipped(bytes);
  const edit = async (part: string, change: (text: string) => string) => {
    const name = [...entries.keys()].find((each) => each.endsWith(part)) ?? "";
    return zipped(new Map([...entries, [name, Buffer.from(change(entries.get(name)?.toString() ?? ""))]]));
  };
  return { ...made, edit, entries };
}

test("400: a file that would unpack to many times its size", async () => {
  const { owner, spaceId, entries } = await aBackup();
  const bytes = await zipped([...entries, ["attachments/0/x", Buffer.alloc(65 * 1024 * 1024)]]);
  const { status, body } = await importStarted(owner, spaceId, bytes);
  expect([status, body.message]).toEqual([400, expect.stringContaining("times its size")]);
});

test("400: entries that overlap", async () => {
  const { owner, spaceId, entries } = await aBackup();
  const names = Array.from({ length: 50 }, (_, i) => `attachments/0/x${i}`);
  const bytes = await zipped([...entries, ["attachments/0/x", Buffer.from("x".repeat(10_000))]]);
  const packed = deflateRawSync(Buffer.from("x")).length;
  expect(packed).toBeGreaterThan(0);
  // the list names one entry many times
  const listAt = bytes.readUInt32LE(bytes.length - 22 + 16);
  const list = bytes.subarray(listAt, bytes.length - 22);
  const lastAt = list.lastIndexOf(Buffer.from("PK\x01\x02", "latin1"));
  const last = list.subarray(lastAt);
  const copies = names.map((name) => {
    const head = Buffer.from(last.subarray(0, 46));
    head.writeUInt16LE(name.length, 28);
    head.writeUInt32LE(bytes.length - 200, 20);
    head.writeUInt32LE(0, 42);
    return Buffer.concat([head, Buffer.from(name)]);
  });
  const all = Buffer.concat([list, ...copies]);
  const end = Buffer.from(bytes.subarray(bytes.length - 22));
  end.writeUInt16LE(end.readUInt16LE(8) + copies.length, 8);
  end.writeUInt16LE(end.readUInt16LE(10) + copies.length, 10);
  end.writeUInt32LE(all.length, 12);
  const wrong = Buffer.concat([bytes.subarray(0, listAt), all, end]);
  const { status } = await importStarted(owner, spaceId, wrong);
  expect(status).toBe(400);
});

test("an entry that has more than the list says ends the import, and the base is not there", async () => {
  const { owner: as, spaceId, entries } = await aBackup();
  const bytes = await zipped(entries);
  // the size in the list of entries, behind all entries
  bytes.writeUInt32LE(10, bytes.lastIndexOf("tables/1/records.jsonl") - 46 + 24);
  const { job, baseId } = await imported(as, spaceId, bytes);
  expect(job).toMatchObject({ state: "failed" });
  expect(job.error).toContain("tables/1/records.jsonl");
  expect((await call(getBase, { as, params: { baseId } })).status).toBe(404);
});

test("a row position that two records have is refused with its line", async () => {
  const { owner, spaceId, edit } = await aBackup();
  const bytes = await edit("/records.jsonl", (text) => {
    const lines = text
      .trim()
      .split("\n")
      .map((line) => JSON.parse(line));
    const { places } = lines.find((line) => line.places);
    return `${lines.map((line) => JSON.stringify({ ...line, places })).join("\n")}\n`;
  });
  const { job } = await imported(owner, spaceId, bytes);
  expect(job).toMatchObject({ state: "failed" });
  expect(JSON.stringify(job)).toContain("records.jsonl, line 2: places: another record");
});

test("a number of a table that its records do not prove makes no list dear", async () => {
  const { owner, spaceId, edit } = await aBackup();
  const bytes = await edit("/schema.json", (text) =>
    JSON.stringify({ ...JSON.parse(text), lastNumber: 62 ** 5 - 1 }),
  );
  const { baseId, job } = await imported(owner, spaceId, bytes);
  expect(job).toMatchObject({ state: "done" });
  const again = await unzipped((await exported(owner, baseId)).bytes);
  const schema = JSON.parse(
    [...again].find(([name]) => name.endsWith("/schema.json"))?.[1]?.toString() ?? "",
  );
  expect(schema.lastNumber).toBeLessThanOrEqual(5_000_010);
  const { body } = await call(listRecords, { as: owner, params: { tableId: schema.id } });
  expect(body.records).toHaveLength(3);
});
