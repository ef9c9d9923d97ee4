/*
 * Two bases on a store that throttles partition keys. One imports a long file. The other writes a record each second, and has a follower and a
 * webhook: what these two hear may come two seconds later than without the import.
 */
import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { setTimeout as wait } from "node:timers/promises";
import { gridless, type WatchedChange } from "#lib/client/index";
import type { DevJson } from "#lib/local/process/dev-json";
import { say } from "#lib/local/process/terminal";
import { msPerSecond } from "#lib/schemas/basics/time-units";
import { at, type Tally } from "./tally.ts";

/** Milliseconds that an import may delay what another base hears. */
const mostDelay = 2000;
/** Milliseconds after the last write in which everything must have been heard. */
const patience = 60_000;
const secondsAlone = 15;

interface Beside {
  /** Lines of the file. */
  records: number;
  /** How long it is measured, if the import does not end before. */
  seconds: number;
}

const ways = ["call", "hint", "webhook"] as const;
/** Milliseconds from the begin of each write until it was answered, and until it was heard. */
type Heard = Record<(typeof ways)[number], number[]>;

interface Job {
  state: string;
  progress: { done: number; total: number };
  result?: { records: number };
}

export async function importBesideCalls(
  { dev }: { dev: DevJson },
  { records, seconds }: Beside,
  tally: Tally,
): Promise<void> {
  const client = gridless({ url: dev.url, token: dev.token });
  const [imported, quiet] = [await makeBase(dev), await makeBase(dev)];
  const listener = await listenTo(dev, quiet.baseId);
  // the same of the other base: each of its records is an event too
  const noisy = await listenTo(dev, imported.baseId);
  try {
    // the first ones load the code
    await writeEachSecond(quiet.write, 3, listener);
    const alone = await writeEachSecond(quiet.write, secondsAlone, listener);
    const text = `Name,Count\n${Array.from({ length: records }, (_, i) => `Row ${i},${i}`).join("\n")}\n`;
    const { token } = await client.upload(text, { name: "rows.csv", type: "text/csv" });
    const path = `/table/${imported.tableId}`;
    const { jobId } = await client.request<{ jobId: string }>("POST", `${path}/import`, { body: { token } });
    const begun = performance.now();
    const findJob = () => client.request<Job>("GET", `${path}/job/${jobId}`);
    let ended: number | undefined;
    const isOver = async () => {
      const { state } = await findJob();
      if (state === "done" || state === "failed") ended ??= performance.now();
      return ended !== undefined;
    };
    const beside = await writeEachSecond(quiet.write, seconds, listener, isOver);
    const job = await findJob();
    const passed = ((ended ?? performance.now()) - begun) / msPerSecond;
    const rows = Math.round((records * job.progress.done) / job.progress.total);
    say(
      `${rows} records in ${Math.round(passed)} s into the other base, ${Math.round(rows / passed)} a second`,
    );
    tally.holds(job.state !== "failed" && rows > 0, () => `the import: ${JSON.stringify(job)}`);
    tell(alone, beside, tally);
  } finally {
    await listener.close();
    await noisy.close();
  }

  async function makeBase({ baseId }: DevJson) {
    const { spaceId } = await client.request<{ spaceId: string }>("GET", `/base/${baseId}`);
    const base = await client.request<{ id: string }>("POST", "/base", { body: { spaceId, name: "Load" } });
    const fields = [
      { name: "Name", type: "singleLineText" },
      { name: "Count", type: "number" },
    ];
    const table = await client.request<{ id: string }>("POST", `/base/${base.id}/table`, {
      body: { name: "Rows", fields, records: [] },
    });
    const own = client.base(base.id).table(table.id);
    /** Creates a record; gives its id. */
    const write = async (Name: string) => (await own.create([{ Name }]))[0]?.id ?? "";
    return { baseId: base.id, tableId: table.id, write };
  }
}

type Listener = Awaited<ReturnType<typeof listenTo>>;

/** A follower and a receiver of a base: when each record was heard of, as `performance.now()`. */
async function listenTo({ url, token }: DevJson, baseId: string) {
  const client = gridless({ url, token });
  const heard = { hint: new Map<string, number>(), webhook: new Map<string, number>() };
  const note = (way: keyof typeof heard, id: string) =>
    heard[way].has(id) || heard[way].set(id, performance.now());
  const states: string[] = [];
  const watching = client.base(baseId).watch({
    onReset: () => {},
    onChanges: (changes: WatchedChange[]) => {
      for (const change of changes) if ("recordId" in change) note("hint", change.recordId);
    },
    onState: (state) => void states.push(state),
  });
  const server = createServer((request, response) => {
    let body = "";
    request.setEncoding("utf8").on("data", (part) => (body += part));
    request.on("end", () => {
      response.end();
      note("webhook", JSON.parse(body).recordId);
    });
  });
  await once(server.listen(0, "127.0.0.1"), "listening");
  const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
  const body = { url: address, events: ["record.created"] };
  await client.request("POST", `/base/${baseId}/webhook`, { body });
  while (states.at(-1) !== "live") await wait(20);
  async function close(): Promise<void> {
    watching.close();
    await watching.done.catch(() => {});
    server.closeAllConnections();
    server.close();
  }
  return { heard, close };
}

/** Creates a record each second, until it `isOver`, and waits until all were heard of. Those that were not heard of are infinitely late. */
async function writeEachSecond(
  write: (name: string) => Promise<string>,
  seconds: number,
  { heard }: Listener,
  isOver: () => Promise<boolean> = async () => false,
): Promise<Heard> {
  const found: Heard = { call: [], hint: [], webhook: [] };
  const begins = new Map<string, number>();
  const running: Promise<void>[] = [];
  const writeOne = async (i: number) => {
    const begun = performance.now();
    const id = await write(`Quiet ${i}`);
    found.call.push(performance.now() - begun);
    begins.set(id, begun);
  };
  const start = performance.now();
  for (let i = 0; i < seconds && !(await isOver()); i++) {
    await wait(Math.max(0, start + i * msPerSecond - performance.now()));
    running.push(writeOne(i));
  }
  await Promise.all(running);
  const isHeard = (id: string) => heard.hint.has(id) && heard.webhook.has(id);
  const until = performance.now() + patience;
  while (![...begins.keys()].every(isHeard) && performance.now() < until) await wait(20);
  for (const [id, begun] of begins)
    for (const way of ["hint", "webhook"] as const)
      found[way].push((heard[way].get(id) ?? Number.POSITIVE_INFINITY) - begun);
  return found;
}

function tell(alone: Heard, beside: Heard, tally: Tally): void {
  say(
    `${"ms after the write begins".padEnd(28)}${["count", "p50", "p99", "worst"].map((name) => name.padStart(9)).join("")}`,
  );
  for (const way of ways) {
    for (const [when, times] of [
      ["alone", alone[way]],
      ["beside the import", beside[way]],
    ] as const) {
      const figures = [times.length, at(times, 0.5), at(times, 0.99), Math.max(...times)];
      const shown = figures.map((each) => String(Math.round(each)).padStart(9)).join("");
      say(`${`${way}, ${when}`.padEnd(28)}${shown}`);
    }
    if (way === "call") continue;
    // a follower hears of a base once a second, also alone
    const delay = Math.max(...beside[way]) - Math.max(...alone[way]);
    tally.holds(
      delay <= mostDelay,
      () => `the import delayed a ${way} by ${Math.round(delay)} ms, more than ${mostDelay} ms`,
    );
  }
}
