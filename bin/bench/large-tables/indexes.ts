/*
 * Pages in the order of a view, of small and large tables, and what indexes cost writers, in one run of npm start.
 *
 * With --million a table of 1,000,000 records is added: that takes about three minutes more.
 */
import { temporaryFolder } from "#lib/local/store/temporary-folder";
import { type Server, startServer } from "#test/support/requests/server";
import { plain, request } from "../../demo/client.ts";
import { type Measured, median, ms, time } from "../budget.ts";
import { megabytesOf } from "../process-tree.ts";
import { askForOrder } from "./asked.ts";
import { type GroupedTable, readGroupHeaders } from "./group-headers.ts";

let sizes = [3000, 10_000, 100_000];
const rounds = { pages: 40, creates: 10 };
/** The most calls while an index is made: more would make a table of a million records much larger. */
const mostCalls = 100;
const askedSize = 10_000;
const most = { page: 1.3, create: 1.6, units: 110 };
const least = { whileMade: 0.7 };
const perCall = 1000;
/** One record of this many has a rare text. The number is no multiple of 4, the number of partitions of an index. */
const rarely = 97;

interface Made {
  id: string;
  fields: { id: string; name: string }[];
}
interface Indexed extends Made {
  viewId: string;
  /** A view in the same order, with a saved filter that one of 97 records matches. */
  fewId: string;
}

export async function indexes({ million }: { million: boolean }): Promise<Measured[]> {
  if (million) sizes = [...sizes, 1_000_000];
  const { folder, remove } = temporaryFolder();
  const server = await startServer(folder, { GRIDLESS_SETTLE_SECONDS: "0.5" });
  try {
    return [...(await pages(server)), await creates(server)];
  } finally {
    await server.stop("SIGTERM");
    remove();
  }
}

const makeTable = ({ dev }: Server) =>
  request<Made>(dev, "POST", `/base/${dev.baseId}/table`, {
    fields: [
      { type: "singleLineText", name: "Name" },
      { type: "number", name: "Count" },
      { type: "number", name: "Price" },
      ...["A", "B", "C", "D"].map((name) => ({ type: "singleLineText", name })),
    ],
    records: [],
  });

let made = 0;
const fill = ({ dev }: Server, { id }: Made) =>
  request(dev, "POST", `/table/${id}/record`, {
    records: Array.from({ length: perCall }, () => ({
      fields: {
        ...{
          Name: `record ${(made++ * 7919) % 1_000_003}`,
          Count: (made * 104_729) % 1_000_003,
          Price: made % 50,
        },
        ...{ A: made % rarely ? "some text" : "rare text", B: "other text", C: "more text", D: "last text" },
      },
    })),
  });

interface SavedView {
  filter?: object;
}

const sortBy = async (
  { dev }: Server,
  { id, fields }: Made,
  name: string,
  saved: SavedView = {},
): Promise<string> => {
  const fieldId = fields.find((field) => field.name === name)?.id;
  const sort = { sortObjs: [{ fieldId, order: "asc" }] };
  const view = { name: `by ${name}${saved.filter ? ", few" : ""}`, type: "grid", sort, ...saved };
  return (await request<Made>(dev, "POST", `/table/${id}/view`, view)).id;
};

const onlyRare = ({ fields }: Made): SavedView => {
  const fieldId = fields.find(({ name }) => name === "A")?.id;
  const filterSet = [{ fieldId, operator: "is", value: "rare text" }];
  return { filter: { conjunction: "and", filterSet } };
};

async function groupByPrice({ dev }: Server, { id, fields }: Made) {
  const group = [{ fieldId: fields.find(({ name }) => name === "Price")?.id, order: "asc" }];
  const view = { name: "in groups", type: "grid", group };
  const { id: viewId } = await request<Made>(dev, "POST", `/table/${id}/view`, view);
  return { id, viewId, groupBy: JSON.stringify(group) };
}

