/* Whether a copy is whole, found by another thread: it reads all of it, which takes a second for each gigabyte or more. */
import { isMainThread, parentPort, Worker, workerData } from "node:worker_threads";
import { reasonIn } from "./copies.ts";
import { refuseDamagedCopy } from "./restore-copy.ts";

/** Undefined if it is, otherwise the reason. */
export const findDamageOfCopy = (copy: string): Promise<string | undefined> =>
  new Promise((resolve, reject) => {
    const worker = new Worker(new URL(import.meta.url), { workerData: { copy } });
    worker.once("message", resolve);
    worker.once("error", reject);
  });

if (!isMainThread && typeof workerData?.copy === "string") {
  let reason: string | undefined;
  try {
    refuseDamagedCopy(workerData.copy);
  } catch (error) {
    reason = reasonIn(error);
  }
  parentPort?.postMessage(reason);
}
