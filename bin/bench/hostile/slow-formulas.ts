/*
 * Calls on records whose formulas take all the work that they may. Each call ends within a limit of CPU time, with its answer or with the
 * 400 that refuses too much work. Other requests are answered meanwhile: the time between two turns of the event loop is limited too.
 */
import { handler as aggregateRecords } from "#functions/aggregation/aggregate-records";
import { handler as countHits } from "#functions/aggregation/count-search-hits";
import { handler as listGroupPoints } from "#functions/aggregation/list-group-points";
import { handler as countRecords } from "#functions/record/count-records";
import { handler as createRecords } from "#functions/record/create-records";
import { handler as listRecords } from "#functions/record/list-records";
import { handler as createTable } from "#functions/table/create-table";
import type { Endpoint } from "#lib/http/endpoint";
import { ask } from "../ask.ts";
import { type Measured, ms } from "../budget.ts";
import type { Handlers } from "../handlers.ts";
import { shapes, short, text } from "./formula-shapes.ts";

/** Milliseconds of CPU. */
const most = { call: 2000, betweenTurns: 200 };
const records = 40;
/** The names of the shapes that are called. work-price.ts measures the others. */
const called = [
  "SUBSTITUTE that doubles, 60 steps",
  "SUBSTITUTE over long texts",
  "SUBSTITUTE that becomes too long",
  "REPT that is looked at",
  "nested CONCATENATE",
  "ARRAYJOIN",
  "REGEXP_REPLACE of each character",
];

type Call = [endpoint: Endpoint, query: object];

export async function slowFormulas({ dev }: Handlers): Promise<Measured[]> {
  const measured: Measured[] = [];
  for (const name of called) {
    const { tableId, fieldId } = await fill(dev, shapes[name] as string);
    for (const [call, [endpoint, query]] of Object.entries(callsFor(fieldId))) {
      const parameters = Object.entries(query).map(([key, value]) => [key, JSON.stringify(value)]);
      const run = () =>
        ask(dev, { endpoint, params: { tableId }, query: `?${new URLSearchParams(parameters)}` });
      const { milliseconds, refused } = await cpuOf(run);
      const longest = await longestTurn(run);
      measured.push({
        line: `${name}, ${call}: ${ms(milliseconds)}${refused} (≤ ${most.call}), between turns ${ms(longest)} (≤ ${most.betweenTurns})`,
        holds: milliseconds <= most.call && longest <= most.betweenTurns,
      });
    }
  }
  return measured;
}

/** A table with a long and a short text in each record, and the formula. */
async function fill(dev: Handlers["dev"], expression: string) {
  const { id: tableId, fields } = await ask<{ id: string; fields: { id: string }[] }>(dev, {
    endpoint: createTable,
    params: { baseId: dev.baseId },
    body: {
      fields: [
        { type: "singleLineText", name: "Short", id: short },
        { type: "longText", name: "Text", id: text },
        { type: "formula", name: "Worked", options: { expression } },
      ],
      records: [],
    },
  });
  for (let i = 0; i < records; i++) {
    const cells = { Short: "a", Text: "a".repeat(100_000 - i) };
    const body = { records: [{ fields: cells }] };
    await ask(dev, { endpoint: createRecords, params: { tableId }, body });
  }
  return { tableId, fieldId: fields[2]?.id as string };
}

function callsFor(fieldId: string): Record<string, Call> {
  const filter = { conjunction: "and", filterSet: [{ fieldId, operator: "isNotEmpty", value: null }] };
  const order = [{ fieldId, order: "asc" }];
  return {
    list: [listRecords, {}],
    count: [countRecords, { filter }],
    filter: [listRecords, { filter }],
    sort: [listRecords, { orderBy: order }],
    group: [listGroupPoints, { groupBy: order }],
    statistics: [aggregateRecords, { field: { [fieldId]: ["unique"] } }],
    search: [countHits, { search: ["zz", fieldId, true] }],
  };
}

/** The CPU time of a call in milliseconds, and how it ended if its formulas take too much work. Throws other refusals. */
async function cpuOf(run: () => Promise<unknown>): Promise<{ milliseconds: number; refused: string }> {
  const before = process.cpuUsage();
  const refused = await run().then(
    () => "",
    (error: Error) => {
      if (!error.message.includes("too much work")) throw error;
      return ", 400";
    },
  );
  const { user, system } = process.cpuUsage(before);
  return { milliseconds: (user + system) / 1000, refused };
}

/** The longest CPU time of this thread between two turns of the event loop, in milliseconds. */
async function longestTurn(run: () => Promise<unknown>): Promise<number> {
  let longest = 0;
  let isOver = false;
  let before = process.threadCpuUsage();
  const look = () => {
    const { user, system } = process.threadCpuUsage(before);
    longest = Math.max(longest, (user + system) / 1000);
    before = process.threadCpuUsage();
    if (!isOver) setImmediate(look);
  };
  setImmediate(look);
  await run().catch(() => undefined);
  isOver = true;
  await new Promise(setImmediate);
  return longest;
}
