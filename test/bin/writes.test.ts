/* npm run admin -- writes, on the data folder of one machine: while its server runs, and while none does. */
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { temporaryFolder } from "#lib/local/store/temporary-folder";
import { runProgram } from "#test/support/requests/run-program";
import { type Server, startServer } from "#test/support/requests/server";

test("the running server obeys at once, and after a start: calls that write are 503, reads and deletions go on", async () => {
  const { folder, remove } = temporaryFolder();
  let server: Server | undefined;
  onTestFinished(async () => {
    await server?.stop("SIGKILL");
    remove();
  });
  const data = join(folder, "data");
  const writes = async (...args: string[]): Promise<string> => {
    const { code, stdout, stderr } = await runProgram(["bin/admin.ts", "writes", ...args], {
      GRIDLESS_DATA: data,
    });
    expect(code, stderr).toBe(0);
    return stdout;
  };
  const ask = async (method: string, path: string, body?: object) => {
    const { url, token } = server?.dev ?? {};
    const headers = { authorization: `Bearer ${token}`, "content-type": "application/json" };
    const sent = body && { body: JSON.stringify(body) };
    const response = await fetch(url + path, { method, headers, ...sent });
    return { status: response.status, body: await response.json().catch(() => undefined) };
  };

  server = await startServer(data);
  const made = await ask("POST", `/base/${server.dev.baseId}/table`, { records: [{ fields: {} }] });
  const records = `/table/${made.body.id}/record`;
  const create = () => ask("POST", records, { records: [{ fields: {} }] });
  expect((await create()).status).toBe(201);
  expect(await writes("--stop", "the machine moves")).toContain("until --resume: the machine moves");
  expect(await create()).toMatchObject({
    status: 503,
    body: { code: "writes_stopped", data: { reason: "the machine moves" } },
  });
  const listed = await ask("GET", records);
  expect(listed.body.records).toHaveLength(2);
  expect((await ask("DELETE", `${records}/${listed.body.records[0].id}`)).status).toBe(200);
  expect((await ask("GET", "/health")).status).toBe(200);
  expect(await server.stop("SIGTERM")).toBe(0);

  // without a server
  expect(await writes("--show")).toContain("until --resume: the machine moves");
  server = await startServer(data);
  expect((await create()).status).toBe(503);
  expect(await writes("--resume")).toContain("writes go on");
  expect((await create()).status).toBe(201);
  expect(server.output()).not.toContain("AppError");
  await server.stop("SIGTERM");
  await writes("--stop", "a holiday");
  await writes("--resume");
  server = await startServer(data);
  expect((await create()).status).toBe(201);
});
