import { execFile } from "node:child_process";
import { once } from "node:events";
import { createServer } from "node:net";
import { promisify } from "node:util";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { temporaryFolder } from "#lib/local/data-folder";
import type { DevJson } from "#lib/local/dev-json";
import { type Server, spawnServer, startServer } from "#test/support/server";

const run = promisify(execFile);
let data: ReturnType<typeof temporaryFolder>;
let server: Server | undefined;

beforeEach(() => {
  data = temporaryFolder();
});
afterEach(async () => {
  if (server && server.process.exitCode === null && !server.process.killed) await server.stop("SIGKILL");
  server = undefined;
  data.remove();
});

async function ask(dev: DevJson, method: string, path: string, body?: object) {
  const response = await fetch(dev.url + path, {
    method,
    headers: { authorization: `Bearer ${dev.token}`, "content-type": "application/json" },
    ...(body && { body: JSON.stringify(body) }),
  });
  return { status: response.status, body: JSON.parse(await response.text()) };
}

async function allRecords(dev: DevJson, tableId: string) {
  const records: { id: string; fields: Record<string, unknown> }[] = [];
  for (let cursor: string | null = ""; cursor !== null; ) {
    const { body } = await ask(
      dev,
      "GET",
      `/table/${tableId}/record?take=1000${cursor && `&cursor=${cursor}`}`,
    );
    records.push(...body.records);
    cursor = body.nextCursor;
  }
  return records;
}

describe("npm start", () => {
  test("prints a curl line that works as it stands", async () => {
    server = await startServer(data.folder);
    const [line = ""] = /^ *curl .*$/m.exec(server.output()) ?? [];
    const { stdout } = await run("bash", ["-c", `${line.trim()} --silent`]);
    const table = JSON.parse(stdout);
    expect([table.fields.length, table.views.length, table.records.length]).toEqual([3, 1, 3]);
  });

  test("writes dev.json for scripts", async () => {
    server = await startServer(data.folder);
    expect(server.dev).toEqual({
      url: expect.stringMatching(/^http:\/\/127\.0\.0\.1:\d+$/),
      token: expect.stringMatching(/^gridless_acc/),
      userId: expect.stringMatching(/^usr/),
      userName: "Dev",
      email: "dev@gridless.local",
      spaceId: expect.stringMatching(/^spc/),
      baseId: expect.stringMatching(/^bse/),
    });
  });

  test.each(["SIGTERM", "SIGINT"] as const)(
    "keeps its data and its token over %s and a restart",
    async (signal) => {
      server = await startServer(data.folder);
      const { dev } = server;
      const { body: table } = await ask(dev, "POST", `/base/${dev.baseId}/table/`, { name: "Kept" });
      expect(await server.stop(signal)).toBe(0);

      server = await startServer(data.folder);
      expect(server.dev).toEqual({ ...dev, url: server.dev.url });
      expect(await allRecords(server.dev, table.id)).toHaveLength(3);
    },
  );

  test("--memory keeps nothing in the data folder", async () => {
    const started = spawnServer(`${data.folder}/none`, {}, ["--memory"]);
    while (!started.output().includes("Ctrl-C ends"))
      await once(started.process.stdout as NodeJS.ReadableStream, "data");
    expect(started.output()).toContain("in memory: gone when this ends");
    const exit = once(started.process, "exit");
    started.process.kill("SIGINT");
    expect(await exit).toEqual([0, null]);
  });

  test("says in one line what a person can put right, and ends with 1", async () => {
    const taken = createServer().listen(0, "127.0.0.1");
    await once(taken, "listening");
    const { port } = taken.address() as { port: number };
    const cases: [Record<string, string>, string[], RegExp][] = [
      [{ PORT: String(port) }, [], new RegExp(`^.*port ${port} .*\n$`)],
      [{ PORT: "http" }, [], /^PORT must be a number from 0 to 65535, not "http"\n$/],
      [{ GRIDLESS_TOKEN_RATE: "0" }, [], /^GRIDLESS_TOKEN_RATE must be a number above 0, not "0"\n$/],
      [{ GRIDLESS_TOKEN_RATE: "5" }, [], /^GRIDLESS_TOKEN_BURST must be a number from 1 to 50 .*, not ""\n$/],
      [{}, ["--memorie"], /^Unknown option '--memorie'.*\n$/],
    ];
    for (const [environment, args, message] of cases) {
      const started = spawnServer(data.folder, environment, args);
      const [code] = await once(started.process, "close");
      expect(started.output()).toMatch(message);
      expect(code).toBe(1);
    }
    taken.close();
  });

  test("kill -9 while records are written: every acknowledged one is there after a restart, and no half batch", async () => {
    server = await startServer(data.folder);
    const { dev } = server;
    const { body: table } = await ask(dev, "POST", `/base/${dev.baseId}/table/`, { records: [] });
    const acknowledged: string[] = [];
    let batch = 0;
    const write = async () => {
      for (;;) {
        const records = Array.from({ length: 100 }, () => ({ fields: { Count: batch } }));
        batch++;
        const { status, body } = await ask(dev, "POST", `/table/${table.id}/record`, { records });
        expect(status).toBe(201);
        acknowledged.push(...body.records.map(({ id }: { id: string }) => id));
        if (acknowledged.length >= 1500) void server?.stop("SIGKILL");
      }
    };
    const ends = await Promise.allSettled([write(), write(), write(), write()]);
    // each writer ended because the server was gone, not because it was refused
    for (const end of ends) expect(end).toMatchObject({ status: "rejected", reason: { name: "TypeError" } });

    server = await startServer(data.folder);
    const records = await allRecords(server.dev, table.id);
    const ids = new Set(records.map(({ id }) => id));
    expect(acknowledged.filter((id) => !ids.has(id))).toEqual([]);
    const sizes = Map.groupBy(records, ({ fields }) => fields["Count"]).values();
    expect([...sizes].filter(({ length }) => length !== 100)).toEqual([]);
  });
});

test("goes on serving when nobody reads its lines any more", async () => {
  server = await startServer(data.folder);
  server.process.stdout?.destroy();
  for (let i = 0; i < 5; i++) expect((await ask(server.dev, "GET", "/base/access/all")).status).toBe(200);
});
