/* Pages in the order of a view, of small and large tables, and what indexes cost writers, in one run of npm start. */
import { temporaryFolder } from "#lib/local/store/temporary-folder";
import { type Server, startServer } from "#test/support/requests/server";
import { request } from "../../demo/client.ts";
import { type Measured, median, ms, time } from "../budget.ts";

const sizes = [3000, 10_000, 100_000];
const rounds = { pages: 40, creates: 10 };
const most = { page: 1.3, create: 1.6 };
const perCall = 1000;

interface Made {
  id: string;
  fields: { id: string; name: string }[];
}
interface Indexed extends Made {
  viewId: string;
}

export async function indexes(): Promise<Measured[]> {
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
        ...{ A: "some text", B: "other text", C: "more text", D: "last text" },
      },
    })),
  });

const sortBy = async ({ dev }: Server, { id, fields }: Made, name: string): Promise<string> => {
  const fieldId = fields.find((field) => field.name === name)?.id;
  const sort = { sortObjs: [{ fieldId, order: "asc" }] };
  return (await request<Made>(dev, "POST", `/table/${id}/view`, { name: `by ${name}`, type: "grid", sort }))
    .id;
};

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
  const making: string[] = [];
  for (const size of sizes) {
    const table = await makeTable(server);
    for (let count = 0; count < size; count += perCall) await fill(server, table);
    const begun = performance.now();
    const viewId = await sortBy(server, table, "Name");
    await indexesOf(server, table, 1);
    making.push(`${size} in ${ms(performance.now() - begun)}`);
    tables.push({ ...table, viewId });
  }
  const read = ({ id, viewId }: Indexed, cursor: string | null) =>
    request<Page>(
      server.dev,
      "GET",
      `/table/${id}/record?take=100&viewId=${viewId}${cursor ? `&cursor=${cursor}` : ""}`,
    );
  const first = tables.map((): number[] => []);
  const following = tables.map((): number[] => []);
  const cursors = tables.map((): string | null => null);
  for (let i = 0; i < rounds.pages; i++)
    for (const [t, table] of tables.entries()) {
      first[t]?.push(await time(() => read(table, null)));
      let next: string | null = null;
      following[t]?.push(
        await time(async () => {
          ({ nextCursor: next } = await read(table, cursors[t] ?? null));
        }),
      );
      cursors[t] = next;
    }
  const line = (what: string, times: number[][]): Measured => {
    const medians = times.map(median);
    const ratio = Math.max(...medians) / Math.min(...medians);
    return {
      line: `${what} page of 100 by a saved sort, of ${sizes.join(", ")} records: ${medians.map(ms).join(", ")}: ${ratio.toFixed(2)} (≤ ${most.page})`,
      holds: ratio <= most.page,
    };
  };
  return [
    line("the first", first),
    line("a following", following),
    { line: `an index is made, with a second of waiting: ${making.join(", ")}` },
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
