/* Imports of CSV, one after another into one table: each line becomes a record once, in the order of the file. */
import { setTimeout as wait } from "node:timers/promises";
import { isDeepStrictEqual } from "node:util";
import type { DevJson } from "#lib/local/process/dev-json";
import { random } from "../chance.ts";
import { makeSheet, walk } from "../table.ts";
import type { Tally } from "../tally.ts";
import type { Wire } from "../wire.ts";

interface Job {
  state: string;
  error?: unknown;
  result?: { records: number; badLines: number };
}

export async function newImporter(dev: DevJson, wire: Wire, tally: Tally) {
  const sheet = await makeSheet(dev, wire, tally);
  const { path } = sheet;
  const imported: string[] = [];
  let made = 0;
  let running = false;

  async function turn(): Promise<void> {
    const names = Array.from({ length: 50 + random(400) }, (_, i) => `i${made}.${i}`);
    made++;
    const text = `Name,Code\n${names.map((name) => `${name},${name}\n`).join("")}`;
    const { body } = await wire.ask<{ jobId: string }>(
      { operation: "start an import", method: "POST", path: `${path}/import`, body: { text } },
      201,
    );
    imported.push(...names);
    running = true;
    const job = await ended(body.jobId);
    running = false;
    tally.holds(
      job.state === "done" && job.result?.records === names.length,
      () => `an import of ${names.length} lines ended so: ${JSON.stringify(job)}`,
    );
  }

  async function ended(jobId: string): Promise<Job> {
    for (;;) {
      const asked = { operation: "get the job", method: "GET", path: `${path}/job/${jobId}` };
      const { body } = await wire.ask<Job>(asked, 200);
      if (body.state !== "waiting" && body.state !== "running") return body;
      await wait(50);
    }
  }

  /** Gives how many lines were imported. */
  async function check(): Promise<number> {
    const names = (await walk(sheet, 1000)).map(({ fields }) => fields.Name);
    const twice = names.filter((name, i) => names.indexOf(name) < i);
    tally.holds(
      isDeepStrictEqual(names, imported),
      () =>
        `${imported.length} lines were imported, the table has ${names.length} (twice: ${twice.slice(0, 3)})`,
    );
    return imported.length;
  }
  return { turn, check, isRunning: () => running };
}
