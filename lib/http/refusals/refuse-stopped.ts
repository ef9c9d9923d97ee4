/* The refusal of a call that writes while writes are stopped (lib/store/write-stop). `goesOn` (definition.ts) says which calls are not refused. */
import { AppError } from "#lib/schemas/basics/error";
import { msPerSecond } from "#lib/schemas/basics/time-units";
import { msUntilRetry } from "#lib/store/write-stop/retry-later";
import { findWriteStop, type WriteStop } from "#lib/store/write-stop/write-stop";

/** What a call that writes is refused with now, if it is: also the 503 of a store that does not answer. Never rejects. */
export const findRefusal = (): Promise<unknown> =>
  findWriteStop().then(
    (stop) => stop && writesStopped(stop),
    (error: unknown) => error,
  );

/** The 503 that says why writes are stopped, and since when. */
function writesStopped(stop: WriteStop): AppError {
  const { reason, since, until } = stop;
  const end = until === undefined ? "" : ` until ${until}`;
  return new AppError(
    "writes_stopped",
    `Writes are stopped since ${since}${end}: ${reason}. Reads and deletions go on`,
    {
      data: { ...stop },
      headers: { "retry-after": String(Math.ceil(msUntilRetry(stop) / msPerSecond)) },
    },
  );
}
