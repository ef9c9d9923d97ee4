/* Stops writes for what a test does; then they go on, for this process too, which reads the switch no more (engine.ts). */
import { resumeWrites, stopWrites } from "#lib/store/write-stop/change-write-stop";
import { rememberWriteStop, type WriteStop } from "#lib/store/write-stop/write-stop";
import { inProcessOnly } from "#test/support/run/target";

export const aStop: WriteStop = { reason: "the table moves", since: "2026-11-20T10:00:00.000Z" };

export async function whileStopped<Result>(work: () => Promise<Result>): Promise<Result> {
  inProcessOnly("a server would see it within a minute");
  await stopWrites(aStop);
  try {
    return await work();
  } finally {
    await resumeWrites();
    rememberWriteStop(Promise.resolve(undefined), Number.POSITIVE_INFINITY);
  }
}
