/* A record of a data folder, read by a person: by npm run store, and by hand as docs/operations/look-inside.md has it. */
import { execFile } from "node:child_process";
import { chmodSync, readFileSync, writeFileSync } from "node:fs";
import { delimiter, join } from "node:path";
import { promisify } from "node:util";
import { ScanCommand } from "@aws-sdk/lib-dynamodb";
import { marshall } from "@aws-sdk/util-dynamodb";
import { beforeAll, expect, onTestFinished, test } from "vitest";
import { handler as convertField } from "#functions/field/convert-field";
import { handler as deleteField } from "#functions/field/delete-field";
import { openEngine } from "#lib/local/embedded/open-engine";
import { openFolder } from "#lib/local/endpoint/open-folder";
import { openDataFolder, versionOf } from "#lib/local/store/data-folder";
import { storeTable } from "#lib/local/store/embedded-store";
import { temporaryFolder } from "#lib/local/store/temporary-folder";
import { projectFolder } from "#lib/registry";
import { client, type Item, storeName } from "#lib/store/store";
import { blocksOf, readDocument } from "#test/docs/support/documents";
import { aSheet, field } from "#test/functions/record/support/records";
import { call } from "#test/support/requests/call";
import { startStoreCommand } from "#test/support/requests/store-command";
import { inProcessOnly } from "#test/support/run/target";
import { useOwnStore } from "#test/support/store/own-store";

inProcessOnly("reads the items of the store");

beforeAll(useOwnStore);

const TableName = "gridless";
const row = {
  ...{ Name: "~ Amy", Notes: "a long text ".repeat(100), Due: "2026-12-07T10:00:00.000Z", Count: 7 },
  ...{ Left: "gone", Paid: true },
};

/** A data folder with a table that has a record; one of its fields is deleted, and one was converted. */
async function aFolder() {
  const {
    owner: as,
    params,
    tableId,
    table,
    create,
  } = await aSheet({
    fields: [
      ...[field("Name", "singleLineText"), field("Notes", "longText"), field("Due", "date")],
      ...[field("Count", "number"), field("Left", "singleLineText"), field("Paid", "checkbox")],
    ],
  });
  const { body } = await create([row, { Name: "Bob" }]);
  const idOf = (wanted: string) =>
    table.fields.find(({ name }: { name: string }) => name === wanted).id as string;
  await call(convertField, {
    as,
    params: { ...params, fieldId: idOf("Count") },
    body: { type: "singleLineText" },
  });
  await call(deleteField, { as, params: { ...params, fieldId: idOf("Left") } });
  const { folder: parent, remove } = temporaryFolder();
  onTestFinished(remove);
  const folder = join(parent, "data");
  const { close } = openDataFolder(folder, [versionOf.embedded]);
  const engine = openEngine({ file: join(folder, "store.sqlite"), tables: [storeTable(TableName)] });
  const { Items = [] } = await client().send(new ScanCommand({ TableName: storeName() }));
  const own = (Items as Item[]).filter(({ pk }) => pk.includes(tableId));
  for (const item of own)
    await engine.execute("PutItem", { TableName, Item: marshall(item, { removeUndefinedValues: true }) });
  engine.close();
  close();
  const recordId = body.records[0].id as string;
  return {
    folder,
    parent,
    tableId: tableId as string,
    recordId,
    userId: as.userId,
    left: `Left (deleted: ${idOf("Left")})`,
  };
}

const run = (file: string, args: string[], env: object, cwd = projectFolder) =>
  promisify(execFile)(file, args, { cwd, env: { ...process.env, ...env } }).then(
    ({ stdout, stderr }) => ({ stdout, stderr }),
    ({ stdout, stderr }) => ({ stdout, stderr }),
  );

