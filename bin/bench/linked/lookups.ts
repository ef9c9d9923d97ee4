/*
 * Calls with lookups and rollups, compared with the same calls without, in one run of npm start. Links carry the cells that lookups show; a rollup of more links
 * than a record keeps is worked out from the linked records.
 */
import { setTimeout as pause } from "node:timers/promises";
import { temporaryFolder } from "#lib/local/store/temporary-folder";
import { type Server, startServer } from "#test/support/requests/server";
import { plain, request } from "../../demo/client.ts";
import { type Measured, median, ms, time } from "../budget.ts";
import { leanClient, timeInTurn } from "../lean-client.ts";
import { megabytesOf, untilAtRest } from "../process-tree.ts";

const changes = 60;
const readings = 30;
const most = { page: 1.3, change: 1.5 };
const least = { cellsPerSecond: 5000 };
/** Cells that a job gives to records: each lookup looks up another field. */
const carried = { records: 10_000, lookups: 10 };
const numbers = Array.from({ length: carried.lookups }, (_, i) => (i === 0 ? "Count" : `Count ${i + 1}`));

interface Made {
  id: string;
  fields: { id: string; name: string }[];
}
type Records = { records: { id: string; fields: { [name: string]: unknown } }[] };

interface Place {
  server: Server;
  /** A thousand people with ten counts. */
  people: Made;
  ids: string[];
}

export async function lookups(): Promise<Measured[]> {
  const { folder, remove } = temporaryFolder();
  const server = await startServer(folder, { GRIDLESS_SETTLE_SECONDS: "0.5" });
  try {
    const people = await makeTable(
      server,
      numbers.map((name) => ({ type: "number", name })),
    );
    const { records } = await add(server, people, 1000, (i) =>
      Object.fromEntries(numbers.map((name) => [name, i])),
    );
    const place = { server, people, ids: records.map(({ id }) => id) };
    return [await page(place), ...(await dependents(place)), await rollups(place), await filling(place)];
  } finally {
    await server.stop("SIGTERM");
    remove();
  }
}

const makeTable = ({ dev }: Server, fields: object[]): Promise<Made> =>
  request(dev, "POST", `/base/${dev.baseId}/table`, {
    fields: [{ type: "singleLineText", name: "Name" }, ...fields],
    records: [],
  });

const add = (
  { dev }: Server,
  { id }: Made,
  count: number,
  cellsOf: (i: number) => object,
): Promise<Records> =>
  request(dev, "POST", `/table/${id}/record`, {
    records: Array.from({ length: count }, (_, i) => ({ fields: { Name: `${i}`, ...cellsOf(i) } })),
  });

const aLink = (name: string, { people }: Place, relationship = "manyOne") => ({
  type: "link",
  name,
  options: { foreignTableId: people.id, relationship, isOneWay: true },
});

/** Adds a field that looks up a count of the people whom a link field links. */
async function lookUp(
  { server: { dev }, people }: Place,
  table: Made,
  link: string,
  field: object,
  number = 0,
) {
  const lookupOptions = {
    foreignTableId: people.id,
    linkFieldId: table.fields.find(({ name }) => name === link)?.id,
    lookupFieldId: people.fields[number + 1]?.id,
  };
  await request(dev, "POST", `/table/${table.id}/field`, { lookupOptions, ...field });
}

const aLookup = (name: string) => ({ type: "number", name, isLookup: true });

/** Requests of a page with lookups in addition to those of a page without: one reads the other table with its marks. */
const besideRecords = 1;

/**
 * Waits until the page after `skip` records makes at most `besideRecords` requests more than the same page without lookups: then its
 * records carry all that it shows. The records must link more than 100 others, because one request reads up to 100. Throws after two
 * minutes.
 */
async function waitForCarried({ server }: Place, table: Made, { skip = 0, take = 100 } = {}): Promise<void> {
  const path = `${server.dev.url}/table/${table.id}/record?take=${take}`;
  const read = async (query: string) => {
    const headers = { authorization: `Bearer ${server.dev.token}`, ...plain };
    const answer = await fetch(path + query, { headers });
    const body = await answer.text();
    const told = /desc="(\d+) requests/.exec(answer.headers.get("server-timing") ?? "")?.[1];
    if (answer.status !== 200 || told === undefined) throw new Error(`${answer.status} ${body}`);
    return { requests: Number(told), next: JSON.parse(body).nextCursor as string };
  };
  const start = skip > 0 ? `&cursor=${(await read(`&skip=${skip - take}`)).next}` : "";
  const without = `${start}&projection[]=Name`;
  for (const began = performance.now(); performance.now() - began < 120_000; await pause(20))
    if ((await read(start)).requests <= (await read(without)).requests + besideRecords) return;
  throw new Error(`Records of ${table.id} carry no cells of others after two minutes.`);
}

