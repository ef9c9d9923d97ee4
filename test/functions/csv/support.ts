/* Imports CSV to the end: the job runs here turn by turn, or on the deployed service. */
import { parse } from "csv-parse/sync";
import { vi } from "vitest";
import { handler as importRecords } from "#functions/csv/import-records";
import { handler as importTable } from "#functions/csv/import-table";
import { handler as previewImport } from "#functions/csv/preview-import";
import { handler as getRefusedLines } from "#functions/job/get-refused-lines";
import { handler as getTableJob } from "#functions/job/get-table-job";
import { handler as listRecords } from "#functions/record/list-records";
import { handler as getTable } from "#functions/table/get-table";
import type { BaseId } from "#lib/schemas/basics/ids";
import type { Job } from "#lib/schemas/basics/job";
import { hasEnded, runToEnd } from "#test/support/events/jobs";
import { atAddress } from "#test/support/makers/files";
import { aBase, type Someone, someone } from "#test/support/makers/makers";
import { call } from "#test/support/requests/call";
import { baseUrl } from "#test/support/run/target";

export async function aPlace() {
  const owner = await someone();
  const { baseId } = await aBase(owner);
  return { owner, baseId };
}
type Place = { owner: Someone; baseId: BaseId };

export const preview = ({ owner: as, baseId }: Place, body: object) =>
  call(previewImport, { as, params: { baseId }, body });
export const intoNew = ({ owner: as, baseId }: Place, body: object) =>
  call(importTable, { as, params: { baseId }, body });
export const into = (tableId: string, { owner: as }: Place, body: object) =>
  call(importRecords, { as, params: { tableId }, body });

type Answer = Awaited<ReturnType<typeof call>>;

/** The result of an import that was started. */
export async function ended({ owner: as, baseId }: Place, { status, body }: Answer) {
  if (status !== 201) throw new Error(`it was refused: ${JSON.stringify(body)}`);
  const { jobId, tableId } = body;
  if (!baseUrl()) await runToEnd(jobId, baseId);
  const job = await vi.waitFor(
    async () => {
      const { body: job } = await call(getTableJob, { as, params: { tableId, jobId } });
      if (!hasEnded(job)) throw new Error("it has not ended");
      return job as Job;
    },
    { timeout: 30_000, interval: 100 },
  );
  const { body: table } = await call(getTable, { as, params: { baseId, tableId } });
  const records: Record<string, unknown>[] = [];
  for (let cursor: string | null = ""; cursor !== null; ) {
    const query: Record<string, string> = { take: "1000", ...(cursor && { cursor }) };
    const { body: page } = await call(listRecords, { as, params: { tableId }, query });
    records.push(...page.records.map(({ fields }: { fields: Record<string, unknown> }) => fields));
    cursor = page.nextCursor;
  }
  const { state, result, progress, error } = job;
  return { tableId, table, records, state, result, progress, error };
}

/** The lines of the file of refused lines, as texts. */
export async function refusedOf({ owner: as }: Pick<Place, "owner">, tableId: string, jobId: string) {
  const answer = await call(getRefusedLines, { as, params: { tableId, jobId } });
  if (answer.status !== 302) throw new Error(`${answer.status}: ${JSON.stringify(answer.body)}`);
  const { bytes } = await atAddress(answer.headers["location"] ?? "");
  return parse(bytes, { relax_column_count: true }) as string[][];
}