async function indexesOf({ dev }: Server, { id }: Made, count: number): Promise<void> {
  for (;;) {
    const found = await request<{ state: string }[]>(dev, "GET", `/table/${id}/index`);
    if (found.length === count && found.every(({ state }) => state === "ready")) return;
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
}

interface Page {
  nextCursor: string | null;
}

async function pages(server: Server): Promise<Measured[]> {
  const tables: Indexed[] = [];
  const grouped: GroupedTable[] = [];
  const making: string[] = [];
  const writing: Measured[] = [];
  const asked: Measured[] = [];
  for (const size of sizes) {
    const table = await makeTable(server);
    const took: number[] = [];
    for (let count = 0; count < size; count += perCall) took.push(await time(() => fill(server, table)));
    const before = megabytesOf(server.process.pid as number);
    const begun = performance.now();
    const viewId = await sortBy(server, table, "Name");
    const made = indexesOf(server, table, 1);
    if (size === sizes.at(-1)) writing.push(await writeWhile(server, table, { made, rate: median(took) }));
    await made;
    const after = megabytesOf(server.process.pid as number);
    making.push(
      `${size} in ${ms(performance.now() - begun)} (${Math.round(before)} to ${Math.round(after)} MB)`,
    );
    const fewId = await sortBy(server, table, "Name", onlyRare(table));
    await indexesOf(server, table, 2);
    tables.push({ ...table, viewId, fewId });
    grouped.push({ ...(await groupByPrice(server, table)), size });
    await indexesOf(server, table, 3);
    if (size === askedSize) asked.push(await askForOrder(server, { id: table.id, count: 3, size }));
  }
  return [
    ...(await readPages(server, tables, "viewId", "by a saved sort")),
    ...(await readPages(server, tables, "fewId", "by a saved sort and a filter that 1 % match")),
    ...(await readGroupHeaders(server, grouped)),
    ...writing,
    ...asked,
    { line: `an index is made, with a second of waiting: ${making.join(", ")}` },
  ];
}

/** How fast a writer is while the indexes of a table are made. `rate` is the time in milliseconds that 1,000 records took before. */
async function writeWhile(
  server: Server,
  table: Made,
  { made, rate }: { made: Promise<void>; rate: number },
): Promise<Measured> {
  let isMade = false;
  void made.then(() => (isMade = true));
  const took: number[] = [];
  while (!isMade && took.length < mostCalls) took.push(await time(() => fill(server, table)));
  await made;
  const after: number[] = [];
  for (let i = 0; i < rounds.creates; i++) after.push(await time(() => fill(server, table)));
  const ratio = median(after) / median(took);
  return {
    line: `create 1000 records while an index is made: ${ms(median(took))}, when it is made ${ms(median(after))}: ${ratio.toFixed(2)} of the rate (≥ ${least.whileMade}); before there was one ${ms(rate)}`,
    holds: ratio >= least.whileMade,
  };
}

/** The first and the following pages of a view of each table, in turn, with their times and units. */
async function readPages(
  { dev }: Server,
  tables: Indexed[],
  view: "viewId" | "fewId",
  what: string,
): Promise<Measured[]> {
  const units = { most: 0 };
  const read = async (table: Indexed, cursor: string | null): Promise<Page> => {
    const query = `take=100&viewId=${table[view]}${cursor ? `&cursor=${cursor}` : ""}`;
    const headers = { authorization: `Bearer ${dev.token}`, ...plain };
    const answer = await fetch(`${dev.url}/table/${table.id}/record?${query}`, { headers });
    const page = (await answer.json()) as Page;
    const told = /(\d+(?:\.\d+)?) RCU/.exec(answer.headers.get("server-timing") ?? "")?.[1];
    if (!answer.ok || told === undefined) throw new Error(`${answer.status} ${JSON.stringify(page)}`);
    units.most = Math.max(units.most, Number(told));
    return page;
  };
  // the first call reads the schema
  for (const table of tables) await read(table, null);
  units.most = 0;
  const first = tables.map((): number[] => []);
  const following = tables.map((): number[] => []);
  const cursors = tables.map((): string | null => null);
  for (let i = 0; i < rounds.pages; i++)
    for (const [t, table] of tables.entries()) {
      first[t]?.push(await time(() => read(table, null)));
      let next: string | null = null;
      const start = cursors[t] ?? null;
      const took = await time(async () => {
        ({ nextCursor: next } = await read(table, start));
      });
      if (start) following[t]?.push(took);
      cursors[t] = next;
    }
  const line = (which: string, times: number[][]): Measured => {
    const medians = times.map(median);
    const ratio = Math.max(...medians) / Math.min(...medians);
    return {
      line: `${which} page of 100 ${what}, of ${sizes.slice(sizes.length - times.length).join(", ")} records: ${medians.map(ms).join(", ")}: ${ratio.toFixed(2)} (≤ ${most.page})`,
      holds: ratio <= most.page,
    };
  };
  // a view with `fewId` has about 30 of 3,000 records, a third of a page, and about 100 of 10,000, one page: these tables are not compared
  const [fewest, fewer] = view === "viewId" ? [0, 0] : [1, 2];
  return [
    line("the first", first.slice(fewest)),
    line("a following", following.slice(fewer)),
    {
      line: `the dearest of these pages: ${units.most} RCU (≤ ${most.units})`,
      holds: units.most <= most.units,
    },
  ];
}

async function creates(server: Server): Promise<Measured> {
  const plain = await makeTable(server);
  const indexed = await makeTable(server);
  for (const table of [plain, indexed]) for (let i = 0; i < 3; i++) await fill(server, table);
  for (const name of ["Name", "Price"]) await sortBy(server, indexed, name);
  await indexesOf(server, indexed, 2);
  const [without, withTwo]: [number[], number[]] = [[], []];
  for (let i = 0; i < rounds.creates; i++) {
    without.push(await time(() => fill(server, plain)));
    withTwo.push(await time(() => fill(server, indexed)));
  }
  const ratio = median(withTwo) / median(without);
  return {
    line: `create 1000 records in a table with two indexes: ${ms(median(withTwo))}, without ${ms(median(without))}: ${ratio.toFixed(2)} (≤ ${most.create})`,
    holds: ratio <= most.create,
  };
}
