/* Times of small requests while fifty anonymous clients read a large shared table in a sort, in one run of npm start. */
import { temporaryFolder } from "#lib/local/store/temporary-folder";
import { newShareId } from "#lib/schemas/basics/ids";
import { type Server, startServer } from "#test/support/requests/server";
import { plain, request } from "../demo/client.ts";
import { type Measured, median, ms, time } from "./budget.ts";
import { fillFolder } from "./filling/fill-folder.ts";
import { createHundred, eightFieldTable } from "./records.ts";

const recordCount = 100_000;
const readers = 50;
/**
 * Milliseconds: 99 of 100 small requests take at most `usual`, and the slowest, which comes while all readers arrive at once, at most
 * `slowest`.
 */
const most = { usual: 100, slowest: 1000 };

interface Place {
  tableId: string;
  recordId: string;
  /** The address of the sorted read. */
  sorted: string;
}

export async function fairness(): Promise<Measured[]> {
  const { folder, remove } = temporaryFolder();
  let server: Server | undefined;
  try {
    server = await startServer(folder);
    const place = await makePlace(server);
    await server.stop("SIGTERM");
    await fillFolder({ engine: "embedded", folder, tableId: place.tableId, count: recordCount });
    server = await startServer(folder);
    return await measure(server, place);
  } finally {
    await server?.stop("SIGTERM");
    remove();
  }
}

async function makePlace({ dev }: Server): Promise<Place> {
  const tableId = await eightFieldTable({ dev });
  const recordId = await createHundred({ dev }, tableId);
  const shareId = newShareId();
  const shareMeta = { includeRecords: true };
  const view = { type: "grid", name: "Shared", shareId, enableShare: true, shareMeta };
  await request(dev, "POST", `/table/${tableId}/view`, view);
  const orderBy = encodeURIComponent(JSON.stringify([{ fieldId: "Count", order: "desc" }]));
  const sorted = `/share/${shareId}/view/records?fieldKeyType=name&take=100&orderBy=${orderBy}`;
  return { tableId, recordId, sorted };
}

async function measure({ dev }: Server, { tableId, recordId, sorted }: Place): Promise<Measured[]> {
  const small = () => request(dev, "GET", `/table/${tableId}/record/${recordId}`);
  // warms up the code of both requests
  for (let i = 0; i < 30; i++) await small();
  const one = await time(async () => (await fetch(dev.url + sorted, { headers: plain })).arrayBuffer());
  const alone: number[] = [];
  for (let i = 0; i < 100; i++) alone.push(await time(small));

  const statuses = new Map<number, number>();
  let left = readers;
  const reads = Array.from({ length: readers }, async () => {
    const response = await fetch(dev.url + sorted, { headers: plain });
    await response.arrayBuffer();
    statuses.set(response.status, (statuses.get(response.status) ?? 0) + 1);
    left--;
  });
  const beside: number[] = [];
  const all = await time(async () => {
    while (left > 0) beside.push(await time(small));
    await Promise.all(reads);
  });
  const answers = [...statuses].map(([status, count]) => `${count} × ${status}`).join(", ");
  const slowest = Math.max(...beside);
  const usual = beside.toSorted((a, b) => a - b)[Math.floor(beside.length * 0.99)] ?? Number.NaN;
  return [
    {
      line: `one sorted read of ${recordCount} records ${ms(one)}; ${readers} at once: ${ms(all)}, ${answers}`,
    },
    {
      line: `${beside.length} small requests beside them: median ${ms(median(beside))} (alone ${ms(median(alone))}), 99 % ${ms(usual)} (≤ ${most.usual}), slowest ${ms(slowest)} (≤ ${most.slowest})`,
      holds: usual <= most.usual && slowest <= most.slowest,
    },
  ];
}
