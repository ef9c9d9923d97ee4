import { execFile } from "node:child_process";
import { once } from "node:events";
import { existsSync, statSync, writeFileSync } from "node:fs";
import { connect, createServer } from "node:net";
import { setTimeout as wait } from "node:timers/promises";
import { promisify } from "node:util";
import { paginateScan } from "@aws-sdk/lib-dynamodb";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { type DevJson, devJsonFile, readDevJson } from "#lib/local/process/dev-json";
import { startStore } from "#lib/local/store/start-store";
import { temporaryFolder } from "#lib/local/store/temporary-folder";
import { type Server, spawnServer, startServer } from "#test/support/requests/server";
import { needsProgram } from "#test/support/run/needs-program";

const run = promisify(execFile);
let data: ReturnType<typeof temporaryFolder>;
let server: Server | undefined;

beforeEach(() => {
  data = temporaryFolder();
});
afterEach(async () => {
  if (server && server.process.exitCode === null && !server.process.killed) await server.stop("SIGTERM");
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

/** The entities of a folder's items that have a text in them. */
async function itemsIn(folder: string, text: string): Promise<unknown[]> {
  const store = await startStore({ folder, env: { GRIDLESS_ENGINE: process.env["GRIDLESS_ENGINE"] } });
  const client = await store.connect();
  try {
    const found: unknown[] = [];
    for await (const { Items = [] } of paginateScan({ client }, { TableName: store.tableName, Limit: 1000 }))
      found.push(...Items.filter((item) => JSON.stringify(item).includes(text)).map(({ entity }) => entity));
    return found;
  } finally {
    client.destroy();
    await store.stop();
  }
}

describe("npm start", () => {
  test("prints a curl line that works as it stands", async () => {
    needsProgram("bash", "curl");
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
      password: expect.stringMatching(/^\w{20}-a1$/),
      spaceId: expect.stringMatching(/^spc/),
      baseId: expect.stringMatching(/^bse/),
    });
  });

  test("prints an address and a password to sign in with, of an administrator", async () => {
    server = await startServer(data.folder);
    const { url, email, password } = server.dev;
    expect(server.output()).toMatch(new RegExp(`sign in +${url}/auth/sign-in +${email} +${password}\n`));
    const { status, body } = await ask(server.dev, "POST", "/auth/signin", { email, password });
    expect({ status, body }).toMatchObject({
      status: 200,
      body: { id: server.dev.userId, isAdmin: true, emailVerified: true },
    });
    expect(statSync(devJsonFile(data.folder)).mode & 0o777).toBe(0o600);
  });

  test("goes on with a dev.json of an earlier version, which has no password", async () => {
    server = await startServer(data.folder);
    const { password: _, ...earlier } = server.dev;
    await server.stop("SIGTERM");
    writeFileSync(devJsonFile(data.folder), JSON.stringify(earlier));
    server = await startServer(data.folder);
    expect(server.dev).toEqual({ ...earlier, url: server.dev.url });
    expect(server.output()).not.toContain("sign in");
  });

  test("anybody may sign up; mails are printed, and their links work", async () => {
    server = await startServer(data.folder);
    const { dev, output } = server;
    const email = "ada@example.org";
    const body = { email, password: "correct horse 7" };
    const signedUp = await fetch(`${dev.url}/auth/signup`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify(body),
    });
    expect(await signedUp.json()).toMatchObject({ emailVerified: false });
    const [cookie = ""] = signedUp.headers.getSetCookie().map((line) => line.split(";", 1)[0] ?? "");
    while (!output().includes("If you did not sign up")) await wait(20);
    expect(output()).toContain(`Mail to ${email}: Verify`);
    const [, link] = new RegExp(`${dev.url}/auth/verify\\?link=(\\w{43})`).exec(output()) ?? [];
    const verified = await fetch(`${dev.url}/auth/verify-email`, {
      method: "POST",
      headers: { "content-type": "application/json", origin: dev.url, cookie },
      body: JSON.stringify({ link }),
    });
    expect(verified.status).toBe(200);
    expect((await ask(dev, "POST", "/auth/signin", body)).body).toMatchObject({ emailVerified: true });
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

  test("one Ctrl-C that arrives twice, from the terminal and from npm, lets it finish", async () => {
    server = await startServer(data.folder);
    const ended = once(server.process, "exit");
    for (const _ of ["terminal", "npm"]) server.process.kill("SIGINT");
    expect(await ended).toEqual([0, null]);
  });

  test("a signal finishes what is running, another one after a second does not wait for that", async () => {
    server = await startServer(data.folder);
    const { url, token, baseId } = server.dev;
    const { hostname, port } = new URL(url);
    const socket = connect(Number(port), hostname).on("error", () => {});
    // a body that does not end; the server answers 100 once it has the request
    socket.write(
      `POST /base/${baseId}/table/ HTTP/1.1\r\nHost: ${hostname}:${port}\r\nAuthorization: Bearer ${token}\r\nContent-Type: application/json\r\nContent-Length: 9\r\nExpect: 100-continue\r\n\r\n{`,
    );
    const [received] = await once(socket, "data");
    expect(String(received)).toMatch(/^HTTP\/1\.1 100 /);
    const ended = once(server.process, "exit");
    server.process.kill("SIGTERM");
    await wait(1200);
    expect(server.process.exitCode).toBe(null);
    // a busy machine may have been late to hear of the first
    const again = setInterval(() => server?.process.kill("SIGTERM"), 300);
    expect(await ended).toEqual([1, null]);
    clearInterval(again);
    socket.destroy();
  });

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
      [{ GRIDLESS_SIGN_UP: "no" }, [], /^GRIDLESS_SIGN_UP must be open or invitation, not "no"\n$/],
      [
        { GRIDLESS_ORIGIN: "x.example" },
        [],
        /^GRIDLESS_ORIGIN must be an address such as .*, not "x.example"\n$/,
      ],
      [{ PORT: "http" }, [], /^PORT must be a number from 0 to 65535, not "http"\n$/],
      [
        { GRIDLESS_ORIGIN: "https://x.example/" },
        [],
        /^GRIDLESS_ORIGIN must be .* without a slash at the end/,
      ],
      [
        { GRIDLESS_CORS_ORIGINS: "https://app.example.org/" },
        [],
        /^GRIDLESS_CORS_ORIGINS must be origins as browsers send them, .*; not "https:\/\/app.example.org\/"\n$/,
      ],
      [{ GRIDLESS_MAIL_FROM: "abc" }, [], /^GRIDLESS_MAIL_FROM must be an e-mail address, not "abc"\n$/],
      [{ GRIDLESS_STORE: "a b" }, [], /^GRIDLESS_STORE must have 3 to 255 letters .*, not "a b"\n$/],
      [
        { AWS_ENDPOINT_URL_DYNAMODB: "localhost:8000" },
        [],
        /^AWS_ENDPOINT_URL_DYNAMODB must be an address such as .*, not "localhost:8000"\n$/,
      ],
      [{ GRIDLESS_SETTLE_SECONDS: "1m" }, [], /^GRIDLESS_SETTLE_SECONDS must be a number .*, not "1m"\n$/],
      [{ GRIDLESS_PAGES_PER_NOTE: "-1" }, [], /^GRIDLESS_PAGES_PER_NOTE must be a number .*, not "-1"\n$/],
      [{ GRIDLESS_TOKEN_RATE: "0" }, [], /^GRIDLESS_TOKEN_RATE must be a number above 0, .*, not "0"\n$/],
      [{ GRIDLESS_TOKEN_RATE: "5" }, [], /^GRIDLESS_TOKEN_BURST must be a number from 1 to 50 .*, not ""\n$/],
    ];
    for (const [environment, args, message] of cases) {
      const started = spawnServer(data.folder, environment, args);
      const [code] = await once(started.process, "close");
      expect(started.output()).toMatch(message);
      expect(code).toBe(1);
    }
    taken.close();
  });

  test("a misspelt setting is named, and nothing is started; those of other commands are passed over", async () => {
    const ours = (name: string) => `GRIDLESS_${name}`;
    const cases: [Record<string, string>, string][] = [
      [
        { [ours("SIGNUP")]: "invitation" },
        `Unknown variable ${ours("SIGNUP")}: did you mean GRIDLESS_SIGN_UP?`,
      ],
      [{ GRIDLES_DATA: data.folder }, "Unknown variable GRIDLES_DATA: did you mean GRIDLESS_DATA?"],
      [{ [ours("PORT")]: "8080" }, `Unknown variable ${ours("PORT")}: did you mean PORT?`],
    ];
    for (const [environment, line] of cases) {
      const started = spawnServer(`${data.folder}/none`, environment);
      const [code] = await once(started.process, "close");
      expect([code, started.output()]).toEqual([2, `${line}\n`]);
    }
    expect(existsSync(`${data.folder}/none`)).toBe(false);
  });

  test.each([
    ["embedded", {}],
    ["elsewhere", { AWS_ENDPOINT_URL_DYNAMODB: "http://127.0.0.1:1" }],
  ])(
    "a data folder that cannot be made is one line and exit code 1, with a store that is %s",
    async (_, env) => {
      writeFileSync(`${data.folder}/file`, "");
      for (const folder of ["/proc/foo", `${data.folder}/file`, `${data.folder}/file/missing/folder`]) {
        const started = spawnServer(folder, env);
        expect(await once(started.process, "close")).toEqual([1, null]);
        expect(started.output()).toMatch(
          /^the data folder .* cannot be used: .*; set GRIDLESS_DATA to .*\n$/,
        );
        expect(started.output()).toContain(folder);
      }
    },
  );

  test("kill -9 while a deleted table is cleared: it is cleared to the end after a restart", async () => {
    const environment = { GRIDLESS_SETTLE_SECONDS: "0" };
    server = await startServer(data.folder, environment);
    const { dev } = server;
    const fields = [{ name: "Name", type: "singleLineText", unique: true }];
    const { body: table } = await ask(dev, "POST", `/base/${dev.baseId}/table/`, { records: [], fields });
    for (let i = 0; i < 3000; i += 50) {
      const records = Array.from({ length: 50 }, (_, k) => ({ fields: { Name: `n${i + k}` } }));
      expect((await ask(dev, "POST", `/table/${table.id}/record`, { records })).status).toBe(201);
    }
    const { body: started } = await ask(dev, "DELETE", `/base/${dev.baseId}/table/${table.id}/permanent`);
    const jobNow = async (dev: DevJson) =>
      (await ask(dev, "GET", `/table/${table.id}/job/${started.jobId}`)).body;
    let job = await jobNow(dev);
    while (job.state === "waiting") job = await jobNow(dev);
    expect(job.state).toBe("running");
    await server.stop("SIGKILL");

    server = await startServer(data.folder, environment);
    const seen: number[] = [job.progress.done];
    for (job = await jobNow(server.dev); job.state === "running"; job = await jobNow(server.dev))
      seen.push(job.progress.done);
    expect(job).toMatchObject({ state: "done", progress: { done: 3000, total: 3000 } });
    expect(seen).toEqual(seen.toSorted((a, b) => a - b));
    expect(await server.stop("SIGTERM")).toBe(0);
    expect(await itemsIn(data.folder, table.id)).toEqual(["endedJob"]);
  }, 120_000);

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

