import { expect, test } from "vitest";
import { handler as startBaseExport } from "#functions/csv/start-base-export";
import { fileOf, jobEnded } from "#test/support/backups";
import { aMember, aTable, aToken } from "#test/support/makers/makers";
import { call } from "#test/support/requests/call";
import { unzipped } from "#test/support/zips";

test("200: begins a job that writes the file of the base", async () => {
  const { owner: as, baseId } = await aTable({ name: "Things" });
  const { status, body } = await call(startBaseExport, { as, params: { baseId } });
  expect(status).toBe(200);
  expect(await jobEnded(as, baseId, body.jobId)).toMatchObject({ kind: "exportBase", state: "done" });
  const entries = await unzipped(await fileOf(as, baseId, body.jobId));
  expect(JSON.parse(entries.get("manifest.json")?.toString() ?? "")).toMatchObject({ attachments: true });
});

test("200: a viewer; 403: a token that may not read records; 404: a stranger", async () => {
  const { owner, baseId } = await aTable();
  const ask = async (as: { token: string }) =>
    (await call(startBaseExport, { as, params: { baseId } })).status;
  expect(await ask(await aMember(baseId, "viewer"))).toBe(200);
  expect(await ask({ token: await aToken(owner.userId, { scopes: ["base|table_export"] }) })).toBe(403);
  expect(await ask((await aTable()).owner)).toBe(404);
});
