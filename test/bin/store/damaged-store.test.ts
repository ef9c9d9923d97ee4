/* What npm start says and does when something is wrong with the store of its data folder. Each in a process of its own. */
import { once } from "node:events";
import {
  copyFileSync,
  existsSync,
  openSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
  writeSync,
} from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { marshall } from "@aws-sdk/util-dynamodb";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { openFolder } from "#lib/local/endpoint/open-folder";
import type { DevJson } from "#lib/local/process/dev-json";
import { makeCopy } from "#lib/local/store/copies/make-copy";
import { restoreCopy } from "#lib/local/store/copies/restore-copy";
import { temporaryFolder } from "#lib/local/store/temporary-folder";
import { type Format, formatKey, ownFormat } from "#lib/store/format/format";
import { runProgram } from "#test/support/requests/run-program";
import { type Server, spawnServer, startServer } from "#test/support/requests/server";

let data: ReturnType<typeof temporaryFolder>;
const servers: Server[] = [];
beforeEach(() => {
  data = temporaryFolder();
});
afterEach(async () => {
  for (const server of servers.splice(0)) await server.stop("SIGKILL");
  data.remove();
});

async function start(): Promise<Server> {
  const server = await startServer(data.folder);
  servers.push(server);
  return server;
}

/** A start that is refused: its exit code and what it prints. */
async function refused(): Promise<{ code: unknown; lines: string[] }> {
  const { process: child, output } = spawnServer(data.folder);
  const [code] = await once(child, "close");
  return { code, lines: output().trim().split("\n") };
}

const makeAdministrator = () =>
  runProgram(["bin/admin.ts", "--name", "Ada", "--email", "ada@example.org"], { GRIDLESS_DATA: data.folder });

const file = (name = "store.sqlite") => join(data.folder, name);

async function ask({ url, token }: DevJson, method: string, path: string, body?: object) {
  const headers = { authorization: `Bearer ${token}`, "content-type": "application/json" };
  const response = await fetch(url + path, { method, headers, ...(body && { body: JSON.stringify(body) }) });
  return {
    status: response.status,
    retryAfter: response.headers.get("retry-after"),
    body: await response.json(),
  };
}

/** A stopped server's folder with a table of some records; gives the id of the table. */
async function aFolder(records = 3): Promise<string> {
  const server = await start();
  const { dev } = server;
  const { body: table } = await ask(dev, "POST", `/base/${dev.baseId}/table`, { name: "Plan", records: [] });
  for (let i = 0; i < records; i += 100)
    await ask(dev, "POST", `/table/${table.id}/record`, {
      records: Array.from({ length: Math.min(100, records - i) }, (_, k) => ({
        fields: { Name: `n${i + k} ${"x".repeat(500)}` },
      })),
    });
  await server.stop("SIGTERM");
  return table.id;
}

/** Writes the format of the items, as a newer Gridless does. */
async function putFormat(format: Format): Promise<void> {
  const { engine, close } = openFolder(data.folder);
  const item = { ...formatKey, entity: "format", version: 2, ...format };
  await engine.execute("PutItem", { TableName: "gridless", Item: marshall(item) });
  close();
}

/** The bytes of every file in the folder, except for the lock. */
const contents = () =>
  Object.fromEntries(
    readdirSync(data.folder, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile() && entry.name !== "lock")
      .map(({ parentPath, name }) => [name, readFileSync(join(parentPath, name)).toString("base64")]),
  );

const inUse = () =>
  `the data folder ${data.folder} is in use by another Gridless: stop that one or set GRIDLESS_DATA to another folder`;

describe("one process at a time", () => {
  test("a second server is refused, also when the lock file was removed; the first one loses nothing", async () => {
    const table = await aFolder();
    const { dev } = await start();
    rmSync(file("lock"));
    expect(await refused()).toEqual({ code: 1, lines: [inUse()] });
    const { status } = await ask(dev, "POST", `/table/${table}/record`, {
      records: [{ fields: { Name: "after" } }],
    });
    expect(status).toBe(201);
    expect((await ask(dev, "GET", `/table/${table}/record`)).body.records).toHaveLength(4);
  });

  test("of two starts at the same moment one runs and one is refused", async () => {
    const both = [spawnServer(data.folder), spawnServer(data.folder)];
    const ended = await Promise.race(
      both.map(async (each, i) => {
        const [code] = await once(each.process, "close");
        return { i, code, text: each.output().trim() };
      }),
    );
    const other = both[1 - ended.i];
    other?.process.kill("SIGKILL");
    expect(ended).toMatchObject({ code: 1, text: inUse() });
  });

  test("after kill -9 a start at once has everything", async () => {
    const table = await aFolder();
    for (let i = 0; i < 2; i++) {
      const server = await start();
      await ask(server.dev, "POST", `/table/${table}/record`, { records: [{ fields: { Name: `k${i}` } }] });
      await server.stop("SIGKILL");
    }
    const { dev } = await start();
    expect((await ask(dev, "GET", `/table/${table}/record`)).body.records).toHaveLength(5);
  });
});