describe("the lines of requests", () => {
  const requestIdOf = async (url: string, init?: RequestInit) =>
    (await fetch(url, init)).headers.get("x-request-id") ?? "none";

  test("for a person they end with the request id", async () => {
    server = await startServer(data.folder);
    const { dev, output } = server;
    const id = await requestIdOf(`${dev.url}/base/${dev.baseId}/table`);
    while (!output().includes(id)) await wait(20);
    const line = output()
      .split("\n")
      .find((each) => each.includes(id));
    expect(line).toMatch(
      new RegExp(`^[\\d:]{8}  401  GET {4}/base/${dev.baseId}/table {2}[\\d.]+ ms  ${id}$`),
    );
  });

  test("with LOG=json each line is an object without a secret, also of mails, files, refusals and the start", async () => {
    const started = spawnServer(data.folder, {
      LOG: "json",
      GRIDLESS_CORS_ORIGINS: "https://app.example.org",
    });
    const lines = () => started.output().split("\n").filter(Boolean);
    try {
      while (!started.output().includes("Gridless is ready"))
        await once(started.process.stdout as NodeJS.ReadableStream, "data");
      const dev = readDevJson(data.folder);
      if (!dev) throw new Error("there is no dev.json");
      const headers = { authorization: `Bearer ${dev.token}` };
      const tables = await requestIdOf(`${dev.url}/base/${dev.baseId}/table`, { headers });
      const refused = await requestIdOf(`${dev.url}/base/${dev.baseId}/table`);
      const unknown = await requestIdOf(`${dev.url}/no/such/path`);
      const otherHost = await requestIdOf(`${dev.url}/base`, { headers: { origin: "https://evil.example" } });
      await fetch(`${dev.url}/auth/signup`, {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: JSON.stringify({ email: "ada@example.org", password: "correct horse 7" }),
      });
      while (![otherHost, "No mail sender"].every((text) => started.output().includes(text))) await wait(20);
      const parsed = lines().map((line) => JSON.parse(line) as Record<string, unknown>);
      for (const each of parsed)
        expect(each).toMatchObject({
          timestamp: expect.stringMatching(/^\d{4}-.*Z$/),
          level: expect.stringMatching(/^(INFO|WARN|ERROR)$/),
        });
      const lineOf = (id: string) => parsed.find(({ requestId }) => requestId === id);
      expect(lineOf(tables)).toEqual({
        timestamp: expect.any(String),
        level: "INFO",
        requestId: tables,
        operation: "listTables",
        userId: dev.userId,
        method: "GET",
        route: "ANY /base/{baseId}/table",
        status: 200,
        milliseconds: expect.any(Number),
        storeRequests: expect.any(Number),
      });
      expect(lineOf(refused)).toMatchObject({ operation: "listTables", status: 401, code: "unauthorized" });
      expect(lineOf(unknown)).toMatchObject({ operation: "unknownPath", status: 404, code: "not_found" });
      expect(lineOf(otherHost)).toMatchObject({ status: 403, method: "GET" });
      for (const secret of [dev.token, dev.password, "correct horse", "ada@example.org", "?link="])
        expect(started.output()).not.toContain(secret);
    } finally {
      const ended = once(started.process, "exit");
      started.process.kill("SIGTERM");
      expect(await ended).toEqual([0, null]);
    }
    for (const line of lines()) JSON.parse(line);
  });

  test("any other form is refused", async () => {
    const started = spawnServer(data.folder, { LOG: "yaml" });
    const [code] = await once(started.process, "close");
    expect([code, started.output()]).toEqual([1, 'LOG must be json or text, not "yaml"\n']);
  });
});
