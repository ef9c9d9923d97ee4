/* Exports bases and imports them: the jobs run here turn by turn, or on the deployed service. */
import { vi } from "vitest";
import { handler as exportBase } from "#functions/base/export-base";
import { handler as getBaseExport } from "#functions/base/get-base-export";
import { handler as getBaseJob } from "#functions/job/get-base-job";
import { handler as importBase } from "#functions/space/import-base";
import type { BaseId, JobId, SpaceId } from "#lib/schemas/basics/ids";
import type { Job } from "#lib/schemas/basics/job";
import { hasEnded, runToEnd } from "#test/support/events/jobs";
import { aFile, atAddress } from "#test/support/makers/files";
import type { Someone } from "#test/support/makers/makers";
import { call } from "#test/support/requests/call";
import { baseUrl } from "#test/support/run/target";
import { unzipped } from "#test/support/zips";

/** Waits until a job has ended; gives it as an answer shows it. */
export async function jobEnded(as: Someone, baseId: BaseId, jobId: JobId): Promise<Job> {
  if (!baseUrl()) await runToEnd(jobId, baseId);
  return vi.waitFor(
    async () => {
      const { body } = await call(getBaseJob, { as, params: { baseId, jobId } });
      if (!hasEnded(body)) throw new Error("it has not ended");
      return body as Job;
    },
    { timeout: 60_000, interval: 100 },
  );
}

/** The bytes of the export of a base, and the job. */
export async function exported(as: Someone, baseId: BaseId, body: object = {}) {
  const { status, body: started } = await call(exportBase, { as, params: { baseId }, body });
  if (status !== 201) throw new Error(`it was refused: ${JSON.stringify(started)}`);
  const job = await jobEnded(as, baseId, started.jobId);
  if (job.state !== "done") throw new Error(`it failed: ${job.error}`);
  return { bytes: await fileOf(as, baseId, started.jobId), job };
}

/** The bytes of an export that is done. */
export async function fileOf(as: Someone, baseId: BaseId, jobId: JobId): Promise<Buffer> {
  const { headers } = await call(getBaseExport, { as, params: { baseId, jobId } });
  return (await atAddress(headers["location"] as string)).bytes;
}

/** Uploads the file and starts its import. */
export async function importStarted(as: Someone, spaceId: SpaceId, bytes: Buffer) {
  const { token } = await aFile(as, { bytes, type: "application/zip" });
  return call(importBase, { as, params: { spaceId }, body: { token } });
}

/** Imports a file to the end. */
export async function imported(as: Someone, spaceId: SpaceId, bytes: Buffer) {
  const { status, body } = await importStarted(as, spaceId, bytes);
  if (status !== 201) throw new Error(`it was refused: ${JSON.stringify(body)}`);
  return { baseId: body.baseId as BaseId, job: await jobEnded(as, body.baseId, body.jobId) };
}

/** As values, because the engines differ in the order of the members of a stored map. */
const parse = (text: string): unknown => JSON.parse(text);

/** What a file says, without ids: each is replaced by its place among those that the file names. */
export async function withoutIds(bytes: Buffer): Promise<Record<string, unknown>> {
  const known = new Map<string, string>();
  const plain = (text: string) =>
    text.replace(/\b(tbl|fld|viw|rec|com)[0-9A-Za-z]{16}\b/g, (id, prefix: string) => {
      const place = known.get(id) ?? `${prefix} ${known.size}`;
      known.set(id, place);
      return place;
    });
  const found: Record<string, unknown> = {};
  for (const [name, entry] of await unzipped(bytes)) {
    if (name === "users.jsonl") continue;
    const text = plain(entry.toString())
      .replace(/(?<="exportedTime": )"[^"]*"/, "null")
      .replace(/attachments\/(\d+)\/\w+/g, "attachments/$1/…")
      // it covers ids
      .replace(/,"signature":"[^"]*"/g, "");
    // in the order of their tokens
    if (name.startsWith("attachments/")) {
      const folder = name.replace(/\/\w+$/, "");
      found[folder] = [...((found[folder] ?? []) as string[]), text].sort();
    } else if (name.endsWith("attachments.jsonl")) found[name] = text.split("\n").sort();
    else found[name] = name.endsWith(".jsonl") ? text.split("\n").filter(Boolean).map(parse) : parse(text);
  }
  return found;
}
