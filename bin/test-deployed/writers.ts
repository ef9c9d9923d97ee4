/*
 * Clients that write while the stack is changed. Each sends a record, with an Idempotency-Key, until it is answered, as docs/guide/idempotency.md
 * says; then the next one.
 */
import assert from "node:assert/strict";
import { setTimeout as pause } from "node:timers/promises";
import { ask, type Data } from "./data.ts";
import type { Deployed } from "./stack.ts";

/** What the clients saw. */
interface Seen {
  /** The names of the records that were acknowledged. */
  acknowledged: string[];
  /** Answers that no client should see, whatever it tries. */
  refused: string[];
  /** Attempts that were answered by 429 or 5xx, or not at all, and were sent again. */
  again: number;
  /** The most attempts that a record needed. */
  mostAttempts: number;
}

const clients = 3;
/** A call that is not acknowledged after this time is lost to its client. */
const patience = 60_000;
let runs = 0;

/** Writes into the table while `work` runs, and checks that each acknowledged record is there, once. Says what the clients saw. */
export async function whileWriting(
  deployed: Deployed,
  data: Data,
  work: () => Promise<void>,
): Promise<string> {
  const run = ++runs;
  const seen: Seen = { acknowledged: [], refused: [], again: 0, mostAttempts: 0 };
  const { id } = await ask(deployed, data.token, `/base/${data.baseId}/table`, {
    name: `Writers ${run}`,
    records: [],
  });
  let isOver = false;
  const writing = Array.from({ length: clients }, async (_, client) => {
    for (let n = 0; !isOver && seen.refused.length === 0; n++)
      await write(deployed, data, `/table/${id}/record`, `${run}-${client}-${n}`, seen);
  });
  const before = work().finally(() => {
    isOver = true;
  });
  const outcome = await Promise.allSettled([before, ...writing]);
  for (const each of outcome) if (each.status === "rejected") throw each.reason;
  assert.deepEqual(seen.refused, [], "a client was refused");
  assert.ok(seen.acknowledged.length > clients, "the clients wrote next to nothing");
  assert.deepEqual(await namesIn(deployed, data, String(id)), seen.acknowledged.toSorted());
  const { acknowledged, again, mostAttempts } = seen;
  return `${acknowledged.length} records acknowledged, 0 lost, 0 twice; ${again} attempts sent again, at most ${mostAttempts} for a record`;
}

async function write(
  deployed: Deployed,
  { token }: Data,
  at: string,
  name: string,
  seen: Seen,
): Promise<void> {
  const headers = { ...headersOf(token), "idempotency-key": crypto.randomUUID() };
  const body = JSON.stringify({ records: [{ fields: { Name: name } }] });
  const until = Date.now() + patience;
  for (let attempts = 1; ; attempts++) {
    const response = await fetch(deployed.apiUrl + at, {
      method: "POST",
      headers,
      body,
      signal: AbortSignal.timeout(patience),
    }).catch(() => undefined);
    const said = await response?.text().catch(() => "");
    if (response?.ok) {
      seen.acknowledged.push(name);
      seen.mostAttempts = Math.max(seen.mostAttempts, attempts);
      return;
    }
    const mayRepeat = !response || response.status >= 500 || [409, 429].includes(response.status);
    if (!mayRepeat || Date.now() > until) {
      seen.refused.push(`${name}, attempt ${attempts}: ${response?.status ?? "no answer"} ${said}`);
      return;
    }
    seen.again++;
    await pause(Math.min(100 * attempts, 1000));
  }
}

/** The names of all records, sorted. */
async function namesIn(deployed: Deployed, data: Data, tableId: string): Promise<string[]> {
  const names: string[] = [];
  for (let cursor: string | null = ""; cursor !== null; ) {
    const page: Page = await ask(
      deployed,
      data.token,
      `/table/${tableId}/record?take=1000${cursor && `&cursor=${encodeURIComponent(cursor)}`}`,
    );
    names.push(...(page.records ?? []).map(({ fields }) => fields["Name"] ?? ""));
    cursor = page.nextCursor ?? null;
  }
  return names.sort();
}

type Page = Awaited<ReturnType<typeof ask>>;

const headersOf = (token: string) => ({
  authorization: `Bearer ${token}`,
  "content-type": "application/json",
});
