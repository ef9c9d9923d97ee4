/*
 * Many clients write while the server is killed again and again. What got no response is sent again with its Idempotency-Key when the
 * server is up. In the end everything that was acknowledged is there, once and whole.
 */
import { setTimeout as wait } from "node:timers/promises";
import { say } from "#lib/local/process/terminal";
import { audit } from "../audit.ts";
import { random } from "../chance.ts";
import { newClient } from "../client.ts";
import { newShared } from "../shared.ts";
import { makeSheet } from "../table.ts";
import type { Tally } from "../tally.ts";
import { newWire } from "../wire.ts";
import { newBatchClient } from "./batches.ts";
import { newImporter } from "./imports.ts";
import { startToKill } from "./kill-server.ts";
import { newLinker } from "./links.ts";
import { newRacer } from "./race.ts";
import { newTalker } from "./talk.ts";

interface OverKills {
  folder: string;
  kills: number;
  /** The number of clients that are those of npm run test:load. Seven other writers run beside them. */
  clients: number;
  tally: Tally;
  tell?: (line: string) => void;
}

export async function loadOverKills({
  folder,
  kills,
  clients: count,
  tally,
  tell = say,
}: OverKills): Promise<void> {
  const server = await startToKill(folder);
  try {
    const wire = newWire(server.dev, tally, server.outages);
    const sheet = await makeSheet(server.dev, wire, tally);
    const shared = await newShared(sheet);
    const importer = await newImporter(server.dev, wire, tally);
    const talker = await newTalker(0, sheet);
    const linker = await newLinker(server.dev, wire, tally);
    const clients = [
      ...Array.from({ length: count }, (_, i) => newClient(i, sheet, false)),
      ...[0, 1].map((i) => newBatchClient(i, sheet)),
      newRacer(0, sheet),
      talker,
    ];
    let isOver = false;
    const work = [...clients, shared, importer, linker].map(async ({ turn }) => {
      while (!isOver && !tally.hasFailed()) await turn().catch((error: Error) => tally.fail(error.message));
    });
    for (let i = 1; i <= kills && !tally.hasFailed(); i++) {
      await someWork(tally);
      if (i % 3 === 0) await until(importer.isRunning);
      const milliseconds = await server.kill(i % 5 === 0);
      tell(`killed ${i} of ${kills}; ready again after ${(milliseconds / 1000).toFixed(1)} s`);
    }
    await someWork(tally);
    isOver = true;
    await Promise.all(work);
    if (tally.hasFailed()) return;
    await talker.check();
    const lines = await importer.check();
    const records = await audit({ sheet, clients, shared });
    tell(
      `${records} records in the end, ${sheet.numbers.size} were acknowledged; ${lines} lines were imported`,
    );
    const broken = server.output().match(/^\S+ {2}5\d\d {2}.*$/gm) ?? [];
    tally.holds(
      broken.length === 0,
      () => `${broken.length} answers of 5xx: ${broken.slice(0, 3).join("; ")}`,
    );
  } finally {
    await server.stop();
  }
}

/** Returns after 10 to 100 responses, in the midst of the next ones; after 10 s at the latest. */
async function someWork(tally: Tally): Promise<void> {
  const enough = tally.answered() + 10 + random(90);
  await until(() => tally.answered() >= enough || tally.hasFailed());
  await wait(random(30));
}

async function until(isSo: () => boolean): Promise<void> {
  for (const end = performance.now() + 10_000; !isSo() && performance.now() < end; ) await wait(5);
}
