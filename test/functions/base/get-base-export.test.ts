import { expect, test } from "vitest";
import { handler as exportBase } from "#functions/base/export-base";
import { handler as getBaseExport } from "#functions/base/get-base-export";
import { jobEnded } from "#test/support/backups";
import { aBase, aMember, someone } from "#test/support/makers/makers";
import { call } from "#test/support/requests/call";
import { baseUrl } from "#test/support/run/target";

test("302 to the file for the user who began the export; 404 for others, 409 before the job is done", async () => {
  const owner = await someone();
  const { baseId } = await aBase(owner);
  const other = await aMember(baseId, "creator");
  const { body } = await call(exportBase, { as: owner, params: { baseId }, body: {} });
  const params = { baseId, jobId: body.jobId };
  if (!baseUrl()) expect((await call(getBaseExport, { as: owner, params })).status).toBe(409);
  await jobEnded(owner, baseId, body.jobId);
  expect((await call(getBaseExport, { as: owner, params })).status).toBe(302);
  expect((await call(getBaseExport, { as: other, params })).status).toBe(404);
});
