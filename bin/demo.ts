/* npm run demo: real data through the HTTP interface, read back and compared cell by cell. */
import { runCommand } from "#lib/local/process/command";
import { StartError } from "#lib/local/process/start-error";
import { say } from "#lib/local/process/terminal";
import { copyBase } from "./demo/backup.ts";
import { showBest, showBestFromIndex } from "./demo/best-movies.ts";
import { request, type Server } from "./demo/client.ts";
import { compareDirectors, linkDirectors } from "./demo/directors.ts";
import { fillMovies } from "./demo/fill.ts";
import { cellNames, expectedOf, fieldTypesUsed, moviesTable, readMovies, sentOf } from "./demo/movies.ts";
import { progress } from "./demo/progress.ts";
import { environment, firstBase, serverOf } from "./demo/server.ts";

const batchSize = 100;
/** Requests in flight at the same time. */
const abreast = 4;

interface Shown {
  id: string;
  name: string;
  autoNumber: number;
  fields: Record<string, unknown>;
}

const command = {
  run: "npm run demo",
  does: "Makes a table of 3,201 movies on a running server, reads every record back and compares each cell; then links them with their directors and compares both sides, shows them in the order of a view, exports the base, imports it into a second one and compares each cell of the two, and shows what the sorted page costs when its index is ready. If the server has a language model, it fills cells of 100 movies before.",
  options: {
    table: { value: "<id>", does: "only read and compare this table, which an earlier run made" },
    "no-copy": { does: "do not export the base and import it into a second one" },
    "no-wait": { does: "do not wait for the index of the sorted view, which takes about two minutes" },
  },
  environment,
  examples: [
    "npm run demo",
    "npm run demo -- --table tblAbc123",
    "npm run demo -- --no-copy --no-wait",
    "GRIDLESS_URL=https://api.example.org GRIDLESS_TOKEN=gridless_acc… npm run demo",
  ],
} as const;

await runCommand(command, async ({ options }) => {
  const server = serverOf(process.env);
  const movies = await readMovies();
  const tableId = options.table ?? (await load(server, movies));
  const read = await compare(server, tableId, movies);
  // an earlier run has linked the table that it made
  if (!options.table)
    await linkDirectors(server, { tableId, baseId: server.baseId ?? (await firstBase(server)) }, read);
  await compareDirectors(server, tableId, await readAll(server, tableId, read.length));
  const best = await showBest(server, tableId, read);
  if (!options.table) await fillMovies(server, server.baseId ?? (await firstBase(server)), movies);
  if (!options.table && !options["no-copy"])
    await copyBase(server, server.baseId ?? (await firstBase(server)));
  if (!options["no-wait"]) await showBestFromIndex(server, best, read);
  say(`Compare it again, for example after a restart:  npm run demo -- --table ${tableId}`);
});

/** Creates all movies in a new table, one batch per request. Within a batch, records keep the order of the source. */
async function load(
  server: ReturnType<typeof serverOf>,
  movies: Parameters<typeof sentOf>[0][],
): Promise<string> {
  const baseId = server.baseId ?? (await firstBase(server));
  const { id, name } = await request<{ id: string; name: string }>(
    server,
    "POST",
    `/base/${baseId}/table/`,
    moviesTable,
  );
  say(
    `${name}: ${movies.length} movies, ${moviesTable.fields.length} fields of ${fieldTypesUsed} types, into ${server.url}`,
  );

  const show = progress("writing", movies.length);
  const begun = performance.now();
  let sent = 0;
  let acknowledged = 0;
  // batches start one after another: the first ones create most of the choices
  const sender = async () => {
    while (sent < movies.length) {
      const batch = movies.slice(sent, sent + batchSize);
      sent += batch.length;
      const records = batch.map(sentOf);
      await request(server, "POST", `/table/${id}/record`, { typecast: true, records });
      acknowledged += batch.length;
      show(acknowledged);
    }
  };
  await Promise.all(Array.from({ length: abreast }, sender)).catch((error) => {
    say(`\n${acknowledged} of ${movies.length} records were acknowledged`);
    throw error;
  });
  const seconds = (performance.now() - begun) / 1000;
  say(
    `${movies.length} records written in ${seconds.toFixed(1)} s: ${Math.round(movies.length / seconds)} records a second`,
  );
  return id;
}

async function compare(
  server: Server,
  tableId: string,
  movies: Parameters<typeof expectedOf>[0][],
): Promise<Shown[]> {
  const records = await readAll(server, tableId, movies.length);
  // batches may finish in any order, so the records are compared without their order
  const wanted = Map.groupBy(movies.map(expectedOf), (cells) => JSON.stringify(cells));
  const strange = records.filter(({ fields }) => !wanted.get(JSON.stringify(pick(fields)))?.pop());
  for (const { id, fields } of strange.slice(0, 3)) say(`differs: ${id} ${JSON.stringify(fields)}`);
  for (const record of records.slice(0, 3))
    say(`  ${record.autoNumber}. ${record.name}  ${JSON.stringify(pick(record.fields))}`);

  const equal = records.length - strange.length;
  const cells = records.reduce((sum, { fields }) => sum + Object.keys(pick(fields)).length, 0);
  if (equal !== movies.length || records.length !== movies.length)
    throw new StartError(`${equal} of ${movies.length} records equal, and the table holds ${records.length}`);
  say(`${equal} of ${movies.length} records equal, ${cells} cells compared`);
  return records;
}

/** The record's cells for the columns of the source, in the columns' order. */
function pick(fields: Shown["fields"]) {
  const filled = cellNames.filter((name) => fields[name] !== undefined);
  return Object.fromEntries(filled.map((name) => [name, fields[name]]));
}

async function readAll(server: Server, tableId: string, expected: number): Promise<Shown[]> {
  const show = progress("reading", expected);
  const records: Shown[] = [];
  for (let cursor: string | null = ""; cursor !== null; ) {
    const query = `take=500${cursor && `&cursor=${cursor}`}`;
    const page: { records: Shown[]; nextCursor: string | null } = await request(
      server,
      "GET",
      `/table/${tableId}/record?${query}`,
    );
    records.push(...page.records);
    cursor = page.nextCursor;
    show(records.length);
  }
  return records;
}
