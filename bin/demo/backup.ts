/* Exports the base of the demo, imports it into a second base, and compares each cell of the tables with those of the first. */
import { StartError } from "#lib/local/process/start-error";
import { say } from "#lib/local/process/terminal";
import { request, type Server } from "./client.ts";

interface Job {
  state: string;
  error?: string;
  counts?: Record<string, number>;
}
interface Row {
  id: string;
  autoNumber: number;
  fields: Record<string, unknown>;
}
interface TableHead {
  id: string;
  name: string;
}

/** Throws StartError if a cell differs. Says so if the token may not export the base, or make another one. */
export async function copyBase(server: Server, baseId: string): Promise<void> {
  await copyAndCompare(server, baseId).catch((error: unknown) => {
    if (!(error instanceof StartError) || !/failed with status 403/.test(error.message)) throw error;
    say(`not exported and imported again: ${error.message}`);
  });
}

async function copyAndCompare(server: Server, baseId: string): Promise<void> {
  const begun = performance.now();
  const { spaceId, name } = await request<{ spaceId: string; name: string }>(
    server,
    "GET",
    `/base/${baseId}`,
  );
  const bytes = await exported(server, baseId);
  const written = performance.now();
  const token = await uploaded(server, bytes);
  const started = await request<{ baseId: string; jobId: string }>(
    server,
    "POST",
    `/space/${spaceId}/import`,
    {
      token,
      name: `${name}, imported`.slice(0, 255),
    },
  );
  const { counts = {} } = await ended(server, started.baseId, started.jobId);
  const read = performance.now();
  const seconds = (from: number, to: number) => ((to - from) / 1000).toFixed(1);
  const { tables = 0, records = 0, ...others } = counts;
  const leftOut = Object.entries(others).filter(([what, count]) => /^leftOut|Turned/.test(what) && count > 0);
  if (leftOut.length > 0) throw new StartError(`the import left something out: ${JSON.stringify(counts)}`);
  say(
    `${tables} tables with ${records} records exported to a file of ${Math.round(bytes.length / 1000)} kB in ${seconds(begun, written)} s, imported into a second base in ${seconds(written, read)} s`,
  );
  const cells = await compareBases(server, baseId, started.baseId);
  say(`the second base equals the first: ${cells} cells compared`);
}

export async function ended(server: Server, baseId: string, jobId: string): Promise<Job> {
  for (;;) {
    const job = await request<Job>(server, "GET", `/base/${baseId}/job/${jobId}`);
    if (job.state === "done") return job;
    if (job.state === "failed") throw new StartError(`the job ${jobId} failed: ${job.error}`);
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
}

export async function exported(server: Server, baseId: string): Promise<Buffer> {
  const { jobId } = await request<{ jobId: string }>(server, "POST", `/base/${baseId}/export`, {});
  await ended(server, baseId, jobId);
  const headers = { authorization: `Bearer ${server.token}` };
  const answer = await fetch(`${server.url}/base/${baseId}/export/${jobId}`, { headers, redirect: "manual" });
  const file = await fetch(answer.headers.get("location") ?? "");
  if (!file.ok) throw new StartError(`the file of the export cannot be read: status ${file.status}`);
  return Buffer.from(await file.arrayBuffer());
}

export async function uploaded(server: Server, bytes: Buffer): Promise<string> {
  const announced = { contentType: "application/zip", contentLength: bytes.length, type: 1 };
  const upload = await request<{ url: string; token: string; requestHeaders: Record<string, string> }>(
    server,
    "POST",
    "/attachments/signature",
    announced,
  );
  const headers = { "content-type": "application/zip" };
  const sent = await fetch(upload.url, { method: "PUT", headers, body: new Uint8Array(bytes) });
  if (!sent.ok) throw new StartError(`the file was refused with status ${sent.status}`);
  await request(server, "POST", `/attachments/notify/${upload.token}`);
  return upload.token;
}

/**
 * Compares all cells of two bases, and gives their number. Links are compared by the number and the title of the record. Throws StartError
 * if one differs.
 */
async function compareBases(server: Server, one: string, other: string): Promise<number> {
  const [before, after] = await Promise.all(
    [one, other].map((id) => request<TableHead[]>(server, "GET", `/base/${id}/table`)),
  );
  if (before?.length !== after?.length) throw new StartError("the second base has other tables");
  let cells = 0;
  for (const [i, table] of (before ?? []).entries()) {
    const copy = after?.[i];
    if (copy?.name !== table.name) throw new StartError(`the table ${table.name} is not in the second base`);
    const [rows, copies] = await Promise.all([table, copy].map(({ id }) => allRows(server, id)));
    for (const [k, row] of (rows ?? []).entries()) {
      const [wanted, got] = [row, copies?.[k]].map((each) => JSON.stringify(each && plain(each)));
      if (wanted !== got)
        throw new StartError(`${table.name}: the record ${row.id} differs: ${wanted} and ${got}`);
      cells += Object.keys(row.fields).length;
    }
    if (rows?.length !== copies?.length)
      throw new StartError(`${table.name}: the second base has other records`);
  }
  return cells;
}

/**
 * A record as it must be in both bases: its number and its cells. Ids of records are cut to the part that is their number, because the rest
 * is different in the second base.
 */
const plain = ({ autoNumber, fields }: Row) => ({
  autoNumber,
  fields: JSON.parse(JSON.stringify(fields).replace(/"(rec\w{6})\w{10}"/g, '"$1"')) as unknown,
});

async function allRows(server: Server, tableId: string): Promise<Row[]> {
  const rows: Row[] = [];
  for (let cursor: string | null = ""; cursor !== null; ) {
    const query = `take=500${cursor && `&cursor=${cursor}`}`;
    const page: { records: Row[]; nextCursor: string | null } = await request(
      server,
      "GET",
      `/table/${tableId}/record?${query}`,
    );
    rows.push(...page.records);
    cursor = page.nextCursor;
  }
  return rows;
}
