/*
 * Reads the whole store once after the start, a little at a time, so that damage is found before a call meets it. The engine says so itself
 * (lib/local/embedded/storage/damage.ts).
 */
import timers from "node:timers/promises";
import type { Engine } from "#lib/local/embedded/open-engine";

/** Milliseconds: the first calls after a start come first. */
const delay = 1500;
/** Items of one step; some milliseconds. */
const atOnce = 100;
/** A step is followed by a pause of so many times as long. */
const rest = 4;

export function startCheck(engine: Engine, TableName: string): { stop(): Promise<void> } {
  const stopping = new AbortController();
  const { signal } = stopping;
  const running = check().catch(() => {
    // it was stopped, or damage was found, which is said already
  });

  async function check(): Promise<void> {
    await timers.setTimeout(delay, undefined, { signal, ref: false });
    let from: object | undefined;
    do {
      const begun = performance.now();
      const request = { TableName, Limit: atOnce, ...(from && { ExclusiveStartKey: from }) };
      const { LastEvaluatedKey } = (await engine.execute("Scan", request, { signal })) as Scanned;
      from = LastEvaluatedKey;
      await timers.setTimeout(rest * (performance.now() - begun), undefined, { signal, ref: false });
    } while (from);
    engine.releasePages();
  }

  async function stop(): Promise<void> {
    stopping.abort();
    await running;
  }
  return { stop };
}

interface Scanned {
  LastEvaluatedKey?: object;
}
