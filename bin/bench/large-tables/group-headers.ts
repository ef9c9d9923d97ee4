/* The headers of groups that an index counts, of small and large tables. */
import type { Server } from "#test/support/requests/server";
import { plain } from "../../demo/client.ts";
import { type Measured, median, ms, time } from "../budget.ts";

const rounds = 40;
const most = { ratio: 1.3, units: 20 };

export interface GroupedTable {
  id: string;
  size: number;
  groupBy: string;
  viewId: string;
}

/** Reads the headers of each table in turn, with their times and units. */
export async function readGroupHeaders({ dev }: Server, tables: GroupedTable[]): Promise<Measured[]> {
  let units = 0;
  const read = async ({ id, groupBy, viewId, size }: GroupedTable): Promise<void> => {
    const query = new URLSearchParams({ viewId, groupBy });
    const headers = { authorization: `Bearer ${dev.token}`, ...plain };
    const answer = await fetch(`${dev.url}/table/${id}/aggregation/group-points?${query}`, { headers });
    const points = (await answer.json()) as { count?: number }[];
    const told = /(\d+(?:\.\d+)?) RCU/.exec(answer.headers.get("server-timing") ?? "")?.[1];
    const total = points.reduce((sum, { count = 0 }) => sum + count, 0);
    if (!answer.ok || total < size) throw new Error(`${answer.status}: ${total} of ${size} are counted`);
    units = Math.max(units, Number(told));
  };
  // the first call reads the schema
  for (const table of tables) await read(table);
  units = 0;
  const took = tables.map((): number[] => []);
  for (let i = 0; i < rounds; i++)
    for (const [t, table] of tables.entries()) took[t]?.push(await time(() => read(table)));
  const medians = took.map(median);
  const ratio = Math.max(...medians) / Math.min(...medians);
  return [
    {
      line: `headers of 50 groups, of ${tables.map(({ size }) => size).join(", ")} records: ${medians.map(ms).join(", ")}: ${ratio.toFixed(2)} (≤ ${most.ratio}), ${units} RCU (≤ ${most.units})`,
      holds: ratio <= most.ratio && units <= most.units,
    },
  ];
}
