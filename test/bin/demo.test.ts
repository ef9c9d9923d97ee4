/* npm run demo: also where an earlier run has made its tables, and a link that is gone afterwards is found. */
import { execFile } from "node:child_process";
import path from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, expect, test } from "vitest";
import { temporaryFolder } from "#lib/local/store/temporary-folder";
import { type Server, startServer } from "#test/support/requests/server";
import { isWhole } from "#test/support/run/sample";
import { request } from "../../bin/demo/client.ts";

const run = promisify(execFile);
const { folder, remove } = temporaryFolder();
const data = path.join(folder, "data");
let server: Server;

beforeAll(async () => {
  // an index is made when all calls know of it
  server = await startServer(data, { GRIDLESS_SETTLE_SECONDS: "0.5" });
});
afterAll(async () => {
  await server.stop("SIGTERM");
  remove();
});

const demo = (...args: string[]) =>
  run(process.execPath, ["bin/demo.ts", ...args], { env: { ...process.env, GRIDLESS_DATA: data } });

const equal = "550 directors and 1870 links equal on both sides";

test("it compares cells and both sides of all links, in a base with the tables of an earlier run too", {
  timeout: 180_000,
}, async () => {
  const first = await demo();
  expect(first.stdout).toContain("3201 of 3201 records equal, 30905 cells compared");
  expect(first.stdout).toContain(equal);
  expect(first.stdout).toMatch(/2 tables with 3751 records exported to a file of \d+ kB in .* imported/);
  expect(first.stdout).toContain("the second base equals the first: 43478 cells compared");

  const page = (how: string) =>
    new RegExp(`Best first: 100 of 3201 movies, ${how}.* \\(\\d+ requests, (\\d+) RCU, 0 WCU\\)`);
  const unitsOf = (how: string) => Number(page(how).exec(first.stdout)?.[1]);
  expect(unitsOf("from its index")).toBeLessThanOrEqual(110);
  expect(unitsOf("by reading all")).toBeGreaterThan(110);

  const { stdout } = await demo("--no-copy", "--no-wait");
  expect(stdout).toContain(equal);
  expect(stdout).not.toContain("second base");
  const tableId = /--table (tbl\w+)/.exec(stdout)?.[1] ?? "";
  expect(stdout).not.toContain("waiting");
  const again = await demo("--table", tableId);
  expect(again.stdout).toMatch(page("from its index"));
  expect(again.stdout).toContain(equal);

  const { records } = await request<{ records: { id: string; fields: object }[] }>(
    server.dev,
    "GET",
    `/table/${tableId}/record?take=500`,
  );
  const linked = records.find(({ fields }) => "Directors 2" in fields);
  const body = { record: { fields: { "Directors 2": null } } };
  await request(server.dev, "PATCH", `/table/${tableId}/record/${linked?.id}`, body);
  await expect(demo("--table", tableId)).rejects.toMatchObject({
    code: 1,
    stderr: expect.stringContaining("links differ: 2 of them"),
  });
});

// afterwards, because the other test exports the whole base
test.runIf(isWhole)("the linked tables compute what the files say", { timeout: 400_000 }, async () => {
  const { stdout } = await run(process.execPath, ["bin/demo-linked.ts"], {
    env: { ...process.env, GRIDLESS_DATA: data },
  });
  expect(stdout).toContain("5366 routes equal");
  expect(stdout).toContain("3376 airports equal: 3 rollups each");
});
