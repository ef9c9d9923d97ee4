import { expect, test } from "vitest";
import { handler as exportBase } from "#functions/base/export-base";
import { exported } from "#test/support/backups";
import { aFile } from "#test/support/makers/files";
import { aBase, aMember, aTable, someone } from "#test/support/makers/makers";
import { call } from "#test/support/requests/call";
import { unzipped } from "#test/support/zips";

test("a zip of JSON that is readable without us, without tokens and addresses of files", async () => {
  const owner = await someone();
  const place = await aBase(owner);
  const { item } = await aFile(owner);
  const fields = [
    { type: "singleLineText", name: "Name" },
    { type: "attachment", name: "Files" },
  ];
  await aTable(
    { name: "Plan", fields, records: [{ fields: { Name: "Write", Files: [item] } }] },
    owner,
    place,
  );
  const { bytes, job } = await exported(owner, place.baseId, { attachments: true });
  expect(job).toMatchObject({ kind: "exportBase", counts: { tables: 1, records: 1, comments: 0, files: 1 } });
  const entries = await unzipped(bytes);
  expect([...entries.keys()]).toEqual([
    ...["manifest.json", "users.jsonl", "tables/1/schema.json", "tables/1/records.jsonl"],
    ...[
      "tables/1/comments.jsonl",
      "tables/1/attachments.jsonl",
      expect.stringMatching(/^attachments\/1\/\w+$/),
    ],
  ]);
  const json = (name: string) => JSON.parse(entries.get(name)?.toString() ?? "");
  expect(json("manifest.json")).toMatchObject({ format: "gridless-base", version: 1, name: "Base" });
  expect(json("tables/1/schema.json")).toMatchObject({ name: "Plan", lastNumber: 1, fields });
  const file = json("tables/1/records.jsonl").fields.Files[0].file;
  expect(entries.get(file)?.toString()).toBe("Hello");
  expect(bytes.includes(item.token)).toBe(false);
});

test("a record that is created later is not in the file, and each file is written anew", async () => {
  const owner = await someone();
  const place = await aBase(owner);
  const viewer = await aMember(place.baseId, "viewer");
  const { bytes } = await exported(viewer, place.baseId);
  expect([...(await unzipped(bytes)).keys()]).toEqual(["manifest.json", "users.jsonl"]);
  const { status } = await call(exportBase, {
    as: viewer,
    params: { baseId: place.baseId },
    body: { tables: [] },
  });
  expect([201, 400]).toContain(status);
});
