/* The log of keys of a running server, as a move follows it. */
import { afterEach, expect, test } from "vitest";
import { temporaryFolder } from "#lib/local/store/temporary-folder";
import { type Server, startServer } from "#test/support/requests/server";
import { reachFolder } from "../../../../bin/admin/move-space/cells/folder-cell.ts";
import { keyOf, scanPages, type Wire } from "../../../../bin/admin/move-space/wire.ts";

const data = temporaryFolder();
let server: Server | undefined;
afterEach(async () => {
  await server?.stop("SIGKILL");
  data.remove();
});

test("what is written while all is read is left to the log, which has an end also where writes go on", async () => {
  server = await startServer(data.folder);
  const { url, token, baseId } = server.dev;
  const send = async (path: string, body: object) => {
    const headers = { authorization: `Bearer ${token}`, "content-type": "application/json" };
    const response = await fetch(url + path, { method: "POST", headers, body: JSON.stringify(body) });
    return { status: response.status, body: await response.json() };
  };
  const made = await send(`/base/${baseId}/table`, {
    name: "Plan",
    records: [{ fields: { Name: "before" } }],
  });
  const write = async (name: string) =>
    expect(
      (await send(`/table/${made.body.id}/record`, { records: [{ fields: { Name: name } }] })).status,
    ).toBe(201);

  const cell = await reachFolder(data.folder);
  const log = await cell.openLog("spcx");
  const find = async () => {
    const records: Wire[] = [];
    for await (const page of scanPages(cell))
      records.push(...page.filter(({ entity }) => entity?.S === "record"));
    const written = await log.findWritten?.(records.map(keyOf));
    return [records.length, written?.length];
  };
  expect(await find()).toEqual([1, 0]);
  await write("meanwhile");
  expect(await find()).toEqual([2, 1]);

  const isEnd = await log.markEnd();
  // more than one reading gives
  for (let i = 0; i < 3; i++)
    await send(`/table/${made.body.id}/record`, {
      records: Array.from({ length: 1000 }, (_, k) => ({ fields: { Name: `${i} ${k}` } })),
    });
  expect(isEnd()).toBe(false);
  const { isMore } = await log.read(0);
  expect([isMore, isEnd()]).toEqual([true, true]);
  // what was given already is read again where it is met
  const [count, written] = await find();
  expect(Number(count) - Number(written)).toBeGreaterThanOrEqual(2);
});