/** A job gives the cells of five lookups to the records of a table. */
async function filling(place: Place): Promise<Measured> {
  const { server, ids } = place;
  const table = await makeTable(server, [aLink("Person", place)]);
  for (let i = 0; i < carried.records; i += 1000)
    await add(server, table, 1000, (k) => ({ Person: { id: ids[k % ids.length] } }));
  for (let i = 0; i < carried.lookups; i++) await lookUp(place, table, "Person", aLookup(`L${i}`), i);
  const memory = [megabytesOf(server.process.pid as number)];
  const watching = setInterval(() => memory.push(megabytesOf(server.process.pid as number)), 200);
  const began = performance.now();
  await waitForCarried(place, table, { skip: carried.records - 300, take: 300 }).finally(() =>
    clearInterval(watching),
  );
  const cells = carried.records * carried.lookups;
  const perSecond = Math.round((cells / (performance.now() - began)) * 1000);
  const [before = 0] = memory;
  return {
    line: `a job gives ${cells} looked-up cells to ${carried.records} records: ${perSecond}/s (≥ ${least.cellsPerSecond}), memory ${Math.round(before)} MB before, at most ${Math.round(Math.max(...memory))} MB`,
    holds: perSecond >= least.cellsPerSecond,
  };
}

/** A page of a hundred records with three links and five lookups, and one with the links only, in turn. */
async function page(place: Place): Promise<Measured> {
  const { server, ids } = place;
  const make = async () => {
    const table = await makeTable(
      server,
      ["A", "B", "C"].map((name) => aLink(name, place)),
    );
    const to = (i: number) => ({ id: ids[i % ids.length] });
    await add(server, table, 100, (i) => ({ A: to(i), B: to(2 * i), C: to(i + 300) }));
    return table;
  };
  const [plain, looking] = [await make(), await make()];
  for (const [i, link] of ["A", "A", "B", "B", "C"].entries())
    await lookUp(place, looking, link, aLookup(`L${i}`));
  await waitForCarried(place, looking);
  const pageOf = ({ id }: Made) => leanClient(server.dev, "GET", `/table/${id}/record?take=100`);
  const [tookWithout, took] = await timeInTurn(pageOf(plain), pageOf(looking));
  const ratio = took / tookWithout;
  return {
    line: `a page of 100 records with five lookups of 300 records: ${ms(took)}, without ${ms(tookWithout)}: ${ratio.toFixed(2)} (≤ ${most.page})`,
    holds: ratio <= most.page,
  };
}

/** A change of a cell that a hundred records look up, and of a cell in a table that no lookup reads. */
async function dependents(place: Place): Promise<Measured[]> {
  const { server, people, ids } = place;
  const lonely = await makeTable(server, [{ type: "number", name: "Count" }]);
  const { records: alone } = await add(server, lonely, 1, () => ({ Count: 1 }));
  const table = await makeTable(server, [aLink("Person", place)]);
  await lookUp(place, table, "Person", aLookup("Count"));
  const [looked] = ids;
  await add(server, table, 100, () => ({ Person: { id: looked } }));
  await untilAtRest(server.process.pid as number);
  const write = (at: Made, id: string | undefined, Count: number) =>
    time(() =>
      request(server.dev, "PATCH", `/table/${at.id}/record/${id}`, { record: { fields: { Count } } }),
    );
  const [without, withDependents]: [number[], number[]] = [[], []];
  let right = 0;
  for (let i = 0; i < changes; i++) {
    without.push(await write(lonely, alone[0]?.id, 5000 + i));
    withDependents.push(await write(people, looked, 5000 + i));
    const { records } = await request<Records>(server.dev, "GET", `/table/${table.id}/record?take=100`);
    right += records.filter(({ fields }) => fields["Count"] === 5000 + i).length;
  }
  const [took, tookWithout] = [median(withDependents), median(without)];
  const ratio = took / tookWithout;
  return [
    {
      line: `change a cell that 100 records look up: ${ms(took)}, in a table that none looks into ${ms(tookWithout)}: ${ratio.toFixed(2)} (≤ ${most.change})`,
      holds: ratio <= most.change,
    },
    {
      line: `of the ${changes * 100} cells that are read right after it, ${right} are right (all)`,
      holds: right === changes * 100,
    },
  ];
}

/** A record that a thousand others are linked with, and three rollups of them. */
async function rollups(place: Place): Promise<Measured> {
  const { server, ids } = place;
  const table = await makeTable(server, [aLink("People", place, "manyMany")]);
  for (const name of ["sum", "max", "min"])
    await lookUp(place, table, "People", {
      type: "rollup",
      name,
      options: { expression: `${name}({values})` },
    });
  const { records } = await add(server, table, 1, () => ({ People: ids.map((id) => ({ id })) }));
  const path = `/table/${table.id}/record/${records[0]?.id}?projection=sum&projection=max&projection=min`;
  const took: number[] = [];
  for (let i = 0; i < readings; i++) took.push(await time(() => request(server.dev, "GET", path)));
  return {
    line: `a record with three rollups of 1000 others: ${ms(median(took))}; it is not written when they change`,
  };
}