describe("a folder of another format", () => {
  test("that of a newer Gridless is one line, and nothing is written", async () => {
    await aFolder();
    const database = new DatabaseSync(file());
    database.exec("PRAGMA user_version = 9; PRAGMA wal_checkpoint(TRUNCATE)");
    database.close();
    const before = contents();
    const { code, lines } = await refused();
    expect([code, lines.length]).toEqual([1, 1]);
    expect(lines[0]).toMatch(
      /store\.sqlite was written by a newer Gridless \(its format is 9, .* nothing was changed$/,
    );
    expect(contents()).toEqual(before);
  });

  test("one whose items are of a newer Gridless is one line, and nothing is written", async () => {
    await aFolder();
    const { format } = ownFormat;
    await putFormat({ format: format + 2, oldest: format + 1 });
    const before = contents();
    expect(await refused()).toEqual({
      code: 1,
      lines: [
        `the store of the data folder ${data.folder} was written by a newer Gridless (its format is ${format + 2}, this one has ${format}): start the newer one, or put back a copy from before its first start; nothing was changed`,
      ],
    });
    expect(contents()).toEqual(before);
    const { code, stderr } = await makeAdministrator();
    expect({ code, stderr }).toEqual({
      code: 1,
      stderr: expect.stringMatching(/^The store was written by a newer Gridless: .*; nothing was changed\n$/),
    });
  });

  test("one whose items a newer Gridless wrote, so that this one reads them, opens with a line that says so", async () => {
    const table = await aFolder();
    const { format } = ownFormat;
    await putFormat({ format: format + 1, oldest: format });
    const server = await start();
    expect(server.output()).toContain(
      `the store of the data folder ${data.folder} was used by a newer Gridless (format ${format + 1}, this one has ${format}): this one can use it too`,
    );
    expect((await ask(server.dev, "GET", `/table/${table}/record`)).body.records).toHaveLength(3);
  });

  test("that of an earlier Gridless opens, and is not for that one any longer", async () => {
    const table = await aFolder();
    const database = new DatabaseSync(file());
    database.exec("PRAGMA user_version = 1; PRAGMA wal_checkpoint(TRUNCATE)");
    database.close();
    const server = await start();
    expect((await ask(server.dev, "GET", `/table/${table}/record`)).body.records).toHaveLength(3);
    await server.stop("SIGKILL");
    expect(readFileSync(file()).readUInt32BE(60)).toBe(2);
  });
});

describe("a store that is gone", () => {
  const ways: [string, () => void, string][] = [
    ["removed", () => rmSync(file()), "is missing"],
    ["emptied", () => truncateSync(file()), "is empty"],
    ["removed while its WAL and the lock file stay", () => rmSync(file()), "is missing"],
    [
      "removed, and an old one of an emulator is there",
      () => {
        copyFileSync(file(), file("store.db"));
        rmSync(file());
      },
      "is missing",
    ],
  ];
  test.each(ways)("%s: one line that says how to go on, and no new store", async (what, lose, says) => {
    await aFolder();
    if (what.includes("WAL")) await (await start()).stop("SIGKILL");
    lose();
    const { code, lines } = await refused();
    expect([code, lines.length]).toEqual([1, 1]);
    expect(lines[0]).toContain(
      `the store of the data folder ${data.folder} is gone: store.sqlite ${says}; put the whole folder back from a backup`,
    );
    expect(existsSync(file()) && statSync(file()).size).toBe(what === "emptied" ? 0 : false);
  });
});

describe("a store that is damaged", () => {
  test.each<[string, () => void, RegExp]>([
    [
      "no SQLite",
      () => writeFileSync(file(), "no database ".repeat(1000)),
      /is not a store: its first bytes/,
    ],
    ["cut short", () => truncateSync(file(), 3 * 8192), /is cut short: it has 24576 of \d+ bytes/],
    [
      "garbage behind its header",
      () => overwrite(file(), 100, 8192 * 4),
      /is damaged \(.*malformed.*from a backup/,
    ],
  ])("%s: one line at the start", async (_, damage, line) => {
    await aFolder();
    damage();
    const before = contents();
    const { code, lines } = await refused();
    expect({ code, lines }).toEqual({ code: 1, lines: [expect.stringMatching(line)] });
    expect(contents()).toEqual(before);
  });

  test("the item that a start reads first: one line, also of the commands that read it, and no word that it can still be read", async () => {
    await aFolder();
    const database = new DatabaseSync(file());
    database.exec("PRAGMA wal_checkpoint(TRUNCATE)");
    database.close();
    const at = readFileSync(file()).indexOf("FORMAT");
    expect(at).toBeGreaterThan(0);
    overwrite(file(), Math.floor(at / 8192) * 8192, 8192);
    const line = new RegExp(
      `^the store ${file()} is damaged \\(.*\\): keep a copy of the folder, and put the`,
    );
    const { code, lines } = await refused();
    expect({ code, lines }).toEqual({ code: 1, lines: [expect.stringMatching(line)] });
    const failed = await makeAdministrator();
    expect({ code: failed.code, said: failed.stderr.trim().split("\n") }).toEqual({
      code: 1,
      said: [expect.stringMatching(line)],
    });
  });

  test("pages of records: said once, no call is asked to retry, nothing more is written, and SIGTERM ends it", async () => {
    const table = await aFolder(2000);
    const { size } = statSync(file());
    overwrite(file(), Math.floor(size / 4 / 8192) * 8192, Math.floor(size / 2));
    const server = await start().catch((error: Error) => error);
    if (server instanceof Error) {
      expect(server.message).toMatch(/is damaged \(.*from a backup/);
      return;
    }
    const answers = [];
    for (let i = 0; i < 3; i++)
      answers.push(await ask(server.dev, "GET", `/table/${table}/record?take=1000`));
    answers.push(
      await ask(server.dev, "POST", `/table/${table}/record`, { records: [{ fields: { Name: "new" } }] }),
    );
    for (const { status, body, retryAfter } of answers) {
      expect({ status, retryAfter }).toEqual({ status: 503, retryAfter: null });
      expect(body.message).toMatch(/^The store of this service is damaged: a retry does not help/);
    }
    const said = server.output().match(/the store .* is damaged .*/g) ?? [];
    expect(said).toEqual([expect.stringMatching(/from a backup/)]);
    expect(await server.stop("SIGTERM")).toBe(0);
  });
});

test("damage that no call meets is found after the start: the log and /health say so, with the last copy, which is the way back", async () => {
  const table = await aFolder(2000);
  const { engine, close } = openFolder(data.folder);
  const copy = await makeCopy(engine, data.folder).finally(close);
  const at = readFileSync(file()).indexOf("n1500 xxx");
  expect(at).toBeGreaterThan(0);
  overwrite(file(), Math.floor(at / 8192) * 8192, 8192);
  const server = await start();
  const health = () => ask(server.dev, "GET", "/health");
  await expect.poll(async () => (await health()).status).toBe(503);
  const { body, retryAfter } = await health();
  expect(body.message).toMatch(
    /^The store of this service is damaged: .* must put it back from a backup; the last one is of 20\d\d-/,
  );
  expect(body.message).not.toContain(data.folder);
  expect(retryAfter).toBe(null);
  const said = server.output().match(/the store .* is damaged .*/g) ?? [];
  expect(said).toEqual([
    expect.stringContaining(
      `(the last one is here: GRIDLESS_DATA=${data.folder} npm run store -- --restore ${copy});`,
    ),
  ]);
  const write = { records: [{ fields: { Name: "new" } }] };
  expect((await ask(server.dev, "POST", `/table/${table}/record`, write)).status).toBe(503);
  await server.stop("SIGTERM");
  restoreCopy(data.folder, copy);
  const { dev } = await start();
  expect((await ask(dev, "GET", "/health")).status).toBe(200);
  expect((await ask(dev, "GET", `/table/${table}/record?take=1000&skip=1000`)).body.records).toHaveLength(
    1000,
  );
});

/** Writes other bytes into a part of a file. */
function overwrite(path: string, from: number, length: number): void {
  writeSync(openSync(path, "r+"), Buffer.alloc(length, 0xa5), 0, length, from);
}
