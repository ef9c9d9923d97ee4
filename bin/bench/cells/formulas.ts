/* Calls on tables with three formulas, compared with the same calls on tables without, in one run of npm start. */
import { temporaryFolder } from "#lib/local/store/temporary-folder";
import { type Server, startServer } from "#test/support/requests/server";
import { request } from "../../demo/client.ts";
import { type Measured, median, ms, time } from "../budget.ts";

const rounds = { create: 10, page: 60, filter: 5 };
const large = 20_000;
const most = { page: 1.3, filter: 2 };
const least = { create: 0.6, cellsPerSecond: 5000 };

interface Made {
  id: string;
  fields: { id: string; name: string }[];
}

export async function formulas(): Promise<Measured[]> {
  const { folder, remove } = temporaryFolder();
  const server = await startServer(folder);
  try {
    const pages = { plain: await makeTable(server, []), computed: await makeTable(server, three) };
    const tables = { plain: await makeTable(server, []), computed: await makeTable(server, three) };
    return [
      await page(server, pages),
      await create(server, tables),
      await filter(server, tables),
      await sort(server, tables),
    ];
  } finally {
    await server.stop("SIGTERM");
    remove();
  }
}

/** A number, a text with a choice of functions, and a late date. */
const three = [
  ["Total", "ROUND({fldBenchPrice000000} * {fldBenchCount000000} * 1.19, 2)"],
  [
    "Label",
    'UPPER({fldBenchName0000000}) & ": " & {fldBenchPrice000000} & IF({fldBenchCount000000} > 500, " many", "")',
  ],
  ["Age", 'DATETIME_DIFF(NOW(), {fldBenchDue00000000}, "day")'],
] as const;

const makeTable = ({ dev }: Server, formulas: readonly (readonly [string, string])[]) =>
  request<Made>(dev, "POST", `/base/${dev.baseId}/table`, {
    fields: [
      { type: "singleLineText", name: "Name", id: "fldBenchName0000000" },
      { type: "number", name: "Price", id: "fldBenchPrice000000" },
      { type: "number", name: "Count", id: "fldBenchCount000000" },
      { type: "date", name: "Due", id: "fldBenchDue00000000" },
      ...["A", "B", "C", "D"].map((name) => ({ type: "singleLineText", name })),
      ...formulas.map(([name, expression]) => ({ type: "formula", name, options: { expression } })),
    ],
    records: [],
  });

const fill = ({ dev }: Server, { id }: Made, count: number) =>
  request(dev, "POST", `/table/${id}/record`, {
    records: Array.from({ length: count }, (_, i) => ({
      fields: {
        ...{ Name: `record ${i}`, Price: i / 4, Count: i, Due: new Date(1.7e12 + i * 1e7).toISOString() },
        ...{ A: "some text", B: "other text", C: "more text", D: "last text" },
      },
    })),
  });

interface Tables {
  plain: Made;
  computed: Made;
}

async function page(server: Server, { plain, computed }: Tables): Promise<Measured> {
  for (const table of [plain, computed]) await fill(server, table, 100);
  const read = ({ id }: Made) => time(() => request(server.dev, "GET", `/table/${id}/record?take=100`));
  const [without, withFormulas]: [number[], number[]] = [[], []];
  for (let i = 0; i < rounds.page; i++) {
    without.push(await read(plain));
    withFormulas.push(await read(computed));
  }
  const ratio = median(withFormulas) / median(without);
  return {
    line: `a page of 100 records with three formulas: ${ms(median(withFormulas))}, without ${ms(median(without))}: ${ratio.toFixed(2)} (≤ ${most.page})`,
    holds: ratio <= most.page,
  };
}

async function create(server: Server, { plain, computed }: Tables): Promise<Measured> {
  const [without, withFormulas]: [number[], number[]] = [[], []];
  for (let i = 0; i < rounds.create; i++) {
    without.push(await time(() => fill(server, plain, 1000)));
    withFormulas.push(await time(() => fill(server, computed, 1000)));
  }
  const ratio = median(without) / median(withFormulas);
  return {
    line: `create 1000 records with three formulas: ${ms(median(withFormulas))}, without ${ms(median(without))}: ${ratio.toFixed(2)} of the rate (≥ ${least.create})`,
    holds: ratio >= least.create,
  };
}

/** Half of the records match each of the two filters. */
async function filter(server: Server, { plain, computed }: Tables): Promise<Measured> {
  for (const table of [plain, computed])
    for (let count = rounds.create * 1000; count < large; count += 1000) await fill(server, table, 1000);
  const counting = ({ id }: Made, fieldId: string, value: number) => {
    const filter = JSON.stringify({
      conjunction: "and",
      filterSet: [{ fieldId, operator: "isGreater", value }],
    });
    const path = `/table/${id}/aggregation/row-count?fieldKeyType=name&filter=${encodeURIComponent(filter)}`;
    return time(() => request(server.dev, "GET", path));
  };
  const [without, withFormulas]: [number[], number[]] = [[], []];
  for (let i = 0; i < rounds.filter; i++) {
    without.push(await counting(plain, "Count", 500));
    withFormulas.push(await counting(computed, "Total", 74_000));
  }
  const ratio = median(withFormulas) / median(without);
  return {
    line: `count ${large} records by a formula: ${ms(median(withFormulas))}, by a number ${ms(median(without))}: ${ratio.toFixed(2)} (≤ ${most.filter})`,
    holds: ratio <= most.filter,
  };
}

/** The first page in the order of a formula, which is worked out for every record. Must run after `filter`, which fills the table. */
async function sort({ dev }: Server, { computed: { id } }: Tables): Promise<Measured> {
  const orderBy = encodeURIComponent(JSON.stringify([{ fieldId: "Total", order: "desc" }]));
  const times: number[] = [];
  for (let i = 0; i < rounds.filter; i++)
    times.push(
      await time(() =>
        request(dev, "GET", `/table/${id}/record?take=100&fieldKeyType=name&orderBy=${orderBy}`),
      ),
    );
  const perSecond = Math.round((large * 1000) / median(times));
  return {
    line: `the first page of ${large} records sorted by a formula: ${ms(median(times))}, ${perSecond} cells a second (≥ ${least.cellsPerSecond})`,
    holds: perSecond >= least.cellsPerSecond,
  };
}
