/*
 * Exporting a base with linked tables and importing it again, compared with writing the same records by requests, in one run of npm start.
 */
import { temporaryFolder } from "#lib/local/store/temporary-folder";
import { startServer } from "#test/support/requests/server";
import { ended, exported, uploaded } from "../../demo/backup.ts";
import { request, type Server } from "../../demo/client.ts";
import { type Measured, time } from "../budget.ts";

const [things, lists] = [10_000, 1000];
const recordsPerCall = 1000;
/** The budget: records a second, as a multiple of those that requests write. */
const least = 0.5;

type Dev = Server & { baseId: string };
interface Made {
  id: string;
  fields: { id: string }[];
}

export async function backups(): Promise<Measured[]> {
  const { folder, remove } = temporaryFolder();
  const server = await startServer(folder);
  try {
    const { dev } = server;
    const written = await time(() => makeBase(dev));
    const { spaceId } = await request<{ spaceId: string }>(dev, "GET", `/base/${dev.baseId}`);
    let bytes: Buffer = Buffer.alloc(0);
    const exporting = await time(async () => {
      bytes = await exported(dev, dev.baseId);
    });
    const token = await uploaded(dev, bytes);
    const importing = await time(async () => {
      const body = { token, name: "Imported" };
      const started = await request<{ baseId: string; jobId: string }>(
        dev,
        "POST",
        `/space/${spaceId}/import`,
        body,
      );
      await ended(dev, started.baseId, started.jobId);
    });
    const ratio = written / importing;
    return [
      { line: `export ${things + lists} linked records: ${rate(exporting)}` },
      {
        line: `import them: ${rate(importing)}; by requests of ${recordsPerCall}: ${rate(written)}: ${ratio.toFixed(2)} (≥ ${least})`,
        holds: ratio >= least,
      },
    ];
  } finally {
    await server.stop("SIGTERM");
    remove();
  }
}

const rate = (milliseconds: number) =>
  `${Math.round((things + lists) / (milliseconds / 1000))} records a second`;

/** Two tables: each record of the first is linked to one of the second. */
async function makeBase(dev: Dev): Promise<void> {
  const make = (body: object) =>
    request<Made>(dev, "POST", `/base/${dev.baseId}/table`, { ...body, records: [] });
  const second = await make({ name: "Lists", fields: [{ type: "singleLineText", name: "Name" }] });
  const ids = await fill(dev, second, lists, (i) => ({ Name: `list ${i}` }));
  const options = { relationship: "manyOne", foreignTableId: second.id };
  const first = await make({
    name: "Things",
    fields: [
      { type: "singleLineText", name: "Name" },
      { type: "number", name: "Count" },
      { type: "checkbox", name: "Done" },
      { type: "longText", name: "Text" },
      { type: "link", name: "List", options },
    ],
  });
  await fill(dev, first, things, (i) => ({
    ...{ Name: `thing ${i}`, Count: i, Done: true, Text: "some text of some words" },
    List: { id: ids[i % lists] },
  }));
}

async function fill(
  dev: Dev,
  { id }: Made,
  count: number,
  cellsOf: (i: number) => object,
): Promise<string[]> {
  const ids: string[] = [];
  for (let from = 0; from < count; from += recordsPerCall) {
    const records = Array.from({ length: recordsPerCall }, (_, i) => ({ fields: cellsOf(from + i) }));
    const answer = await request<{ records: { id: string }[] }>(dev, "POST", `/table/${id}/record`, {
      records,
    });
    ids.push(...answer.records.map((record) => record.id));
  }
  return ids;
}
