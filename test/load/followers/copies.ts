/* A client that keeps a copy of a table by `watch`, as the guide says. It is reloaded, its network fails, it sleeps, its token is renewed. */
import { setTimeout as wait } from "node:timers/promises";
import { GridlessError, gridless, type WatchedChange } from "#lib/client/index";
import { Requests } from "#lib/client/requests";
import { usualWaits } from "#lib/client/watch/waits";
import { watchBase } from "#lib/client/watch/watch";
import { type Fate, lossyProxy } from "#test/client/support/lossy-proxy";
import { chance } from "#test/support/run/chance";

/** The usual waits in a tenth of the time. */
const quick = Object.fromEntries(
  Object.entries(usualWaits).map(([name, value]) => [name, name === "growth" ? value : value / 10]),
) as typeof usualWaits;

type Cells = { [fieldId: string]: unknown };

interface Place {
  url: string;
  baseId: string;
  tableId: string;
  /** A new token; the one before is no longer valid. */
  renewToken: (before: string | undefined) => Promise<string>;
}

interface Kind {
  /** `cells`: each change has its record. `ids`: changed records are read. */
  records: "cells" | "ids";
  socket: boolean;
  /** Only the table, or all of the base. */
  isOfTable: boolean;
}

/** Changed records that are read one by one; of more, all are read. */
const mostRead = 10;

const fates: Fate[] = ["lost", "lost", 503, 500, 429];

export type Copy = Awaited<ReturnType<typeof keepCopy>>;

/** Begins a copy. `check` gets each record that is shown. */
export async function keepCopy(
  { url, baseId, tableId, renewToken }: Place,
  { records, socket, isOfTable }: Kind,
  check: (id: string, cells: Cells) => void,
) {
  let token = await renewToken(undefined);
  let lossy = 0.1;
  const proxy = await lossyProxy(url, () =>
    chance() < lossy ? (fates[Math.floor(chance() * fates.length)] ?? "lost") : "passes",
  );
  const options = { url: proxy.url, token: () => token };
  const table = gridless(options).base(baseId).table(tableId, { keys: "id", dates: "moments" });

  const copy = new Map<string, Cells>();
  /** The highest version of each record that was told, and whether it was of its removal. */
  const versions = new Map<string, number>();
  let kept: string | undefined;
  let resets = 0;

  const put = (id: string, cells: Cells | undefined) => {
    if (!cells) return copy.delete(id);
    check(id, cells);
    return copy.set(id, cells);
  };
  async function readAll(): Promise<void> {
    const all = await untilDone(() => table.list().all());
    copy.clear();
    versions.clear();
    for (const { id, fields } of all) put(id, fields);
  }
  async function onReset(): Promise<void> {
    resets++;
    await readAll();
  }
  async function takeOne(change: WatchedChange): Promise<void> {
    if (!("recordId" in change) || change.type.startsWith("comment.")) return;
    const { type, recordId, version } = change;
    if (records === "cells") {
      put(recordId, "record" in change && change.record ? change.record.fields : undefined);
      return;
    }
    const known = versions.get(recordId) ?? 0;
    const isOld = type === "record.deleted" ? version < known : version <= known;
    if (isOld) return;
    versions.set(recordId, version);
    // a removal wins over its own version; everything else is read as it is now
    const found =
      type === "record.deleted" ? undefined : await untilDone(() => table.get(recordId).catch(ignoreGone));
    put(recordId, found?.fields);
  }
  async function onChanges(changes: WatchedChange[]): Promise<void> {
    const isOther = (change: WatchedChange) => "tableId" in change && change.tableId !== tableId;
    const own = changes.filter((change) => !isOther(change));
    // a field is another one, or very many records are: the pages say what is there now
    const isOfAll = own.some(({ type }) => /^(table|field)\./.test(type));
    if (isOfAll || (records === "ids" && own.length > mostRead)) return readAll();
    for (const change of own) await takeOne(change);
  }

  const begin = () =>
    watchBase(
      {
        requests: new Requests(options),
        baseId,
        findTableIds: async () => (isOfTable ? [tableId] : undefined),
      },
      { ...{ since: kept, records, socket, onReset, onChanges }, onCursor: (cursor) => (kept = cursor) },
      quick,
    );
  let watching = begin();
  async function end(): Promise<void> {
    watching.close();
    await watching.done;
  }

  return {
    records,
    copy,
    resets: () => resets,
    state: () => watching.state,
    /** What differs from a fresh list, for the message of a test that fails. */
    explain(fresh: ReadonlyMap<string, unknown>): object {
      const ids = [...new Set([...copy.keys(), ...fresh.keys()])];
      const other = ids.filter((id) => JSON.stringify(copy.get(id)) !== JSON.stringify(fresh.get(id)));
      const some = other
        .slice(0, 3)
        .map((id) => ({ id, own: copy.get(id), fresh: fresh.get(id), version: versions.get(id) }));
      return { records, socket, isOfTable, state: watching.state, differ: other.length, some };
    },
    /** The program is started again: with what it kept, or with nothing. */
    async reload(isEmpty: boolean): Promise<void> {
      await end();
      if (isEmpty) kept = undefined;
      // the handler keeps what it did before the cursor, so what was told last may be told again
      versions.clear();
      watching = begin();
    },
    async renew(): Promise<void> {
      token = await renewToken(token);
    },
    /** Nothing passes for some milliseconds. */
    async sleep(milliseconds: number): Promise<void> {
      lossy = 1;
      await wait(milliseconds);
      lossy = 0.1;
    },
    calm: () => {
      lossy = 0;
    },
    async close(): Promise<void> {
      await end();
      await proxy.close();
    },
  };
}

/** What a handler asks is asked again until there is an answer, whatever failed: a handler that throws ends the watching. */
async function untilDone<Value>(ask: () => Promise<Value>): Promise<Value> {
  for (;;) {
    try {
      return await ask();
    } catch (error) {
      if (!(error instanceof GridlessError) || [400, 403, 404].includes(error.status)) throw error;
      await wait(20);
    }
  }
}

const ignoreGone = (error: unknown): undefined => {
  if ((error as { status?: number }).status !== 404) throw error;
};
