/*
 * Two bases on a store that throttles partition keys. Four clients write a thousand records a call into one of them, which is more than its
 * keys take; calls of the other must go on as if they were alone.
 */
import { setTimeout as wait } from "node:timers/promises";
import type { DevJson } from "#lib/local/process/dev-json";
import { say } from "#lib/local/process/terminal";
import { partitionLimits } from "#lib/local/store/limit-partitions";
import { newTable, recordOf, twoCellsOf } from "../bench/records.ts";
import { request } from "../demo/client.ts";
import type { Tally } from "./tally.ts";

const seconds = 15;
const flooding = 4;
/** A record of up to 1 KB in a staged commit is written four times, over four partition keys. */
const mostRecords = (partitionLimits.written / 4) * 4;
/** Beside what the buckets hold when it begins, and what is written after the last answer. */
const allowance = 1.5;

const thousand = { records: Array.from({ length: 1000 }, (_, i) => recordOf(i)) };

export async function floodBesideCalls({ dev }: { dev: DevJson }, tally: Tally): Promise<void> {
  const [flooded, quiet] = [await makeTable(dev), await makeTable(dev)];
  const { records } = await request<{ records: { id: string }[] }>(dev, "POST", quiet, {
    records: [recordOf(0)],
  });
  const record = `${quiet}/${records[0]?.id}`;
  // the first part of a table is one key; later numbers are spread over four
  await request(dev, "POST", flooded, thousand);

  async function statusOf(operation: string, method: string, path: string, body?: object): Promise<number> {
    const begun = performance.now();
    const headers = { authorization: `Bearer ${dev.token}`, "content-type": "application/json" };
    const response = await fetch(dev.url + path, {
      method,
      headers,
      ...(body && { body: JSON.stringify(body) }),
    });
    await response.arrayBuffer();
    tally.took(operation, performance.now() - begun);
    return response.status;
  }

  const until = performance.now() + seconds * 1000;
  let written = 0;
  const flood = async () => {
    while (performance.now() < until) {
      const status = await statusOf("flood: create 1,000", "POST", flooded, thousand);
      if (status === 201) written += thousand.records.length;
      else tally.count(`flood: answered ${status}`);
      tally.holds(
        [201, 409, 503].includes(status),
        () => `a call of the flooded base was answered ${status}`,
      );
    }
  };
  const goOn = async () => {
    for (let i = 0; performance.now() < until; i++) {
      const statuses = [
        await statusOf("beside: get", "GET", record),
        await statusOf("beside: list", "GET", `${quiet}?take=1`),
        await statusOf("beside: update", "PATCH", record, { record: twoCellsOf(i) }),
      ];
      tally.holds(
        statuses.every((status) => status === 200),
        () => `calls of the other base were answered ${statuses}`,
      );
      await wait(20);
    }
  };
  await Promise.all([...Array.from({ length: flooding }, flood), goOn()]);
  const perSecond = Math.round(written / seconds);
  say(`${perSecond} records a second into the flooded base`);
  tally.holds(written > 0, () => "nothing was written into the flooded base");
  tally.holds(
    perSecond <= mostRecords * allowance,
    () => `${perSecond} records a second are more than the keys of a table take: nothing was throttled`,
  );
}

/** Makes a base with a table, and gives the path of its records. */
async function makeTable(dev: DevJson): Promise<string> {
  const { spaceId } = await request<{ spaceId: string }>(dev, "GET", `/base/${dev.baseId}`);
  const base = await request<{ id: string }>(dev, "POST", "/base", { spaceId, name: "Load" });
  const { id } = await request<{ id: string }>(dev, "POST", `/base/${base.id}/table/`, newTable);
  return `/table/${id}/record`;
}
