/*
 * Stores that former formats wrote (test/format/stores) are opened by npm start, answer as they did then, and are written on.
 *
 *   GRIDLESS_FORMAT_STORE=1 npm test -- test/format/former-stores.test.ts     records one of the present format
 *
 * Do that in the commit before the one that raises `format` (lib/store/format). Never record one of a former format anew.
 */
import { globSync, readFileSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { gunzipSync, gzipSync } from "node:zlib";
import { expect, test } from "vitest";
import { openEngine } from "#lib/local/embedded/open-engine";
import { plugInto } from "#lib/local/embedded/sdk/plug-into";
import { storeTable } from "#lib/local/store/embedded-store";
import { temporaryFolder } from "#lib/local/store/temporary-folder";
import { isObject } from "#lib/schemas/basics/object";
import { client, storeName } from "#lib/store/client";
import { ownFormat } from "#lib/store/format/format";
import { startServer } from "#test/support/requests/server";
import { makeMostItems } from "./scenario.ts";

const stores = join(import.meta.dirname, "stores");
const numbers = globSync("*.sqlite.gz", { cwd: stores }).map((name) => Number.parseInt(basename(name), 10));

interface Recorded {
  baseId: string;
  token: string;
  /** What was answered to these paths when the store was recorded. */
  answers: Record<string, unknown>;
}

type Asking = Awaited<ReturnType<typeof ask>>;

const unzipped = (name: string): Buffer => gunzipSync(readFileSync(join(stores, name)));

/** Calls a server by a token. */
async function ask(url: string, token: string, method: string, path: string, body?: object) {
  const headers = { authorization: `Bearer ${token}`, "content-type": "application/json" };
  const response = await fetch(url + path, { method, headers, ...(body && { body: JSON.stringify(body) }) });
  return { status: response.status, body: await response.json() };
}

/** Without what is made for each answer: addresses of files with their signatures. */
const withoutAddresses = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(withoutAddresses);
  if (!isObject(value)) return value;
  const kept = Object.entries(value).filter(([name]) => !/url$/i.test(name));
  return Object.fromEntries(kept.map(([name, each]) => [name, withoutAddresses(each)]));
};

/** Everything that the base shows: its tables, fields, views, records in each view, comments and members. */
async function readBase(url: string, { baseId, token }: Omit<Recorded, "answers">) {
  const answers: Recorded["answers"] = {};
  async function read(path: string): Promise<Asking["body"]> {
    const { status, body } = await ask(url, token, "GET", path);
    expect({ path, status, body }).toMatchObject({ status: 200 });
    answers[path] = withoutAddresses(body);
    return body;
  }
  await read(`/base/${baseId}`);
  await read(`/base/${baseId}/collaborators`);
  for (const { id } of await read(`/base/${baseId}/table`)) {
    await read(`/table/${id}/field`);
    for (const view of await read(`/table/${id}/view`))
      await read(`/table/${id}/record?take=1000&fieldKeyType=id&viewId=${view.id}`);
    const { records } = await read(`/table/${id}/record?take=1000&fieldKeyType=id`);
    for (const record of records) await read(`/comment/${id}/${record.id}/list`);
  }
  return answers;
}

test.each(numbers)("a store of format %i answers as it did, and is written on", async (number) => {
  const { folder, remove } = temporaryFolder();
  const recorded: Recorded = JSON.parse(unzipped(`${number}.json.gz`).toString());
  writeFileSync(join(folder, "store.sqlite"), unzipped(`${number}.sqlite.gz`));
  const server = await startServer(folder);
  try {
    const { url } = server.dev;
    expect(await readBase(url, recorded)).toEqual(recorded.answers);
    const tables = recorded.answers[`/base/${recorded.baseId}/table`] as { id: string }[];
    expect(tables.length).toBeGreaterThan(1);
    for (const { id } of tables) {
      const path = `/table/${id}/record`;
      const made = await ask(url, recorded.token, "POST", path, { records: [{ fields: {} }] });
      expect(made).toMatchObject({ status: 201 });
      const [{ id: own }] = made.body.records;
      const { records } = recorded.answers[`${path}?take=1000&fieldKeyType=id`] as {
        records: { id: string }[];
      };
      for (const each of records.slice(0, 5))
        expect(await ask(url, recorded.token, "DELETE", `${path}/${each.id}`)).toMatchObject({ status: 200 });
      const left = await ask(url, recorded.token, "GET", `${path}?take=1000`);
      expect(left.body.records.map((each: { id: string }) => each.id).sort()).toEqual(
        [...records.slice(5).map((each) => each.id), own].sort(),
      );
    }
    expect(await server.stop("SIGTERM")).toBe(0);
    expect(server.output()).not.toMatch(/ {2}5\d\d {2}| error/);
  } finally {
    await server.stop("SIGKILL");
    remove();
  }
});

test("each former format has a store", () => {
  const former = Array.from({ length: ownFormat.format - 1 }, (_, i) => i + 1);
  expect(numbers.sort()).toEqual(expect.arrayContaining(former.filter((each) => each >= ownFormat.oldest)));
});

test.runIf(process.env["GRIDLESS_FORMAT_STORE"])("records a store of the present format", async () => {
  const { folder, remove } = temporaryFolder();
  const file = join(folder, "store.sqlite");
  // npm start looks for the table of this name
  process.env["GRIDLESS_STORE"] = "gridless";
  const engine = openEngine({ file, tables: [storeTable(storeName())], isFed: () => false });
  plugInto(client(), engine);
  const made = await makeMostItems();
  engine.close();
  const database = new DatabaseSync(file);
  database.exec("VACUUM; PRAGMA wal_checkpoint(TRUNCATE)");
  database.close();
  const bytes = readFileSync(file);
  const server = await startServer(folder);
  const recorded: Recorded = { ...made, answers: await readBase(server.dev.url, made) };
  await server.stop("SIGTERM");
  remove();
  const zip = (kind: string, contents: Buffer) =>
    writeFileSync(join(stores, `${ownFormat.format}.${kind}.gz`), gzipSync(contents, { level: 9 }));
  zip("sqlite", bytes);
  zip("json", Buffer.from(JSON.stringify(recorded)));
});
