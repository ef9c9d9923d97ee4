/* npm run store -- --backup and --restore, as they are started, beside an npm start that writes and is killed. */
import { existsSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import type { DevJson } from "#lib/local/process/dev-json";
import { temporaryFolder } from "#lib/local/store/temporary-folder";
import { runProgram } from "#test/support/requests/run-program";
import { type Server, startServer } from "#test/support/requests/server";

let data: ReturnType<typeof temporaryFolder>;
let server: Server | undefined;
beforeEach(() => {
  data = temporaryFolder();
});
afterEach(async () => {
  await server?.stop("SIGKILL");
  server = undefined;
  data.remove();
});

const main = () => join(data.folder, "data");

const store = (...args: string[]) => runProgram(["bin/store.ts", ...args], { GRIDLESS_DATA: main() });

async function ask({ url, token }: DevJson, method: string, path: string, body?: object) {
  const headers = { authorization: `Bearer ${token}`, "content-type": "application/json" };
  const response = await fetch(url + path, { method, headers, ...(body && { body: JSON.stringify(body) }) });
  return response.json();
}

const size = 10;

/** Writes batches of records that have the number of the batch, until it is ended or the server is gone. */
function startWriting(dev: DevJson, tableId: string, from: number) {
  let acknowledged = from;
  let isEnded = false;
  const running = (async () => {
    while (!isEnded) {
      const records = Array.from({ length: size }, () => ({ fields: { Count: acknowledged + 1 } }));
      const made = await ask(dev, "POST", `/table/${tableId}/record`, { records }).catch(() => undefined);
      if (!made?.records) return;
      acknowledged++;
    }
  })();
  return {
    acknowledged: () => acknowledged,
    end: async () => {
      isEnded = true;
      await running;
    },
  };
}

/** The number of the last batch, after a look whether all of them are whole. */
async function lastBatch(dev: DevJson, tableId: string): Promise<number> {
  const numbers: number[] = [];
  for (let cursor: string | null = ""; cursor !== null; ) {
    const page: { records: { fields: { Count: number } }[]; nextCursor: string | null } = await ask(
      dev,
      "GET",
      `/table/${tableId}/record?take=1000${cursor && `&cursor=${cursor}`}`,
    );
    numbers.push(...page.records.map(({ fields }) => fields.Count));
    cursor = page.nextCursor;
  }
  const last = Math.max(0, ...numbers);
  expect(numbers.sort((a, b) => a - b)).toEqual(
    Array.from({ length: last * size }, (_, i) => Math.floor(i / size) + 1),
  );
  return last;
}

test("a copy of a running server opens and is a state that existed, also if the server is killed; it is put back", async () => {
  server = await startServer(main());
  const { dev } = server;
  const { id: tableId } = await ask(dev, "POST", `/base/${dev.baseId}/table`, {
    name: "Batches",
    records: [],
  });
  let writing = startWriting(dev, tableId, 0);
  const copy = join(data.folder, "copy");
  const before = writing.acknowledged();
  expect(await store("--backup", copy)).toMatchObject({ code: 0, stderr: "" });
  const after = writing.acknowledged() + 1;
  // killed while a copy is made, or shortly before or after
  const asking = store("--backup", join(data.folder, "second"));
  await new Promise((resolve) => setTimeout(resolve, 700));
  await server.stop("SIGKILL");
  const second = await asking;
  expect([0, 1]).toContain(second.code);
  expect(existsSync(join(data.folder, "second"))).toBe(second.code === 0);
  const written = writing.acknowledged();
  await writing.end();

  const copied = await startServer(copy);
  const inCopy = await lastBatch(copied.dev, tableId).finally(() => copied.stop("SIGTERM"));
  expect(inCopy).toBeGreaterThanOrEqual(before);
  expect(inCopy).toBeLessThanOrEqual(after);

  server = await startServer(main());
  expect(await lastBatch(server.dev, tableId)).toBeGreaterThanOrEqual(written);
  expect(await store("--restore", copy)).toMatchObject({
    code: 1,
    stderr: expect.stringContaining("is in use by"),
  });
  await server.stop("SIGTERM");
  const restored = await store("--restore", copy);
  expect(restored).toMatchObject({ code: 0, stderr: "" });
  expect(restored.stdout).toContain("what was there is in ");
  server = await startServer(main());
  expect(await lastBatch(server.dev, tableId)).toBe(inCopy);
  writing = startWriting(server.dev, tableId, inCopy);
  await writing.end();
});

test("without a server the command makes the copy itself; what stands in the way is one line", async () => {
  server = await startServer(main());
  await server.stop("SIGTERM");
  const { code, stdout } = await store("--backup");
  expect(code).toBe(0);
  const [, made = ""] = /^(\S+) is a copy of /.exec(stdout) ?? [];
  expect(existsSync(join(made, "store.sqlite"))).toBe(true);
  const refused = await store("--backup", made);
  expect(refused).toMatchObject({ code: 1, stderr: expect.stringMatching(/is there already.*\n$/) });
  expect(await store("--restore", data.folder)).toEqual({
    code: 1,
    stdout: "",
    stderr: `there is no copy in ${data.folder}: it has no store.sqlite\n`,
  });
});