test("npm run store prints records with the names of fields", async () => {
  const { folder, tableId, recordId, userId, left } = await aFolder();
  const show = (...words: string[]) =>
    run(process.execPath, ["bin/store.ts", ...words], { GRIDLESS_DATA: folder, GRIDLESS_STORE: TableName });
  const { Left, ...others } = row;
  const { stdout, stderr } = await show(tableId, recordId);
  expect(stderr).toBe("");
  expect(JSON.parse(stdout)).toMatchObject({
    ...{ id: recordId, autoNumber: 1, version: 1, createdBy: userId },
    fields: { ...others, [left]: Left },
  });
  const lines = (await show(tableId)).stdout.trim().split("\n");
  expect(lines.map((line: string) => JSON.parse(line).fields.Name)).toEqual(["~ Amy", "Bob"]);
  const said = async (...words: string[]) => (await show(...words)).stderr.trim();
  expect(await said("tbl0000000000000000")).toBe("there is no table tbl0000000000000000");
  expect(await said(tableId, `${recordId.slice(0, -1)}!`)).toMatch(/^the id of a record is rec… and not/);
  const other = `${recordId.slice(0, -1)}${recordId.endsWith("A") ? "B" : "A"}`;
  expect(await said(tableId, other)).toBe(`there is no record ${other} in ${tableId}`);
  expect(await said("table")).toBe('the id of a table is tbl… and not "table"');
  expect(await said(tableId, "--write")).toMatch(/leave out --write/);
});

test("npm run store -- --reset-followers, for a folder that was put back: those who follow changes are reset", async () => {
  const { folder } = await aFolder();
  const store = (...words: string[]) =>
    run(process.execPath, ["bin/store.ts", ...words], { GRIDLESS_DATA: folder, GRIDLESS_STORE: TableName });
  expect(await store("--reset-followers")).toMatchObject({
    stdout: expect.stringContaining("read everything again"),
    stderr: "",
  });
  const opened = openFolder(folder);
  const Key = marshall({ pk: "CHANGES", sk: "EPOCH" });
  const { Item: epoch } = await opened.engine.execute("GetItem", { TableName, Key }).finally(opened.close);
  // the seconds since 1970
  expect(epoch).toMatchObject({ epoch: { N: expect.stringMatching(/^1[789]\d{8}$/) } });
  expect((await store("--reset-followers", "--write")).stderr).toContain("--reset-followers stands alone");
});

test("by hand, with three requests and the script of the documents", async () => {
  const { folder, parent, tableId, recordId, userId } = await aFolder();
  const { url, key } = await startStoreCommand([], folder);
  const text = readDocument("docs/operations/look-inside.md");
  const blocks = blocksOf(text);
  const script = blocks.find(({ code }) => code.includes("pairs"));
  const requests = blocks.find(({ code }) => code.includes("node show.mjs"));
  writeFileSync(join(parent, "show.mjs"), String(script?.code));
  const aws = join(parent, "aws");
  writeFileSync(
    aws,
    `#!/bin/sh\nexec "${process.execPath}" "${projectFolder}/test/support/requests/aws.ts" "$@"\n`,
  );
  chmodSync(aws, 0o755);
  const { stdout, stderr } = await run(
    "bash",
    ["--norc", "-ec", String(requests?.code)],
    {
      ...{ store: TableName, table: tableId, record: recordId },
      ...{ AWS_ENDPOINT_URL_DYNAMODB: url, AWS_REGION: "us-east-1" },
      ...{ AWS_ACCESS_KEY_ID: key.accessKeyId, AWS_SECRET_ACCESS_KEY: key.secretAccessKey },
      PATH: [parent, process.env["PATH"]].join(delimiter),
    },
    parent,
  );
  expect(stderr).toBe("");
  const item = JSON.parse(readFileSync(join(parent, "record.json"), "utf8")).Item;
  expect(item.cells.S).toContain('"~~ Amy"');
  const { fields, created, ...members } = JSON.parse(stdout);
  expect(members).toEqual({ by: userId, modified: null, modifiedBy: null });
  expect(new Date(created).toISOString()).toBe(created);
  expect(fields).toEqual(row);
});
