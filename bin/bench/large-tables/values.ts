/*
 * Records that are looked up by a value of a declared field, in small and large tables, in one run of npm start.
 *
 * With --million a table of 1,000,000 records is added.
 */
import { temporaryFolder } from "#lib/local/store/temporary-folder";
import { type Server, startServer } from "#test/support/requests/server";
import { plain, request } from "../../demo/client.ts";
import { type Measured, median, ms, time } from "../budget.ts";

const sizes = [1000, 20_000];
const perCall = 1000;
const rounds = 60;
/** Units of a look-up, without those of its call. */
const most = { ratio: 1.3, units: 5 };

interface Made {
  id: string;
  fields: { id: string; name: string }[];
}
interface Filled extends Made {
  size: number;
}

export async function values({ million }: { million: boolean }): Promise<Measured[]> {
  const { folder, remove } = temporaryFolder();
  const server = await startServer(folder, { GRIDLESS_SETTLE_SECONDS: "0.5" });
  try {
    const tables: Filled[] = [];
    for (const size of million ? [...sizes, 1_000_000] : sizes) tables.push(await aTable(server, size));
    return [await lookUp(server, tables)];
  } finally {
    await server.stop("SIGTERM");
    remove();
  }
}

const mailOf = (number: number) => `person.${number}@example.org`;

async function aTable({ dev }: Server, size: number): Promise<Filled> {
  const names = ["Mail", "Name", "Note", "City"];
  const made = await request<Made>(dev, "POST", `/base/${dev.baseId}/table`, {
    fields: names.map((name) => ({ type: "singleLineText", name })),
    records: [],
  });
  for (let from = 0; from < size; from += perCall) {
    const records = Array.from({ length: perCall }, (_, i) => ({
      fields: { Mail: mailOf(from + i), Name: `person ${from + i}`, Note: "some words", City: "Weimar" },
    }));
    await request(dev, "POST", `/table/${made.id}/record`, { records });
  }
  const mail = made.fields.find(({ name }) => name === "Mail")?.id;
  const headers = { authorization: `Bearer ${dev.token}` };
  const { ok } = await fetch(`${dev.url}/table/${made.id}/index/${mail}`, { method: "PUT", headers });
  if (!ok) throw new Error("the index was refused");
  for (let state = ""; state !== "ready"; ) {
    await new Promise((resolve) => setTimeout(resolve, 200));
    const [index] = await request<{ state: string }[]>(dev, "GET", `/table/${made.id}/index`);
    state = index?.state ?? "";
  }
  return { ...made, size };
}

/** Looks records up in each table in turn. */
async function lookUp({ dev }: Server, tables: Filled[]): Promise<Measured> {
  let units = 0;
  const find = async ({ id, size }: Filled, round: number): Promise<void> => {
    const value = mailOf((round * 7919) % size).toUpperCase();
    const filter = JSON.stringify({
      conjunction: "and",
      filterSet: [{ fieldId: "Mail", operator: "is", value }],
    });
    const headers = { authorization: `Bearer ${dev.token}`, ...plain };
    const query = new URLSearchParams({ filter });
    const answer = await fetch(`${dev.url}/table/${id}/record?${query}`, { headers });
    const { records } = (await answer.json()) as { records: object[] };
    if (!answer.ok || records.length !== 1) throw new Error(`${answer.status}: ${records.length} records`);
    units = Math.max(units, Number(/units=([\d.]+)/.exec(answer.headers.get("x-gridless-plan") ?? "")?.[1]));
  };
  for (let round = 0; round < 5; round++) for (const table of tables) await find(table, round);
  units = 0;
  const took = tables.map((): number[] => []);
  for (let round = 0; round < rounds; round++)
    for (const [t, table] of tables.entries()) took[t]?.push(await time(() => find(table, round)));
  const medians = took.map(median);
  const ratio = Math.max(...medians) / Math.min(...medians);
  return {
    line: `a record by its e-mail, of ${tables.map(({ size }) => size).join(", ")} records: ${medians.map(ms).join(", ")}: ${ratio.toFixed(2)} (≤ ${most.ratio}), ${units} RCU (≤ ${most.units})`,
    holds: ratio <= most.ratio && units <= most.units,
  };
}
